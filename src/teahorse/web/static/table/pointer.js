// Mouse and fingers on the board. A mouse shows the card of a spot when it points there, and a click makes the move. A
// finger can't point, so its first tap on a spot shows the card and the second makes the move. Pieces can be dragged, too
// (drag.js).

import { announce } from "./caption.js";
import { cardSpot, hideCard, leaveCard, pointAt, showCard } from "./card.js";
import { spotElement } from "./dom.js";
import { giveUp, listenToDrag } from "./drag.js";
import { showSpots } from "./follow.js";
import { lessonOffer } from "./lesson.js";
import { ghostKindAt, listenToMarks, markSpots } from "./marks.js";
import { play } from "./moves.js";
import { canStartAt, choose, chosenSpot, isLegal, offersAt, phrase, pieceOf, whyNowhere } from "./offers.js";
import { isOnMap, nearestSpot, wasDragged } from "./pan_zoom.js";

const SPOT = "#board [data-spot]";

// Whether a lesson wants a trader from elsewhere to go to this place.
function isGoalOfLesson(place, traders) {
  const offer = lessonOffer();
  return offer?.target === place && offer.source !== traders;
}

// Traders who can't do anything themselves stand in for the place under them: a second trader may go there.
function meantSpot(spot) {
  const name = spot?.dataset.spot ?? "";
  const place = /^traders-(\w+)-/u.exec(name)?.[1];
  if (!place) return spot;
  const below = place === "P" ? "market" : `province-${place}`;
  if (isGoalOfLesson(below, name)) return spotElement(below);
  if (canStartAt(name) || offersAt(name).some(isLegal)) return spot;
  return offersAt(below).some(isLegal) ? spotElement(below) : spot;
}

// The words leave free what was picked up, wherever the map is scrolled.
async function tellPickedUp(name, scrolling) {
  const words = name ? (whyNowhere(name) ?? phrase("picked up")) : "";
  announce(words);
  await scrolling;
  if (name && chosenSpot() === name) announce(words, spotElement(name));
}

/**
 * Pick up what stands at a spot where moves start; null puts it down again.
 * @param {string | null} name
 */
export function pickUp(name) {
  choose(name);
  hideCard();
  tellPickedUp(name, showSpots(markSpots(), name ? lessonOffer()?.target : null));
  const sites = document.querySelector("#turn .kind:has(:checked) .sites");
  (sites?.querySelector(".lesson") ?? sites)?.scrollIntoView({ block: "nearest" });
}

/**
 * Remember what is picked up.
 * @returns {() => void} Picks it up again.
 */
export function keepPicked() {
  const name = chosenSpot();
  return () => {
    if (name && canStartAt(name)) pickUp(name);
  };
}

// The structure that was picked among the buttons before the scripts ran.
export const pickedEarly = () => document.querySelector("#turn [name='piece']:checked:not([checked])")?.value;

// The legal moves to a spot; at the ghost of a piece, only those of that piece.
function movesAt(name, at) {
  const moves = offersAt(name).filter(isLegal);
  const kind = at && ghostKindAt(name, at);
  return kind ? moves.filter((offer) => pieceOf(offer) === kind) : moves;
}

/**
 * Do what a spot offers: its only move, a choice among several, or picking it up.
 * @param {SVGGraphicsElement} spot
 * @param {{ isFirstTap?: boolean, at?: PointerEvent }} [options] The first tap only shows the card. A click at the ghost of
 *   a piece means the move of that piece.
 */
export function useSpot(spot, { isFirstTap = false, at } = {}) {
  const name = spot.dataset.spot;
  const moves = movesAt(name, at);
  if (moves.length === 1 && !isFirstTap) {
    play(moves[0].move);
  } else if (moves.length === 0 && canStartAt(name)) {
    pickUp(chosenSpot() === name ? null : name); // then the player looks for where it goes
    if (!chosenSpot()) showCard(spot);
  } else {
    showCard(spot, { pin: true });
    document.querySelector("#card .offer")?.focus({ preventScroll: true });
  }
}

// Put down what was picked up, and close the card.
export function cancel() {
  giveUp();
  hideCard();
  choose(null);
  markSpots();
}

/** @param {PointerEvent} event */
export function tapMap(event) {
  const spot = meantSpot(nearestSpot(event));
  if (spot) useSpot(spot, { isFirstTap: cardSpot() !== spot.dataset.spot, at: event });
  else cancel();
}

function clickMap(event) {
  const isTouch = event.pointerType === "touch"; // taps are handled without the click
  const isSecondOfTwo = event.detail > 1; // it is not meant for what the first click led to
  if (isTouch || isSecondOfTwo || wasDragged()) return;
  const spot = meantSpot(event.target.closest("[data-spot]"));
  if (spot) useSpot(spot, { at: event });
  else cancel();
}

export function listenToPointer() {
  listenToDrag();
  listenToMarks();
  document.addEventListener("click", (event) => {
    if (isOnMap(event)) clickMap(event);
    else if (!event.target.closest("#card")) hideCard();
  });
  document.addEventListener("change", (event) => {
    if (event.target.name === "piece") pickUp(event.target.value);
  });
  document.addEventListener("pointerover", (event) => {
    const spot = meantSpot(event.target.closest?.(SPOT));
    if (spot && event.pointerType !== "touch") pointAt(spot);
  });
  document.addEventListener("pointerout", (event) => {
    if (event.target.closest?.(SPOT)) leaveCard();
  });
  document.addEventListener("focusin", (event) => {
    const spot = event.target.closest?.(SPOT);
    if (spot?.matches(":focus-visible")) showCard(spot);
  });
}
