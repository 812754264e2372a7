// Mouse and fingers on the board. A mouse shows the card of a spot when it points there, and a click makes the move. A
// finger can't point, so its first tap on a spot shows the card and the second makes the move. Pieces can be dragged, too
// (drag.js).

import { announce } from "./caption.js";
import { cardSpot, hideCard, leaveCard, pointAt, showCard } from "./card.js";
import { giveUp, listenToDrag } from "./drag.js";
import { showSpots } from "./follow.js";
import { listenToMarks, markSpots } from "./marks.js";
import { play } from "./moves.js";
import { canStartAt, choose, chosenSpot, isLegal, offersAt, phrase } from "./offers.js";
import { nearestSpot, wasDragged } from "./pan_zoom.js";

const SPOT = "#board [data-spot]";

/**
 * Pick up what stands at a spot where moves start; null puts it down again.
 * @param {string | null} name
 */
export function pickUp(name) {
  choose(name);
  hideCard();
  showSpots(markSpots());
  announce(name ? phrase("picked up") : "");
  document.querySelector("#turn .kind:has(:checked) .sites")?.scrollIntoView({ block: "nearest" });
}

// The structure that was picked among the buttons before the scripts ran.
export const pickedEarly = () => document.querySelector("#turn [name='piece']:checked:not([checked])")?.value;

/**
 * Do what a spot offers: its only move, a choice among several, or picking it up.
 * @param {SVGGraphicsElement} spot
 * @param {{ isFirstTap?: boolean }} [options] The first tap only shows the card.
 */
export function useSpot(spot, { isFirstTap = false } = {}) {
  const name = spot.dataset.spot;
  const moves = offersAt(name).filter(isLegal);
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
  const spot = nearestSpot(event);
  if (spot) useSpot(spot, { isFirstTap: cardSpot() !== spot.dataset.spot });
  else cancel();
}

function clickMap(event) {
  const isTouch = event.pointerType === "touch"; // taps are handled without the click
  const isSecondOfTwo = event.detail > 1; // it is not meant for what the first click led to
  if (isTouch || isSecondOfTwo || wasDragged()) return;
  const spot = event.target.closest("[data-spot]");
  if (spot) useSpot(spot);
  else cancel();
}

export function listenToPointer() {
  listenToDrag();
  listenToMarks();
  document.addEventListener("click", (event) => {
    const isOnMap = event.target.closest("#map-area");
    if (isOnMap) clickMap(event);
    else if (!event.target.closest("#card")) hideCard();
  });
  document.addEventListener("change", (event) => {
    if (event.target.name === "piece") pickUp(event.target.value);
  });
  document.addEventListener("pointerover", (event) => {
    const spot = event.target.closest?.(SPOT);
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
