// The table: what a person does goes to the server, what happened comes back and is shown in order.

import { anchorSpot, hideCard, isOpen, leaveCard, pointAt, showCard } from "./card.js";
import { choose, chosenSpot, decorate, endingAt, isLegal, offerOf, readOffers, startingAt, suspend, word } from "./offers.js";
import { pause, perform, rest, tell } from "./motion.js";
import { isReplay, listen as listenToReplay, STEPS } from "./replay.js";
import { listen as listenToFingers, lookAt, nearestSpot, wasDragged } from "./zoom.js";
import { step as stepAcross } from "./keys.js";
import { worded } from "./words.js";

const BETWEEN = 150; // milliseconds between two moves of others
const SLOW = 400; // after so long, a wait is put into words

const table = () => document.getElementById("table");
const id = () => table().dataset.id;
let shown = Number(table().dataset.row);
let latest = Number(table().dataset.latest);
let walking = false;
let busy = false;

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

// Show one address of this table in place, as replay does.
async function show(address, { remember = false } = {}) {
  const answer = await ask(address + (address.includes("?") ? "&" : "?") + "part=1");
  if (!answer) return;
  await swap(await answer.text());
  shown = Number(table().dataset.row);
  latest = Math.max(latest, Number(table().dataset.latest));
  if (remember && location.pathname !== address) history.pushState({}, "", address);
}

window.addEventListener("popstate", () => show(location.pathname));

// Tell a story: for each row what happened, then the position after it.
async function narrate(story) {
  for (const chapter of story) {
    if (chapter.row <= shown) continue;
    suspend();
    table().classList.add("suspended");
    await perform(chapter.acts);
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
      if (!answer) return;
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

// --- Asking the server ----------------------------------------------------------------------------------

let lost = false;

function connection(isThere) {
  lost = !isThere;
  document.getElementById("lost").hidden = isThere;
}

async function ask(address, options = {}) {
  const slow = setTimeout(() => document.body.classList.add("waiting"), SLOW);
  try {
    const answer = await fetch(address, { ...options, headers: { Accept: "application/json, text/html", "X-Table": "1" } });
    connection(true);
    return answer;
  } catch {
    connection(false);
    return null;
  } finally {
    clearTimeout(slow);
    document.body.classList.remove("waiting");
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

async function hint() {
  const place = document.getElementById("hint");
  place.textContent = word("thinking");
  const answer = await ask(`/t/${id()}/hint`, { method: "POST", body: new URLSearchParams({ number: latest + 1 }) });
  if (!answer) { place.textContent = ""; return; }
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

// --- The bell -------------------------------------------------------------------------------------------

const bell = new EventSource(`/t/${id()}/bell`);
bell.addEventListener("row", (event) => {
  connection(true);
  latest = Math.max(latest, Number(event.data));
  catchUp();
});
bell.addEventListener("open", () => connection(true));
bell.addEventListener("error", () => setTimeout(() => { if (bell.readyState !== EventSource.OPEN) connection(false); }, 2000));
window.addEventListener("pagehide", () => bell.close());
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

htmx.config.morphIgnore.push("open"); // what a person has unfolded stays so
listenToFingers();
listenToReplay(show);
showTab(document.body.dataset.showing || "map");
refresh();
document.body.classList.add("ready");
