// The list of games on the home page stays up to date while one looks at it.

const EVERY = 20_000; // milliseconds

async function refresh() {
  const list = document.getElementById("games");
  const isInUse = list?.contains(document.activeElement) || list?.querySelector("details[open]");
  if (!list || isInUse || document.hidden) return;
  const response = await fetch(`/games?page=${list.dataset.page}`).catch(() => null);
  if (response?.ok) list.outerHTML = await response.text();
}

document.addEventListener("visibilitychange", refresh);
setInterval(refresh, EVERY);
