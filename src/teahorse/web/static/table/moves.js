// Moves, undo and hints: what a player tells the server to do.

import { request } from "./api.js";
import { showProblem, spotElement } from "./dom.js";
import { offerOf, phrase } from "./offers.js";
import { currentRow, send, tableId, takeBack } from "./story.js";

let hintRow = -1; // the row for which a hint was requested

// Whether this player wants to be asked before a move of this kind.
function needsConfirmation(move) {
  const kinds = (document.body.dataset.confirm ?? "").split(" ");
  return kinds.includes(move.split(" ", 1)[0]);
}

function confirm(text) {
  const dialog = document.getElementById("confirm");
  dialog.querySelector("p").textContent = text;
  dialog.returnValue = ""; // after Escape, some browsers keep the answer of the time before
  dialog.showModal();
  const { promise, resolve } = Promise.withResolvers();
  dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  return promise;
}

/**
 * Make a move.
 * @param {string} move
 */
export async function play(move) {
  const offer = offerOf(move);
  const text = offer?.label ? `${offer.label}. ${offer.effect || ""}` : move;
  if (needsConfirmation(move) && !(await confirm(text))) return;
  await send(`/t/${tableId()}/moves`, { move });
}

function closeHint(place) {
  place.textContent = "";
  for (const spot of document.querySelectorAll("#board .hint")) spot.classList.remove("hint");
}

// A second press closes the hint again.
async function showHint() {
  const row = currentRow();
  if (hintRow === row) return;
  const place = document.getElementById("hint");
  if (place.querySelector("[data-move]")) {
    closeHint(place);
    return;
  }
  hintRow = row;
  place.textContent = phrase("thinking");
  const response = await request(`/t/${tableId()}/hint`, { method: "POST", isQuiet: true });
  if (hintRow === row) hintRow = -1;
  if (row !== currentRow()) return; // the game went on meanwhile
  place.textContent = "";
  if (!response) return;
  if (!response.ok) {
    showProblem((await response.json()).sentence);
    return;
  }
  place.innerHTML = await response.text();
  place.scrollIntoView({ block: "nearest" }); // below a slider there may be no room for it
  markHint(place.querySelector("[data-move]")?.dataset.move);
}

function markHint(move) {
  const offer = offerOf(move);
  for (const name of [offer?.source, offer?.target]) spotElement(name)?.classList.add("hint");
}

/**
 * Remember the hint that is shown.
 * @returns {() => void} Shows it again.
 */
export function keepHint() {
  const place = document.getElementById("hint");
  const move = place?.querySelector("[data-move]")?.dataset.move;
  const kept = place?.cloneNode(true);
  return () => {
    if (!move) return;
    document.getElementById("hint")?.replaceChildren(...kept.childNodes);
    markHint(move);
  };
}

const ACTIONS = {
  move: ({ move = "" }) => move.trim() && play(move.trim()), // an empty box is no move
  convert: ({ convert }) => play(`convert ${convert}`),
  undo: ({ whole }) => takeBack({ whole }),
  hint: showHint,
};

// The forms of the page work without scripts, too; here they act without loading the page again.
export function listenToForms() {
  document.addEventListener("submit", (event) => {
    const action = ACTIONS[event.target.dataset.does];
    if (!action) return;
    event.preventDefault();
    action(Object.fromEntries(new FormData(event.target, event.submitter)));
  });
}
