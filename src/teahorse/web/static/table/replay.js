// Going through a game that was played: scrubber, steps, playing by itself.

const PACE = 1100; // milliseconds between two positions at normal speed
let timer = 0;
let playing = false;
let show = null; // how a position is shown; the table knows

const bar = () => document.getElementById("replay");
const rows = () => JSON.parse(bar().dataset.rows);
const here = () => Number(bar().dataset.index);

export const isReplay = () => Boolean(bar());

function go(index) {
  const all = rows();
  const wanted = Math.min(Math.max(0, index), all.length - 1);
  const id = document.getElementById("table").dataset.id;
  return show(`/t/${id}/at/${all[wanted]}`, { remember: true });
}

function press(isPlaying) {
  playing = isPlaying;
  clearTimeout(timer);
  document.getElementById("replay-play")?.setAttribute("aria-pressed", String(playing));
}

const stop = () => press(false);

async function onward() {
  if (!isReplay() || here() >= rows().length - 1) return stop();
  await go(here() + 1);
  if (!playing) return; // stopped meanwhile
  const pace = { 0.5: 2, 1: 1, 2: 0.5, 4: 0.25 }[document.getElementById("replay-speed")?.value] ?? 1;
  press(true);
  timer = setTimeout(onward, PACE * pace);
}

function begin() {
  press(true);
  onward();
}

// Whoever goes somewhere by hand wants to stay there.
function step(index) {
  stop();
  return go(index);
}

export const STEPS = {
  first: () => step(0),
  back: () => step(here() - 1),
  on: () => step(here() + 1),
  last: () => step(rows().length - 1),
  play: () => (playing ? stop() : begin()),
};

export function listen(shows) {
  show = shows;
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (!button || !isReplay()) return;
    event.preventDefault();
    STEPS[button.dataset.step]();
  });

  document.addEventListener("input", (event) => {
    if (event.target.id === "scrubber") step(Number(event.target.value));
  });
}
