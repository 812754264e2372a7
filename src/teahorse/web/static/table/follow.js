// Scrolls the map of a phone to what is told and to what can be done. A wide screen shows the whole map anyway.

import { spotElement } from "./dom.js";
import { phone } from "./screen.js";

const MARGIN = 10; // pixels around the spots that are shown
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

const LONGEST_SCROLL = 500; // milliseconds; some browsers don't say when they have scrolled

// The part of the map that nothing covers: the bar may lie over its lower end.
function freeHeight(scroller) {
  const { top, bottom } = scroller.getBoundingClientRect();
  return Math.min(bottom, document.getElementById("bar").getBoundingClientRect().top) - top;
}

const clamp = (value, one, other) => Math.min(Math.max(value, Math.min(one, other)), Math.max(one, other));

async function scrollTo(scroller, top) {
  const isStill = reducedMotion.matches || document.body.dataset.speed === "off";
  const before = scroller.scrollTop;
  scroller.scrollTo({ top, behavior: isStill ? "instant" : "smooth" });
  if (isStill || Math.abs(top - before) < 1) return;
  const { promise, resolve } = Promise.withResolvers();
  scroller.addEventListener("scrollend", resolve, { once: true });
  setTimeout(resolve, LONGEST_SCROLL);
  await promise;
}

// Where elements begin and end, from the top of the map.
function extent(elements, scroller) {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const start = scroller.getBoundingClientRect().top - scroller.scrollTop;
  const top = Math.min(...boxes.map((box) => box.top)) - start - MARGIN;
  return { top, bottom: Math.max(...boxes.map((box) => box.bottom)) - start + MARGIN };
}

/**
 * Bring elements into view, scrolling as little as possible. If they don't fit, as many as fit are shown.
 * @param {Element[]} elements
 * @param {{ isLow?: boolean, first?: Element[] }} [options] Whether they stand just above the bar, where nothing lies over
 *   the map; and which of them must be seen if not all fit.
 */
export async function show(elements, { isLow = false, first = elements } = {}) {
  if (!phone.matches || elements.length === 0) return;
  const scroller = document.getElementById("map-scroll");
  const { bottom } = extent(elements, scroller);
  const most = scroller.scrollHeight - scroller.clientHeight;
  const free = freeHeight(scroller);
  const near = (place, { top, bottom: end }) => clamp(place, top, end - free);
  const wanted = isLow
    ? bottom - free
    : near(near(scroller.scrollTop, extent(elements, scroller)), extent(first, scroller));
  await scrollTo(scroller, Math.max(0, Math.min(most, wanted)));
}

// The camps are far below the map; what goes there needs no tap.
const isFar = (spot) => spot.matches(".camp, .structures");

/**
 * Bring spots into view, but no camps if there are others.
 * @param {Iterable<string | null | undefined>} names
 * @param {string | null} [first] The one that must be seen if not all fit.
 * @returns {Promise<void>} When the map has been scrolled.
 */
export function showSpots(names, first = null) {
  const all = [...names].map(spotElement).filter(Boolean);
  const near = all.filter((spot) => !isFar(spot));
  const spots = near.length > 0 ? near : all;
  const foremost = spotElement(first);
  return show(spots, foremost ? { first: [foremost] } : {});
}

// While others bid, the city is shown.
function showTown() {
  const isInTown = document.querySelector('.phases [aria-current="step"]')?.matches('[data-part="bid"]');
  return isInTown ? show([...document.querySelectorAll("#board .space")]) : undefined;
}

// Bring into view where moves end, and where they start if there is room. The camps are far below; a trader from there
// needs no tap.
export function showOffers() {
  const scroller = document.getElementById("map-scroll");
  const ends = [...document.querySelectorAll("#board .legal:not(.camp)")];
  const all = [...ends, ...document.querySelectorAll("#board .source:not(.camp, .structures)")];
  if (all.length === 0) return showTown();
  const { top, bottom } = extent(all, scroller);
  return show(bottom - top <= freeHeight(scroller) || ends.length === 0 ? all : ends);
}
