// Converting income: the slider, the buttons beside it, and what the choice would lead to.

import { phrase } from "./offers.js";

const slider = () => document.getElementById("convert-slider");

// Show what converting this much income would lead to.
function showOutcome() {
  const outcomes = JSON.parse(slider().dataset.outcomes);
  const [points, coins, total, endsGame, price] = outcomes[Number(slider().value)];
  const words = price > 0 ? phrase("can bid").replace("{price}", price) : phrase("can't bid");
  const bid = price === null ? "" : words; // there is no next round
  const shown = { vp: points, coins, total, bid, number: slider().value };
  for (const [name, value] of Object.entries(shown)) document.getElementById(`convert-${name}`).textContent = value;
  const isNone = slider().value === slider().min;
  document.getElementById("convert-none").hidden = !isNone;
  document.getElementById("convert-some").hidden = isNone;
  document.getElementById("convert-bid").hidden = bid === "";
  // Where the slider stands already, a shortcut has nothing to set.
  for (const shortcut of document.querySelectorAll(".shortcuts [data-convert]")) {
    shortcut.disabled = slider().value === slider()[shortcut.dataset.convert === "all" ? "max" : "min"];
  }
  const warning = document.getElementById("convert-ends");
  if (warning) warning.hidden = !endsGame;
}

function setSlider(value) {
  slider().value = value; // the browser keeps it within its bounds
  showOutcome();
}

function moveSlider(how) {
  const { value, min, max } = slider();
  const places = { none: min, all: max };
  setSlider(places[how] ?? String(Number(value) + Number(how)));
}

/**
 * Remember where the slider stands.
 * @returns {() => void} Puts it back there.
 */
export function keepSlider() {
  const value = slider()?.value;
  return () => {
    if (value === undefined || !slider()) return;
    slider().value = value;
    showOutcome();
  };
}

export function listenToSlider() {
  document.addEventListener("input", (event) => {
    if (event.target === slider()) showOutcome();
  });
  document.addEventListener("click", (event) => {
    const mark = event.target.closest("[data-convert-to]");
    if (mark) setSlider(mark.dataset.convertTo);
    const how = event.target.closest("[data-convert]")?.dataset.convert;
    if (!how) return;
    event.preventDefault(); // without scripts the shortcuts convert at once
    moveSlider(how);
  });
  if (slider()) showOutcome(); // it may have been moved before this script ran
}
