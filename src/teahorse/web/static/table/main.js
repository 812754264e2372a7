// The table. This script starts the others: a click or a key becomes a move (pointer.js, keyboard.js, moves.js), and what
// happened is shown (story.js, animation.js).

import { announce } from "./caption.js";
import { listenForNews } from "./connection.js";
import { setCardActions } from "./card.js";
import { listenToKeys } from "./keyboard.js";
import { listenToForms, play } from "./moves.js";
import { listenToMap } from "./pan_zoom.js";
import { listenToPanels } from "./panels.js";
import { cancel, listenToPointer, pickedEarly, pickUp, tapMap, useSpot } from "./pointer.js";
import { listenToReplay } from "./replay.js";
import { goToPosition, onChange, onNewRow, refresh, tableId } from "./story.js";

htmx.config.morphIgnore.push("open"); // what a person unfolded stays unfolded
setCardActions({ offer: ({ move }) => play(move), pick: pickUp });
const early = pickedEarly();
refresh();
if (early) pickUp(early);
listenToMap(tapMap);
listenToPointer();
listenToForms();
listenToKeys(useSpot, () => {
  cancel();
  announce("");
});
listenToPanels();
listenToReplay(goToPosition);
listenForNews(`/t/${tableId()}/bell`, onNewRow, onChange);
document.body.classList.add("ready");
