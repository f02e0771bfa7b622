// Symbols that other languages have and this one has not, each answered with what is written here.

import type { ForeignToken } from "../../text/tokens.ts";

const ANSWERS: readonly (readonly [symbol: string, pattern: RegExp, answer: string])[] = [
  ["/=", /\/=/y, '"!=", by which values differ'],
  ["<>", /<>/y, '"!=", by which values differ'],
  [":=", /:=/y, '"=" (let y = … in …)'],
  ["+=", /[-+*]=(?=\s)/y, "a new value (let x = x + … in …)"],
  ["!!", /!!(?=\s)/y, "an index: xs[i]"],
  ["?", /\?(?!\[)/y, "if … then … else …"],
  ["=>", /=>/y, '"->"'],
  ["@", /@/y, "xs ++ ys, which puts arrays together"],
  [";", /;/y, "let … in …, or nothing: no line ends with a semicolon"],
  ["//", /(?<=^\s*)\/\//my, "a comment that begins with --"],
  ["#", /#(?![[A-Za-z_])/y, "a comment that begins with --"],
  ["/*", /\/\*/y, "a comment that begins with --"],
  ["{-", /\{-/y, "a comment that begins with --"],
  ["elif", /elif(?=\s[^\n]*\bthen\b)/y, "else if … then … else …"],
  ["lambda", /lambda(?=\s+\w+(?:\s*,?\s*\w+)*\s*:)/y, "\\x -> …, a function of x"],
  ["with |", /with(?=\s*\|)/y, "match x case … -> … case … -> …"],
  // A record's brace is followed by a field, and that by "=", ":", "," or "}".
  [
    "{",
    /\{(?=\s*(?:let\s|if\s|return\s|\(|\d|[A-Za-z_]\w*\s*[-+*/%<>([]))/y,
    "a term without braces: what a definition or function gives",
  ],
  ['"', /"(?=[^"\n]*(?:\n|$))/y, "a text that ends on its line"],
];

/** Those symbols, but for the ones that a text defines itself. */
export function foreignTokens(operators: readonly string[]): readonly ForeignToken[] {
  return ANSWERS.filter(([symbol]) => !operators.includes(symbol)).map(([, pattern, answer]) => {
    return { pattern, expected: () => answer };
  });
}
