// The keyboard: arrow keys on the board, keys of the replay, shortcuts.

import { openAid } from "./aid.js";
import { isReplay, REPLAY_ACTIONS } from "./replay.js";

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LEAST_STEP = 4; // pixels
const WIDEST_ANGLE = 2.5; // how far sideways a spot may lie, by its distance ahead
const SIDEWAYS_COST = 1.5; // by how much a step sideways counts more than one ahead
const REPLAY_KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };
const SHORTCUTS = {
  u: () => document.getElementById("undo-step")?.click(),
  h: () => document.getElementById("ask-hint")?.click(),
  "/": () => document.getElementById("notation")?.focus(),
  "?": openAid,
  b: () => document.querySelector("#board [tabindex='0']")?.focus(),
};

function centreOf(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// Focus the nearest spot in the direction of an arrow key.
function focusNextSpot(from, key) {
  const [dx, dy] = DIRECTIONS[key];
  const [x, y] = centreOf(from);
  let best = null;
  let least = Infinity;
  for (const spot of document.querySelectorAll("#board [data-spot]")) {
    const [spotX, spotY] = centreOf(spot);
    const ahead = (spotX - x) * dx + (spotY - y) * dy;
    const sideways = Math.abs((spotX - x) * dy) + Math.abs((spotY - y) * dx);
    const cost = ahead + sideways * SIDEWAYS_COST;
    const isAhead = ahead >= LEAST_STEP && sideways <= ahead * WIDEST_ANGLE;
    if (isAhead && cost < least) [least, best] = [cost, spot];
  }
  best?.focus();
}

// What a key does; nothing if it is left to the browser.
function actionFor(event, useSpot) {
  const spot = event.target.closest("#board [data-spot]");
  if (spot && (event.key === "Enter" || event.key === " ")) return () => useSpot(spot);
  if (spot && event.key in DIRECTIONS) return () => focusNextSpot(spot, event.key);
  const pressesButton = event.key === " " && event.target.closest("button, summary");
  if (pressesButton) return null;
  if (isReplay() && event.key in REPLAY_KEYS) return REPLAY_ACTIONS[REPLAY_KEYS[event.key]];
  return SHORTCUTS[event.key];
}

/**
 * Listen to keys.
 * @param {(spot: SVGGraphicsElement) => void} useSpot Called when a spot is entered.
 * @param {() => void} cancel Called for Escape.
 */
export function listenToKeys(useSpot, cancel) {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select, dialog");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === "Escape" && event.target.id === "notation") event.target.blur();
      return;
    }
    if (event.key === "Escape") {
      cancel();
      return;
    }
    const action = actionFor(event, useSpot);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
