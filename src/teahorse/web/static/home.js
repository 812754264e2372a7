// The list of games on the home page stays up to date, and the title and the icon say how many games wait.

import { showBadge } from "./turn_badge.js";

const EVERY = 20_000; // milliseconds; browsers ask more rarely in a hidden tab
const title = document.title.replace(/^\(\d+\) /u, "");
const list = () => document.getElementById("games");

function showWaiting() {
  const count = Number(list()?.dataset.waiting ?? 0);
  document.title = count > 0 ? `(${count}) ${title}` : title;
  showBadge(count);
}

const isFree = () =>
  Boolean(list()) && !list().contains(document.activeElement) && !list().querySelector("details[open]");

async function refresh() {
  if (!isFree()) return;
  const { page, show } = list().dataset;
  const response = await fetch(`/games?page=${page}&show=${show}`).catch(() => null);
  const text = response?.ok ? await response.text() : "";
  if (!text || !isFree()) return; // the player may have begun to use it meanwhile
  list().outerHTML = text;
  showWaiting();
}

showWaiting();
document.addEventListener("visibilitychange", refresh);
setInterval(refresh, EVERY);
