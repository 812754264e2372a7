// The card beside a spot: what it is, what can be done there and what that leads to, or why not and by which rule.

import { worded } from "./words.js";
import { about, chosenSpot, endingAt, isLegal, startingAt, word } from "./offers.js";

const card = document.getElementById("card");
const LEAVE = 350; // milliseconds in which the pointer can travel from a spot into its card
const GAP = 8; // pixels from the card to what must be seen with its spot
const EDGE = 4; // and to the edge of the map
const CROSSING = 150; // in which it can cross other spots on its way there
let leaving = 0;
let crossing = 0;
let pinned = false;
let anchor = null;

const element = (tag, className, text) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.append(...worded(text));
  return made;
};

function ruleLink(rule) {
  const link = element("a", "rule", word("rule").replace("{rule}", rule));
  link.href = `/rules/${rule}`;
  link.target = "_blank";
  return link;
}

// A mark at a number that is reconstructed, with a link to its table.
function sourceLink(table) {
  const link = element("a", "provenance", word("reconstructed"));
  link.href = `/rules/data#${table}`;
  link.target = "_blank";
  link.title = word("why reconstructed");
  return link;
}

function closing() {
  const button = element("button", "close quiet", "×");
  button.type = "button";
  button.setAttribute("aria-label", card.dataset.close);
  button.addEventListener("click", () => hideCard());
  return button;
}

function refusals(spot) {
  const seen = new Set();
  const list = [];
  for (const offer of endingAt(spot).filter((offer) => !isLegal(offer))) {
    const [sentence, rule] = offer.why;
    if (seen.has(sentence)) continue;
    seen.add(sentence);
    const line = element("p", "why", `${sentence} `);
    line.append(ruleLink(rule));
    list.push(line);
  }
  return list;
}

function answers(spot, act) {
  const legal = endingAt(spot).filter(isLegal);
  return legal.map((offer) => {
    const button = element("button", "offer");
    button.type = "button";
    button.append(element("strong", "", offer.label), element("span", "effect", offer.effect || ""));
    button.addEventListener("click", () => act(offer));
    return button;
  });
}

function stay() {
  clearTimeout(leaving);
  clearTimeout(crossing);
}

// The pointer has come to a spot: an open card waits a moment, as the pointer may be on its way to that card.
export function pointAt(spotElement, act) {
  stay();
  if (card.hidden) showCard(spotElement, act);
  else crossing = setTimeout(() => showCard(spotElement, act), CROSSING);
}

// Fill the card for a spot and lay it beside; `act` is what its buttons do.
export function showCard(spotElement, act, { pin = false } = {}) {
  stay();
  if (pinned && !pin && anchor !== spotElement) return;
  const spot = spotElement.dataset.spot;
  const what = about(spot);
  const parts = [];
  if (what) {
    parts.push(element("h3", "", what[0]));
    const text = element("p", "", `${what[1]} `);
    if (what[2]) text.append(ruleLink(what[2]));
    if (what[3]) text.append(" ", sourceLink(what[3]));
    parts.push(text);
  }
  const buttons = answers(spot, act);
  if (buttons.length) parts.push(...buttons);
  else {
    if (startingAt(spot).some(isLegal) && chosenSpot() !== spot) parts.push(element("p", "can", word("pick up")));
    const whys = refusals(spot);
    parts.push(...whys.slice(0, 3));
    if (!whys.length && !parts.length) parts.push(element("p", "", spotElement.getAttribute("aria-label") || ""));
  }
  card.replaceChildren(...parts, closing());
  card.hidden = false;
  pinned = pin;
  anchor = spotElement;
  card.classList.toggle("pinned", pin);
  place(spotElement);
  spotElement.setAttribute("aria-describedby", "card");
}

// What must be seen with a spot: the other spaces of its building, all that stands in its province.
function sightOf(spot) {
  const own = spot.getBoundingClientRect();
  if (!spot.dataset.sight) return own;
  const [left, top, width, height] = spot.dataset.sight.split(" ").map(Number);
  const onScreen = spot.ownerSVGElement.getScreenCTM();
  const [start, end] = [[left, top], [left + width, top + height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(onScreen));
  return new DOMRect(start.x, start.y, end.x - start.x, end.y - start.y);
}

function overlap(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, across) * Math.max(0, down);
}

// On a phone the card lies on the bar, as large as that at least, so that the map stays free.
function lieOnBar() {
  const [bar, tabs] = ["bar", "tabs"].map((id) => document.getElementById(id).getBoundingClientRect());
  card.style.minHeight = `${tabs.top - bar.top}px`;
  card.style.bottom = `${window.innerHeight - tabs.top}px`;
}

// Lay the card above, below or beside what it is about, where it covers least of what matters.
function place(spot) {
  card.style.left = card.style.top = card.style.minHeight = card.style.bottom = "";
  if (window.matchMedia("(max-width: 800px)").matches) { lieOnBar(); return; }
  const { width, height } = card.getBoundingClientRect();
  const [own, sight] = [spot.getBoundingClientRect(), sightOf(spot)];
  const room = document.getElementById("map-area").getBoundingClientRect();
  const [across, down] = [own.left + (own.width - width) / 2, own.top + (own.height - height) / 2];
  const ways = [
    [across, sight.top - GAP - height],
    [across, sight.bottom + GAP],
    [sight.right + GAP, down],
    [sight.left - GAP - width, down],
  ].map(([left, top]) => {
    const within = (at, least, most) => Math.min(Math.max(least + EDGE, at), most - EDGE);
    return new DOMRect(within(left, room.left, room.right - width), within(top, room.top, room.bottom - height), width, height);
  });
  const usable = [...document.querySelectorAll("#board :is(.legal, .source):not(.province)")].map((other) => other.getBoundingClientRect());
  const others = [...document.querySelectorAll("#board .province")].filter((other) => other !== spot).map(sightOf);
  const cost = (way) => 100 * overlap(way, sight) + [...usable, ...others].reduce((sum, other) => sum + overlap(way, other), 0);
  const best = ways.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  card.style.left = `${best.left}px`;
  card.style.top = `${best.top}px`;
}

export function hideCard({ evenPinned = true } = {}) {
  if (pinned && !evenPinned) return;
  if (card.contains(document.activeElement)) anchor?.focus({ preventScroll: true }); // or the keyboard would lose its place
  stay();
  anchor?.removeAttribute("aria-describedby");
  card.hidden = true;
  pinned = false;
  anchor = null;
}

export function leaveCard() {
  stay();
  leaving = setTimeout(() => hideCard({ evenPinned: false }), LEAVE);
}

export const isOpen = () => !card.hidden;
export const anchorSpot = () => anchor?.dataset.spot;

card.addEventListener("pointerenter", stay);
card.addEventListener("pointerleave", leaveCard);
