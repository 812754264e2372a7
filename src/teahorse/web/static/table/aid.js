// The player aid: a drawer over the right side of the table. Its text is loaded when it is first opened. On a phone it
// looks like a page, so Back closes it: an entry of the history is added for it, and taken away when it closes otherwise.

import { request } from "./api.js";

const drawer = () => document.getElementById("aid");
const OPENED = "aid";
let isLoaded = false;
let isGoingBack = false; // the drawer was closed, and its entry of the history is about to go
let opener = null; // what had the focus; a step back in the history takes it away again

async function load(address) {
  const response = await request(`${address}?part=1`);
  if (!response?.ok) return;
  isLoaded = true;
  drawer().querySelector(".drawer-body").innerHTML = await response.text();
}

// Open the drawer.
export function openAid() {
  if (drawer().open) return;
  opener = document.activeElement;
  drawer().showModal();
  history.pushState({ opened: OPENED }, "");
  if (!isLoaded) load(document.getElementById("open-aid").getAttribute("href"));
}

/**
 * @returns {boolean} Whether a step back in the history was about the drawer.
 */
export function aidTakesBack() {
  const isAboutIt = isGoingBack || drawer().open;
  isGoingBack = false;
  drawer().close();
  if (isAboutIt) opener?.focus({ preventScroll: true });
  return isAboutIt;
}

export function listenToAid() {
  drawer().addEventListener("close", () => {
    if (history.state?.opened !== OPENED) return;
    isGoingBack = true;
    history.back();
  });
  document.addEventListener("click", (event) => {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (event.target.closest("#open-aid") && !opensElsewhere) {
      event.preventDefault();
      openAid();
    }
    // A click beside the drawer is a click on the dialog itself, because its backdrop belongs to it.
    const isBeside = event.target === drawer() && event.clientX < drawer().getBoundingClientRect().left;
    if (isBeside || event.target.closest("#aid .close")) drawer().close();
  });
}
