// The table as the server sent it last, line by line. The server is told which version this is, and its next story names
// the lines that stay and carries only the others.

/**
 * One row of a story, as the server sends it.
 * @typedef {object} Reply
 * @property {number} row
 * @property {import("./animation.js").Beat[]} beats
 * @property {string} version
 * @property {(string | [first: number, count: number])[]} changes New lines, and runs of lines of the version before.
 */

/** @typedef {{ version: string, lines: string[] }} Page */

/** @type {Page} */
let latest = { version: "", lines: [] };

/**
 * The page that the next story will be based on.
 * @returns {Page}
 */
export const latestPage = () => latest;

function nextPage(page, { version, changes }) {
  const lines = changes.flatMap((change) =>
    typeof change === "string" ? change : page.lines.slice(change[0], change[0] + change[1]),
  );
  return { version, lines };
}

/**
 * Write out the tables of a story.
 * @param {Reply[]} story
 * @param {Page} base What the latest page was when the story was requested.
 * @returns {import("./story.js").Chapter[]}
 */
export function readStory(story, base) {
  let page = base;
  const chapters = [];
  for (const reply of story) {
    page = nextPage(page, reply);
    chapters.push({ row: reply.row, beats: reply.beats, lines: page.lines });
  }
  latest = page;
  return chapters;
}
