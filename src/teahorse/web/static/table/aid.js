// The player aid: a drawer over the right side of the table. Its text is loaded when it is first opened.

import { request } from "./api.js";

const drawer = () => document.getElementById("aid");
let isLoaded = false;

async function load(address) {
  const response = await request(`${address}?part=1`);
  if (!response?.ok) return;
  isLoaded = true;
  drawer().querySelector(".drawer-body").innerHTML = await response.text();
}

// Open the drawer.
export function openAid() {
  if (drawer().open) return;
  drawer().showModal();
  if (!isLoaded) load(document.getElementById("open-aid").getAttribute("href"));
}

export function listenToAid() {
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
