// The chat: sends what is written, shows what is new, and marks it until it was read. The forms work without it, too.

import { request } from "./api.js";
import { sayUnseen } from "./caption.js";
import { showProblem } from "./dom.js";

const BUBBLE_TIME = 4000; // milliseconds that a reaction is shown
const NEAR_END = 60; // pixels; a list that is scrolled so far down goes on to the end

const panel = () => document.getElementById("talk");
const list = () => document.getElementById("messages");
const storageKey = () => `talk ${document.getElementById("table").dataset.id}`;
let knownMessage = 0; // the latest message that was on the page
let readMessage = 0; // the latest one that the reader had before them
let isAtEnd = true;

const isShown = () => {
  const talk = panel();
  return Boolean(talk?.open) && talk.checkVisibility() && !document.hidden;
};

function rememberRead(number) {
  readMessage = Math.max(readMessage, number);
  try {
    localStorage.setItem(storageKey(), String(readMessage));
  } catch {
    // Without storage, the dot may come back on the next visit.
  }
}

function lastRead() {
  try {
    return Number(localStorage.getItem(storageKey())) || 0;
  } catch {
    return 0;
  }
}

function showTimes() {
  for (const time of panel().querySelectorAll("time:empty")) {
    const moment = new Date(time.dateTime);
    const isToday = moment.toDateString() === new Date().toDateString();
    const format = isToday ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
    const { lang } = document.documentElement;
    time.textContent = moment.toLocaleString(lang === "en" ? "en-GB" : lang, format); // as in the lists of games
  }
}

/**
 * Show a reaction for a moment: beside the player's panel, or at the top of a phone.
 * @param {HTMLElement} message
 */
function showBubble(message) {
  const bubble = document.createElement("div");
  bubble.className = "reaction-bubble";
  bubble.setAttribute("aria-hidden", "true"); // the announcer says it
  bubble.append(message.querySelector("svg").cloneNode(true), message.querySelector(".writer").textContent);
  const place = document.querySelector(`[data-seat-panel="${message.dataset.seat}"]`)?.getBoundingClientRect();
  document.body.append(bubble);
  const { width, height } = bubble.getBoundingClientRect();
  const isBeside = Boolean(place?.width) && place.left > width;
  bubble.style.left = isBeside ? `${place.left - width - 8}px` : `${(innerWidth - width) / 2}px`;
  bubble.style.top = isBeside ? `${place.top + (place.height - height) / 2}px` : "56px";
  setTimeout(() => bubble.remove(), BUBBLE_TIME);
}

function showNews() {
  const news = [...list().children].filter((message) => Number(message.dataset.number) > knownMessage);
  knownMessage = Math.max(knownMessage, Number(document.getElementById("talk-lines").dataset.latest));
  for (const message of news.slice(-3)) {
    if (message.classList.contains("own")) continue;
    if (message.dataset.reaction) showBubble(message);
    const words = message.querySelector(".words")?.textContent;
    // An open chat is a live region itself.
    if (words && !isShown()) sayUnseen([`${message.querySelector(".writer").textContent}: ${words}`]);
  }
}

function markUnread() {
  if (isShown()) rememberRead(knownMessage);
  const isUnread = [...list().querySelectorAll(".message:not(.own)")].some(
    (message) => Number(message.dataset.number) > readMessage,
  );
  for (const dot of document.querySelectorAll("#talk .dot, .tabs .dot")) dot.hidden = !isUnread;
}

function showLatest() {
  const last = list().lastElementChild?.querySelector(".said");
  const words = last?.querySelector(".words")?.textContent ?? "";
  const text = words ? `${last.querySelector(".writer").textContent}: ${words}` : "";
  const place = panel().querySelector(".latest");
  if (place.textContent !== text) place.textContent = text;
}

function refreshTalk() {
  if (!panel()?.firstElementChild || !list()) return;
  showTimes();
  showNews();
  showLatest();
  markUnread();
  if (isAtEnd) list().scrollTop = list().scrollHeight;
}

// The page was opened when there was nobody to talk to.
async function loadTalk() {
  const talk = panel();
  if (!talk || talk.firstElementChild || talk.dataset.loading) return;
  talk.dataset.loading = "1";
  const response = await request(talk.dataset.address);
  delete talk.dataset.loading;
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  talk.replaceChildren(...page.getElementById("talk").childNodes);
}

function showTalkProblem(form, sentence) {
  const place = form.closest("#talk") ? document.getElementById("talk-problem") : null;
  if (!place) {
    showProblem(sentence);
    return;
  }
  place.textContent = sentence;
  place.hidden = !sentence;
}

async function sendForm(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const text = form.querySelector('input[type="text"]');
  const written = text?.value;
  if (text) text.value = "";
  const response = await request(form.getAttribute("action"), { method: "POST", body });
  const isDone = Boolean(response?.ok);
  if (!isDone && text && !text.value) text.value = written; // what could not be sent can be sent again
  if (isDone) isAtEnd = true;
  showTalkProblem(form, isDone || !response ? "" : (await response.json()).sentence);
}

// The heading is two tabs, "Log" and "Chat": a click on the one that is shown changes nothing.
function chooseTab(event) {
  const tab = event.target.closest("#talk > summary > :is(.log-title, .talk-title)");
  if (tab && tab.classList.contains("talk-title") === panel().open) event.preventDefault();
}

export function listenToTalk() {
  readMessage = lastRead();
  knownMessage = Number(document.getElementById("talk-lines")?.dataset.latest ?? 0);
  document.addEventListener("click", chooseTab);
  document.addEventListener("submit", (event) => {
    if (!("sends" in event.target.dataset)) return;
    event.preventDefault();
    sendForm(event.target, event.submitter);
  });
  document.addEventListener(
    "scroll",
    (event) => {
      if (event.target.id !== "messages") return;
      const { scrollHeight, scrollTop, clientHeight } = event.target;
      isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    },
    true,
  );
  document.addEventListener("visibilitychange", refreshTalk);
  document.addEventListener("toggle", refreshTalk, true); // the panel was opened
  const observer = new MutationObserver(() => {
    loadTalk();
    refreshTalk();
  });
  observer.observe(document.body, { attributeFilter: ["data-showing"] }); // another tab is shown
  observer.observe(document.getElementById("side"), { childList: true, subtree: true }); // something was swapped in
  loadTalk();
  refreshTalk();
}
