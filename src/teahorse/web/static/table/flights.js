// What moves on the board in an act: the pieces themselves, and coins that fly.

import { spotElement } from "./dom.js";
import { phone } from "./screen.js";
import { glide, speedFactor, untilSkipped } from "./timing.js";

const SVG = "http://www.w3.org/2000/svg";
const DURATION = 380; // milliseconds of one act at normal speed
const WALKS = new Set(["journey", "displaced", "banished", "sent-home", "duli-placed"]);
// prettier-ignore
const COINS = new Set([
  "income", "traders-earned", "posts-earned", "market-earned", "revenue", "bank-paid", "bids-paid", "debt", "converted",
]);
const LOSSES = new Set(["bids-paid", "debt"]);
const SYMBOLS = { present: "present", inspected: "inspector", "gorge-blocked": "blocker" };
const STILL = new Set(["done", "spared", "new-order", "unpassed", "nobody-banished", "pass-gained"]);
const PLACES = "PYSKTQ"; // Pu'er and the provinces in the order of the road

function centreOf(name) {
  const spot = spotElement(name);
  if (!spot) return null;
  const box = spot.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// Where a spot lies on the road: 0 for Pu'er, 1 for the first province; -1 if it is elsewhere.
function placeOnRoad(spot = "") {
  if (spot === "market") return 0;
  const [, place] = spot.match(/^(?:traders|province)-([PYSKTQ])/u) ?? [];
  return place ? PLACES.indexOf(place) : -1;
}

// Points along the painted road between two spots; none if no road connects them.
function roadBetween(start, end) {
  const [from, to] = [placeOnRoad(start), placeOnRoad(end)];
  if (from < 0 || to < 0 || from === to) return [];
  const points = [];
  const step = Math.sign(to - from);
  for (let place = from; place !== to; place += step) {
    const [low, high] = step > 0 ? [place, place + 1] : [place - 1, place];
    const path = document.getElementById(`${phone.matches ? "narrow-" : ""}road-${PLACES[low]}-${PLACES[high]}`);
    if (!path) return [];
    const length = path.getTotalLength();
    for (let part = 0; part <= 4; part += 1) {
      points.push(path.getPointAtLength(length * (step > 0 ? part / 4 : 1 - part / 4)));
    }
  }
  return points;
}

const at = (point) => `translate(${point.x}px, ${point.y}px)`;

async function run(element, frames) {
  const stretch = Math.max(1, Math.min(2, frames.length / 6)); // long ways take longer
  const duration = DURATION * speedFactor() * stretch;
  const animation = element.animate(frames, { duration, easing: "ease-in-out", fill: "backwards" });
  await untilSkipped(
    animation.finished.catch(() => {}),
    () => animation.finish(),
  );
}

// --- Pieces -----------------------------------------------------------------------------------------------

/**
 * The piece as it stands after the row.
 * @param {string[]} lines The table after the row.
 * @param {string} id
 * @returns {Element | null}
 */
function pieceAfter(lines, id) {
  const line = lines.find((each) => each.startsWith(`<g id="${id}"`));
  if (!line) return null;
  const holder = document.createElementNS(SVG, "g");
  holder.innerHTML = line;
  return holder.firstElementChild;
}

// Put a piece where it stands after the row: along the road if there is one, otherwise it glides by CSS.
async function movePiece(piece, after, road) {
  const start = getComputedStyle(piece).transform;
  piece.setAttribute("class", after.getAttribute("class"));
  piece.style.cssText = after.getAttribute("style");
  if (road.length === 0 || speedFactor() === 0) await glide();
  else await run(piece, [{ transform: start }, ...road.map((point) => ({ transform: at(point) })), {}]);
}

// --- What flies ---------------------------------------------------------------------------------------------

function amountBadge({ kind, amount }) {
  const disc = document.createElementNS(SVG, "circle");
  disc.setAttribute("r", "16");
  const text = document.createElementNS(SVG, "text");
  const sign = LOSSES.has(kind) ? "−" : "+";
  text.textContent = kind === "revenue" ? amount : `${sign}${amount}`;
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
  ghost.append(...(COINS.has(act.kind) ? amountBadge(act) : symbol(act)));
  document.getElementById("board").append(ghost);
  return ghost;
}

function flight(act) {
  const [start, end] = [centreOf(act.start), centreOf(act.end)];
  if (start && end) {
    const road = WALKS.has(act.kind) ? roadBetween(act.start, act.end) : [];
    return (road.length > 0 ? road : [start, end]).map((point) => ({ transform: at(point) }));
  }
  if (!start && !end) return [];
  const place = at(end ?? start); // it appears at one place, and grows
  return [
    { transform: `${place} scale(.4)`, opacity: 0 },
    { transform: `${place} scale(1.5)`, opacity: 1 },
  ];
}

async function fly(act) {
  const frames = flight(act);
  if (frames.length === 0 || speedFactor() === 0 || (COINS.has(act.kind) && !act.amount)) return;
  const ghost = addGhost(act);
  await run(ghost, frames);
  ghost.remove();
}

/**
 * Move everything that moves in an act.
 * @param {import("./animation.js").Act} act
 * @param {string[]} lines The table after the row.
 */
export async function moveAct(act, lines) {
  const road = WALKS.has(act.kind) ? roadBetween(act.start, act.end) : [];
  const moves = [];
  for (const id of act.pieces ?? []) {
    const [piece, after] = [document.getElementById(id), pieceAfter(lines, id)];
    if (piece && after) moves.push(movePiece(piece, after, road));
  }
  if (COINS.has(act.kind) || (moves.length === 0 && !STILL.has(act.kind))) moves.push(fly(act));
  await Promise.all(moves);
}
