// The position that the page shows, and how it moves on. A move is sent to the server, and its answer is a story: what
// happened since, row by row. The event stream only says that there are new rows; their story is then requested.

import { animate, beginStory, betweenMoves, glide, isSkipped, skip, stopTelling } from "./animation.js";
import { request, sendUntilAnswered } from "./api.js";
import { hideCard } from "./card.js";
import { keepProblemInView, showProblem, spotElement } from "./dom.js";
import { showOffers, showSpots } from "./follow.js";
import { markLesson } from "./lesson.js";
import { markSpots, pointOut } from "./marks.js";
import { readOffers, suspendOffers } from "./offers.js";
import { latestPage, readStory } from "./page_lines.js";
import { isReplay, remarkedSpots } from "./replay.js";

/**
 * One row of a story.
 * @typedef {object} Chapter
 * @property {number} row
 * @property {import("./animation.js").Beat[]} beats What happened.
 * @property {string[]} lines The table after it.
 */

let isSending = false;
let sending = Promise.resolve(); // ends when the story of what was sent last has been told
const table = () => document.getElementById("table");
let shownRow = Number(table().dataset.row);
let latestRow = Number(table().dataset.latest);
let latestEvent = Number(table().dataset.event);
let shownEvent = latestEvent;
let isCatchingUp = false;
let requestedPositions = 0; // only the answer to the last request is shown
/** @type {{ before: (chapter: Chapter) => void, after: () => Promise<void> }} Called around the table of each row. */
let onChapter = { before: () => {}, after: async () => {} };
let narration = Promise.resolve(); // ends when the story that is being told ends
let retelling = Promise.resolve(); // ends when the page shows the latest position again
let news = Promise.resolve(); // ends when all that is new is shown
/** @type {() => () => void} Remembers what the player has set and asked for; its result restores that. */
let keepInput = () => () => {};

export const tableId = () => table().dataset.id;
export const currentRow = () => shownRow;

/**
 * Say what is done before the table after a row is shown, and then, before the next row is told.
 * @param {typeof onChapter} actions
 */
export function setChapterActions(actions) {
  onChapter = actions;
}

/**
 * Say what stays when the same position is shown again.
 * @param {typeof keepInput} keep
 */
export function setInputKeeper(keep) {
  keepInput = keep;
}

async function swap(html) {
  await htmx.swap({ text: html, target: table(), swap: "outerMorph", sourceElement: table() });
  refresh();
}

// Bring offers, board, log and title in line with the page, after every swap.
export function refresh() {
  table().classList.remove("decided");
  readOffers();
  markSpots();
  showWhatMatters();
  hideCard();
  if (isReplay()) scrollToLogEntry();
  if (!document.body.classList.contains("scoring")) document.title = table().dataset.title;
  document.dispatchEvent(new Event("table:shown"));
  showMovingPanel();
  showTopOfBar();
  keepProblemInView();
}

let barRow = -1; // the row for which the bar was scrolled to its top

// A phone's bar begins at its top in each position, whatever was read in the one before.
function showTopOfBar() {
  const row = Number(table().dataset.row);
  if (row !== barRow) document.getElementById("bar").scrollTop = 0;
  barRow = row;
}

// Scroll the map to what the lesson asks for, to what a remark is about, or to what can be done.
function showWhatMatters() {
  const lessonSpots = [...markLesson()];
  if (lessonSpots.length > 0) showSpots(lessonSpots, lessonSpots[0]);
  else if (!showRemarked()) showOffers();
}

// Where a piece of the camp goes matters, not the piece; unless both moves end at the same place.
function showRemarked() {
  const seen = [];
  for (const move of ["played", "better"]) {
    const all = remarkedSpots(move);
    const onTheMap = all.filter((name) => !spotElement(name)?.matches(".camp, .structures"));
    const spots = onTheMap.length > 0 ? onTheMap : all;
    for (const name of spots) spotElement(name)?.classList.add(move);
    seen.push(...spots);
  }
  if (seen.length > 0) showSpots(seen, seen[0]);
  return seen.length > 0;
}

// Scroll the list of players to the one who is to move, and nothing else.
function showMovingPanel() {
  const panel = document.querySelector(".panel.moving")?.getBoundingClientRect();
  if (!panel) return;
  const list = document.getElementById("players");
  const room = list.getBoundingClientRect();
  list.scrollTop += Math.min(0, panel.top - room.top) + Math.max(0, panel.bottom - room.bottom);
}

function scrollToLogEntry() {
  const log = document.getElementById("log");
  const entry = log.querySelector(".here");
  if (!entry) return;
  log.scrollTop += entry.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 3;
}

function noteRows(row) {
  shownRow = row;
  latestRow = Math.max(latestRow, Number(table().dataset.latest));
}

/**
 * Show another position of this table in place.
 * @param {string} url
 * @returns {Promise<boolean>} Whether it is shown: the server may refuse, or another position was requested since.
 */
export async function showPosition(url) {
  requestedPositions += 1;
  const number = requestedPositions;
  const response = await request(`${url}${url.includes("?") ? "&" : "?"}part=1`);
  if (!response || number !== requestedPositions) return false;
  if (!response.ok) {
    showProblem((await response.json()).sentence);
    return false;
  }
  const html = await response.text();
  if (number !== requestedPositions) return false;
  await swap(html);
  noteRows(Number(table().dataset.row));
  return true;
}

/**
 * Show a position and put its address into the address bar. The back button leaves the replay as a whole.
 * @param {string} url
 */
export async function goToPosition(url) {
  const isShown = await showPosition(url);
  if (!isShown || location.pathname === url) return;
  const isWithinReplay = /\/at\/\d+$/u.test(location.pathname);
  if (isWithinReplay) history.replaceState({}, "", url);
  else history.pushState({}, "", url);
}

/**
 * Tell a story, after the one that is being told.
 * @param {Chapter[]} story
 */
async function narrate(story) {
  const before = narration;
  const { promise, resolve } = Promise.withResolvers();
  narration = promise;
  await before;
  try {
    await narrateNow(story);
  } finally {
    resolve();
  }
}

async function narrateNow(story) {
  for (const chapter of story) {
    if (chapter.row <= shownRow || isReplay()) continue;
    if (isSkipped() && chapter !== story.at(-1)) continue;
    suspendOffers();
    markSpots();
    table().classList.add("suspended");
    await animate(chapter);
    if (isReplay()) return; // the player opened a past position meanwhile
    onChapter.before(chapter);
    await swap(chapter.lines.join("\n"));
    noteRows(chapter.row);
    await onChapter.after();
    await betweenMoves();
  }
}

/**
 * There are rows up to this one: show what happened in them.
 * @param {number} row
 */
export function onNewRow(row) {
  latestRow = Math.max(latestRow, row);
  catchUp();
}

/**
 * Events up to this number have happened: show what they changed.
 * @param {number} event
 */
export function onChange(event) {
  latestEvent = Math.max(latestEvent, event);
  catchUp();
}

async function showChanges() {
  const event = latestEvent;
  const response = await request(`/t/${tableId()}/changes?after=${shownEvent}`);
  if (!response?.ok) return false;
  const parts = await response.json();
  if (isReplay()) return false;
  shownEvent = event;
  for (const [id, html] of Object.entries(parts)) await swapPart(id, html);
  return true;
}

async function swapPart(id, html) {
  if (id !== "table") {
    const part = document.getElementById(id);
    if (!part) return; // this reader's page doesn't have it, as spectators' pages have no chat
    await htmx.swap({ text: html, target: part, swap: "outerMorph", sourceElement: part });
    return;
  }
  const row = Number(/data-row="(\d+)"/u.exec(html)[1]);
  if (row < shownRow) return; // a move was made meanwhile, and the table after it is shown
  const restore = row === shownRow ? keepInput() : () => {};
  await swap(html);
  noteRows(row);
  restore();
}

async function showNewRows() {
  const page = latestPage();
  const response = await request(`/t/${tableId()}/story?after=${shownRow}&version=${page.version}`);
  const story = response?.ok ? readStory(await response.json(), page) : [];
  await narrate(story);
  return story.length > 0;
}

function catchUp() {
  if (isCatchingUp || isSending || isReplay()) return;
  isCatchingUp = true;
  news = showNews();
}

async function showNews() {
  try {
    let goesOn = true;
    while (goesOn && !isReplay()) {
      if (shownRow < latestRow) goesOn = await showNewRows();
      else goesOn = shownEvent < latestEvent && (await showChanges());
    }
  } finally {
    isCatchingUp = false;
    stopTelling();
  }
}

async function retell(row) {
  try {
    const page = latestPage();
    const response = await request(`/t/${tableId()}/again?row=${row}&version=${page.version}`);
    const [first, ...others] = response?.ok ? readStory(await response.json(), page) : [];
    if (!first) return;
    beginStory(true);
    shownRow = first.row - 1;
    await narrate([first]);
    await glide();
    await narrate(others);
  } finally {
    isCatchingUp = false;
    stopTelling();
    catchUp();
  }
}

/**
 * Tell once more what happened after a row.
 * @param {number} row
 */
export async function tellAgain(row) {
  await news;
  if (isCatchingUp || isSending || isReplay()) return;
  isCatchingUp = true;
  hideCard();
  const restore = keepInput();
  const before = shownRow;
  retelling = retell(row);
  await retelling;
  if (shownRow === before) restore(); // else the game went on meanwhile
  document.getElementById("again")?.focus({ preventScroll: true }); // the panel begins at its top
}

// The card that lay over the map is closed, and nothing went to where it was.
function showRefusal(sentence, rule) {
  showProblem(sentence, rule);
  pointOut(null);
  showWhatMatters();
}

/**
 * Send a move or an undo, and show what comes of it.
 * @param {string} url
 * @param {Record<string, string>} values
 */
export async function send(url, values) {
  if (isSending) return;
  isSending = true;
  sending = sendNow(url, values);
  await sending;
}

async function sendNow(url, values) {
  hideCard();
  showProblem("");
  try {
    await retelling;
    const page = latestPage();
    const rows = { number: String(shownRow + 1), after: String(shownRow) };
    const body = new URLSearchParams({ ...values, ...rows, version: page.version });
    const response = await sendUntilAnswered(url, body);
    if (!response) return;
    const { sentence, rule, story } = await response.json();
    if (sentence) showRefusal(sentence, rule);
    await narrate(readStory(story ?? [], page));
  } finally {
    isSending = false;
    stopTelling();
    catchUp();
  }
}

/**
 * Take back a move at once: what is being told is skipped.
 * @param {Record<string, string>} values
 */
export async function takeBack(values) {
  skip();
  await sending;
  skip(); // what others did meanwhile
  await send(`/t/${tableId()}/undo`, values);
}
