// A press means what lay under the pointer when it went down. Until it is lifted the page may change: a story is skipped or
// ends, and the buttons of the next decision come. The rest of such a press is ignored.

/** @type {{ control: string, row: string } | null} */
let pressed = null;
/** @type {((event: PointerEvent) => void)[]} */
const actions = [];

const shownRow = () => document.getElementById("table").dataset.row;

// What tells one button or link from another, also when the page made it anew.
function controlAt(target) {
  const control = target.closest?.("button, a");
  return control ? JSON.stringify([control.id, control.name, control.value, control.href, control.textContent]) : "";
}

/**
 * Do something at every press, after it was noted: skipping a story may show the next position at once.
 * @param {(event: PointerEvent) => void} action
 */
export function onPress(action) {
  actions.push(action);
}

// Whether the page shows another position than when the pointer was pressed.
export const isPositionNew = () => pressed !== null && pressed.row !== shownRow();

function swallow(event) {
  const isByKey = event.detail === 0;
  const control = controlAt(event.target);
  if (isByKey || !pressed || !control || control === pressed.control) return;
  event.preventDefault();
  event.stopPropagation();
}

window.addEventListener(
  "pointerdown",
  (event) => {
    pressed = { control: controlAt(event.target), row: shownRow() };
    for (const action of actions) action(event);
  },
  { capture: true, passive: true },
);
window.addEventListener("click", swallow, { capture: true });
