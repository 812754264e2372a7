// How quickly a story is told: the chosen speed, pauses, and skipping to the end. While something is told, a bar on the map
// shows the speed and a button to skip; any other click or key skips, too. Undo skips when it is carried out, so that its
// button stays under the finger.

import { onPress } from "./presses.js";

const SPEEDS = { off: 0, quick: 0.5, normal: 1, slow: 2 };
const GLIDE = 350; // milliseconds in which a piece glides to its place, at normal speed
const LATE = 600; // milliseconds: a tap where the bar was until just now is still meant for it
const A_YEAR = 365 * 24 * 3600;
const KEYS_THAT_SKIP_NOTHING = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);

let isSkipping = false;
let isAskedFor = false; // the player asked to see it: then it is told even where nothing moves
/** @type {Set<() => void>} What is running, to be ended at once when the player skips. */
const running = new Set();
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
const bar = document.getElementById("telling");
let barPlace = new DOMRect(); // where the bar was when it was hidden
let hiddenAt = -Infinity;

/**
 * How many times longer than at normal speed movements take.
 * @returns {number} 0 if nothing moves.
 */
export function speedFactor() {
  if (reducedMotion.matches || document.hidden || isSkipping) return 0;
  return SPEEDS[document.body.dataset.speed] ?? 1;
}

/**
 * How many times longer than at normal speed each beat stands.
 * @returns {number} 0 if nothing is told beat by beat.
 */
export const pace = () => speedFactor() || Number(isAskedFor && !isSkipping && !document.hidden);

export const isSkipped = () => isSkipping;

// End at once what is being told, and what comes until the story is over.
export function skip() {
  isSkipping = true;
  for (const finish of running) finish();
}

/**
 * Something runs; it is ended at once when the player skips.
 * @param {Promise<unknown>} end
 * @param {() => void} finish
 */
export async function untilSkipped(end, finish) {
  running.add(finish);
  await end;
  running.delete(finish);
}

/**
 * Wait, unless the player skips.
 * @param {number} milliseconds At normal speed.
 */
export async function pause(milliseconds) {
  const length = milliseconds * pace();
  if (length === 0) return;
  const { promise, resolve } = Promise.withResolvers();
  const timer = setTimeout(resolve, length);
  await untilSkipped(promise, resolve);
  clearTimeout(timer);
}

// Wait until the pieces have glided to their places.
export async function glide() {
  if (speedFactor() > 0) await pause(GLIDE);
}

/**
 * A story begins.
 * @param {boolean} wasAskedFor
 */
export function beginStory(wasAskedFor) {
  isAskedFor = wasAskedFor;
}

export function showBar() {
  if (pace() > 0) bar.hidden = false;
}

// The story is over: the next one is animated again.
export function endStory() {
  isSkipping = false;
  isAskedFor = false;
  if (bar.hidden) return;
  barPlace = bar.getBoundingClientRect();
  hiddenAt = performance.now();
  bar.hidden = true;
}

/**
 * Whether a pointer is pressed just too late for the bar, at the place where it was.
 * @param {PointerEvent} event
 * @returns {boolean}
 */
export function isMeantForBar({ clientX, clientY }) {
  const { left, right, top, bottom } = barPlace;
  const isThere = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return isThere && performance.now() - hiddenAt < LATE;
}

function setSpeed(speed) {
  document.body.dataset.speed = speed;
  document.documentElement.style.setProperty("--glide", `${GLIDE * SPEEDS[speed]}ms`);
}

function onAnyInput(event) {
  const { target } = event;
  const isInBar = target instanceof Node && bar.contains(target);
  const isUndo = event.type === "pointerdown" && target.closest?.("[name='whole']");
  if (running.size > 0 && !isInBar && !isUndo && !KEYS_THAT_SKIP_NOTHING.has(event.key)) skip();
}

onPress(onAnyInput);
window.addEventListener("keydown", onAnyInput, { capture: true, passive: true });
document.getElementById("skip-telling").addEventListener("click", skip);
bar.addEventListener("change", (event) => {
  setSpeed(event.target.value);
  document.cookie = `speed=${event.target.value}; path=/; max-age=${A_YEAR}; samesite=lax`;
});
if (document.body.dataset.speed in SPEEDS && !reducedMotion.matches) setSpeed(document.body.dataset.speed);
