// A record dropped anywhere on the page is opened. It needs nothing of the page: the frame and the answer are made here,
// and what is wrong with a file the server says in the reader's language.

const frame = document.createElement("div");
frame.textContent = ".yunnan";
frame.hidden = true;
frame.setAttribute("aria-hidden", "true");
frame.style.cssText = `position: fixed; inset: 10px; z-index: 90; display: grid; place-items: center; pointer-events: none;
  border: 3px dashed var(--vermilion); border-radius: 14px; color: var(--vermilion);
  background: color-mix(in srgb, var(--paper), transparent 18%); font: 700 clamp(2rem, 8vw, 5rem)/1 var(--serif);`;

const carriesFile = (event) => event.dataTransfer?.types.includes("Files");
const show = (shown) => { frame.hidden = !shown; };

function tell(problem) {
  const dialog = document.createElement("dialog");
  dialog.style.cssText = `max-width: min(32rem, 90vw); padding: 1.25rem; border: 1px solid var(--edge); border-radius: 10px;
    color: var(--ink); background: var(--sheet);`;
  const sentence = document.createElement("p");
  sentence.id = "drop-problem";
  sentence.textContent = problem;
  dialog.setAttribute("aria-labelledby", sentence.id);
  const form = document.createElement("form");
  form.method = "dialog";
  const close = document.createElement("button");
  close.textContent = "OK";
  form.append(close);
  dialog.append(sentence, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

async function open(file) {
  const form = new FormData();
  form.append("file", file);
  try {
    const answer = await fetch("/open", { method: "POST", body: form, headers: { Accept: "application/json" } });
    const { to, problem, sentence } = await answer.json();
    if (to) location.assign(to);
    else tell(problem ?? sentence);
  } catch (error) {
    tell(String(error));
  }
}

document.body.append(frame);
document.addEventListener("dragover", (event) => {
  if (!carriesFile(event)) return;
  event.preventDefault();
  show(true);
});
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) show(false); });
document.addEventListener("drop", (event) => {
  if (!carriesFile(event)) return;
  event.preventDefault();
  show(false);
  if (event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
});
