// The guided game: what the lesson asks for is marked on the board or among the buttons.

import { spotElement } from "./dom.js";
import { offerOf } from "./offers.js";

/**
 * Mark the move that the lesson asks for.
 * @param {string | undefined} move
 * @returns {Set<string>} The spots of that move that the map is scrolled to.
 */
export function markLesson(move) {
  const offer = move ? offerOf(move) : undefined;
  if (!offer) return new Set();
  if (!offer.target) {
    document.querySelector(`#turn button[value="${CSS.escape(move)}"]`)?.classList.add("lesson");
    return new Set();
  }
  const buttons = [`label[for="pick-${CSS.escape(offer.source ?? "")}"]`, `.sites button[value="${CSS.escape(move)}"]`];
  for (const button of document.querySelectorAll(`#turn :is(${buttons})`)) button.classList.add("lesson");
  const spots = new Set([offer.source, offer.target].filter(Boolean));
  for (const spot of spots) spotElement(spot)?.classList.add("lesson");
  // The camps are far below on a phone. A trader from there needs no tap, and structures have buttons.
  return new Set([...spots].filter((spot) => !spotElement(spot)?.matches(".camp, .structures")));
}
