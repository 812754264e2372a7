// The clocks of the players. The server says how much time was left and whether it runs; between its answers the page
// counts on. The server alone decides when time is used up.

const TICK = 250; // milliseconds
const SHORT = 30; // seconds
const A_DAY = 86_400; // seconds

/** @type {WeakMap<Element, {key: string, since: number}>} When each clock got its present value. */
const received = new WeakMap();

const twoDigits = (number) => String(number).padStart(2, "0");

/**
 * A time in short, as the server writes it.
 * @param {number} seconds
 * @returns {string}
 */
function timeText(seconds) {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = twoDigits(seconds % 60);
  return hours ? `${hours}:${twoDigits(minutes % 60)}:${rest}` : `${minutes}:${rest}`;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const { seconds, at } = clock.dataset;
    const key = `${seconds} ${at}`;
    let value = received.get(clock);
    if (value?.key !== key) {
      value = { key, since: performance.now() };
      received.set(clock, value);
    }
    if (!clock.classList.contains("running") || Number(seconds) >= A_DAY) continue;
    const left = Math.max(0, Math.ceil(Number(seconds) - (performance.now() - value.since) / 1000));
    const text = timeText(left);
    const digits = clock.querySelector(".digits");
    if (digits.textContent !== text) digits.textContent = text;
    clock.classList.toggle("short", left <= SHORT);
  }
}

export function startClocks() {
  tick();
  setInterval(tick, TICK);
}
