// Tips for a first game. The page brings those that fit the position; the first that this browser has not shown appears
// until it is answered or the game goes on. What was shown is remembered in this browser.

import { showOffers } from "./follow.js";

const KEY = "tips";
const ALL = "all"; // no tips are wanted any more

/** @type {Set<string>} The names of the tips shown so far. */
const known = new Set(read());
/** @type {{name: string, row: string | undefined} | null} */
let shown = null;
/** @type {string | undefined} The position whose tip was answered. */
let answeredRow;

/** @returns {string[]} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return []; // storage is switched off, or holds something else
  }
}

/** @param {string} name */
function remember(name) {
  known.add(name);
  try {
    localStorage.setItem(KEY, JSON.stringify([...known]));
  } catch {
    // Without storage, a tip appears once per page.
  }
}

/** Show the tip for this position. */
function showTip() {
  const { row } = document.getElementById("table").dataset;
  if (shown && Number(row) < Number(shown.row)) return; // the past is shown; the tip comes back after it
  if (shown && shown.row !== row) {
    remember(shown.name);
    shown = null;
  }
  if (known.has(ALL) || row === answeredRow) return; // one tip for each position is enough
  const fitting = [...document.querySelectorAll("#tips [data-tip]")];
  const tip = fitting.find((each) => !known.has(each.dataset.tip));
  if (!tip) return;
  shown = { name: tip.dataset.tip, row };
  if (!tip.hidden) return;
  tip.hidden = false;
  showOffers(); // on a phone, the bar now covers more of the map
}

/** @param {Element} answer */
function hideTip(answer) {
  remember(answer.dataset.tipAnswer);
  answer.closest(".tip").hidden = true;
  answeredRow = shown?.row;
  document.getElementById("question").focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const answer = event.target.closest("[data-tip-answer]");
  if (answer) hideTip(answer);
});
showTip();
// Whenever another position is swapped in.
new MutationObserver(showTip).observe(document.getElementById("side"), { childList: true, subtree: true });
