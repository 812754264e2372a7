// The card beside a spot: what it is, what can be done there and what that leads to, or why not and by which rule.

import { about, chosenSpot, endingAt, isLegal, startingAt, word } from "./offers.js";

const card = document.getElementById("card");
const LEAVE = 350; // milliseconds in which the pointer can travel from a spot into its card
let leaving = 0;
let pinned = false;
let anchor = null;

const element = (tag, className, text) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
};

function ruleLink(rule) {
  const link = element("a", "rule", word("rule").replace("{rule}", rule));
  link.href = `/rules/${rule}`;
  link.target = "_blank";
  return link;
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

// Fill the card for a spot and lay it beside; `act` is what its buttons do.
export function showCard(spotElement, act, { pin = false } = {}) {
  clearTimeout(leaving);
  if (pinned && !pin && anchor !== spotElement) return;
  const spot = spotElement.dataset.spot;
  const what = about(spot);
  const parts = [];
  if (what) {
    parts.push(element("h3", "", what[0]));
    const text = element("p", "", `${what[1]} `);
    if (what[2]) text.append(ruleLink(what[2]));
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
  card.replaceChildren(...parts);
  card.hidden = false;
  pinned = pin;
  anchor = spotElement;
  card.classList.toggle("pinned", pin);
  place(spotElement.getBoundingClientRect());
  spotElement.setAttribute("aria-describedby", "card");
}

function place(box) {
  const narrow = window.matchMedia("(max-width: 800px)").matches;
  card.style.left = card.style.top = "";
  if (narrow) return; // on a phone the card lies above the bar
  const { width, height } = card.getBoundingClientRect();
  const gap = 10;
  const beside = box.right + gap + width < window.innerWidth - 4 ? box.right + gap : Math.max(4, box.left - gap - width);
  const top = Math.min(Math.max(4, box.top + box.height / 2 - height / 2), window.innerHeight - height - 4);
  card.style.left = `${beside}px`;
  card.style.top = `${top}px`;
}

export function hideCard({ evenPinned = true } = {}) {
  if (pinned && !evenPinned) return;
  clearTimeout(leaving);
  anchor?.removeAttribute("aria-describedby");
  card.hidden = true;
  pinned = false;
  anchor = null;
}

export function leaveCard() {
  clearTimeout(leaving);
  leaving = setTimeout(() => hideCard({ evenPinned: false }), LEAVE);
}

export const isOpen = () => !card.hidden;
export const anchorSpot = () => anchor?.dataset.spot;

card.addEventListener("pointerenter", () => clearTimeout(leaving));
card.addEventListener("pointerleave", leaveCard);
