// Requests to the server, and its event stream. If the server is gone, the page says so and tries again.

const SLOW = 400; // milliseconds until the page says that it is waiting
const TIMEOUT = 60_000; // milliseconds until a request has failed
const RECONNECTING = 2000; // milliseconds in which the browser may reconnect by itself before the page says it is lost
const RETRY = 3000; // milliseconds between two attempts
const HIDDEN_RETRY = 10_000; // milliseconds between two looks of a page in a hidden tab

/** @type {EventSource | null} */
let stream = null;
let streamUrl = "";
/** @type {(row: number) => void} */
let onRow = () => {};
/** @type {(event: number) => void} */
let onChange = () => {};
let retryTimer = 0;

function setConnected(isConnected) {
  document.getElementById("lost").hidden = isConnected;
  if (!isConnected) connectIn(RETRY);
}

/**
 * Send a request.
 * @param {string} url
 * @param {RequestInit} [options]
 * @returns {Promise<Response | null>} Null if no answer came. A refused request is answered with a JSON `sentence`.
 */
export async function request(url, options = {}) {
  const slow = setTimeout(() => document.body.classList.add("waiting"), SLOW);
  try {
    const headers = { Accept: "application/json, text/html", "X-Table": "1" };
    const response = await fetch(url, { ...options, headers, signal: AbortSignal.timeout(TIMEOUT) });
    // A proxy may answer for a server that is gone, with a page of its own.
    const isOurs = response.ok || Boolean(response.headers.get("content-type")?.startsWith("application/json"));
    setConnected(isOurs);
    return isOurs ? response : null;
  } catch {
    setConnected(false);
    return null;
  } finally {
    clearTimeout(slow);
    document.body.classList.remove("waiting");
  }
}

/**
 * Call back with the number of each new row and event, and keep listening when the connection breaks.
 * @param {string} url
 * @param {(row: number) => void} rowCallback
 * @param {(event: number) => void} changeCallback
 */
export function listenForNews(url, rowCallback, changeCallback) {
  streamUrl = url;
  onRow = rowCallback;
  onChange = changeCallback;
  connect();
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
  window.addEventListener("pagehide", () => stream?.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
}

function connectIn(milliseconds) {
  retryTimer ||= setTimeout(connect, milliseconds);
}

function connect() {
  clearTimeout(retryTimer);
  retryTimer = 0;
  stream?.close();
  const source = new EventSource(streamUrl);
  stream = source;
  source.addEventListener("open", () => setConnected(true));
  source.addEventListener("row", (event) => {
    setConnected(true);
    onRow(Number(event.data));
    if (document.hidden) disconnect();
  });
  source.addEventListener("change", (event) => onChange(Number(event.data)));
  source.addEventListener("error", () => {
    // While a server restarts, a proxy may answer with an error. Then the browser gives up, but we don't.
    if (source === stream && source.readyState === EventSource.CLOSED) connectIn(RECONNECTING);
    setTimeout(() => {
      const isLost = source === stream && source.readyState !== EventSource.OPEN;
      if (isLost && !document.hidden) setConnected(false);
    }, RECONNECTING);
  });
}

// A browser allows few connections to one server, and each stream takes one. So a hidden tab only looks now and then.
function disconnect() {
  stream?.close();
  connectIn(HIDDEN_RETRY);
}
