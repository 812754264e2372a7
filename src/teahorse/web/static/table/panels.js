// What lies around the map: the player aid, the result, tabs on a phone, links into the replay, copying links.

import { aidTakesBack, listenToAid } from "./aid.js";
import { announce } from "./caption.js";
import { startClocks } from "./clock.js";
import { listenToSlider } from "./convert.js";
import { listenToEnding } from "./ending.js";
import { keepInput } from "./kept_input.js";
import { phrase } from "./offers.js";
import { listenToVolume } from "./sounds.js";
import { goToPosition, setInputKeeper, showPosition, tellAgain } from "./story.js";
import { listenToTalk } from "./talk.js";

function showTab(tab) {
  document.body.dataset.showing = tab;
  const panel = document.getElementById(tab);
  if (panel?.matches("details")) panel.open = true;
  for (const button of document.querySelectorAll("[data-tab]")) {
    button.setAttribute("aria-pressed", String(button.dataset.tab === tab));
  }
}

async function copyLink(path) {
  const url = new URL(path, location.href).href;
  try {
    await navigator.clipboard.writeText(url);
    announce(phrase("copied"));
  } catch {
    window.prompt(phrase("copy"), url);
  }
}

// Links into the replay, and the one that tells again what happened, work without leaving the page.
function followLink(event) {
  const link = event.target.closest("a[data-show], a[data-again]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.again) {
    showTab("map");
    tellAgain(Number(link.dataset.again));
  } else {
    goToPosition(link.getAttribute("href"));
  }
}

export function listenToPanels() {
  window.addEventListener("popstate", () => aidTakesBack() || showPosition(location.pathname));
  setInputKeeper(keepInput);
  listenToAid();
  listenToEnding();
  listenToVolume();
  listenToTalk();
  startClocks();
  document.addEventListener("click", (event) => {
    followLink(event);
    const { tab, copy } = event.target.closest("[data-tab], [data-copy]")?.dataset ?? {};
    if (tab) showTab(tab);
    if (copy) copyLink(copy);
  });
  showTab(document.body.dataset.showing || "map");
  listenToSlider();
}
