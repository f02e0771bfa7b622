// The build without indentation, blanks around marks and semicolons at ends of lines, and with short lines within brackets joined: a stack trace still shows a line that
// can be read, and the package is 90 kB smaller (docs/decisions/0047). What texts, patterns, templates and comments hold is left as it is.

import { isDeepStrictEqual } from "node:util";

/** @typedef {{ readonly start: number, readonly end: number, readonly text: string }} Piece  what stands in the place of a part of the code */

/** @returns {import("tsdown").Rolldown.Plugin} */
export function flatLines() {
  return {
    name: "flat-lines",
    generateBundle(_options, bundle) {
      for (const each of Object.values(bundle)) {
        if (each.type !== "chunk" || !each.fileName.endsWith(".mjs")) continue;
        const program = this.parse(each.code);
        const flat = withoutBlanks(each.code, piecesOf(each.code, program));
        if (!isDeepStrictEqual(withoutPlaces(this.parse(flat)), withoutPlaces(program))) {
          throw new Error(`flat-lines: ${each.fileName} must keep its syntax tree without blanks`);
        }
        each.code = flat;
      }
    },
  };
}

/** A syntax tree without what tells where its nodes stand. @param {unknown} node @returns {unknown} */
function withoutPlaces(node) {
  if (Array.isArray(node)) return node.map(withoutPlaces);
  if (node === null || typeof node !== "object" || node instanceof RegExp) return node;
  const told = Object.entries(node).filter(([name]) => name !== "start" && name !== "end");
  return Object.fromEntries(told.map(([name, value]) => [name, withoutPlaces(value)]));
}

const ENDS_WITH_SEMICOLON =
  /^(?:Expression|Return|Throw|Break|Continue)Statement$|^(?:Variable|Import|ExportNamed)Declaration$/;

/** What may go on with the statement of the line before. */
const GOES_ON = /^\n\s*[([`/+*-]/;

/** Literals and the texts of templates as they are, and ends of statements that a line's end tells as well; in order. @param {string} code @param {unknown} program */
function piecesOf(code, program) {
  /** @type {Piece[]} */
  const found = [];
  /** @param {any} node */
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return;
    const { type, start, end } = node;
    if (type === "TemplateElement" || type === "Literal") {
      found.push({ start, end, text: code.slice(start, end) });
      return;
    }
    Object.values(node).forEach(visit);
    const after = code.slice(end, end + 99);
    if (!ENDS_WITH_SEMICOLON.test(type) || code[end - 1] !== ";" || !after.startsWith("\n")) return;
    if (!GOES_ON.test(after)) found.push({ start: end - 1, end, text: "" });
  };
  visit(program);
  return found.sort((one, other) => one.start - other.start);
}

/** A line goes on within brackets until it is this long. */
const JOINED = 160;

/**
 * A comment; the end of a line, with the indentation of the next; blanks beside marks that no neighbour can become part of; those around an operator between two operands:
 * `a + +b` and `a / b` keep theirs. An operand is a literal where the text begins or ends.
 */
const COMMENT_OR_BLANKS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*\n?|\n\t*|(?<=[=,:;{}()?[\]&|]|=>) +| +(?=[=,:;{}()?[\]&|!])|(?<=^|[\w)\]$`]) (?:[-+*<>%^]|\*\*|<<|>>>?) (?=[\w($[`]|$)/g;

/** @param {string} code @param {readonly Piece[]} pieces */
function withoutBlanks(code, pieces) {
  let text = "";
  let at = 0;
  /** @param {string} between */
  const add = (between) => {
    let from = 0;
    for (const { 0: found, index } of between.matchAll(COMMENT_OR_BLANKS)) {
      text += between.slice(from, index);
      from = index + found.length;
      if (found[0] === "/") text += found;
      else if (found[0] !== "\n") text += found.trim();
      else if (!isJoined(text, between.slice(from, from + 1))) text += "\n";
    }
    text += between.slice(from);
  };
  for (const piece of [...pieces, { start: code.length, end: code.length, text: "" }]) {
    add(code.slice(at, piece.start));
    text += piece.text;
    at = piece.end;
  }
  return text;
}

/** Whether the next line goes on in the last one. @param {string} text @param {string} next the mark that it begins with */
function isJoined(text, next) {
  const line = text.length - text.lastIndexOf("\n");
  return line < JOINED && (/[,{[(]/.test(text.slice(-1)) || /[)}\]]/.test(next));
}
