// `origin == "ORD"`, `date < "2001-02-01"`, `origin == destination` and `delay == null` become comparisons of numbers: dictionaries are in the order of their texts, and times are numbers.

import {
  compareTexts,
  instantsBefore,
  shareDictionary,
  type TextColumn,
  type TimeMeaning,
  timeOfText,
} from "../../../formats.ts";
import { InvalidArgumentError, oneOf } from "../../../index.ts";
import { nullFields } from "../../input/shaped-table.ts";
import type { Table } from "../../input/table.ts";

const TOKEN =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[A-Za-z_][A-Za-z0-9_.]*|[=!]==|=>|[=!<>]=|<>|[<>]|\s+|./gs;
const MIRRORED: Readonly<Record<string, string>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};
const QUOTE = /^["']/;
const NULL = "null";

/** What other languages have, and what is written here. */
const FOREIGN: Readonly<Record<string, string>> = {
  "===": "==",
  "!==": "!=",
  "<>": "!=",
  "=": "==",
  and: "&&",
  or: "||",
  not: "!",
};

/** Where a quoted value is among a column's numbers. */
interface Place {
  readonly first: number | bigint; // the first number that is not before it
  readonly isOne: boolean; // whether that is the value's
}

/** What a quoted text is in a column that is compared with such; undefined for a column of numbers. @throws InvalidArgumentError */
type PlaceOf = (text: string) => Place;

/** A term over the numbers of a table. */
interface NumberTerm {
  readonly term: string;
  readonly table: Table; // the one that was given, in which texts that are compared with each other have one dictionary
  readonly compared: readonly number[]; // columns that the term compares with anything but null
}

/** The term with numbers in place of texts and times. @throws InvalidArgumentError for a column of texts or times that is compared with anything else */
export function numberTerm(where: string, given: Table): NumberTerm {
  const tokens = where.match(TOKEN) ?? [];
  expectOurs(tokens, given);
  const places = tokens.flatMap((token, i) => (token.trim() === "" ? [] : [i]));
  const triples = places.flatMap((left, i): readonly Triple[] =>
    i + 2 < places.length && tokens[places[i + 1]] in MIRRORED
      ? [{ left, sign: places[i + 1], right: places[i + 2] }]
      : [],
  );
  const table = withSharedDictionaries(tokens, triples, given);
  const written = [...tokens];
  const done = new Set<number>(); // names that have been seen to
  const isNullTest = new Set<number>();
  for (const triple of triples) {
    for (const name of withoutNull(tokens, triple, table, written)) isNullTest.add(name);
    for (const name of withoutTexts(tokens, triple, table, written)) done.add(name);
  }
  const columns = places.filter((place) => columnIndex(table, tokens[place]) >= 0 && !isNullTest.has(place));
  const other = columns.find((place) => placesIn(table, tokens[place]) !== undefined && !done.has(place));
  if (other !== undefined) {
    const expected = `of columns of texts and times that are compared with quoted ones or with others of their kind, as in ${tokens[other]} == "…"`;
    throw new InvalidArgumentError("where", expected, where);
  }
  const compared = [...new Set(columns.map((place) => columnIndex(table, tokens[place])))];
  expectOneComparison(tokens, triples, isNullTest, compared, table);
  const { fields = [] } = table;
  const term = written.map((token) => (token.startsWith("`") ? fields[columnIndex(table, token)] : token));
  return { term: term.join(""), table, compared };
}

/** @throws InvalidArgumentError for a sign of another language, and a name between backticks that no column has */
function expectOurs(tokens: readonly string[], table: Table): void {
  const { fields = [], names = fields } = table;
  const where = tokens.join("");
  for (const token of tokens) {
    const name = token.toLowerCase();
    if (token.startsWith("`") && columnIndex(table, token) < 0) {
      const expected = `of columns: ${oneOf(token.slice(1, -1), names)}`;
      throw new InvalidArgumentError("where", expected, token);
    }
    const isForeign = Object.hasOwn(FOREIGN, name) && columnIndex(table, token) < 0;
    if (!isForeign || (token === "=" && tokens.includes("let"))) continue;
    throw new InvalidArgumentError("where", `written with ${FOREIGN[name]}`, `${token} in ${where}`);
  }
}

/** A comparison, by the places of its tokens. */
interface Triple {
  readonly left: number;
  readonly sign: number;
  readonly right: number;
}

/** @throws InvalidArgumentError for `x == null` beside `x < 5`: rows whose null is compared are left out, so that the first would never hold */
function expectOneComparison(
  tokens: readonly string[],
  triples: readonly Triple[],
  isNullTest: ReadonlySet<number>,
  compared: readonly number[],
  table: Table,
): void {
  const isSeeking = ({ left, sign, right }: Triple) =>
    tokens[sign] === "==" && (isNullTest.has(left) || isNullTest.has(right));
  for (const { left, right } of triples.filter(isSeeking)) {
    const name = tokens[left] === NULL ? tokens[right] : tokens[left];
    if (!compared.includes(columnIndex(table, name))) continue;
    const expected = `without ${name} == null beside another comparison of ${name}, as rows whose null is compared are never kept`;
    throw new InvalidArgumentError("where", expected, tokens.join(""));
  }
}

/** Gives the names whose comparison with null was written as a field of bools. */
function withoutNull(
  tokens: readonly string[],
  { left, sign, right }: Triple,
  table: Table,
  written: string[],
): readonly number[] {
  if (columnIndex(table, NULL) >= 0 || !["==", "!="].includes(tokens[sign])) return [];
  const name = tokens[left] === NULL ? right : left;
  const index = columnIndex(table, tokens[name]);
  if (index < 0 || tokens[name === left ? right : left] !== NULL) return [];
  [written[left], written[right]] = [nullFields(table)[index] ?? "false", "true"];
  return [name];
}

/** Gives the names whose comparison with a quoted value, or with one another, is one of numbers now. */
function withoutTexts(
  tokens: readonly string[],
  { left, sign, right }: Triple,
  table: Table,
  written: string[],
): readonly number[] {
  if (areAlike(table, tokens[left], tokens[right])) return [left, right];
  const isMirrored = QUOTE.test(tokens[left]);
  const [name, text] = isMirrored ? [right, left] : [left, right];
  const placeOf = placesIn(table, tokens[name]);
  if (placeOf === undefined || !QUOTE.test(tokens[text])) return [];
  const comparison = isMirrored ? MIRRORED[tokens[sign]] : tokens[sign];
  const place = placeOf(textOf(tokens[text]));
  written[left] = tokens[name];
  [written[sign], written[right]] = numberComparison(comparison, tokens[name], place);
  return [name];
}

/** Whether two columns have numbers that mean the same: texts both, or times of one unit, with a zone both or without. */
function areAlike(table: Table, left: string, right: string): boolean {
  const [one, other] = [columnIndex(table, left), columnIndex(table, right)];
  const { dictionaries, times } = table;
  if (dictionaries[one] !== undefined && dictionaries[other] !== undefined) return true;
  const [meaning, its] = [times[one], times[other]];
  if (meaning === undefined || its === undefined) return false;
  const isSame = meaning.unit === its.unit && (meaning.zone === undefined) === (its.zone === undefined);
  if (isSame) return true;
  const told = ({ unit, zone }: TimeMeaning) => `${unit}${zone === undefined ? "" : " of UTC"}`;
  const expected = `of times of one unit, with a zone or without, where ${left} and ${right} are compared`;
  throw new InvalidArgumentError("where", expected, `${told(meaning)} and ${told(its)}`);
}

/** @returns the table; columns of texts that are compared with others have one dictionary in it */
function withSharedDictionaries(tokens: readonly string[], triples: readonly Triple[], table: Table): Table {
  const indexes = new Set<number>();
  for (const { left, right } of triples) {
    const pair = [left, right].map((place) => columnIndex(table, tokens[place]));
    if (pair.some((index) => table.dictionaries[index] === undefined)) continue;
    for (const index of pair) indexes.add(index);
  }
  if (indexes.size === 0) return table;
  const order = [...indexes];
  const texts = order.map((index): TextColumn => {
    return { codes: table.columns[index] as Uint32Array, dictionary: table.dictionaries[index] ?? [] };
  });
  const shared = shareDictionary(texts);
  const [columns, dictionaries] = [[...table.columns], [...table.dictionaries]];
  for (const [i, index] of order.entries()) {
    columns[index] = shared[i].codes;
    dictionaries[index] = shared[i].dictionary;
  }
  return { ...table, columns, dictionaries };
}

/** The column that a token names, as itself, as a field of an element or between backticks; −1 for none, and for a field that only commands know it by. */
function columnIndex({ fields = [], names = fields }: Table, token: string): number {
  if (token.startsWith("`")) return names.indexOf(token.slice(1, -1));
  const index = fields.indexOf(token.slice(token.lastIndexOf(".") + 1));
  return names[index] === fields[index] ? index : -1;
}

function placesIn(table: Table, token: string): PlaceOf | undefined {
  const index = columnIndex(table, token);
  const [dictionary, meaning] = [table.dictionaries[index], table.times[index]];
  if (dictionary !== undefined) return (text) => textPlace(dictionary, text);
  return meaning === undefined ? undefined : (text) => timePlace(token, meaning, text);
}

/** @throws InvalidArgumentError for escapes that JSON does not have */
function textOf(token: string): string {
  const inner = token.slice(1, -1);
  // Between single quotes a double one stands for itself.
  const text = token.startsWith("'")
    ? inner.replace(/\\'/g, "'").replace(/\\.|"/gs, (each) => (each === '"' ? '\\"' : each))
    : inner;
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    throw new InvalidArgumentError("where", "of texts that are written as JSON has them", token);
  }
}

/** The sign and the number that hold for the numbers of exactly the values for which the comparison holds. */
function numberComparison(
  sign: string,
  name: string,
  { first, isOne }: Place,
): readonly [sign: string, right: string] {
  const behind = typeof first === "bigint" ? first + BigInt(isOne) : first + Number(isOne);
  switch (sign) {
    case "<":
      return ["<", String(first)];
    case "<=":
      return ["<", String(behind)];
    case ">":
      return [">=", String(behind)];
    case ">=":
      return [">=", String(first)];
    case "==":
      return isOne ? ["==", String(first)] : ["!=", name]; // nothing is
    default:
      return isOne ? ["!=", String(first)] : ["==", name]; // everything is
  }
}

function textPlace(dictionary: readonly string[], text: string): Place {
  let [from, to] = [0, dictionary.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareTexts(dictionary[middle], text) < 0) from = middle + 1;
    else to = middle;
  }
  return { first: from, isOne: dictionary[from] === text };
}

const MOST_INSTANT = 2n ** 63n - 2n; // one more is a number too

/** @throws InvalidArgumentError for what is no time of the column */
function timePlace(field: string, { unit, zone }: TimeMeaning, text: string): Place {
  const time = timeOfText(text);
  const place = time === undefined ? undefined : instantsBefore(time.nanos, unit);
  const isOfColumn = place !== undefined && place.first >= -MOST_INSTANT && place.first <= MOST_INSTANT;
  if (time !== undefined && isOfColumn && (zone !== undefined || !time.isUtc)) return place;
  const example = zone === undefined ? '"2001-12-31" or "2001-12-31T23:59:59"' : '"2001-12-31T23:59:59Z"';
  throw new InvalidArgumentError(
    "where",
    `of times of ${field} by ISO 8601, as ${example}`,
    JSON.stringify(text),
  );
}
