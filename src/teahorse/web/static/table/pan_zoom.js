// Panning and zooming the map, mostly with fingers.

const MOST_ZOOM = 5;
const MOST_ZOOM_FOR_SPOTS = 3; // how far the map zooms in by itself
const BUTTON_STEP = 1.4; // the factor of one press of a zoom button
const DRAG_START = 8; // pixels a finger moves before it drags the map instead of tapping
const NEAR = 24; // pixels: a finger this close to a usable spot means that spot
const MARGIN = 20; // around the spots that are shown, in units of the board
const BOARD_WIDTH = 1200; // in units of the board
const ASPECT = 0.75; // height of the board by its width
const HIDDEN_EDGE = 4; // pixels of the map beyond an edge before that edge shows an arrow

let zoom = 1;
let x = 0;
let y = 0;
/** @type {Map<number, { x: number, y: number }>} Fingers on the map and where they are, by pointer id. */
const fingers = new Map();
let isDragging = false;
const phone = window.matchMedia("(max-width: 800px)");

const mapArea = () => document.getElementById("map-area");
const isOnMap = (event) => Boolean(event.target.closest?.("#map-area"));
const isOnZoomButton = (event) => Boolean(event.target.closest?.("[data-zoom]"));

// An offset of the map that leaves no room empty beside it; a map smaller than the room is centred.
function clamp(offset, size, room) {
  const most = Math.max(0, (room - size) / 2);
  const least = Math.min(0, room - size);
  return Math.min(most, Math.max(least, offset));
}

function applyView() {
  const area = mapArea().getBoundingClientRect();
  const [width, height] = [area.width * zoom, area.width * ASPECT * zoom];
  x = clamp(x, width, area.width);
  y = clamp(y, height, area.height);
  const { style } = document.body;
  style.setProperty("--zoom", String(zoom));
  style.setProperty("--pan-x", `${x}px`);
  style.setProperty("--pan-y", `${y}px`);
  mapArea().classList.toggle("more-left", x < -HIDDEN_EDGE);
  mapArea().classList.toggle("more-right", x + width > area.width + HIDDEN_EDGE);
}

function resetView() {
  zoom = 1;
  x = 0;
  y = 0;
}

function zoomAt(factor, point) {
  const wanted = Math.min(MOST_ZOOM, Math.max(1, zoom * factor));
  x = point.x - (point.x - x) * (wanted / zoom);
  y = point.y - (point.y - y) * (wanted / zoom);
  zoom = wanted;
  applyView();
}

function pointOnMap(event) {
  const area = mapArea().getBoundingClientRect();
  return { x: event.clientX - area.left, y: event.clientY - area.top };
}

/**
 * Bring spots into view on a phone. A wide screen shows the whole map anyway.
 * @param {Set<string>} names
 */
export function showSpots(names) {
  if (!phone.matches) return;
  const area = mapArea().getBoundingClientRect();
  const whole = Math.max(1, area.height / (area.width * ASPECT)); // the zoom that fills the height
  const spots = [...document.querySelectorAll("#board [data-spot]")].filter((spot) => names.has(spot.dataset.spot));
  const boxes = spots.map((spot) => spot.getBBox());
  if (boxes.length === 0) {
    zoom = whole;
    applyView();
    return;
  }
  const left = Math.min(...boxes.map((box) => box.x)) - MARGIN;
  const top = Math.min(...boxes.map((box) => box.y)) - MARGIN;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN;
  const unit = area.width / BOARD_WIDTH;
  const fitting = Math.min(area.width / ((right - left) * unit), area.height / ((bottom - top) * unit));
  zoom = Math.min(MOST_ZOOM_FOR_SPOTS, Math.max(whole, fitting));
  x = area.width / 2 - ((left + right) / 2) * unit * zoom;
  y = area.height / 2 - ((top + bottom) / 2) * unit * zoom;
  applyView();
}

/**
 * The spot that a finger means: the usable one below it or nearest to it, else any below it.
 * @param {PointerEvent} event
 * @returns {SVGGraphicsElement | null}
 */
export function nearestSpot(event) {
  const touched = event.target.closest?.("[data-spot]");
  if (touched?.matches(".legal, .source")) return touched;
  let nearest = null;
  let least = NEAR;
  for (const spot of document.querySelectorAll("#board .legal, #board .source")) {
    const box = spot.getBoundingClientRect();
    const dx = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
    const dy = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
    const distance = Math.hypot(dx, dy);
    if (distance < least) [least, nearest] = [distance, spot];
  }
  return nearest ?? touched ?? null;
}

// Whether the pointer moved the map since it was pressed, so that releasing it is not a click.
export const wasDragged = () => isDragging;

/**
 * Leave a pointer to someone else, who drags a piece with it: it moves no map and is neither tap nor click.
 * @param {number} pointerId
 */
export function releasePointer(pointerId) {
  fingers.delete(pointerId);
  isDragging = true;
}

function press(event) {
  if (fingers.size === 0) isDragging = false;
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
  if (fingers.size > 1) pinch(event.pointerId, before, now);
  else if (!isDragging && Math.hypot(now.x - before.x, now.y - before.y) < DRAG_START) return;
  else pan(before, now);
  isDragging = true;
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

function clickZoomButton(event) {
  const { zoom: action } = event.target.closest("[data-zoom]")?.dataset ?? {};
  if (!action) return;
  const area = mapArea().getBoundingClientRect();
  if (action === "fit") {
    resetView();
    applyView();
  } else {
    zoomAt(action === "in" ? BUTTON_STEP : 1 / BUTTON_STEP, { x: area.width / 2, y: area.height / 2 });
  }
}

function turnWheel(event) {
  if (!isOnMap(event) || !event.ctrlKey) return;
  event.preventDefault();
  zoomAt(Math.exp(-event.deltaY / 200), pointOnMap(event));
}

// A tap is a finger that was put down and lifted without dragging, however long that took. The browser's own `click`
// does not come after half a second: it takes a slow finger, or a quick one on a busy machine, for a long press.
function listenForTaps(onTap) {
  document.addEventListener("pointerup", (event) => {
    const isTap = event.pointerType === "touch" && fingers.has(event.pointerId) && !isDragging;
    fingers.delete(event.pointerId);
    if (isTap && !isOnZoomButton(event)) onTap(event);
  });
  // Without this a click would follow the tap, and hit what the tap has just opened.
  document.addEventListener(
    "touchend",
    (event) => {
      if (isOnMap(event) && !isOnZoomButton(event) && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
  document.addEventListener("contextmenu", (event) => {
    if (isOnMap(event) && event.pointerType === "touch") event.preventDefault();
  });
}

/**
 * Let the map be panned and zoomed.
 * @param {(event: PointerEvent) => void} onTap Called when a finger taps on the map.
 */
export function listenToMap(onTap) {
  document.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointercancel", (event) => fingers.delete(event.pointerId));
  document.addEventListener("click", clickZoomButton);
  document.addEventListener("wheel", turnWheel, { passive: false });
  listenForTaps(onTap);
  window.addEventListener("resize", () => {
    if (!phone.matches) resetView();
    applyView();
  });
}
