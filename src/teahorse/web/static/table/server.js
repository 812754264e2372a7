// The server: asked, listened to, and looked for when it is gone.

const SLOW = 400; // milliseconds; after so long, a wait is put into words
const PATIENCE = 60_000; // then an answer won't come any more
const GRACE = 2000; // a connection that comes back by itself was not lost
const AGAIN = 3000; // until the server is looked for again
const UNSEEN = 10_000; // between two looks of a page that nobody sees

let bell = null;
let address = "";
let tellRow = null;
let again = 0;

function connection(isThere) {
  document.getElementById("lost").hidden = isThere;
  if (!isThere) listenIn(AGAIN);
}

// Ask for something; null if no answer came. What is refused comes as JSON with a `sentence`.
export async function ask(where, options = {}) {
  const slow = setTimeout(() => document.body.classList.add("waiting"), SLOW);
  try {
    const headers = { Accept: "application/json, text/html", "X-Table": "1" };
    const answer = await fetch(where, { ...options, headers, signal: AbortSignal.timeout(PATIENCE) });
    const isOurs = answer.ok || answer.headers.get("content-type")?.startsWith("application/json");
    connection(isOurs); // whatever stands between may answer for a server that is gone
    return isOurs ? answer : null;
  } catch {
    connection(false);
    return null;
  } finally {
    clearTimeout(slow);
    document.body.classList.remove("waiting");
  }
}

// --- The bell -------------------------------------------------------------------------------------------

// Hear of new rows, from now on, whatever happens to the connection.
export function listen(where, told) {
  address = where;
  tellRow = told;
  ring();
}

function listenIn(milliseconds) {
  again ||= setTimeout(ring, milliseconds);
}

function ring() {
  clearTimeout(again);
  again = 0;
  bell?.close();
  const ringing = bell = new EventSource(address);
  ringing.addEventListener("open", () => connection(true));
  ringing.addEventListener("row", (event) => {
    connection(true);
    tellRow(Number(event.data));
    if (document.hidden) away();
  });
  ringing.addEventListener("error", () => setTimeout(() => {
    if (ringing === bell && ringing.readyState !== EventSource.OPEN && !document.hidden) connection(false);
  }, GRACE));
}

// A browser has few connections to a server, and each bell takes one: a page that nobody sees looks only now and then.
function away() {
  bell.close();
  listenIn(UNSEEN);
}

document.addEventListener("visibilitychange", () => (document.hidden ? away() : ring()));
window.addEventListener("pagehide", () => bell?.close());
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
