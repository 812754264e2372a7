// Marks on the board: where moves start, where they end, and a ghost of the piece that would come to stand there.

import { announce } from "./caption.js";
import { spotElement } from "./dom.js";
import { canStartAt, chosenSpot, ghostPlace, isDoor, isLegal, offerOf, offersAt, pieceOf } from "./offers.js";
import { pieceImage } from "./pictures.js";

/**
 * Mark on the board where moves end and start.
 * @returns {Set<string>} The spots where a legal move ends.
 */
export function markSpots() {
  const targets = new Set();
  const ghosts = [];
  for (const spot of document.querySelectorAll("#board [data-spot]")) {
    const name = spot.dataset.spot;
    const moves = offersAt(name).filter(isLegal);
    if (moves.length > 0) targets.add(name);
    markSpot(spot, moves.length > 0, moves.length === 0 && (canStartAt(name) || isDoor(name)));
    ghosts.push(...ghostsAt(name, moves));
  }
  document.getElementById("ghosts").replaceChildren(...ghosts);
  markPicked();
  if (!chosenSpot()) announce(""); // nothing is picked up any more
  return targets;
}

function markSpot(spot, isTarget, isSource) {
  const isChosen = spot.dataset.spot === chosenSpot();
  const isUsable = isTarget || isSource;
  spot.classList.toggle("legal", isTarget);
  spot.classList.toggle("source", isSource);
  spot.classList.toggle("chosen", isChosen);
  spot.setAttribute("role", "button");
  spot.setAttribute("tabindex", isUsable ? "0" : "-1");
  spot.setAttribute("aria-disabled", String(!isUsable));
  if (isChosen) spot.setAttribute("aria-pressed", "true");
  else spot.removeAttribute("aria-pressed");
}

// The button of the structure that is picked up shows the buttons of its places; a single kind always does.
function markPicked() {
  const kinds = document.querySelectorAll("#turn [name='piece']");
  for (const kind of kinds) kind.checked = kinds.length === 1 || kind.value === chosenSpot();
}

// One ghost for each kind of piece that can come to a spot.
function ghostsAt(spot, moves) {
  const kinds = new Set(moves.map(pieceOf));
  return [...kinds].flatMap((kind) => {
    const place = ghostPlace(kind, spot);
    if (!place) return [];
    const ghost = pieceImage(kind, "possible");
    ghost.dataset.of = spot;
    ghost.dataset.kind = kind;
    const [x, y, narrowX, narrowY] = place;
    ghost.style.setProperty("--w", `${x}px,${y}px`);
    ghost.style.setProperty("--n", `${narrowX}px,${narrowY}px`);
    return [ghost];
  });
}

/**
 * The kind of piece whose ghost lies at a point of the screen.
 * @param {string} spot
 * @param {{ clientX: number, clientY: number }} point
 * @returns {string | undefined}
 */
export function ghostKindAt(spot, { clientX, clientY }) {
  const ghosts = [...document.querySelectorAll(`#ghosts > [data-of="${CSS.escape(spot)}"]`)];
  const hit = ghosts.find((ghost) => {
    const { left, right, top, bottom } = ghost.getBoundingClientRect();
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  });
  return hit?.dataset.kind;
}

// The ghost of the spot under the pointer, or with the focus, is brighter.
function brighten(event) {
  const spot = event.target.closest?.("#board [data-spot]");
  const button = event.target.closest?.("#turn button[name='move']");
  if (spot) pointOut(spot.dataset.spot);
  else if (button) pointOut(offerOf(button.value)?.target ?? null, { isFromButton: true });
}

/**
 * Show one spot's ghosts more clearly than the others; none with null. If a button points it out, the spot is brighter, too.
 * @param {string | null} spot
 * @param {{ isFromButton?: boolean }} [options]
 */
export function pointOut(spot, { isFromButton = false } = {}) {
  for (const ghost of document.querySelectorAll("#ghosts > .pointed")) ghost.classList.remove("pointed");
  for (const other of document.querySelectorAll("#board .pointed")) other.classList.remove("pointed");
  if (!spot) return;
  if (isFromButton) spotElement(spot)?.classList.add("pointed");
  const ghosts = document.querySelectorAll(`#ghosts > [data-of="${CSS.escape(spot)}"]`);
  for (const ghost of ghosts) ghost.classList.add("pointed");
}

export function listenToMarks() {
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, brighten);
  for (const kind of ["pointerout", "focusout"]) document.addEventListener(kind, () => pointOut(null));
}
