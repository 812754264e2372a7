// Requests to the server.

import { setConnected, untilConnected } from "./connection.js";

const SLOW = 400; // milliseconds until the page says that it is waiting
const TIMEOUT = 60_000; // milliseconds until a request has failed
const FIRST_WAIT = 100; // milliseconds before a move is sent again; each time doubles it
const LONGEST_WAIT = 5000;

/**
 * Send a request.
 * @param {string} url
 * @param {RequestInit & { isQuiet?: boolean }} [options] Quiet: the page says otherwise that it is waiting.
 * @returns {Promise<Response | null>} Null if no answer came. A refused request is answered with a JSON `sentence`.
 */
export async function request(url, { isQuiet = false, ...options } = {}) {
  const slow = isQuiet ? 0 : setTimeout(() => document.body.classList.add("waiting"), SLOW);
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

function pause(milliseconds) {
  const { promise, resolve } = Promise.withResolvers();
  setTimeout(resolve, milliseconds);
  return promise;
}

/**
 * Post something until an answer comes. The server knows a move by the number of its row, so none is made twice.
 * @param {string} url
 * @param {URLSearchParams} body
 * @param {number} [wait]
 * @returns {Promise<Response | null>} Null if the player discarded it while the connection was lost.
 */
export async function sendUntilAnswered(url, body, wait = FIRST_WAIT) {
  const response = await request(url, { method: "POST", body });
  if (response) return response;
  if (!(await untilConnected())) return null;
  await pause(wait);
  return sendUntilAnswered(url, body, Math.min(wait * 2, LONGEST_WAIT));
}
