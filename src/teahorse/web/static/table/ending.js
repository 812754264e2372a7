// The end of a game: the markers run along the track, source by source, then the podium appears; the picture to share.

import { announce } from "./caption.js";
import { show } from "./follow.js";
import { phrase } from "./offers.js";
import { phone } from "./screen.js";
import { setChapterActions } from "./story.js";
import { pause, speedFactor } from "./timing.js";

const PER_POINT = 45; // milliseconds at normal speed
const SHORTEST = 350;
const LONGEST = 1400;
const READING = 700;
const NOTICE = 5000; // milliseconds
const PICTURE_WIDTH = 1600; // pixels

const RESULT = 'id="result"'; // in the lines of a table whose game is over

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

async function runMarker(track, [player, from, to], slower) {
  const marker = document.getElementById(`points-${player}`);
  if (!marker) return;
  const stops = Array.from({ length: to - from + 1 }, (_, step) => track[Math.max(0, from + step) % track.length]);
  const frames = stops.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
  const duration = Math.min(LONGEST, Math.max(SHORTEST, PER_POINT * (to - from))) * speedFactor() * slower;
  const run = marker.animate(frames.length > 1 ? frames : [...frames, ...frames], { duration, fill: "forwards" });
  const listening = new AbortController();
  const { signal } = listening;
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, () => run.finish(), { signal });
  await run.finished.catch(() => {});
  listening.abort(); // later it would hold the marker again
}

// Hold the markers where they stood before the scoring.
function putBack(track, points) {
  for (const [player, from] of points) {
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

// The points that everyone has at this moment of the scoring, wherever they are written.
function writePoints(points) {
  for (const [player, vp] of points) {
    for (const place of document.querySelectorAll(`[data-number="vp-${player}"]`)) place.textContent = String(vp);
  }
}

// Everyone's points before the scoring, or after it.
function pointsOf(run, { isAfter }) {
  const points = new Map();
  for (const [player, from, to] of run.flatMap(([, ways]) => ways)) {
    if (isAfter) points.set(player, to);
    else if (!points.has(player)) points.set(player, from);
  }
  return points;
}

// On a phone, scroll to the track.
function showTrack() {
  const numbers = document.querySelectorAll("#board .label.track, #board .label.far");
  return show(
    [...numbers].filter((number) => number.getClientRects().length > 0),
    { isLow: true },
  );
}

async function showScoring(slower = 1) {
  const track = cells();
  const run = JSON.parse(result().dataset.run);
  if (track.length < 2 || speedFactor() === 0) return;
  const focused = document.activeElement;
  document.body.classList.add("scoring");
  putBack(track, pointsOf(run, { isAfter: false }));
  writePoints(pointsOf(run, { isAfter: false }));
  await showTrack();
  await pause(READING * slower);
  for (const [text, ways] of run) {
    if (speedFactor() === 0) break;
    announce(text);
    await Promise.all(ways.map((way) => runMarker(track, way, slower)));
    writePoints(ways.map(([player, , to]) => [player, to]));
    await pause(READING * slower);
  }
  release();
  announce("");
  writePoints(pointsOf(run, { isAfter: true }));
  result()?.classList.add("revealed");
  document.body.classList.remove("scoring");
  if (result()?.contains(focused)) focused.focus({ preventScroll: true }); // it was hidden meanwhile
}

// A new position is about to be shown. If the game ends with it, its result is not told before the scoring was shown.
function coverResult(chapter) {
  const isEnding = !wasOver && chapter.lines.some((line) => line.includes(RESULT));
  document.body.classList.toggle("scoring", isEnding && speedFactor() > 0);
}

// A new position is shown. If the game has just ended, the scoring is shown.
async function showEnding() {
  const isOver = Boolean(result());
  const watch = document.getElementById("watch-scoring");
  if (watch) watch.hidden = false;
  const hasEnded = isOver && !wasOver;
  wasOver = isOver;
  try {
    if (hasEnded) await showScoring();
  } finally {
    document.body.classList.remove("scoring");
    document.title = document.getElementById("table").dataset.title;
  }
  if (isOver) showTrack();
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
  else {
    save(file);
    announce(phrase("saved picture"));
    setTimeout(() => announce(""), NOTICE);
  }
}

export function listenToEnding() {
  setChapterActions({ before: coverResult, after: showEnding });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#share");
    if (link) {
      event.preventDefault();
      share(link).catch(() => location.assign(link.href));
    }
    // Even at quick speed, the scoring runs at normal speed when a player asks to see it.
    if (event.target.closest("#watch-scoring")) showScoring(Math.max(1, 1 / (speedFactor() || 1)));
  });
  showEnding();
}
