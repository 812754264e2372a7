// Replay of a game: slider, single steps, and playing by itself.

const PACE = 1100; // milliseconds between two positions at normal speed

let timer = 0;
let isPlaying = false;
/** @type {(url: string) => Promise<void>} Shows a position of this table. */
let showPosition = async () => {};

const bar = () => document.getElementById("replay");
const scrubber = () => document.getElementById("scrubber");
const rows = () => JSON.parse(bar().dataset.rows);
const index = () => Number(bar().dataset.index);

// Whether the page shows a position of the past.
export const isReplay = () => Boolean(bar());

/**
 * What the review's remark about this position is about.
 * @param {"played" | "better"} move
 * @returns {string[]} Spots of this move; none without a remark.
 */
export const remarkedSpots = (move) => (bar()?.dataset[move] ?? "").split(" ").filter(Boolean);

function goTo(wanted) {
  const all = rows();
  const { id } = document.getElementById("table").dataset;
  return showPosition(`/t/${id}/at/${all[Math.min(Math.max(0, wanted), all.length - 1)]}`);
}

function setPlaying(shouldPlay) {
  isPlaying = shouldPlay;
  clearTimeout(timer);
  document.getElementById("replay-play")?.setAttribute("aria-pressed", String(isPlaying));
}

async function playOn() {
  if (!isReplay() || index() >= rows().length - 1) {
    setPlaying(false);
    return;
  }
  await goTo(index() + 1);
  if (!isPlaying) return; // stopped meanwhile
  const speed = Number(document.getElementById("replay-speed")?.value) || 1;
  setPlaying(true);
  timer = setTimeout(playOn, PACE / speed);
}

function togglePlaying() {
  setPlaying(!isPlaying);
  if (isPlaying) playOn();
}

// A step by hand stops playing.
function stepTo(wanted) {
  setPlaying(false);
  goTo(wanted);
}

/** What the buttons and keys of the replay do. */
export const REPLAY_ACTIONS = {
  first: () => stepTo(0),
  back: () => stepTo(index() - 1),
  on: () => stepTo(index() + 1),
  last: () => stepTo(rows().length - 1),
  play: togglePlaying,
};

/**
 * Listen to the buttons and the slider of the replay.
 * @param {typeof showPosition} show
 */
export function listenToReplay(show) {
  showPosition = show;
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (!button || !isReplay()) return;
    event.preventDefault();
    REPLAY_ACTIONS[button.dataset.step]();
  });
  document.addEventListener("input", (event) => {
    if (event.target === scrubber()) stepTo(Number(scrubber().value));
  });
  // The slider may have been moved before this script ran.
  if (scrubber() && scrubber().value !== scrubber().defaultValue) stepTo(Number(scrubber().value));
}
