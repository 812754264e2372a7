// What happens, in words: a caption on the map beside the place where it happens, and the same sentences for screen
// readers, once for each beat.

import { overlap, surroundingsOf } from "./card_placement.js";
import { spotElement } from "./dom.js";
import { phone } from "./screen.js";

const GAP = 8; // pixels between a caption and the place it belongs to
const EDGE = 6; // pixels that stay free at the edge of the map

const ticker = document.getElementById("ticker");
const caption = document.getElementById("caption");
const announcer = document.getElementById("announcer");

const doOverlap = (one, other) => one.top < other.bottom + GAP && other.top < one.bottom + GAP;

/**
 * Show a line above the map; an empty one hides it.
 * @param {string} line
 * @param {Element | null} [spot] What it must not cover: then it stands at the lower end of a phone's map.
 */
export function announce(line, spot = null) {
  ticker.textContent = line;
  ticker.classList.toggle("telling", line !== "");
  ticker.classList.remove("low");
  if (!spot) return;
  const barTop = document.getElementById("bar").getBoundingClientRect().top;
  ticker.style.setProperty("--low", `${window.innerHeight - barTop}px`);
  ticker.classList.toggle("low", doOverlap(ticker.getBoundingClientRect(), spot.getBoundingClientRect()));
}

/**
 * Say something to screen readers only.
 * @param {string[]} lines
 */
export function sayUnseen(lines) {
  if (lines.length > 0) announcer.textContent = lines.join(" ");
}

// The part of the screen that a caption must not cover. Of a space, that is its whole building, and of a province all that it
// shows; on a phone all of the province.
function boxOf(name) {
  const spot = spotElement(name.startsWith("traders-P-") ? "market" : name);
  if (!spot) return null;
  const isWhole = phone.matches || spot.matches(".market, .camp, .structures");
  return isWhole ? spot.getBoundingClientRect() : surroundingsOf(spot);
}

const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

// The part of the map that can be seen: a phone's bar may lie over its lower end.
function seenMap() {
  const { left, top, width, bottom } = document.getElementById("map-area").getBoundingClientRect();
  const end = phone.matches ? Math.min(bottom, document.getElementById("bar").getBoundingClientRect().top) : bottom;
  return new DOMRect(left, top, width, end - top);
}

// Above, below, right and left of a box, below the bar with speed and skip, or at the lower end of the map; moved into the map
// where it would stick out.
function candidates({ left, right, top, bottom }, area, bar, [width, height]) {
  const [across, down] = [(left + right - width) / 2, (top + bottom - height) / 2];
  const corners = [
    [across, top - GAP - height],
    [across, bottom + GAP],
    [right + GAP, down],
    [left - GAP - width, down],
    [across, bar.bottom + GAP],
    [across, area.bottom - EDGE - height],
  ];
  return corners.map(
    ([x, y]) =>
      new DOMRect(
        clamp(x, area.left + EDGE, area.right - width - EDGE),
        clamp(y, area.top + EDGE, area.bottom - height - EDGE),
        width,
        height,
      ),
  );
}

// The caption stands beside all of these boxes, where it covers least of them and of the bar with speed and skip. If there
// are none, it stands at the top of the map.
function place(boxes) {
  const area = seenMap();
  const bar = document.getElementById("telling").getBoundingClientRect();
  const around = {
    left: Math.min(...boxes.map((box) => box.left)),
    right: Math.max(...boxes.map((box) => box.right)),
    top: Math.min(...boxes.map((box) => box.top)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
  const top = { left: area.left, right: area.right, top: area.top, bottom: area.top };
  const found = candidates(boxes.length > 0 ? around : top, area, bar, [caption.offsetWidth, caption.offsetHeight]);
  const cost = (candidate) => [bar, ...boxes].reduce((sum, box) => sum + overlap(candidate, box), 0);
  const best = found.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  caption.style.transform = `translate(${best.left - area.left}px, ${best.top - area.top}px)`;
}

/**
 * Show the lines of a beat where it happens, and say them.
 * @param {import("./animation.js").Beat} beat
 */
export function showCaption({ title, lines = [], at = [] }) {
  caption.hidden = lines.length === 0;
  if (caption.hidden) return;
  const heading = document.createElement("strong");
  heading.textContent = title ?? "";
  caption.replaceChildren(...(title ? [heading] : []), lines.join(" "));
  place(at.map(boxOf).filter(Boolean));
  sayUnseen(lines);
}

export function hideCaption() {
  caption.hidden = true;
}
