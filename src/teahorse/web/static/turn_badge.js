// The mark on the tab's icon, and on the icon of the installed app: someone waits for this person.

const icon = () => document.querySelector('link[rel="icon"]');
const plain = icon().href;
let shown = 0;

function show() {
  // Someone who looks at the page needs no mark.
  icon().href = shown > 0 && document.hidden ? icon().dataset.badge : plain;
}

/**
 * Mark the icons.
 * @param {number} count How many games wait for this person.
 */
export function showBadge(count) {
  shown = count;
  show();
  const isDone = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  isDone?.catch(() => {}); // not every system has badges
}

document.addEventListener("visibilitychange", show);
