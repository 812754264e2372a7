// A finger that scrolls the page over a slider must not move it: browsers set the slider as soon as it is touched.

/** @type {{ slider: HTMLInputElement, value: string } | null} The slider that is touched, and its value before. */
let touched = null;

function note({ target, pointerType }) {
  const isSlider = pointerType === "touch" && target.matches?.('input[type="range"]');
  touched = isSlider ? { slider: target, value: target.value } : null;
}

// The browser has taken the touch for scrolling.
function putBack() {
  if (!touched || touched.slider.value === touched.value) return;
  touched.slider.value = touched.value;
  for (const kind of ["input", "change"]) touched.slider.dispatchEvent(new Event(kind, { bubbles: true }));
}

document.addEventListener("pointerdown", note, { capture: true, passive: true });
document.addEventListener("pointercancel", putBack);
