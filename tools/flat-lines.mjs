// The build without indentation and without blanks around marks: 65 kB of the package, and lines stay lines (docs/decisions/0047). What texts, patterns, templates and
// comments hold is left as it is.

/** @returns {import("tsdown").Rolldown.Plugin} */
export function flatLines() {
  return {
    name: "flat-lines",
    generateBundle(_options, bundle) {
      for (const each of Object.values(bundle)) {
        if (each.type !== "chunk" || !each.fileName.endsWith(".mjs")) continue;
        each.code = withoutBlanks(each.code, textsOf(this.parse(each.code)));
      }
    },
  };
}

/** Where literals and the texts of templates begin and end, in order. @param {unknown} program @returns {readonly (readonly [number, number])[]} */
function textsOf(program) {
  /** @type {[number, number][]} */
  const found = [];
  /** @param {any} node */
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return;
    if (node.type === "TemplateElement" || node.type === "Literal") found.push([node.start, node.end]);
    else Object.values(node).forEach(visit);
  };
  visit(program);
  return found.sort(([one], [other]) => one - other);
}

/**
 * A comment; blanks beside marks that no neighbour can become part of; those around an operator between two operands: `a + +b` and `a / b` keep theirs.
 * An operand is a literal where the text begins or ends.
 */
const COMMENT_OR_BLANKS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?<=[=,:;{}()?[\]&|]) +| +(?=[=,:;{}()?[\]&|])|(?<=^|[\w)\]$`]) (?:[-+*<>%^]|\*\*|<<|>>>?) (?=[\w($[`]|$)/g;

/** @param {string} code @param {readonly (readonly [number, number])[]} kept */
function withoutBlanks(code, kept) {
  let text = "";
  let at = 0;
  for (const [start, end] of [...kept, [code.length, code.length]]) {
    const between = code.slice(at, start).replace(/\n\t+/g, "\n");
    text += between.replace(COMMENT_OR_BLANKS, (found) => (found[0] === "/" ? found : found.trim()));
    text += code.slice(start, end);
    at = end;
  }
  return text;
}
