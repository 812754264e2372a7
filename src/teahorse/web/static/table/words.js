// Sentences on the page: what stands between backticks is a move in the notation.

export function worded(text) {
  return text.split("`").map((part, number) => {
    if (number % 2 === 0) return document.createTextNode(part);
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  });
}
