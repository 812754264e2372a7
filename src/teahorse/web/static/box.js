// The numbers of a box are checked while they are typed. The server knows the rules; here its findings are only shown.

const form = document.getElementById("box");
const summary = document.getElementById("summary");
const PAUSE = 300; // milliseconds without a key before the server is asked
let waiting = 0;
let asked = 0; // how often; only the latest answer counts

function show({ found, changed, summary: sentence }) {
  const differing = new Set(changed);
  for (const field of form.querySelectorAll("[data-table]")) {
    const finding = found[field.dataset.table];
    const isMeant = finding?.fields.includes(field.name) ?? false;
    field.classList.toggle("changed", differing.has(field.name));
    field.classList.toggle("doubtful", isMeant && !finding.mistake);
    if (isMeant && finding.mistake) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    if (isMeant) field.setAttribute("aria-describedby", `found-${field.dataset.table}`);
    else field.removeAttribute("aria-describedby");
  }
  for (const place of form.querySelectorAll(".found")) {
    const finding = found[place.id.replace("found-", "")];
    if (place.textContent !== (finding?.sentence ?? "")) place.textContent = finding?.sentence ?? "";
    place.classList.toggle("problem", Boolean(finding?.mistake));
    place.classList.toggle("doubt", !finding?.mistake);
    const card = finding?.fields.length ? document.getElementById(finding.fields[0]).closest(".duli-card") : null;
    if (card && card !== place.parentElement) card.append(place); // the sentence stands where the number is
  }
  summary.textContent = sentence;
  summary.classList.toggle("problem", Object.values(found).some((finding) => finding.mistake));
}

async function check() {
  asked += 1;
  const number = asked;
  const fields = new FormData(form);
  fields.delete("file");
  try {
    const answer = await fetch("/box/check", { method: "POST", body: fields, headers: { Accept: "application/json" } });
    const findings = await answer.json();
    if (answer.ok && number === asked) show(findings);
  } catch {
    // The server is gone for a moment: saving will say so, and the next key asks again.
  }
}

form.addEventListener("input", (event) => {
  if (!event.target.dataset.table) return;
  clearTimeout(waiting);
  waiting = setTimeout(check, PAUSE);
});

// What was typed before this script ran, or what the browser kept over a reload, is checked, too.
const isTouched = (field) =>
  field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
if ([...form.querySelectorAll("input[data-table]")].some(isTouched)) check();
