// The moves of this phase as the server sent them: legal ones, and refused ones with the reason.

/**
 * A move that the page can show, legal or not.
 * @typedef {object} Offer
 * @property {string} move In notation.
 * @property {string | null} source The spot it starts from.
 * @property {string | null} target The spot it ends at; null if it is a button.
 * @property {string} label
 * @property {string} effect What it would lead to.
 * @property {[sentence: string, rule: string] | null} refusal Why the rules refuse it; null if it is legal.
 */

/** @type {Offer[]} */
let offers = [];
/** @type {Record<string, [title: string, text: string, rule: string, table: string]>} */
let descriptions = {};
/** @type {Record<string, Record<string, [x: number, y: number, narrowX: number, narrowY: number]>>} */
let ghosts = {};
/** @type {string[]} Spots that ask for the decision: the building that gives it. */
let doors = [];
/** @type {Record<string, string>} */
let phrases = {};
/** @type {string | null} The spot that the player picked up. */
let chosen = null;

// Read the offers from the page, after every swap.
export function readOffers() {
  const script = document.getElementById("offers");
  const data = script ? JSON.parse(script.textContent) : {};
  const refusals = data.whys || [];
  descriptions = data.abouts || {};
  phrases = data.words || phrases;
  ghosts = data.ghosts || {};
  doors = data.doors || [];
  offers = (data.offers || []).map(([move, source, target, label, effect, refusal]) => ({
    move,
    source,
    target,
    label,
    effect,
    refusal: refusal < 0 ? null : refusals[refusal],
  }));
  chosen = null;
}

// No move can be made while an animation shows what others did.
export function suspendOffers() {
  offers = [];
  doors = [];
  chosen = null;
}

/**
 * A phrase in the reader's language, by its name.
 * @param {string} name
 * @returns {string}
 */
export const phrase = (name) => phrases[name] || name;

/**
 * What a spot is, for its card: title, text, the rule it cites, the table that a reconstructed number is from.
 * @param {string} spot
 * @returns {[title: string, text: string, rule: string, table: string] | undefined}
 */
export const descriptionOf = (spot) => descriptions[spot];

/**
 * Whether the rules allow a move.
 * @param {Offer} offer
 * @returns {boolean}
 */
export const isLegal = (offer) => offer.refusal === null;

/**
 * Whether a spot asks for the decision of this phase: the yard with its structures, the temple with its gorges.
 * @param {string} spot
 * @returns {boolean}
 */
export const isDoor = (spot) => doors.includes(spot);

/**
 * What can be picked up now.
 * @returns {Set<string>} The spots where legal moves start.
 */
export const sources = () => new Set(offers.filter(isLegal).flatMap(({ source }) => source ?? []));

/**
 * The offer of a move, if this phase has it.
 * @param {string} move
 * @returns {Offer | undefined}
 */
export const offerOf = (move) => offers.find((offer) => offer.move === move);

/**
 * The kind of piece that a move puts somewhere.
 * @param {{ source: string | null }} offer
 * @returns {string}
 */
export function pieceOf({ source }) {
  if (source === "blocker") return source;
  return source?.startsWith("piece-") ? source.slice("piece-".length) : "trader";
}

/**
 * Where a piece would stand on the board, if a legal move puts it at a spot.
 * @param {string} kind
 * @param {string} spot
 * @returns {[x: number, y: number, narrowX: number, narrowY: number] | undefined}
 */
export const ghostPlace = (kind, spot) => ghosts[kind]?.[spot];

/**
 * The moves that start at a spot.
 * @param {string} spot
 * @returns {Offer[]}
 */
export const offersFrom = (spot) => offers.filter((offer) => offer.source === spot);

/**
 * Whether a legal move starts at a spot.
 * @param {string} spot
 * @returns {boolean}
 */
export const canStartAt = (spot) => offersFrom(spot).some(isLegal);

/**
 * Why a piece can go nowhere on the board, only to its owner's camp; the reason that most places share.
 * @param {string} spot Where it is picked up.
 * @returns {string | null}
 */
export function whyNowhere(spot) {
  const moves = offersFrom(spot).filter(({ target }) => !target?.startsWith("camp-"));
  if (moves.length === 0 || moves.some(isLegal)) return null;
  const reasons = moves.map(({ refusal }) => refusal[0]);
  const count = (reason) => reasons.filter((each) => each === reason).length;
  const [reason] = reasons.toSorted((one, other) => count(other) - count(one));
  return `${phrase("nowhere")} ${reason}`;
}

export const chosenSpot = () => chosen;

/**
 * Pick up a spot, or put it down with null.
 * @param {string | null} spot
 */
export function choose(spot) {
  chosen = spot;
}

// Traders come from the camp unless the player picked up another place.
function defaultSource() {
  return offers.find((offer) => isLegal(offer) && offer.source?.startsWith("camp-"))?.source ?? null;
}

/**
 * The offers that end at a spot: from the chosen spot, else from the default source, else from anywhere.
 * @param {string} spot
 * @returns {Offer[]}
 */
export function offersAt(spot) {
  const here = offers.filter((offer) => offer.target === spot);
  if (chosen) return here.filter((offer) => offer.source === chosen);
  const source = defaultSource();
  const fromDefault = here.filter((offer) => source && offer.source === source);
  return fromDefault.length > 0 ? fromDefault : here;
}
