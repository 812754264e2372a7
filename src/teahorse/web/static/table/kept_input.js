// What a player has picked up, set and asked for stays when the same position is shown again.

import { keepSlider } from "./convert.js";
import { keepHint } from "./moves.js";
import { keepPicked } from "./pointer.js";

/**
 * Remember all of it.
 * @returns {() => void} Restores it.
 */
export function keepInput() {
  const restorations = [keepPicked(), keepSlider(), keepHint()];
  return () => {
    for (const restore of restorations) restore();
  };
}
