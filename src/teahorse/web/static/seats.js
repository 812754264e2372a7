// The page of a table's seats: copies and shares links, and follows what happens at the table.

const RETRY = 3000; // milliseconds after which a page tries to listen again

const page = () => document.getElementById("seats");

function showButtons() {
  for (const button of document.querySelectorAll("[data-copy-link]")) button.hidden = false;
  for (const button of document.querySelectorAll("[data-share-link]")) button.hidden = !navigator.share;
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copyLink);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // without https
  }
  const words = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = words), 1500);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy-link], [data-share-link]");
  if (button?.dataset.copyLink) copy(button);
  else if (button) navigator.share({ url: document.getElementById(button.dataset.shareLink).value }).catch(() => {});
});

// Back may bring an old copy of this page. Don't send the player forward to the game again.
const isFromHistory = () => performance.getEntriesByType("navigation")[0]?.type === "back_forward";

async function refresh() {
  const { id } = page().dataset;
  const response = await fetch(`/t/${id}/seats?part=1`).catch(() => null);
  if (!response?.ok) return;
  const text = await response.text();
  const event = Number(/data-event="(\d+)"/u.exec(text)?.[1]);
  if (event < Number(page().dataset.event)) return; // the answer to a later request was quicker
  const wasWaiting = "waiting" in page().dataset;
  await htmx.swap({ text, target: page(), swap: "outerMorph", sourceElement: page() });
  showButtons();
  const hasBegun = wasWaiting && !("waiting" in page().dataset);
  if (hasBegun && !isFromHistory()) location.replace(`/t/${id}`); // Back then leads to the page before
}

function listen() {
  const stream = new EventSource(`/t/${page().dataset.id}/bell`);
  stream.addEventListener("change", (event) => {
    if (Number(event.data) > Number(page().dataset.event)) refresh();
  });
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, RETRY);
  });
  window.addEventListener("pagehide", () => stream.close());
}

showButtons();
if (page()) {
  htmx.config.morphIgnore.push("open"); // what a person unfolded stays unfolded
  listen();
}
