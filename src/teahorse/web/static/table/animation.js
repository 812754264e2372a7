// Animates what happened: traders walk, coins fly, the inspector comes, each with a line of text. Any key or click skips
// to the end.

import { spotElement } from "./dom.js";

/**
 * One thing that happened, made by the server from an event of the rules.
 * @typedef {object} Act
 * @property {string} kind
 * @property {string} [start] The spot where it starts.
 * @property {string} [end] The spot where it ends.
 * @property {string} [player]
 * @property {number} [amount] Coins or points.
 * @property {string} [text] The line to show.
 */

const SVG = "http://www.w3.org/2000/svg";
const SPEEDS = { off: 0, quick: 0.5, normal: 1, slow: 2 };
const DURATION = 380; // milliseconds of one act at normal speed
const READING = 260; // milliseconds to read its line afterwards
const WALKS = new Set(["journey", "displaced", "banished", "sent-home", "duli-placed"]);
const SHOWN_BY_BOARD = new Set(["bid", "market", "done", "passed"]); // pieces glide to their new place by CSS
const AMOUNTS = new Set(["income", "bank-paid", "bids-paid", "debt", "converted"]);
const SYMBOLS = { present: "present", inspected: "inspector", "gorge-blocked": "blocker" };
const PLACES = "PYSKTQ"; // Pu'er and the provinces in the order of the road

let isSkipping = false;
/** @type {Set<() => void>} What is running, to be ended at once when the player skips. */
const running = new Set();
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
const ticker = document.getElementById("ticker");

/**
 * How long things take, by the speed that the player chose.
 * @returns {number} 0 for not at all.
 */
export function speedFactor() {
  if (reducedMotion.matches || document.hidden || isSkipping) return 0;
  return SPEEDS[document.body.dataset.speed] ?? 1;
}

function skip() {
  if (running.size === 0) return;
  isSkipping = true;
  for (const finish of running) finish();
}

for (const kind of ["pointerdown", "keydown"]) {
  window.addEventListener(kind, skip, { capture: true, passive: true });
}

/**
 * Wait, unless the player skips.
 * @param {number} milliseconds At normal speed.
 */
export async function pause(milliseconds) {
  const length = milliseconds * speedFactor();
  if (length === 0) return;
  const { promise, resolve } = Promise.withResolvers();
  const timer = setTimeout(resolve, length);
  running.add(resolve);
  await promise;
  running.delete(resolve);
  clearTimeout(timer);
}

function centreOf(name) {
  const spot = spotElement(name);
  if (!spot) return null;
  const box = spot.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// Where a spot lies on the road: 0 for Pu'er, 1 for the first province; -1 if it is elsewhere.
function placeOnRoad(spot) {
  if (spot === "market") return 0;
  const [, place] = spot.match(/^(?:traders|province)-([PYSKTQ])/u) ?? [];
  return place ? PLACES.indexOf(place) : -1;
}

// Points along the painted road between two spots; null if no road connects them.
function roadBetween(start, end) {
  const [from, to] = [placeOnRoad(start), placeOnRoad(end)];
  if (from < 0 || to < 0 || from === to) return null;
  const points = [];
  const step = Math.sign(to - from);
  for (let place = from; place !== to; place += step) {
    const [low, high] = step > 0 ? [place, place + 1] : [place - 1, place];
    const path = document.getElementById(`road-${PLACES[low]}-${PLACES[high]}`);
    if (!path) return null;
    const length = path.getTotalLength();
    for (let part = 0; part <= 4; part += 1) {
      points.push(path.getPointAtLength(length * (step > 0 ? part / 4 : 1 - part / 4)));
    }
  }
  return points;
}

const isGain = (act) => act.amount > 0 && act.kind !== "bids-paid";

function amountBadge(act) {
  const disc = document.createElementNS(SVG, "circle");
  disc.setAttribute("r", "16");
  const text = document.createElementNS(SVG, "text");
  text.textContent = `${isGain(act) ? "+" : "−"}${Math.abs(act.amount)}`;
  return [disc, text];
}

function symbol(act) {
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${SYMBOLS[act.kind] ?? "trader"}`);
  return [use];
}

// The moving picture of an act: a coin with an amount, or a piece in the player's colour.
function addGhost(act) {
  const ghost = document.createElementNS(SVG, "g");
  const colour = document.body.dataset[`colour${(act.player ?? "").toUpperCase()}`];
  ghost.setAttribute("class", `ghost ${colour ? `colour-${colour}` : ""} ghost-${act.kind}`);
  ghost.setAttribute("aria-hidden", "true");
  ghost.append(...(AMOUNTS.has(act.kind) ? amountBadge(act) : symbol(act)));
  document.getElementById("board").append(ghost);
  return ghost;
}

const at = (point) => `translate(${point.x}px, ${point.y}px)`;

function keyframes(act, start, end) {
  if (start && end) {
    const points = (WALKS.has(act.kind) && roadBetween(act.start, act.end)) || [start, end];
    return points.map((point) => ({ transform: at(point) }));
  }
  const place = at(end ?? start); // it appears at one place, and grows
  return [
    { transform: `${place} scale(.4)`, opacity: 0 },
    { transform: `${place} scale(1.5)`, opacity: 1 },
  ];
}

async function fly(act) {
  const [start, end] = [centreOf(act.start), centreOf(act.end)];
  if ((!start && !end) || speedFactor() === 0) return;
  const frames = keyframes(act, start, end);
  const ghost = addGhost(act);
  const stretch = Math.max(1, Math.min(2, frames.length / 6)); // long ways take longer
  const duration = DURATION * speedFactor() * stretch;
  const animation = ghost.animate(frames, { duration, easing: "ease-in-out", fill: "forwards" });
  const finish = () => animation.finish();
  running.add(finish);
  await animation.finished.catch(() => {});
  running.delete(finish);
  ghost.remove();
}

/**
 * Show a line above the map; an empty one hides it.
 * @param {string} line
 */
export function announce(line) {
  ticker.textContent = line;
  ticker.classList.toggle("telling", line !== "");
}

// Consecutive acts of one kind happen at the same time.
function groupByKind(acts) {
  const groups = [];
  for (const act of acts) {
    const last = groups.at(-1);
    if (last?.[0].kind === act.kind) last.push(act);
    else groups.push([act]);
  }
  return groups;
}

/**
 * Animate what happened.
 * @param {Act[]} acts
 */
export async function animate(acts) {
  for (const group of groupByKind(acts)) {
    if (speedFactor() === 0) break;
    const lines = group.map((act) => act.text).filter(Boolean);
    announce(lines.join(" "));
    const moving = group.filter((act) => !SHOWN_BY_BOARD.has(act.kind) && (act.start || act.end));
    await Promise.all(moving.map(fly));
    await pause(READING);
  }
}

// The story is over: the next one is animated again.
export function stopSkipping() {
  isSkipping = false;
  announce("");
}
