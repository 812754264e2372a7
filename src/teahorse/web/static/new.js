// Where a colour is chosen that another seat has, the two change places: so no colour is ever there twice.
// All else on this page adapts by asking the server, which knows the rules.

const isColour = (input) => input instanceof HTMLInputElement && input.matches("#new input[data-colour]");
const chosen = new Map(); // the colour of each group of swatches before the change

const groups = () => {
  const inputs = [...document.querySelectorAll("#new input[data-colour]:checked")];
  return inputs.filter((input) => input.dataset.second === undefined || !input.closest("[hidden]"));
};
const remember = () => { for (const input of groups()) chosen.set(input.name, input.value); };

document.addEventListener("change", (event) => {
  const picked = event.target;
  if (!isColour(picked)) return;
  const rival = groups().find((input) => input !== picked && input.value === picked.value);
  const given = chosen.get(picked.name);
  if (rival && given) {
    document.querySelector(`#new input[data-colour][name="${rival.name}"][value="${given}"]`).checked = true;
  }
  remember();
}, true);

remember();
document.addEventListener("htmx:after:swap", remember);
