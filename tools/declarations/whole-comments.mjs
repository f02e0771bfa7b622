// An editor shows the comment of a constant and not that of its type. Functions over columns are constants with a line each; what they compute, need and throw
// stands at their types, in the file of each. In the package it stands where it is seen.

const OF_TYPE =
  /\/\*\*\n((?: \*.*\n)*?) \*\/\n(?=(?:interface|type) ([\w$]+)<When extends "now" \| "later">)/g;
const OF_CONSTANT = /\/\*\* (.*) \*\/\n(?=declare const [\w$]+: ([\w$]+)<"now">;)/g;

/**
 * The texts of a build's declarations, in which each constant of a type with a comment has that comment below its own line, and the type has none.
 *
 * @param {readonly string[]} texts @returns {readonly string[]}
 */
export function withWholeComments(texts) {
  const comments = new Map(
    texts.flatMap((text) => [...text.matchAll(OF_TYPE)].map(([, lines, name]) => [name, lines])),
  );
  const moved = new Set();
  const whole = texts.map((text) =>
    text.replace(OF_CONSTANT, (comment, line, name) => {
      const lines = comments.get(name);
      if (lines === undefined) return comment;
      moved.add(name);
      return `/**\n * ${line}\n *\n${lines} */\n`;
    }),
  );
  return whole.map((text) =>
    text.replace(OF_TYPE, (comment, _lines, name) => (moved.has(name) ? "" : comment)),
  );
}
