// Who is here: a dot beside each of the other players, "thinking" beside the one to move, and the number of spectators.

import { showBadge } from "../turn_badge.js";

/** @type {{ here: string[], spectators: number } | null} Null while the connection is lost. */
let present = null;

const table = () => document.getElementById("table");

function showPlayer(mark) {
  const { player, name } = mark.dataset;
  const isOther = !table().dataset.mine.split(" ").includes(player);
  mark.hidden = !present || !isOther;
  if (mark.hidden) return;
  const isHere = present.here.includes(player);
  mark.classList.toggle("here", isHere);
  const words = table().dataset[isHere ? "here" : "away"].replace("{player}", name);
  mark.dataset.label = words;
  mark.querySelector(".unseen").textContent = words;
}

function showSpectators() {
  const place = document.getElementById("spectators");
  const count = present?.spectators ?? 0;
  place.hidden = count === 0;
  place.querySelector("output").textContent = String(count);
}

// Bring the marks in line with the page.
function refresh() {
  for (const mark of document.querySelectorAll(".presence")) showPlayer(mark);
  showSpectators();
  showBadge(table().classList.contains("yours") ? 1 : 0);
}

document.addEventListener("table:shown", refresh);
document.addEventListener("table:presence", (event) => {
  present = event.detail;
  refresh();
});
