// Menus, which are <details data-menu>, close with Escape, with a click elsewhere, and when something in them was chosen.
// A finger that taps elsewhere only closes the menu: what lies beside it on a phone is easily hit.

function close(menu) {
  if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
  menu.open = false;
}

const openMenus = () => document.querySelectorAll("details[data-menu][open]");

document.addEventListener("click", (event) => {
  const item = event.target.closest("a, button");
  for (const menu of openMenus()) {
    if (!menu.contains(event.target) || menu.contains(item)) close(menu);
  }
});
const CAPTURE = { capture: true };
let hasClosed = false; // a finger has closed a menu, and the rest of its tap is to come

function swallow(event) {
  if (!hasClosed) return;
  event.stopPropagation();
  if (event.type === "click") {
    event.preventDefault();
    hasClosed = false;
  }
}

document.addEventListener(
  "pointerdown",
  (event) => {
    const menus = [...openMenus()].filter((menu) => !menu.contains(event.target));
    hasClosed = event.pointerType === "touch" && menus.length > 0;
    if (!hasClosed) return;
    event.stopPropagation();
    for (const menu of menus) close(menu);
  },
  CAPTURE,
);
for (const name of ["touchstart", "pointerup", "touchend", "click"]) {
  document.addEventListener(name, swallow, CAPTURE);
}
// A menu hears Escape first: the same key also cancels a move.
document.addEventListener(
  "keydown",
  (event) => {
    const menus = openMenus();
    if (event.key !== "Escape" || menus.length === 0) return;
    event.stopPropagation();
    for (const menu of menus) close(menu);
  },
  CAPTURE,
);
