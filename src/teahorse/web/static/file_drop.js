// A game file dropped anywhere on the page is opened. The script builds its frame and its dialog itself, so it works on
// every page; the server says in the reader's language what is wrong with a file.

const frame = document.createElement("div");
frame.textContent = ".yunnan";
frame.hidden = true;
frame.setAttribute("aria-hidden", "true");
frame.style.cssText = `position: fixed; inset: 10px; z-index: 90; display: grid; place-items: center;
  pointer-events: none; border: 3px dashed var(--vermilion); border-radius: 14px; color: var(--vermilion);
  background: color-mix(in srgb, var(--paper), transparent 18%); font: 700 clamp(2rem, 8vw, 5rem)/1 var(--serif);`;

const hasFile = (event) => event.dataTransfer?.types.includes("Files");

function showFrame(isShown) {
  frame.hidden = !isShown;
}

function showProblem(problem) {
  const dialog = document.createElement("dialog");
  dialog.style.cssText = `max-width: min(32rem, 90vw); padding: 1.25rem; border: 1px solid var(--edge);
    border-radius: 10px; color: var(--ink); background: var(--sheet);`;
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
    const response = await fetch("/open", { method: "POST", body: form, headers: { Accept: "application/json" } });
    const { to, problem, sentence } = await response.json();
    if (to) location.assign(to);
    else showProblem(problem ?? sentence);
  } catch (error) {
    showProblem(String(error));
  }
}

document.body.append(frame);
document.addEventListener("dragover", (event) => {
  if (!hasFile(event)) return;
  event.preventDefault();
  showFrame(true);
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) showFrame(false); // the pointer left the window
});
document.addEventListener("drop", (event) => {
  if (!hasFile(event)) return;
  event.preventDefault();
  showFrame(false);
  const [file] = event.dataTransfer.files;
  if (file) open(file);
});
