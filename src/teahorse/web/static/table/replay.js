// Going through a game that was played: scrubber, steps, playing by itself.

const PACE = 1100; // milliseconds between two positions at normal speed
let timer = 0;
let show = null; // how a position is shown; the table knows

const bar = () => document.getElementById("replay");
const rows = () => JSON.parse(bar().dataset.rows);
const here = () => Number(bar().dataset.index);

export const isReplay = () => Boolean(bar());

export function go(index) {
  const all = rows();
  const wanted = Math.min(Math.max(0, index), all.length - 1);
  const id = document.getElementById("table").dataset.id;
  return show(`/t/${id}/at/${all[wanted]}`, { remember: true });
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  document.getElementById("replay-play")?.setAttribute("aria-pressed", "false");
}

async function onward() {
  if (!isReplay() || here() >= rows().length - 1) return stop();
  await go(here() + 1);
  const pace = { 0.5: 2, 1: 1, 2: 0.5, 4: 0.25 }[document.getElementById("replay-speed")?.value] ?? 1;
  document.getElementById("replay-play")?.setAttribute("aria-pressed", "true");
  timer = setTimeout(onward, PACE * pace);
}

export const STEPS = {
  first: () => go(0),
  back: () => go(here() - 1),
  on: () => go(here() + 1),
  last: () => go(rows().length - 1),
  play: () => (timer ? stop() : onward()),
};

export function listen(shows) {
  show = shows;
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (!button || !isReplay()) return;
    event.preventDefault();
    if (button.dataset.step !== "play") stop();
    STEPS[button.dataset.step]();
  });

  document.addEventListener("input", (event) => {
    if (event.target.id !== "scrubber") return;
    stop();
    go(Number(event.target.value));
  });
}
