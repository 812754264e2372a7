// Shows how far the compilation of the rules or the bots is. When it is done, the page goes on.

const INTERVAL = 700; // milliseconds between two requests
const notice = document.querySelector("[data-waits-for]");

async function progress() {
  try {
    const response = await fetch("/compiling");
    return (await response.json())[notice.dataset.waitsFor];
  } catch {
    return null; // the server may be restarting
  }
}

function goOn() {
  const status = notice.querySelector("[role=status]");
  if (status?.dataset.ready) status.textContent = status.dataset.ready;
  const form = notice.querySelector("form");
  if (notice.dataset.waitsFor === "bots") notice.remove();
  else if (form) form.submit();
  else location.reload();
}

async function update() {
  const { percent, ready } = (await progress()) ?? {};
  if (percent !== undefined) notice.querySelector("progress").value = percent;
  if (ready) goOn();
  else setTimeout(update, INTERVAL);
}

if (notice) setTimeout(update, INTERVAL);
