// The map on small screens: pinch and pan, and a look at where something can be done.

const MOST = 5;
const NEAR = 24; // pixels: a finger within this of a spot means that spot
let zoom = 1;
let x = 0;
let y = 0;
const fingers = new Map();
let moved = false;

const area = () => document.getElementById("map-area");
const narrow = window.matchMedia("(max-width: 800px)");

function lay() {
  const box = area().getBoundingClientRect();
  const [width, height] = [box.width, box.width * 0.75];
  const least = (size, room) => Math.min(0, room - size * zoom);
  x = Math.min(Math.max(0, (box.width - width * zoom) / 2), Math.max(least(width, box.width), x));
  y = Math.min(Math.max(0, (box.height - height * zoom) / 2), Math.max(least(height, box.height), y));
  const style = document.body.style;
  style.setProperty("--zoom", zoom);
  style.setProperty("--pan-x", `${x}px`);
  style.setProperty("--pan-y", `${y}px`);
  // Where the map goes on beyond an edge, that edge says so.
  area().classList.toggle("more-left", x < -4);
  area().classList.toggle("more-right", x + width * zoom > box.width + 4);
}

function zoomAt(factor, at) {
  const wanted = Math.min(MOST, Math.max(1, zoom * factor));
  x = at.x - (at.x - x) * (wanted / zoom);
  y = at.y - (at.y - y) * (wanted / zoom);
  zoom = wanted;
  lay();
}

const within = (event) => {
  const box = area().getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

// Bring what can be done into view; on a wide screen the whole map is.
export function lookAt(spots) {
  if (!narrow.matches) return;
  const board = document.getElementById("board");
  const boxes = [...board.querySelectorAll("[data-spot]")].filter((spot) => spots.has(spot.dataset.spot)).map((spot) => spot.getBBox());
  const frame = area().getBoundingClientRect();
  if (!boxes.length) { zoom = Math.max(1, frame.height / (frame.width * 0.75)); lay(); return; }
  const left = Math.min(...boxes.map((box) => box.x)) - 20;
  const top = Math.min(...boxes.map((box) => box.y)) - 20;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + 20;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + 20;
  const unit = frame.width / 1200;
  zoom = Math.min(3, Math.max(1, frame.height / (frame.width * 0.75), Math.min(frame.width / ((right - left) * unit), frame.height / ((bottom - top) * unit))));
  x = frame.width / 2 - ((left + right) / 2) * unit * zoom;
  y = frame.height / 2 - ((top + bottom) / 2) * unit * zoom;
  lay();
}

// The spot a finger means: the one below it, or the nearest that can be used.
export function nearestSpot(event) {
  const direct = event.target.closest?.("[data-spot]");
  if (direct && (direct.classList.contains("legal") || direct.classList.contains("source"))) return direct;
  let best = null;
  let least = NEAR;
  for (const spot of document.querySelectorAll("#board .legal, #board .source")) {
    const box = spot.getBoundingClientRect();
    const dx = Math.max(box.left - event.clientX, 0, event.clientX - box.right);
    const dy = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom);
    const distance = Math.hypot(dx, dy);
    if (distance < least) { least = distance; best = spot; }
  }
  return best || direct;
}

export const wasDragged = () => moved;

export function listen() {
  const map = document.body;
  map.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("#map-area") || event.pointerType === "mouse" && zoom === 1) { moved = false; return; }
    if (!fingers.size) moved = false;
    fingers.set(event.pointerId, within(event));
  });
  map.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    if (event.pointerType === "mouse" && !event.buttons) { fingers.delete(event.pointerId); return; } // let go outside
    const now = within(event);
    if (fingers.size === 1) {
      if (!moved && Math.hypot(now.x - before.x, now.y - before.y) < 8) return;
      moved = true;
      x += now.x - before.x;
      y += now.y - before.y;
      lay();
    } else {
      moved = true;
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      zoomAt(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    }
    fingers.set(event.pointerId, now);
  });
  for (const kind of ["pointerup", "pointercancel"]) map.addEventListener(kind, (event) => fingers.delete(event.pointerId));
  map.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) return;
    const box = area().getBoundingClientRect();
    if (button.dataset.zoom === "fit") { zoom = 1; x = y = 0; lay(); }
    else zoomAt(button.dataset.zoom === "in" ? 1.4 : 1 / 1.4, { x: box.width / 2, y: box.height / 2 });
  });
  map.addEventListener("wheel", (event) => {
    if (!event.target.closest("#map-area") || !event.ctrlKey) return;
    event.preventDefault();
    zoomAt(Math.exp(-event.deltaY / 200), within(event));
  }, { passive: false });
  window.addEventListener("resize", () => {
    if (!narrow.matches) { zoom = 1; x = y = 0; }
    lay();
  });
}
