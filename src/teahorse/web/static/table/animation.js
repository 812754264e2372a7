// Tells a row beat by beat: pieces move, coins fly, the panels show that moment, and a caption says what happens.

import { hideCaption, sayUnseen, showCaption } from "./caption.js";
import { moveAct } from "./flights.js";
import { showSpots } from "./follow.js";
import { showMoment } from "./moment.js";
import { soundBeat, soundTurn } from "./sounds.js";
import { endStory, pace, pause, showBar } from "./timing.js";

export { beginStory, glide, isSkipped, skip } from "./timing.js";

/**
 * One thing that happened, made by the server from an event of the rules.
 * @typedef {object} Act
 * @property {string} kind
 * @property {string} [start] The spot where it starts.
 * @property {string} [end] The spot where it ends.
 * @property {string} [player]
 * @property {number} [amount] Coins or points.
 * @property {string[]} [pieces] The pieces that move in it.
 */

/**
 * What happens at the same time.
 * @typedef {object} Beat
 * @property {string} part The part of the round.
 * @property {string} [title] Its name, if it is one in which nobody decides anything.
 * @property {string} [heading] For the panel, if this is no longer about the decision that was made.
 * @property {string} [player] Whose doing it is.
 * @property {string[]} [lines] What to say.
 * @property {string[]} [at] The spots where it happens.
 * @property {Act[]} acts
 * @property {Record<string, number | string | null>} [numbers] The numbers of the panels that it changes.
 * @property {string[]} [order] The new order of the panels.
 */

const READING = 280; // milliseconds at normal speed to read a caption, and more for each letter
const READING_PER_LETTER = 6;
const LONGEST_READING = 1200;
const BETWEEN_MOVES = 150;

const readingTime = ({ lines = [] }) =>
  lines.length === 0 ? 0 : Math.min(LONGEST_READING, READING + READING_PER_LETTER * lines.join(" ").length);

/**
 * Tell what happened in a row. A reader without animations is told all at once.
 * @param {import("./story.js").Chapter} chapter
 */
export async function animate({ beats, lines }) {
  let told = 0;
  for (const beat of beats) {
    if (pace() === 0) break;
    showBar();
    await showSpots(beat.at ?? beat.acts.flatMap((act) => [act.start, act.end]));
    showMoment(beat);
    showCaption(beat);
    soundBeat(beat);
    await Promise.all(beat.acts.map((act) => moveAct(act, lines)));
    await pause(readingTime(beat));
    told += 1;
  }
  hideCaption();
  if (told === 0 && beats.length > 0) soundBeat(beats[0]);
  sayUnseen(beats.slice(told).flatMap((beat) => beat.lines ?? []));
}

export const betweenMoves = () => pause(BETWEEN_MOVES);

export function stopTelling() {
  endStory();
  soundTurn();
  hideCaption();
}
