// Drag and drop, with the mouse or a finger: a piece is picked up where moves start and dropped where one of them ends. A
// piece that is dropped elsewhere flies back, and the page says why it can't go there.

import { hideCard } from "./card.js";
import { showProblem, spotElement } from "./dom.js";
import { markSpots, pointOut } from "./marks.js";
import { play } from "./moves.js";
import { canStartAt, choose, isLegal, offersAt, offersFrom, phrase, pieceOf } from "./offers.js";
import { releasePointer } from "./pan_zoom.js";
import { pieceImage } from "./pictures.js";

/**
 * A piece that is being dragged.
 * @typedef {object} Carried
 * @property {string} source The spot it comes from.
 * @property {string} kind
 * @property {SVGGElement} image What follows the pointer.
 * @property {SVGGElement | null} piece The piece on the board.
 */

const START = { mouse: 5, pen: 5, touch: 9 }; // pixels before a press becomes a drag
const ABOVE_FINGER = 34; // pixels: a finger must not hide the piece
const NEAR = 24; // pixels: a finger this close to a place where the piece can go means that place
const FLIGHT = 220; // milliseconds
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/** @type {{ pointerId: number, source: string, x: number, y: number } | null} A pointer pressed on a piece. */
let pressed = null;
/** @type {Carried | null} */
let carried = null;

const board = () => document.getElementById("board");

// A point of the screen as a place on the board, in CSS.
function placeOnBoard(clientX, clientY) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(board().getScreenCTM().inverse());
  return `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

function centreOf(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// How soon a piece is taken: the last one of a row first, those that have travelled or are in reserve after all others.
const rank = (piece) => (piece.matches(".travelled, .reserve") ? -1e6 : 0) + centreOf(piece)[0];

// The piece that a move from a spot would take.
function pieceAt(source, kind) {
  const area = spotElement(source).getBoundingClientRect();
  const { colour } = document.getElementById("table").dataset;
  const selector = kind === "blocker" ? ".piece.blocker" : `.piece.${kind}.colour-${colour}`;
  const pieces = [...board().querySelectorAll(selector)].filter((piece) => {
    const [x, y] = centreOf(piece);
    return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
  });
  return pieces.toSorted((one, other) => rank(other) - rank(one))[0] ?? null;
}

function press(event) {
  if (carried) {
    giveUp(); // a second finger
    return;
  }
  pressed = null;
  if (event.button !== 0 || !event.target.closest?.("#board")) return;
  const spot = event.target.closest("[data-spot]");
  const isFinger = event.pointerType === "touch"; // then it scrolls
  if (!spot || !(canStartAt(spot.dataset.spot) || (!isFinger && whyNotFrom(spot.dataset.spot)))) return;
  pressed = { pointerId: event.pointerId, source: spot.dataset.spot, x: event.clientX, y: event.clientY };
}

// Why nothing can start at a spot where the mover has something: the reason that most of its moves share.
function whyNotFrom(source) {
  const refusals = offersFrom(source).flatMap(({ refusal }) => (refusal ? [refusal] : []));
  const count = (sentence) => refusals.filter(([other]) => other === sentence).length;
  return refusals.toSorted(([one], [other]) => count(other) - count(one))[0];
}

// A finger on a piece that can be dragged doesn't scroll the map. (Browsers heed `touch-action` only in parts of an SVG.)
function keepMapStill(event) {
  if (pressed && event.cancelable) event.preventDefault();
}

function pickUp(event) {
  const { source } = pressed;
  const kind = pieceOf(offersFrom(source).find(isLegal));
  releasePointer(event.pointerId);
  board().setPointerCapture(event.pointerId);
  hideCard();
  showProblem("");
  choose(source);
  markSpots();
  const piece = pieceAt(source, kind);
  piece?.classList.add("lifted");
  carried = { source, kind, image: pieceImage(kind, "carried"), piece };
  board().append(carried.image);
  document.body.classList.add("dragging");
}

function follow(event) {
  const lift = event.pointerType === "touch" ? ABOVE_FINGER : 0;
  carried.image.style.transform = placeOnBoard(event.clientX, event.clientY - lift);
  const spot = spotBelow(event);
  for (const marked of document.querySelectorAll("#board .over")) marked.classList.remove("over");
  if (spot?.matches(".legal")) spot.classList.add("over");
  pointOut(spot?.dataset.spot ?? null);
}

// The place below the pointer where the piece can go, for a finger the nearest one; else whatever lies there.
function spotBelow(event) {
  const below = document.elementsFromPoint(event.clientX, event.clientY);
  const spots = below.map((each) => each.closest("[data-spot]")).filter(Boolean);
  const legal = spots.find((spot) => spot.matches(".legal"));
  if (legal || event.pointerType !== "touch") return legal ?? spots[0] ?? null;
  let nearest = null;
  let least = NEAR;
  for (const spot of document.querySelectorAll("#board .legal")) {
    const box = spot.getBoundingClientRect();
    const dx = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
    const dy = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
    if (Math.hypot(dx, dy) < least) [least, nearest] = [Math.hypot(dx, dy), spot];
  }
  return nearest ?? spots[0] ?? null;
}

function begin(event) {
  const { source } = pressed;
  if (canStartAt(source)) {
    pickUp(event);
    return;
  }
  releasePointer(event.pointerId);
  const why = whyNotFrom(source);
  pressed = null;
  if (why) showProblem(...why);
}

function drag(event) {
  if (pressed?.pointerId !== event.pointerId) return;
  const distance = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
  if (!carried && distance >= (START[event.pointerType] ?? START.mouse)) begin(event);
  if (!carried) return;
  event.stopPropagation(); // the map stays where it is
  follow(event);
}

function release(event) {
  if (pressed?.pointerId !== event.pointerId) return;
  pressed = null;
  if (carried) drop(event);
}

function drop(event) {
  const spot = spotBelow(event)?.dataset.spot;
  choose(carried.source);
  const offers = spot ? offersAt(spot) : [];
  const legal = offers.find(isLegal);
  if (legal) {
    putDown(legal.move);
    return;
  }
  const [sentence, rule] = offers.find(({ refusal }) => refusal)?.refusal ?? [phrase("cannot drop")];
  if (spot !== carried.source) showProblem(sentence, rule);
  giveUp();
}

// The piece stays where it was dropped until the server has answered; then it glides to its place.
async function putDown(move) {
  const { image, piece } = carried;
  const before = piece?.getAttribute("style");
  const after = `transform: ${image.style.transform}; transition: none;`;
  piece?.setAttribute("style", after);
  if (!move.startsWith("go ")) piece?.classList.remove("lifted"); // of a journey, the way is shown first
  end();
  await play(move);
  if (piece?.getAttribute("style") === after) piece.setAttribute("style", before);
  piece?.classList.remove("lifted");
}

function end() {
  carried.image.remove();
  carried = null;
  choose(null);
  markSpots();
  pointOut(null);
  document.body.classList.remove("dragging");
}

// The piece flies back to where it came from.
export async function giveUp() {
  if (!carried) return;
  pressed = null;
  const { image, piece } = carried;
  const flying = image.cloneNode(true);
  board().append(flying);
  end();
  if (piece && !reducedMotion.matches) {
    const frames = [image.style.transform, placeOnBoard(...centreOf(piece))].map((transform) => ({ transform }));
    await flying.animate(frames, { duration: FLIGHT, easing: "ease-out" }).finished.catch(() => {});
  }
  flying.remove();
  piece?.classList.remove("lifted");
}

export function listenToDrag() {
  document.addEventListener("pointerdown", press, { capture: true });
  document.addEventListener("pointermove", drag, { capture: true });
  document.addEventListener("pointerup", release, { capture: true });
  document.addEventListener("pointercancel", giveUp);
  document.addEventListener("touchmove", keepMapStill, { passive: false });
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("#map-area")) event.preventDefault();
  });
}
