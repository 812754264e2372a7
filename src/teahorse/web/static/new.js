// The form for a new game. If a player chooses a colour that another seat has, the two seats swap colours. All else on
// this page adapts by asking the server, because it knows the rules.

/** @type {Map<string, string>} The colour of each seat before a change, by the name of its radio buttons. */
const coloursBefore = new Map();

const isColour = (input) => input.matches?.("#new input[data-colour]");

// The colours that count: a seat has a second one only in some variants.
function chosenColours() {
  const inputs = [...document.querySelectorAll("#new input[data-colour]:checked")];
  return inputs.filter((input) => !("second" in input.dataset) || !input.closest("[hidden]"));
}

function rememberColours() {
  for (const input of chosenColours()) coloursBefore.set(input.name, input.value);
}

function swapColours(chosen) {
  const other = chosenColours().find((input) => input !== chosen && input.value === chosen.value);
  const before = coloursBefore.get(chosen.name);
  if (other && before) {
    document.querySelector(`#new input[data-colour][name="${other.name}"][value="${before}"]`).checked = true;
  }
  rememberColours();
}

// What was chosen before this script and htmx ran is handled as if it were chosen now.
function catchUp() {
  for (const input of document.querySelectorAll("#new input[data-colour]")) {
    if (input.defaultChecked) coloursBefore.set(input.name, input.value);
  }
  const changed = [...document.querySelectorAll("#new input:checked")].filter((input) => !input.defaultChecked);
  for (const input of changed.filter(isColour)) swapColours(input);
  changed.find((input) => input.matches(".adapts"))?.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("change", (event) => isColour(event.target) && swapColours(event.target), true);
document.addEventListener("htmx:after:swap", rememberColours);

// An answer doesn't know what was typed and unfolded while it was on its way.
document.addEventListener("htmx:before:swap", () => {
  const typed = [...document.querySelectorAll("#new input[type=text]")].map((input) => [input.id, input.value]);
  const unfolded = [...document.querySelectorAll("#new details[open]")].map((details) => details.id);
  const restore = () => {
    for (const [id, value] of typed) Object.assign(document.getElementById(id) ?? {}, { value });
    for (const id of unfolded) document.getElementById(id).open = true;
  };
  document.addEventListener("htmx:after:swap", restore, { once: true });
});

// htmx starts in a task of its own, before or after this script. Only then does it hear that something was chosen.
if (document.querySelector("#new").matches("[data-htmx-powered]")) catchUp();
else document.addEventListener("htmx:after:process", catchUp, { once: true });
