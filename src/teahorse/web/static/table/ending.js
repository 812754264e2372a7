// The end of a game: the markers run along the track, source by source, then the podium appears; the picture to share.

import { announce } from "./caption.js";
import { phone } from "./screen.js";
import { setChapterAction } from "./story.js";
import { pause, speedFactor } from "./timing.js";

const PER_POINT = 45; // milliseconds at normal speed
const SHORTEST = 350;
const LONGEST = 1400;
const READING = 700;
const PICTURE_WIDTH = 1600; // pixels

const result = () => document.getElementById("result");
let wasOver = Boolean(result());

// The middles of the cells of the track.
function cells() {
  const path = document.getElementById(phone.matches ? "narrow-track" : "track")?.getAttribute("d") ?? "";
  return path
    .slice(1)
    .split("L")
    .map((point) => point.split(" ").map(Number));
}

async function runMarker(track, [player, from, to]) {
  const marker = document.getElementById(`points-${player}`);
  if (!marker) return;
  const stops = Array.from({ length: to - from + 1 }, (_, step) => track[Math.max(0, from + step) % track.length]);
  const frames = stops.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  const duration = Math.min(LONGEST, Math.max(SHORTEST, PER_POINT * (to - from))) * speedFactor();
  const run = marker.animate(frames.length > 1 ? frames : [...frames, ...frames], { duration, fill: "forwards" });
  const finish = () => run.finish();
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, finish, { once: true });
  await run.finished.catch(() => {});
}

// Hold a marker where it stood before the scoring.
function putBack(track, run) {
  const starts = new Map();
  for (const [, ways] of run) {
    for (const [player, from] of ways) if (!starts.has(player)) starts.set(player, from);
  }
  for (const [player, from] of starts) {
    const [x, y] = track[Math.max(0, from) % track.length];
    const frame = { transform: `translate(${x}px, ${y}px)` };
    document.getElementById(`points-${player}`)?.animate([frame, frame], { duration: 1, fill: "forwards" });
  }
}

function release() {
  for (const marker of document.querySelectorAll('[id^="points-"]')) {
    for (const animation of marker.getAnimations()) animation.cancel();
  }
}

async function showScoring() {
  const track = cells();
  const run = JSON.parse(result().dataset.run);
  if (track.length < 2 || speedFactor() === 0) return;
  result().classList.add("running");
  putBack(track, run);
  for (const [text, ways] of run) {
    if (speedFactor() === 0) break;
    announce(text);
    await Promise.all(ways.map((way) => runMarker(track, way)));
    await pause(READING);
  }
  release();
  announce("");
  result()?.classList.remove("running");
  result()?.classList.add("revealed");
}

// A new position is shown. If the game has just ended, the scoring is shown.
async function showEnding() {
  const isOver = Boolean(result());
  const watch = document.getElementById("watch-scoring");
  if (watch) watch.hidden = false;
  const hasEnded = isOver && !wasOver;
  wasOver = isOver;
  if (hasEnded) await showScoring();
}

// The picture as a PNG file, drawn from the SVG in this browser.
async function pictureFile(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = PICTURE_WIDTH;
  canvas.height = Math.round((PICTURE_WIDTH * image.naturalHeight) / image.naturalWidth);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const { promise, resolve } = Promise.withResolvers();
  canvas.toBlob(resolve, "image/png");
  const blob = await promise;
  return new File([blob], "yunnan.png", { type: "image/png" });
}

function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function share(link) {
  const file = await pictureFile(link.href);
  const files = { files: [file] };
  if (navigator.canShare?.(files)) await navigator.share(files).catch(() => {});
  else save(file);
}

export function listenToEnding() {
  setChapterAction(showEnding);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#share");
    if (link) {
      event.preventDefault();
      share(link).catch(() => location.assign(link.href));
    }
    if (event.target.closest("#watch-scoring")) showScoring();
  });
  showEnding();
}
