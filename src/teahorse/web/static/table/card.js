// The card beside a spot: what the spot is, what can be done there and what that leads to, or why not and by which rule.

import { placeCard } from "./card_placement.js";
import { ruleLink, textNodes } from "./dom.js";
import { lessonOffer } from "./lesson.js";
import { pointOut } from "./marks.js";
import {
  canStartAt,
  chosenSpot,
  descriptionOf,
  isDoor,
  isLegal,
  offersAt,
  offersFrom,
  phrase,
  pieceOf,
  sources,
} from "./offers.js";
import { picture } from "./pictures.js";

const card = document.getElementById("card");
const LEAVING = 350; // milliseconds in which the pointer can reach the card after it left the spot
const CROSSING = 150; // milliseconds in which it can cross other spots on its way to the card
const MOST_REFUSALS = 3;
let leaveTimer = 0;
let crossTimer = 0;
let isPinned = false;
/** @type {DOMPoint | null} Where the mouse is; the card leaves that place free, so that the next click meets the spot. */
let pointer = null;
/** @type {SVGGraphicsElement | null} The spot that the card is about. */
let anchor = null;
/** @type {(offer: import("./offers.js").Offer) => void} */
let onOffer = () => {};
/** @type {(source: string) => void} */
let onPick = () => {};

/**
 * Say what the buttons of the card do.
 * @param {{ offer: typeof onOffer, pick: typeof onPick }} actions
 */
export function setCardActions({ offer, pick }) {
  onOffer = offer;
  onPick = pick;
}

function element(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...textNodes(text));
  return made;
}

// Marks a number as reconstructed, with a link to its table.
function sourceLink(table) {
  const link = element("a", "provenance", phrase("reconstructed"));
  link.href = `/rules/data#${table}`;
  link.target = "_blank";
  link.title = phrase("why reconstructed");
  return link;
}

function closeButton() {
  const button = element("button", "close quiet", "×");
  button.type = "button";
  button.setAttribute("aria-label", card.dataset.close);
  button.addEventListener("click", ({ pointerType }) => {
    hideCard();
    if (pointerType === "touch") pointOut(null); // the spot has the focus, but a finger points at nothing any more
  });
  return button;
}

function description(spot) {
  const found = descriptionOf(spot);
  if (!found) return [];
  const [title, text, rule, table] = found;
  const paragraph = element("p", "", `${text} `);
  if (rule) paragraph.append(ruleLink(rule));
  if (table) paragraph.append(" ", sourceLink(table));
  return [element("h3", "", title), paragraph];
}

// Whether the lesson asks for a move.
const isAsked = (offer) => offer === lessonOffer();

function offerButton(offer) {
  const button = element("button", isAsked(offer) ? "offer lesson" : "offer");
  button.type = "button";
  if (offer.source) button.append(picture(pieceOf(offer)));
  button.append(element("strong", "", offer.label), element("span", "effect", offer.effect || ""));
  button.addEventListener("click", () => onOffer(offer));
  return button;
}

// A structure to pick up.
function pieceButton(source) {
  const button = element("button", "offer");
  button.type = "button";
  const [title, text] = descriptionOf(source);
  button.append(picture(pieceOf({ source })), element("strong", "", title), element("span", "effect", text));
  button.addEventListener("click", () => onPick(source));
  return button;
}

// The choices of the building that asks for a decision: structures to pick up, or gorges.
function choices() {
  const found = [...sources()];
  const isOne = found.length === 1;
  return isOne ? offersFrom(found[0]).filter(isLegal).map(offerButton) : found.map(pieceButton);
}

const isJourney = ({ move }) => move.startsWith("go ");

// Why nothing can be done at a spot, each reason once; why no trader can go there comes first.
function refusals(spot) {
  const refused = offersAt(spot).filter(({ refusal }) => refusal);
  const inOrder = refused.toSorted((one, other) => Number(isJourney(other)) - Number(isJourney(one)));
  const rules = new Map(inOrder.map(({ refusal }) => refusal));
  return [...rules].slice(0, MOST_REFUSALS).map(([sentence, rule]) => {
    const line = element("p", "why", `${sentence} `);
    line.append(ruleLink(rule));
    return line;
  });
}

function contents(spotElement) {
  const { spot } = spotElement.dataset;
  const parts = description(spot);
  const offers = offersAt(spot).filter(isLegal);
  const buttons = [...offers.filter(isAsked), ...offers.filter((offer) => !isAsked(offer))].map(offerButton);
  if (buttons.length === 0 && isDoor(spot)) return [...parts, ...choices()];
  if (buttons.length > 0) return [...parts, ...buttons];
  if (canStartAt(spot) && chosenSpot() !== spot) parts.push(element("p", "can", phrase("pick up")));
  parts.push(...refusals(spot));
  return parts.length > 0 ? parts : [element("p", "", spotElement.getAttribute("aria-label") || "")];
}

function clearTimers() {
  clearTimeout(leaveTimer);
  clearTimeout(crossTimer);
}

/**
 * The pointer came to a spot. An open card waits a moment, because the pointer may be on its way to it.
 * @param {SVGGraphicsElement} spotElement
 */
export function pointAt(spotElement) {
  clearTimers();
  if (chosenSpot() && offersAt(spotElement.dataset.spot).length === 0) {
    leaveCard(); // what is picked up has nothing to do with this spot, and its card could hide where it goes
    return;
  }
  if (card.hidden) showCard(spotElement);
  else crossTimer = setTimeout(() => showCard(spotElement), CROSSING);
}

/**
 * Show the card of a spot. A pinned card stays until it is closed, or, if it offers nothing, until another one is shown.
 * @param {SVGGraphicsElement} spotElement
 * @param {{ pin?: boolean }} [options]
 */
export function showCard(spotElement, { pin = false } = {}) {
  clearTimers();
  const isHeld = isPinned && card.querySelector(".offer") !== null;
  if (isHeld && !pin && anchor !== spotElement) return;
  card.replaceChildren(...contents(spotElement), closeButton());
  card.hidden = false;
  isPinned = pin;
  anchor = spotElement;
  card.classList.toggle("pinned", pin);
  placeCard(card, spotElement, pointer);
  spotElement.setAttribute("aria-describedby", "card");
}

export function hideCard() {
  // Otherwise the keyboard would lose its place.
  if (card.contains(document.activeElement)) anchor?.focus({ preventScroll: true });
  clearTimers();
  anchor?.removeAttribute("aria-describedby");
  card.hidden = true;
  isPinned = false;
  anchor = null;
}

// The pointer left the spot or the card: it closes soon, unless it is pinned.
export function leaveCard() {
  clearTimers();
  leaveTimer = setTimeout(() => {
    if (!isPinned) hideCard();
  }, LEAVING);
}

// The spot of the open card, if there is one.
export const cardSpot = () => (card.hidden ? null : (anchor?.dataset.spot ?? null));

// When the pointer comes to a spot, this must know first where it is.
function notePointer({ pointerType, clientX, clientY }) {
  pointer = pointerType === "mouse" ? new DOMPoint(clientX, clientY) : null;
}
document.addEventListener("pointerover", notePointer, { capture: true });
document.addEventListener("pointermove", notePointer, { capture: true });
card.addEventListener("pointerenter", clearTimers);
card.addEventListener("pointerleave", leaveCard);
// It may lie over spaces; where there is nothing to choose, a click closes it.
card.addEventListener("click", ({ target }) => {
  if (!card.querySelector(".offer") && !target.closest("a, button")) hideCard();
});
