// The guided game: what the lesson asks for is marked on the board or among the buttons.

import { spotElement } from "./dom.js";
import { offerOf } from "./offers.js";

// What is pressed or moved beside the board.
function controlOf(move) {
  return move.startsWith("convert") ? "#turn .slider" : `#turn button[value="${CSS.escape(move)}"]`;
}

// The spots of a move. A trader from the camp needs no click, so only the place glows.
function spotsOf({ source, target }) {
  return [source?.startsWith("camp-") ? null : source, target].filter(Boolean);
}

/**
 * The move that the lesson asks for.
 * @returns {import("./offers.js").Offer | undefined}
 */
export const lessonOffer = () => offerOf(document.getElementById("table").dataset.lessonMove ?? "");

/**
 * Mark the move that the lesson asks for.
 * @returns {Set<string>} The spots of that move that the map is scrolled to, its start first.
 */
export function markLesson() {
  const offer = lessonOffer();
  if (!offer) return new Set();
  const { move } = offer;
  for (const ghost of document.querySelectorAll("#ghosts > *")) {
    ghost.classList.toggle("unasked", ghost.dataset.of !== offer.target);
  }
  if (!offer.target) {
    document.querySelector(controlOf(move))?.classList.add("lesson");
    return new Set();
  }
  const buttons = [`label[for="pick-${CSS.escape(offer.source ?? "")}"]`, `.sites button[value="${CSS.escape(move)}"]`];
  for (const button of document.querySelectorAll(`#turn :is(${buttons})`)) button.classList.add("lesson");
  const spots = spotsOf(offer);
  for (const spot of spots) spotElement(spot)?.classList.add("lesson");
  // The structures of a camp are far below on a phone, and have buttons.
  return new Set(spots.filter((spot) => !spotElement(spot)?.matches(".structures")));
}
