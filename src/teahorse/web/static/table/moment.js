// The panels and the stepper at the moment of a beat: its part of the round, whose doing it is, the numbers, the order.

import { speedFactor } from "./timing.js";

const TURN = 400; // milliseconds in which the panels change their order, at normal speed

function lightUp(part) {
  for (const step of document.querySelectorAll(".phases [data-part]")) {
    if (step.dataset.part === part) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  }
}

function markActing(player) {
  for (const panel of document.querySelectorAll(".panel")) {
    panel.classList.toggle("acting", panel.id === `panel-${player}`);
  }
}

function showNumber([name, value]) {
  for (const place of document.querySelectorAll(`[data-number="${name}"]`)) {
    const box = place.closest("[data-only-with-number]"); // hidden without a number
    if (box) box.hidden = value === null;
    const text = String(value ?? "").replace("-", "−");
    if (place.textContent === text) continue;
    place.textContent = text;
    place.classList.remove("changed");
    void place.getBoundingClientRect(); // starts the animation of the class again
    place.classList.add("changed");
  }
}

// The panels glide to their new order.
function reorder(order) {
  const list = document.getElementById("players");
  const seats = order.map((player) => document.getElementById(`seat-${player}`)).filter(Boolean);
  const before = new Map(seats.map((seat) => [seat, seat.getBoundingClientRect().top]));
  list.append(...seats);
  for (const seat of seats) {
    const moved = before.get(seat) - seat.getBoundingClientRect().top;
    const frames = [{ transform: `translateY(${moved}px)` }, { transform: "none" }];
    if (moved) seat.animate(frames, { duration: TURN * speedFactor(), easing: "ease-in-out" });
  }
}

// The decision is made: its question, buttons and forecast go.
function showHeading(heading) {
  document.getElementById("table").classList.add("decided");
  document.getElementById("question").textContent = heading;
}

/**
 * Show the moment of a beat.
 * @param {import("./animation.js").Beat} beat
 */
export function showMoment({ part, heading, player, numbers = {}, order = [] }) {
  lightUp(part);
  if (heading) showHeading(heading);
  markActing(player);
  for (const number of Object.entries(numbers)) showNumber(number);
  if (order.length > 0) reorder(order);
}
