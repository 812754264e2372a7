// Words for symbols. An element has its words in data-label. Pointing at it, focusing it or pressing it for a moment shows
// them, but not if it slides under a mouse at rest. A tap is enough where it does nothing else. Focusing something with
// symbols in it, such as a player's panel, shows the words of all of them.

const GAP = 6; // pixels between a symbol and its words
const LONG_PRESS = 450; // milliseconds
const SHAKE = 10; // pixels that a resting finger may move
const CONTROL = "summary, button, a, input, label";

const bubble = document.createElement("div");
bubble.id = "label";
bubble.setAttribute("role", "tooltip");
bubble.hidden = true;
let pressTimer = 0;
let pressedAt = null;
let pointerAt = [-1, -1]; // where the mouse was last seen
let shownFor = null; // whose words are shown
let pressed = null; // what the mouse has pressed needs no words until it has left
let isLongPress = false; // the click that ends it is not meant for what lies there

const labelled = (element) => element?.closest?.("[data-label]") ?? null;
const clamp = (value, least, most) => Math.max(least, Math.min(value, most));

function hide() {
  bubble.hidden = true;
  shownFor = null;
}

// One line per symbol: its picture, if it has one, and its words.
function line(element) {
  const made = document.createElement("span");
  const picture = element.querySelector("svg");
  if (picture) made.append(picture.cloneNode(true));
  made.append(element.dataset.label);
  return made;
}

function place(anchor) {
  const around = anchor.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const above = around.top - height - GAP;
  const left = clamp(around.left + (around.width - width) / 2, GAP, window.innerWidth - width - GAP);
  const top = above >= GAP ? above : Math.min(around.bottom + GAP, window.innerHeight - height - GAP);
  Object.assign(bubble.style, { left: `${left}px`, top: `${top}px` });
}

function show(anchor, elements) {
  bubble.replaceChildren(...elements.map(line));
  bubble.hidden = false;
  shownFor = anchor;
  place(anchor);
}

function point(event) {
  if (event.pointerType === "touch") return;
  const hasMoved = event.clientX !== pointerAt[0] || event.clientY !== pointerAt[1];
  pointerAt = [event.clientX, event.clientY];
  const element = labelled(event.target);
  if (element !== pressed) pressed = null;
  if (element && element === shownFor) return;
  if (element && hasMoved && !pressed) show(element, [element]);
  else if (event.type === "pointerover") hide();
}

function focus(event) {
  if (!event.target.matches(":focus-visible")) return;
  const element = labelled(event.target);
  const isControl = event.target.matches(CONTROL);
  const within = element || !isControl ? [element].filter(Boolean) : [...event.target.querySelectorAll("[data-label]")];
  if (within.length > 0) show(event.target, within);
  else hide();
}

// A press takes the focus from elsewhere; words that were shown for something else stay.
function blur(event) {
  if (event.target === shownFor) hide();
}

function press(event) {
  hide();
  isLongPress = false;
  const element = labelled(event.target);
  pressed = element;
  if (event.pointerType === "mouse" || !element) return;
  pressedAt = [event.clientX, event.clientY];
  pressTimer = setTimeout(() => {
    isLongPress = true;
    show(element, [element]);
  }, LONG_PRESS);
}

function moveFinger(event) {
  if (pressedAt && Math.hypot(event.clientX - pressedAt[0], event.clientY - pressedAt[1]) > SHAKE) release();
}

function release() {
  clearTimeout(pressTimer);
  pressedAt = null;
}

function swallow(event) {
  const isByKey = event.type === "click" && event.detail === 0;
  if (!isLongPress || isByKey) return;
  event.preventDefault();
  event.stopPropagation();
}

function tap(event) {
  const element = labelled(event.target);
  if (element && event.pointerType === "touch" && !event.target.closest(CONTROL)) show(element, [element]);
}

document.body.append(bubble);
document.addEventListener("pointerover", point);
document.addEventListener("pointermove", point);
document.addEventListener("focusin", focus);
document.addEventListener("focusout", blur);
document.addEventListener("pointerdown", press);
document.addEventListener("pointermove", moveFinger);
document.addEventListener("pointerup", release);
document.addEventListener("pointercancel", release);
document.addEventListener("contextmenu", swallow, true);
document.addEventListener("click", swallow, true);
document.addEventListener("click", tap);
document.addEventListener("scroll", hide, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
});
