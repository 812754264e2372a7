// Checks the numbers of a box while they are typed. The server knows the rules; this script only shows its findings.

/**
 * What the server found in one table of the box.
 * @typedef {object} Finding
 * @property {string} sentence
 * @property {boolean} mistake Whether it is a mistake; otherwise it only looks like one.
 * @property {string[]} fields The names of the fields it is about.
 */

const PAUSE = 300; // milliseconds after the last key before the server is asked
const form = document.getElementById("box");
const summary = document.getElementById("summary");
/** @type {Finding} */
const NOTHING = { sentence: "", mistake: false, fields: [] };
let timer = 0;
let requests = 0; // only the answer to the last request is shown

function setAttribute(element, name, value) {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}

/**
 * Mark a field with the finding about it.
 * @param {HTMLInputElement} field
 * @param {Finding | undefined} finding
 */
function markField(field, finding) {
  field.classList.toggle("doubtful", Boolean(finding && !finding.mistake));
  setAttribute(field, "aria-invalid", finding?.mistake ? "true" : "");
  setAttribute(field, "aria-describedby", finding ? `found-${field.dataset.table}` : "");
}

/**
 * Show the sentence of a finding, with the card of Dúli that it is about.
 * @param {HTMLElement} place
 * @param {Finding} finding
 */
function showSentence(place, { sentence, mistake, fields }) {
  if (place.textContent !== sentence) place.textContent = sentence; // or a screen reader would say it again
  place.classList.toggle("problem", mistake);
  place.classList.toggle("doubt", !mistake);
  const [field] = fields;
  const card = field ? document.getElementById(field).closest(".duli-card") : null;
  if (card && card !== place.parentElement) card.append(place);
}

/**
 * Show all that the server found.
 * @param {{ found: Record<string, Finding>, changed: string[], summary: string }} findings
 */
function show({ found, changed, summary: sentence }) {
  for (const field of form.querySelectorAll("[data-table]")) {
    const finding = found[field.dataset.table];
    markField(field, finding?.fields.includes(field.name) ? finding : undefined);
    field.classList.toggle("changed", changed.includes(field.name));
  }
  for (const place of form.querySelectorAll(".found")) {
    showSentence(place, found[place.id.replace("found-", "")] ?? NOTHING);
  }
  summary.textContent = sentence;
  const hasMistake = Object.values(found).some((finding) => finding.mistake);
  summary.classList.toggle("problem", hasMistake);
}

async function check() {
  requests += 1;
  const number = requests;
  const fields = new FormData(form);
  fields.delete("file");
  try {
    const headers = { Accept: "application/json" };
    const response = await fetch("/box/check", { method: "POST", body: fields, headers });
    const findings = await response.json();
    if (response.ok && number === requests) show(findings);
  } catch {
    // The server is gone for a moment. Saving will say so, and the next key asks again.
  }
}

form.addEventListener("input", (event) => {
  if (!event.target.dataset.table) return;
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
});

// Numbers may have been typed before this script ran, or kept by the browser over a reload. They are checked, too.
function isChanged(field) {
  return field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}
if ([...form.querySelectorAll("input[data-table]")].some(isChanged)) check();
