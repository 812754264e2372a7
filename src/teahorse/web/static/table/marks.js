// Marks on the board: where moves start, where they end, and a ghost of the piece that would come to stand there.

import { canStartAt, chosenSpot, ghostPlace, isLegal, offersAt, pieceOf } from "./offers.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * A picture of a piece in the colour of the player to move.
 * @param {string} kind
 * @param {string} className
 * @returns {SVGGElement}
 */
export function pieceImage(kind, className) {
  const image = document.createElementNS(SVG, "g");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${kind}`);
  image.setAttribute("class", `${className} ${kind} colour-${document.getElementById("table").dataset.colour}`);
  image.append(use);
  return image;
}

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
    markSpot(spot, moves.length > 0, moves.length === 0 && canStartAt(name));
    ghosts.push(...ghostsAt(name, moves));
  }
  document.getElementById("ghosts").replaceChildren(...ghosts);
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

// One ghost for each kind of piece that can come to a spot.
function ghostsAt(spot, moves) {
  const kinds = new Set(moves.map(pieceOf));
  return [...kinds].flatMap((kind) => {
    const place = ghostPlace(kind, spot);
    if (!place) return [];
    const ghost = pieceImage(kind, "possible");
    ghost.dataset.of = spot;
    ghost.setAttribute("transform", `translate(${place.join(" ")})`);
    return [ghost];
  });
}

// The ghost of the spot under the pointer, or with the focus, is brighter.
function brighten(event) {
  const spot = event.target.closest?.("#board [data-spot]");
  if (spot) pointOut(spot.dataset.spot);
}

/**
 * Show one spot's ghosts more clearly than the others; none with null.
 * @param {string | null} spot
 */
export function pointOut(spot) {
  for (const ghost of document.querySelectorAll("#ghosts > .pointed")) ghost.classList.remove("pointed");
  if (!spot) return;
  const ghosts = document.querySelectorAll(`#ghosts > [data-of="${CSS.escape(spot)}"]`);
  for (const ghost of ghosts) ghost.classList.add("pointed");
}

export function listenToMarks() {
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, brighten);
  for (const kind of ["pointerout", "focusout"]) document.addEventListener(kind, () => pointOut(null));
}
