// What happens, in words: a caption on the map beside the place where it happens, and the same sentences for screen
// readers, once for each beat.

import { spotElement } from "./dom.js";

const GAP = 8; // pixels between a caption and the place it belongs to
const LARGE = 110; // pixels; a spot that is higher is a province
const EDGE = 6; // pixels that stay free at the edge of the map

const ticker = document.getElementById("ticker");
const caption = document.getElementById("caption");
const announcer = document.getElementById("announcer");

/**
 * Show a line above the map; an empty one hides it.
 * @param {string} line
 */
export function announce(line) {
  ticker.textContent = line;
  ticker.classList.toggle("telling", line !== "");
}

/**
 * Say something to screen readers only.
 * @param {string[]} lines
 */
export function sayUnseen(lines) {
  if (lines.length > 0) announcer.textContent = lines.join(" ");
}

// The part of a spot that a caption must not cover, on the screen: of a province only its middle.
function boxOf(name) {
  const box = spotElement(name)?.getBoundingClientRect();
  if (!box) return null;
  const isLarge = box.height > LARGE;
  const [top, bottom] = isLarge ? [box.top + box.height / 2, box.top + box.height / 2] : [box.top, box.bottom];
  return { left: box.left, right: box.right, top, bottom };
}

const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

// Where the bar with speed and skip ends, if a caption that begins at `left` could lie under it.
function bottomOfBar(area, left) {
  const bar = document.getElementById("telling").getBoundingClientRect();
  return left < bar.right - area.left ? bar.bottom - area.top + EDGE : EDGE;
}

// The caption stands above all of these spots, or below them if there is no room. If there are no spots, it stands at the
// top of the map.
function place(spots) {
  const area = document.getElementById("map-area").getBoundingClientRect();
  const [width, height] = [caption.offsetWidth, caption.offsetHeight];
  const boxes = spots.map(boxOf).filter(Boolean);
  let [middle, down] = [area.width / 2, EDGE];
  if (boxes.length > 0) {
    const least = (side) => Math.min(...boxes.map((box) => box[side]));
    const most = (side) => Math.max(...boxes.map((box) => box[side]));
    middle = (least("left") + most("right")) / 2 - area.left;
    const above = least("top") - area.top - GAP - height;
    down = above >= EDGE ? above : most("bottom") - area.top + GAP;
  }
  const left = clamp(middle - width / 2, EDGE, area.width - width - EDGE);
  const top = Math.max(down, bottomOfBar(area, left));
  caption.style.transform = `translate(${left}px, ${clamp(top, EDGE, area.height - height - EDGE)}px)`;
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
  place(at);
  sayUnseen(lines);
}

export function hideCaption() {
  caption.hidden = true;
}
