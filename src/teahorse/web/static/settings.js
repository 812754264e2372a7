// Settings apply as soon as they are chosen. Without scripts a button saves them.

const form = document.getElementById("settings");
const kept = document.getElementById("kept");
const button = form.querySelector("button");
const back = document.getElementById("back");
let saving = Promise.resolve(); // ends when all choices so far are saved

// The answer is this page with the new settings. stale_page.js compares pages from the browser's history with them.
async function notePreferences(response) {
  const [, preferences] = /data-preferences="([^"]*)"/u.exec(await response.text()) ?? [];
  if (preferences) sessionStorage.setItem("preferences", preferences);
}

async function save() {
  const fields = new URLSearchParams(new FormData(form));
  fields.delete("back"); // one choice doesn't leave the page
  const response = await fetch("/settings", { method: "POST", body: fields }).catch(() => null);
  if (response?.ok) await notePreferences(response);
  kept.textContent = response?.ok ? kept.dataset.kept : kept.dataset.failed;
  kept.classList.toggle("problem", !response?.ok);
  button.hidden = Boolean(response?.ok);
  document.documentElement.dataset.theme = fields.get("theme");
}

button.hidden = true;
if (back) back.textContent = back.dataset.back;
form.addEventListener("change", (event) => {
  saving = saving.then(save);
  if (event.target.name === "language") saving = saving.then(() => location.reload());
});
