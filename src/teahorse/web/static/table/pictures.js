// Pictures of pieces, from the symbols of the board.

const SVG = "http://www.w3.org/2000/svg";

/**
 * A piece for the board, in the colour of the player to move.
 * @param {string} kind
 * @param {string} className
 * @returns {SVGGElement}
 */
export function pieceImage(kind, className) {
  const image = document.createElementNS(SVG, "g");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${kind}`);
  image.setAttribute("class", `${className} ${kind} colour-${document.getElementById("table").dataset.colour}`);
  image.append(use);
  return image;
}

/**
 * The same as a picture of its own, for a button.
 * @param {string} kind
 * @returns {SVGSVGElement}
 */
export function picture(kind) {
  const image = document.createElementNS(SVG, "svg");
  image.setAttribute("class", "picture");
  image.setAttribute("viewBox", "-16 -16 32 32");
  image.setAttribute("aria-hidden", "true");
  image.append(pieceImage(kind, ""));
  return image;
}
