// What happened, shown: pieces walk, coins fly, the inspector comes, each with its line. Any key or click hurries it.

const SPEEDS = { off: 0, quick: 0.5, normal: 1, slow: 2 };
const LENGTH = 380; // milliseconds of one act at normal speed
const READING = 260; // after it, so that its line can be read
const WALKS = new Set(["journey", "displaced", "banished", "sent-home", "duli-placed"]);
const QUIET = new Set(["bid", "market", "done", "passed"]); // the board's own gliding shows these

let hurried = false;
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const ticker = document.getElementById("ticker");

export function factor() {
  const speed = SPEEDS[document.body.dataset.speed] ?? 1;
  return calm.matches || document.hidden || hurried ? 0 : speed;
}

export const pause = (milliseconds) => new Promise((done) => {
  const length = milliseconds * factor();
  if (!length) return done();
  const timer = setTimeout(finish, length);
  function finish() {
    clearTimeout(timer);
    hurry.delete(finish);
    done();
  }
  hurry.add(finish);
});

const hurry = new Set(); // what is under way and can be ended at once

for (const kind of ["pointerdown", "keydown"]) {
  window.addEventListener(kind, () => {
    if (!hurry.size) return;
    hurried = true;
    for (const finish of [...hurry]) finish();
  }, { capture: true, passive: true });
}

const spotOf = (name) => name && document.querySelector(`#board [data-spot="${CSS.escape(name)}"]`);

function centre(name) {
  const spot = spotOf(name);
  if (!spot) return null;
  const box = spot.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// The way between two places along the painted road, where there is one.
function road(start, end) {
  const order = "PYSKTQ";
  const place = (spot) => (spot === "market" ? "P" : (spot.match(/^(?:traders|province)-([PYSKTQ])/) || [])[1]);
  const [from, to] = [order.indexOf(place(start) || "?"), order.indexOf(place(end) || "?")];
  if (from < 0 || to < 0 || from === to) return null;
  const points = [];
  const step = Math.sign(to - from);
  for (let at = from; at !== to; at += step) {
    const [low, high] = step > 0 ? [at, at + 1] : [at - 1, at];
    const path = document.getElementById(`road-${order[low]}-${order[high]}`);
    if (!path) return null;
    const length = path.getTotalLength();
    for (let part = 0; part <= 4; part += 1) {
      points.push(path.getPointAtLength(length * (step > 0 ? part / 4 : 1 - part / 4)));
    }
  }
  return points;
}

function ghost(act) {
  const board = document.getElementById("board");
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const colour = document.body.dataset[`colour${(act.player || "").toUpperCase()}`];
  group.setAttribute("class", `ghost ${colour ? `colour-${colour}` : ""} ghost-${act.kind}`);
  if (["income", "bank-paid", "bids-paid", "debt", "converted"].includes(act.kind)) {
    const disc = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    disc.setAttribute("r", 16);
    const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
    text.textContent = act.amount > 0 && act.kind !== "bids-paid" ? `+${act.amount}` : `−${Math.abs(act.amount)}`;
    group.append(disc, text);
  } else {
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    const symbol = { present: "present", inspected: "inspector", "gorge-blocked": "blocker" }[act.kind] || "trader";
    use.setAttribute("href", `#${symbol}`);
    group.append(use);
  }
  group.setAttribute("aria-hidden", "true");
  board.append(group);
  return group;
}

async function fly(act) {
  const [start, end] = [centre(act.start), centre(act.end)];
  const to = end || start;
  if (!to || !factor()) return;
  const from = start || to;
  const points = (act.start && act.end && WALKS.has(act.kind) && road(act.start, act.end)) || [from, to];
  const made = ghost(act);
  const frames = points.map((point) => ({ transform: `translate(${point.x}px, ${point.y}px)` }));
  if (!act.start || !act.end) frames.splice(0, frames.length, { transform: `translate(${to.x}px, ${to.y}px) scale(.4)`, opacity: 0 }, { transform: `translate(${to.x}px, ${to.y}px) scale(1.5)`, opacity: 1 });
  const animation = made.animate(frames, { duration: LENGTH * factor() * Math.max(1, Math.min(2, points.length / 6)), easing: "ease-in-out", fill: "forwards" });
  const finish = () => animation.finish();
  hurry.add(finish);
  await animation.finished.catch(() => {});
  hurry.delete(finish);
  made.remove();
}

export function tell(line) {
  ticker.textContent = line || "";
  ticker.classList.toggle("telling", Boolean(line));
}

// Acts of one kind in a row happen at once, the others one after the other.
function groups(acts) {
  const grouped = [];
  for (const act of acts) {
    const last = grouped.at(-1);
    if (last && last[0].kind === act.kind) last.push(act);
    else grouped.push([act]);
  }
  return grouped;
}

export async function perform(acts) {
  for (const group of groups(acts)) {
    if (!factor()) break;
    tell(group.map((act) => act.text).filter(Boolean).join(" "));
    const moving = group.filter((act) => !QUIET.has(act.kind) && (act.start || act.end));
    await Promise.all(moving.map(fly));
    await pause(READING);
  }
}

export function rest() {
  hurried = false;
}
