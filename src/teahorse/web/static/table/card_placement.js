// Where the card of a spot lies: beside the spot, where it covers least of what matters.

import { phone } from "./screen.js";

const GAP = 8; // pixels between the card and what must be seen with its spot
const EDGE = 4; // pixels between the card and the edge of the map
const NEAR = 12; // pixels around the mouse that stay free
const OWN_WEIGHT = 100; // covering the spot's own surroundings is this much worse than covering others

/**
 * What must be seen together with a spot: its whole building or its whole province, as far as the board names it.
 * @param {SVGGraphicsElement} spot
 * @returns {DOMRect} On the screen; right only on a wide board.
 */
export function surroundingsOf(spot) {
  if (!spot.dataset.sight) return spot.getBoundingClientRect();
  const [x, y, width, height] = spot.dataset.sight.split(" ").map(Number);
  const toScreen = spot.ownerSVGElement.getScreenCTM();
  const start = new DOMPoint(x, y).matrixTransform(toScreen);
  const end = new DOMPoint(x + width, y + height).matrixTransform(toScreen);
  return new DOMRect(start.x, start.y, end.x - start.x, end.y - start.y);
}

/**
 * How much two boxes have in common.
 * @param {DOMRect} one
 * @param {DOMRect} other
 * @returns {number} Square pixels.
 */
export function overlap(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}

const clamp = (value, least, most) => Math.min(Math.max(least, value), most);

// Above, below, right and left of a spot, moved into the map where it would stick out.
function candidates(spot, surroundings, { width, height }) {
  const own = spot.getBoundingClientRect();
  const map = document.getElementById("map-area").getBoundingClientRect();
  const [left, top] = [own.left + (own.width - width) / 2, own.top + (own.height - height) / 2];
  const corners = [
    [left, surroundings.top - GAP - height],
    [left, surroundings.bottom + GAP],
    [surroundings.right + GAP, top],
    [surroundings.left - GAP - width, top],
  ];
  return corners.map(([x, y]) => {
    const within = [
      clamp(x, map.left + EDGE, map.right - width - EDGE),
      clamp(y, map.top + EDGE, map.bottom - height - EDGE),
    ];
    return new DOMRect(...within, width, height);
  });
}

// What the card should leave visible: spots that can be used, and the other provinces.
function obstacles(spot) {
  const usable = [...document.querySelectorAll("#board :is(.legal, .source):not(.province)")];
  const provinces = [...document.querySelectorAll("#board .province")].filter((other) => other !== spot);
  return [...usable.map((other) => other.getBoundingClientRect()), ...provinces.map(surroundingsOf)];
}

// On a phone the card covers the bar below the map, so that the map stays free.
function coverBar(card) {
  const [bar, tabs] = ["bar", "tabs"].map((id) => document.getElementById(id).getBoundingClientRect());
  card.style.minHeight = `${tabs.top - bar.top}px`;
  card.style.bottom = `${window.innerHeight - tabs.top}px`;
}

/**
 * Place the card of a spot.
 * @param {HTMLElement} card
 * @param {SVGGraphicsElement} spot
 * @param {DOMPoint | null} [pointer] where the mouse is
 */
export function placeCard(card, spot, pointer = null) {
  Object.assign(card.style, { left: "", top: "", minHeight: "", bottom: "" });
  if (phone.matches) {
    coverBar(card);
    return;
  }
  const surroundings = surroundingsOf(spot);
  const others = obstacles(spot);
  const hand = pointer && new DOMRect(pointer.x - NEAR, pointer.y - NEAR, 2 * NEAR, 2 * NEAR);
  const cost = (place) =>
    (hand && overlap(place, hand) > 0 ? Infinity : 0) +
    OWN_WEIGHT * overlap(place, surroundings) +
    others.reduce((sum, other) => sum + overlap(place, other), 0);
  const [first, ...rest] = candidates(spot, surroundings, card.getBoundingClientRect());
  const best = rest.reduce((one, other) => (cost(other) < cost(one) ? other : one), first);
  Object.assign(card.style, { left: `${best.left}px`, top: `${best.top}px` });
}
