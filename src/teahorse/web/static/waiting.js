// Looks how far the compilation is, moves the bar, and goes on when all is ready: to the table, or to the bots' moves.

const EVERY = 700; // milliseconds
const waiting = document.querySelector("[data-waits-for]");
const bar = waiting?.querySelector("progress");
const status = waiting?.querySelector("[role=status]");

async function look() {
  let room;
  try {
    room = (await (await fetch("/compiling")).json())[waiting.dataset.waitsFor];
  } catch {
    return later(); // the server may be starting again
  }
  bar.value = room.percent;
  if (!room.ready) return later();
  if (status?.dataset.ready) status.textContent = status.dataset.ready;
  goOn();
}

function goOn() {
  const form = waiting.querySelector("form");
  if (waiting.dataset.waitsFor === "bots") waiting.remove();
  else if (form) form.submit();
  else location.reload();
}

const later = () => setTimeout(look, EVERY);

if (waiting) later();
