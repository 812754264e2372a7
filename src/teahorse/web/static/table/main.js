// The table: what a person does goes to the server, what happened comes back and is shown in order.

import { anchorSpot, hideCard, isOpen, leaveCard, pointAt, showCard } from "./card.js";
import { choose, chosenSpot, decorate, endingAt, isLegal, offerOf, readOffers, startingAt, suspend, word } from "./offers.js";
import { pause, perform, rest, tell } from "./motion.js";
import { isReplay, listen as listenToReplay, STEPS } from "./replay.js";
import { listen as listenToFingers, lookAt, nearestSpot, wasDragged } from "./zoom.js";
import { ask, listen as listenToBell } from "./server.js";
import { step as stepAcross } from "./keys.js";
import { worded } from "./words.js";

const BETWEEN = 150; // milliseconds between two moves of others

const table = () => document.getElementById("table");
const id = () => table().dataset.id;
let shown = Number(table().dataset.row);
let latest = Number(table().dataset.latest);
let walking = false; // catching up with what others did
let busy = false; // a move of one's own is under way
let wanted = 0; // the last position that was asked for
let telling = Promise.resolve(); // the story that is being told

// --- Showing --------------------------------------------------------------------------------------------

function swap(html) {
  return htmx.swap({ text: html, target: table(), swap: "outerMorph", sourceElement: table() }).then(refresh);
}

function refresh() {
  readOffers();
  const usable = decorate();
  const lesson = markLesson();
  lookAt(lesson.size ? lesson : usable);
  hideCard();
  if (isReplay()) showEntry();
  document.title = table().dataset.title;
  document.querySelector(".panel.moving")?.scrollIntoView({ block: "nearest" });
}

// Going through a game, the log is open at the entry of the position.
function showEntry() {
  const log = document.getElementById("log");
  const entry = log.querySelector(".here");
  if (entry) log.scrollTop += entry.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 3;
}

// Let glow what a lesson asks for; gives the spots among it.
function markLesson() {
  const move = table().dataset.lessonMove;
  const offer = move && offerOf(move);
  const names = new Set(offer?.target ? [offer.source, offer.target].filter(Boolean) : []);
  for (const name of names) document.querySelector(`#board [data-spot="${CSS.escape(name)}"]`)?.classList.add("lesson");
  if (offer && !offer.target) document.querySelector(`#turn button[value="${CSS.escape(move)}"]`)?.classList.add("lesson");
  return names;
}

// Show one address of this table in place, as replay does; of several that were asked for, the last.
async function show(address, { remember = false } = {}) {
  wanted += 1;
  const mine = wanted;
  const answer = await ask(address + (address.includes("?") ? "&" : "?") + "part=1");
  if (!answer || mine !== wanted) return;
  if (!answer.ok) { complain((await answer.json()).sentence); return; }
  const html = await answer.text();
  if (mine !== wanted) return;
  await swap(html);
  shown = Number(table().dataset.row);
  latest = Math.max(latest, Number(table().dataset.latest));
  if (remember) noteAddress(address);
}

// Back leads out of a replay, not through all its positions.
function noteAddress(address) {
  const isWithin = /\/at\/\d+$/.test(location.pathname);
  if (location.pathname !== address) history[isWithin ? "replaceState" : "pushState"]({}, "", address);
}

window.addEventListener("popstate", () => show(location.pathname));

// Tell a story, after the one that is being told: for each row what happened, then the position after it.
function narrate(story) {
  telling = telling.catch(() => {}).then(() => narrateNow(story));
  return telling;
}

async function narrateNow(story) {
  for (const chapter of story) {
    if (chapter.row <= shown || isReplay()) continue;
    suspend();
    table().classList.add("suspended");
    await perform(chapter.acts);
    if (isReplay()) return; // one looks at something else meanwhile
    await swap(chapter.html);
    shown = chapter.row;
    latest = Math.max(latest, Number(table().dataset.latest));
    await pause(BETWEEN);
  }
}

async function catchUp() {
  if (walking || busy || isReplay()) return;
  walking = true;
  try {
    while (shown < latest && !isReplay()) {
      const answer = await ask(`/t/${id()}/story?after=${shown}`);
      if (!answer?.ok) return;
      const story = await answer.json();
      if (!story.length) return;
      await narrate(story);
    }
  } finally {
    walking = false;
    rest();
    tell("");
  }
}

async function post(address, values) {
  if (busy) return;
  busy = true;
  hideCard();
  complain("");
  try {
    const answer = await ask(address, { method: "POST", body: new URLSearchParams({ ...values, number: shown + 1, after: shown }) });
    if (!answer) return;
    const told = await answer.json();
    if (told.sentence) complain(told.sentence, told.rule);
    await narrate(told.story || []);
  } finally {
    busy = false;
    rest();
    tell("");
    catchUp();
  }
}

function complain(sentence, rule) {
  const place = document.getElementById("complaint");
  place.replaceChildren(...(sentence ? worded(`${sentence} `) : []));
  if (rule) {
    const link = document.createElement("a");
    link.href = `/rules/${rule}`;
    link.target = "_blank";
    link.textContent = word("rule").replace("{rule}", rule);
    place.append(link);
  }
  place.hidden = !sentence;
}

// --- Doing ----------------------------------------------------------------------------------------------

const asked = (move) => (document.body.dataset.confirm || "").split(" ").find((kind) => kind && move.split(" ")[0] === kind);

async function play(move) {
  const offer = offerOf(move);
  if (asked(move) && !(await confirmed(offer ? `${offer.label}. ${offer.effect || ""}` : move))) return;
  post(`/t/${id()}/moves`, { move });
}

function confirmed(text) {
  const dialog = document.getElementById("confirm");
  dialog.querySelector("p").textContent = text;
  dialog.returnValue = ""; // after Escape some browsers still have what was answered the last time
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }));
}

// A spot was clicked, tapped, or entered.
function use(spot, { careful = false } = {}) {
  const name = spot.dataset.spot;
  const legal = endingAt(name).filter(isLegal);
  if (legal.length === 1 && !careful) return play(legal[0].move);
  if (legal.length) {
    showCard(spot, (offer) => play(offer.move), { pin: true });
    document.querySelector("#card button")?.focus({ preventScroll: true });
    return undefined;
  }
  const canStart = startingAt(name).some(isLegal);
  if (canStart) {
    choose(chosenSpot() === name ? null : name);
    lookAt(decorate());
    tell(chosenSpot() ? word("picked up") : "");
    if (chosenSpot()) return hideCard(); // now one looks for where it goes
  }
  showCard(spot, (offer) => play(offer.move), { pin: !canStart });
  return undefined;
}

document.addEventListener("click", (event) => {
  const inMap = event.target.closest("#map-area");
  if (inMap && !event.target.closest("[data-zoom]")) {
    if (wasDragged()) return;
    const touch = event.pointerType === "touch";
    if (!touch && event.detail > 1) return; // the second click of a double one is not meant for what the first led to
    const spot = touch ? nearestSpot(event) : event.target.closest("[data-spot]");
    if (spot) {
      const again = isOpen() && anchorSpot() === spot.dataset.spot;
      use(spot, { careful: touch && !again });
      return;
    }
    choose(null);
    decorate();
    hideCard();
    return;
  }
  if (!event.target.closest("#card")) hideCard();
  const link = event.target.closest("a[data-show]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    show(link.getAttribute("href"), { remember: true });
  }
  const tab = event.target.closest("[data-tab]");
  if (tab) showTab(tab.dataset.tab);
  const copy = event.target.closest("[data-copy]");
  if (copy) copyLink(copy);
});

function showTab(tab) {
  document.body.dataset.showing = tab;
  if (tab === "words") document.getElementById("words").open = true;
  for (const button of document.querySelectorAll("[data-tab]")) button.setAttribute("aria-pressed", String(button.dataset.tab === tab));
}

async function copyLink(button) {
  const address = new URL(button.dataset.copy, location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    tell(word("copied"));
  } catch {
    window.prompt(word("copy"), address);
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const kind = form.dataset.does;
  if (!kind) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form, event.submitter));
  if (kind === "move") play((values.move || "").trim());
  if (kind === "convert") play(`convert ${values.convert}`);
  if (kind === "undo") post(`/t/${id()}/undo`, { whole: values.whole });
  if (kind === "hint") hint();
});

let advised = null; // the row for which a master thinks

async function hint() {
  if (advised === shown) return;
  const place = document.getElementById("hint");
  const row = advised = shown;
  place.textContent = word("thinking");
  const answer = await ask(`/t/${id()}/hint`, { method: "POST" });
  if (advised === row) advised = null;
  if (row !== shown) return; // the game went on meanwhile
  place.textContent = "";
  if (!answer) return;
  if (!answer.ok) { complain((await answer.json()).sentence); return; }
  place.innerHTML = await answer.text();
  const best = place.querySelector("[data-move]")?.dataset.move;
  const offer = best && offerOf(best);
  for (const name of offer ? [offer.source, offer.target] : []) {
    document.querySelector(`#board [data-spot="${CSS.escape(name || "")}"]`)?.classList.add("hint");
  }
}

// --- Pointing -------------------------------------------------------------------------------------------

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const spot = event.target.closest?.("#board [data-spot]");
  if (spot) pointAt(spot, (offer) => play(offer.move));
});
document.addEventListener("pointerout", (event) => {
  if (event.target.closest?.("#board [data-spot]")) leaveCard();
});
document.addEventListener("focusin", (event) => {
  const spot = event.target.closest?.("#board [data-spot]");
  if (spot && spot.matches(":focus-visible")) showCard(spot, (offer) => play(offer.move));
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "convert-slider") return;
  const rows = JSON.parse(event.target.dataset.outcomes);
  const [vp, coins, total, ends] = rows[Number(event.target.value)];
  document.getElementById("convert-vp").textContent = vp;
  document.getElementById("convert-coins").textContent = coins;
  document.getElementById("convert-total").textContent = total;
  document.getElementById("convert-number").textContent = event.target.value;
  const mark = document.getElementById("convert-ends");
  if (mark) mark.hidden = !ends;
});

// --- Keys -----------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) {
    if (event.key === "Escape" && event.target.id === "notation") event.target.blur();
    return;
  }
  const spot = event.target.closest?.("#board [data-spot]");
  if (event.key === "Escape") {
    hideCard();
    choose(null);
    decorate();
    tell("");
  } else if (spot && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    use(spot);
  } else if (spot && event.key.startsWith("Arrow")) {
    event.preventDefault();
    stepAcross(spot, event.key);
  } else if (event.key === " " && event.target.closest("button, summary")) {
    return; // which it presses
  } else if (isReplay() && REPLAY_KEYS[event.key]) {
    event.preventDefault();
    STEPS[REPLAY_KEYS[event.key]]();
  } else if (SHORTCUTS[event.key]) {
    event.preventDefault();
    SHORTCUTS[event.key]();
  }
});

const REPLAY_KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };
const SHORTCUTS = {
  u: () => document.querySelector("#undo-step")?.click(),
  h: () => document.querySelector("#ask-hint")?.click(),
  "/": () => document.getElementById("notation")?.focus(),
  b: () => document.querySelector("#board [tabindex='0']")?.focus(),
};

// --- Beginning ------------------------------------------------------------------------------------------

htmx.config.morphIgnore.push("open"); // what a person has unfolded stays so
listenToFingers();
listenToReplay(show);
showTab(document.body.dataset.showing || "map");
listenToBell(`/t/${id()}/bell`, (row) => {
  latest = Math.max(latest, row);
  catchUp();
});
refresh();
document.body.classList.add("ready");
