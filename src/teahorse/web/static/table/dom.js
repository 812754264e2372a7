// Helpers for finding and building elements of the table.

import { phrase } from "./offers.js";

/**
 * The element of a spot on the board.
 * @param {string | null | undefined} name
 * @returns {SVGGraphicsElement | null}
 */
export function spotElement(name) {
  return name ? document.querySelector(`#board [data-spot="${CSS.escape(name)}"]`) : null;
}

/**
 * Turn a sentence into nodes. Backticks in it enclose moves in notation.
 * @param {string} text
 * @returns {Node[]}
 */
export function textNodes(text) {
  return text.split("`").map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  });
}

/**
 * A link to a rule, for a sentence that cites it.
 * @param {string} rule
 * @returns {HTMLAnchorElement}
 */
export function ruleLink(rule) {
  const link = document.createElement("a");
  link.className = "rule";
  link.href = `/rules/${rule}`;
  link.target = "_blank";
  link.textContent = phrase("rule").replace("{rule}", rule);
  return link;
}

/**
 * Show why something could not be done, above the buttons of the turn; an empty sentence clears it.
 * @param {string} sentence
 * @param {string} [rule]
 */
export function showProblem(sentence, rule) {
  const place = document.getElementById("complaint");
  place.replaceChildren(...(sentence ? textNodes(`${sentence} `) : []));
  if (rule) place.append(ruleLink(rule));
  place.hidden = !sentence;
  keepProblemInView();
  requestAnimationFrame(keepProblemInView); // a card that closes leaves more room to the bar
}

// Scroll to the problem that is shown, if there is one.
export function keepProblemInView() {
  const place = document.getElementById("complaint");
  if (place?.hidden === false) place.scrollIntoView({ block: "nearest" });
}
