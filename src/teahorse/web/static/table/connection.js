// The connection to the server: its event stream, whether it is lost, and how it comes back. A page that missed something
// while it slept or was offline is told the latest row as soon as the stream is open again, and catches up from there.

const RECONNECTING = 2000; // milliseconds until the page says that the connection is lost; a restart takes less
const FIRST_RETRY = 500; // milliseconds before the first attempt; each one doubles it
const LONGEST_RETRY = 8000;
const HIDDEN_RETRY = 10_000; // milliseconds between two looks of a page in a hidden tab
const SILENCE = 40_000; // milliseconds without any event, after which a connection is dead; the server sends one every 15 s
const WATCH = 5000; // milliseconds between two checks for silence

/** @type {EventSource | null} */
let stream = null;
let streamUrl = "";
/** @type {(row: number) => void} */
let onRow = () => {};
/** @type {(event: number) => void} */
let onChange = () => {};
let retryTimer = 0;
let lostTimer = 0;
let attempts = 0;
let lastHeard = 0;
/** @type {((isBack: boolean) => void)[]} Those who wait for the connection. */
let waiting = [];

const banner = () => document.getElementById("lost");

// Null while nobody can know who is here. See presence.js.
function tellPresence(who) {
  document.dispatchEvent(new CustomEvent("table:presence", { detail: who }));
}

function tellWaiting(isBack) {
  const told = waiting;
  waiting = [];
  document.getElementById("unsent").hidden = true;
  for (const tell of told) tell(isBack);
}

/**
 * Note whether the server answers.
 * @param {boolean} isConnected
 */
export function setConnected(isConnected) {
  clearTimeout(lostTimer);
  lostTimer = 0;
  banner().hidden = isConnected;
  if (isConnected) {
    attempts = 0;
    tellWaiting(true);
  } else {
    tellPresence(null);
    retry();
  }
}

/**
 * Wait until the connection is back. The page says that a move waits, and lets the player discard it.
 * @returns {Promise<boolean>} False if the player discarded it.
 */
export function untilConnected() {
  document.getElementById("unsent").hidden = false;
  const { promise, resolve } = Promise.withResolvers();
  waiting.push(resolve);
  return promise;
}

// Servers that restart are not met by everyone at the same moment.
function retry() {
  const wait = Math.min(FIRST_RETRY * 2 ** attempts, LONGEST_RETRY);
  connectIn(wait / 2 + Math.random() * wait);
}

function connectIn(milliseconds) {
  retryTimer ||= setTimeout(connect, milliseconds);
}

function hear(source) {
  if (source !== stream) return;
  lastHeard = Date.now();
  setConnected(true);
}

function lose(source) {
  if (source !== stream) return;
  source.close();
  if (document.hidden) {
    connectIn(HIDDEN_RETRY);
    return;
  }
  lostTimer ||= setTimeout(() => setConnected(false), banner().hidden ? RECONNECTING : 0);
  retry();
}

function connect() {
  clearTimeout(retryTimer);
  retryTimer = 0;
  attempts += 1;
  stream?.close();
  const source = new EventSource(document.hidden ? `${streamUrl}?hidden=1` : streamUrl);
  stream = source;
  lastHeard = Date.now();
  source.addEventListener("open", () => hear(source));
  source.addEventListener("beat", () => hear(source));
  source.addEventListener("row", (event) => {
    hear(source);
    onRow(Number(event.data));
  });
  source.addEventListener("change", (event) => onChange(Number(event.data)));
  // This event ends the first words of a stream, so a hidden page has heard all that is new.
  source.addEventListener("presence", (event) => {
    tellPresence(JSON.parse(event.data));
    if (document.hidden) disconnect();
  });
  source.addEventListener("error", () => lose(source));
}

// A browser allows few connections to one server, and each stream takes one. So a hidden tab only looks now and then.
function disconnect() {
  stream?.close();
  clearTimeout(lostTimer);
  lostTimer = 0;
  connectIn(HIDDEN_RETRY);
}

// After sleep, or when a network changes, a connection may be dead without an error.
function checkForSilence() {
  const isOpen = stream?.readyState === EventSource.OPEN;
  if (isOpen && !document.hidden && Date.now() - lastHeard > SILENCE) lose(stream);
}

/**
 * Listen to the events of a table, and keep listening when the connection breaks.
 * @param {string} url
 * @param {typeof onRow} rowCallback
 * @param {typeof onChange} changeCallback
 */
export function listenForNews(url, rowCallback, changeCallback) {
  streamUrl = url;
  onRow = rowCallback;
  onChange = changeCallback;
  connect();
  setInterval(checkForSilence, WATCH);
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
  window.addEventListener("online", connect);
  window.addEventListener("offline", () => setConnected(false));
  window.addEventListener("pagehide", () => stream?.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  document.getElementById("discard").addEventListener("click", () => tellWaiting(false));
}
