// Menus, which are <details data-menu>, close with Escape, with a click elsewhere, and when something in them was chosen.

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
// A menu hears Escape first: the same key also cancels a move.
document.addEventListener(
  "keydown",
  (event) => {
    const menus = openMenus();
    if (event.key !== "Escape" || menus.length === 0) return;
    event.stopPropagation();
    for (const menu of menus) close(menu);
  },
  { capture: true },
);
