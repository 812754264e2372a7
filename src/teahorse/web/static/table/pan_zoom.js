// Fingers on the map: taps, and on wide screens panning and zooming. A phone scrolls its map as it scrolls any page.

import { isPositionNew } from "./presses.js";
import { phone } from "./screen.js";
import { isMeantForBar } from "./timing.js";

const MOST_ZOOM = 5;
const DRAG_START = 8; // pixels a finger moves before it drags the map instead of tapping
const NEAR = 24; // pixels: a finger this close to a usable spot means that spot
const ASPECT = 0.75; // height of the board by its width

let zoom = 1;
let x = 0;
let y = 0;
/** @type {Map<number, { x: number, y: number }>} Fingers on the map and where they are, by pointer id. */
const fingers = new Map();
let isDragging = false;

const mapArea = () => document.getElementById("map-area");

/**
 * Whether an event belongs to the map: not to the bar that lies on it while something is told.
 * @param {Event} event
 * @returns {boolean}
 */
export const isOnMap = (event) => Boolean(event.target.closest?.("#map-area") && !event.target.closest("#telling"));

// The map at its usual size, within the room it has.
function usualPlace() {
  const room = mapArea().getBoundingClientRect();
  const width = Math.min(room.width, room.height / ASPECT);
  const height = width * ASPECT;
  return { room, width, height, left: (room.width - width) / 2, top: (room.height - height) / 2 };
}

// An offset of the map that leaves no room empty beside it; a map smaller than the room is centred.
function clamp(offset, size, room) {
  const most = Math.max(0, (room - size) / 2);
  const least = Math.min(most, room - size);
  return Math.min(most, Math.max(least, offset));
}

function applyView() {
  const { room, width, height, left, top } = usualPlace();
  x = clamp(x + left, width * zoom, room.width) - left;
  y = clamp(y + top, height * zoom, room.height) - top;
  const { style } = document.body;
  style.setProperty("--zoom", String(zoom));
  style.setProperty("--pan-x", `${x}px`);
  style.setProperty("--pan-y", `${y}px`);
}

function zoomAt(factor, point) {
  const wanted = Math.min(MOST_ZOOM, Math.max(1, zoom * factor));
  x = point.x - (point.x - x) * (wanted / zoom);
  y = point.y - (point.y - y) * (wanted / zoom);
  zoom = wanted;
  applyView();
}

function pointOnMap(event) {
  const { room, left, top } = usualPlace();
  return { x: event.clientX - room.left - left, y: event.clientY - room.top - top };
}

/**
 * The spot that a finger means: the usable one or the space below it, the usable one nearest to it, else any below it.
 * @param {PointerEvent} event
 * @returns {SVGGraphicsElement | null}
 */
export function nearestSpot(event) {
  const touched = event.target.closest?.("[data-spot]");
  if (touched?.matches(".legal, .source, .space")) return touched;
  let nearest = null;
  let least = NEAR;
  for (const spot of document.querySelectorAll("#board :is(.legal, .source)")) {
    const box = spot.getBoundingClientRect();
    const dx = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
    const dy = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
    const distance = Math.hypot(dx, dy);
    if (distance < least) [least, nearest] = [distance, spot];
  }
  return nearest ?? touched ?? null;
}

// Whether the pointer moved the map since it was pressed, or the game went on, so that releasing it is not a click.
export const wasDragged = () => isDragging || isPositionNew();

/**
 * Leave a pointer to someone else, who drags a piece with it: it moves no map and is neither tap nor click.
 * @param {number} pointerId
 */
export function releasePointer(pointerId) {
  fingers.delete(pointerId);
  isDragging = true;
}

function press(event) {
  if (fingers.size === 0) isDragging = isMeantForBar(event); // then it is neither tap nor click on the map
  const isMouseOnWholeMap = event.pointerType === "mouse" && zoom === 1;
  if (!isOnMap(event) || isMouseOnWholeMap) return;
  const isSecondFinger = fingers.size > 0 && !fingers.has(event.pointerId);
  if (isSecondFinger) isDragging = true;
  fingers.set(event.pointerId, pointOnMap(event));
}

function move(event) {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const isReleasedOutside = event.pointerType === "mouse" && event.buttons === 0;
  if (isReleasedOutside) {
    fingers.delete(event.pointerId);
    return;
  }
  const now = pointOnMap(event);
  if (!isDragging && Math.hypot(now.x - before.x, now.y - before.y) < DRAG_START) return;
  isDragging = true;
  if (phone.matches) return; // the browser scrolls
  if (fingers.size > 1) pinch(event.pointerId, before, now);
  else pan(before, now);
  fingers.set(event.pointerId, now);
}

function pan(before, now) {
  x += now.x - before.x;
  y += now.y - before.y;
  applyView();
}

function pinch(pointerId, before, now) {
  const [, other] = [...fingers].find(([id]) => id !== pointerId);
  const distance = (point) => Math.hypot(point.x - other.x, point.y - other.y);
  const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
  zoomAt(distance(now) / Math.max(1, distance(before)), middle);
}

function turnWheel(event) {
  if (!isOnMap(event) || !event.ctrlKey || phone.matches) return;
  event.preventDefault();
  zoomAt(Math.exp(-event.deltaY / 200), pointOnMap(event));
}

// A tap is a finger that was put down and lifted without dragging, however long that took. The browser's own `click`
// does not come after half a second: it takes a slow finger, or a quick one on a busy machine, for a long press.
function listenForTaps(onTap) {
  document.addEventListener("pointerup", (event) => {
    const isTap = event.pointerType === "touch" && fingers.has(event.pointerId) && !wasDragged();
    fingers.delete(event.pointerId);
    if (isTap) onTap(event);
  });
  // Without this a click would follow the tap, and hit what the tap has just opened.
  document.addEventListener(
    "touchend",
    (event) => {
      if (isOnMap(event) && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
  document.addEventListener("contextmenu", (event) => {
    if (isOnMap(event) && event.pointerType === "touch") event.preventDefault();
  });
}

/**
 * Let the map be tapped, panned and zoomed.
 * @param {(event: PointerEvent) => void} onTap Called when a finger taps on the map.
 */
export function listenToMap(onTap) {
  document.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
  document.addEventListener("wheel", turnWheel, { passive: false });
  listenForTaps(onTap);
  window.addEventListener("resize", () => {
    if (phone.matches) [zoom, x, y] = [1, 0, 0];
    applyView();
  });
}
