// `origin == "ORD"` becomes a comparison of codes, since a dictionary is in the order of its texts.

import { compareTexts } from "../../../formats.ts";
import { InvalidArgumentError } from "../../../index.ts";
import type { Table } from "../../input/table.ts";

const TOKEN = /"(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z0-9_.]*|[=!<>]=|[<>]|\s+|./gs;
const MIRRORED: Readonly<Record<string, string>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};
/** A dictionary never has so many texts. */
const NO_CODE = 2 ** 32 - 1;

/** The term with codes in place of texts. @throws InvalidArgumentError for a column of texts that is compared with anything but a text in quotes */
export function withCodes(where: string, { fields = [], dictionaries }: Table): string {
  const tokens = where.match(TOKEN) ?? [];
  const places = tokens.flatMap((token, i) => (token.trim() === "" ? [] : [i]));
  const dictionaryOf = (token: string | undefined): readonly string[] | undefined =>
    token === undefined ? undefined : dictionaries[fields.indexOf(token.slice(token.lastIndexOf(".") + 1))];
  const written = [...tokens];
  const done = new Set<number>();
  for (let i = 0; i + 2 < places.length; i++) {
    const [left, sign, right] = [places[i], places[i + 1], places[i + 2]];
    const isMirrored = tokens[left].startsWith('"');
    const [name, text] = isMirrored ? [right, left] : [left, right];
    const comparison = isMirrored ? MIRRORED[tokens[sign]] : tokens[sign];
    const dictionary = dictionaryOf(tokens[name]);
    if (dictionary === undefined || !(tokens[sign] in MIRRORED) || !tokens[text].startsWith('"')) continue;
    const [codeSign, code] = codeComparison(comparison, dictionary, textOf(tokens[text]));
    written[left] = tokens[name];
    written[sign] = codeSign;
    written[right] = String(code);
    done.add(name);
  }
  const other = places.find((place) => dictionaryOf(tokens[place]) !== undefined && !done.has(place));
  if (other === undefined) return written.join("");
  const expected = `of columns of texts that are compared with texts in quotes, as in ${tokens[other]} == "a text"`;
  throw new InvalidArgumentError("where", expected, where);
}

/** @throws InvalidArgumentError for escapes that JSON does not have */
function textOf(token: string): string {
  try {
    return JSON.parse(token);
  } catch {
    throw new InvalidArgumentError("where", "of texts that are written as JSON has them", token);
  }
}

/** The sign and the code that hold for the codes of exactly the texts for which the comparison holds. */
function codeComparison(
  sign: string,
  dictionary: readonly string[],
  text: string,
): readonly [sign: string, code: number] {
  const lower = lowerBound(dictionary, text);
  const isThere = dictionary[lower] === text;
  const upper = isThere ? lower + 1 : lower;
  switch (sign) {
    case "<":
      return ["<", lower];
    case "<=":
      return ["<", upper];
    case ">":
      return [">=", upper];
    case ">=":
      return [">=", lower];
    default:
      return [sign, isThere ? lower : NO_CODE];
  }
}

/** The number of texts before this one. */
function lowerBound(dictionary: readonly string[], text: string): number {
  let [from, to] = [0, dictionary.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareTexts(dictionary[middle], text) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
