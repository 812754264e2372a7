// The guided game: what the lesson asks for is marked on the board or among the buttons.

import { spotElement } from "./dom.js";
import { offerOf } from "./offers.js";

/**
 * Mark the move that the lesson asks for.
 * @param {string | undefined} move
 * @returns {Set<string>} The spots of that move.
 */
export function markLesson(move) {
  const offer = move ? offerOf(move) : undefined;
  if (!offer) return new Set();
  if (!offer.target) {
    document.querySelector(`#turn button[value="${CSS.escape(move)}"]`)?.classList.add("lesson");
    return new Set();
  }
  const spots = new Set([offer.source, offer.target].filter(Boolean));
  for (const spot of spots) spotElement(spot)?.classList.add("lesson");
  return spots;
}
