// What may be done now, as the server told it: offers by the spot they start from and the spot they end at.

let offers = [];
let whys = [];
let abouts = {};
let words = {};
let chosen = null; // the spot that was picked up

export function readOffers() {
  const told = document.getElementById("offers");
  const data = told ? JSON.parse(told.textContent) : {};
  whys = data.whys || [];
  abouts = data.abouts || {};
  words = data.words || words;
  offers = (data.offers || []).map(([move, source, target, label, effect, why]) =>
    ({ move, source, target, label, effect, why: why < 0 ? null : whys[why] }));
  chosen = null;
}

// While something is being shown nothing can be done.
export function suspend() {
  offers = [];
  chosen = null;
  decorate();
}

export const word = (name) => words[name] || name;
export const about = (spot) => abouts[spot];
export const isLegal = (offer) => offer.why === null;
export const chosenSpot = () => chosen;
export const offerOf = (move) => offers.find((offer) => offer.move === move);
export const startingAt = (spot) => offers.filter((offer) => offer.source === spot);

// Pick a spot up, or put it down again.
export function choose(spot) {
  chosen = spot;
}

// The camp is where traders come from unless another place was picked up.
function usualSource() {
  const legal = offers.find((offer) => isLegal(offer) && offer.source && offer.source.startsWith("camp-"));
  return legal ? legal.source : null;
}

// What ends at a spot: from what was picked up, else from the usual place, else from anywhere.
export function endingAt(spot) {
  const here = offers.filter((offer) => offer.target === spot);
  if (chosen) return here.filter((offer) => offer.source === chosen);
  const usual = usualSource();
  const usually = here.filter((offer) => offer.source === usual);
  return usual && usually.length ? usually : here;
}

// Show on the board what can be done: quiet edges for the legal, another for what can be picked up.
export function decorate() {
  const targets = new Set();
  const sources = new Set();
  for (const offer of offers.filter(isLegal)) {
    if (offer.source) sources.add(offer.source);
  }
  for (const spot of document.querySelectorAll("#board [data-spot]")) {
    const name = spot.dataset.spot;
    const legal = endingAt(name).some(isLegal);
    if (legal) targets.add(name);
    const source = sources.has(name) && !legal;
    spot.classList.toggle("legal", legal);
    spot.classList.toggle("source", source);
    spot.classList.toggle("chosen", name === chosen);
    spot.setAttribute("role", "button");
    spot.setAttribute("tabindex", legal || source ? "0" : "-1");
    spot.setAttribute("aria-disabled", legal || source ? "false" : "true");
    if (name === chosen) spot.setAttribute("aria-pressed", "true");
    else spot.removeAttribute("aria-pressed");
  }
  return targets;
}
