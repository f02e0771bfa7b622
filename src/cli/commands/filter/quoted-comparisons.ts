// `origin == "ORD"` and `date < "2001-02-01"` become comparisons of numbers: dictionaries are in the order of their texts, and times are numbers.

import { compareTexts, instantsBefore, type TimeMeaning, timeOfText } from "../../../formats.ts";
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

/** Where a quoted value is among a column's numbers. */
interface Place {
  readonly first: number | bigint; // the first number that is not before it
  readonly isOne: boolean; // whether that is the value's
}

/** What a quoted text is in a column that is compared with such; undefined for a column of numbers. @throws InvalidArgumentError */
type PlaceOf = (text: string) => Place;

/** The term with numbers in place of quoted texts. @throws InvalidArgumentError for a column of texts or times that is compared with anything else */
export function withNumbers(where: string, table: Table): string {
  const tokens = where.match(TOKEN) ?? [];
  const places = tokens.flatMap((token, i) => (token.trim() === "" ? [] : [i]));
  const columnOf = (token: string): PlaceOf | undefined =>
    placesIn(table, token.slice(token.lastIndexOf(".") + 1));
  const written = [...tokens];
  const done = new Set<number>();
  for (let i = 0; i + 2 < places.length; i++) {
    const [left, sign, right] = [places[i], places[i + 1], places[i + 2]];
    const isMirrored = tokens[left].startsWith('"');
    const [name, text] = isMirrored ? [right, left] : [left, right];
    const placeOf = columnOf(tokens[name]);
    if (placeOf === undefined || !(tokens[sign] in MIRRORED) || !tokens[text].startsWith('"')) continue;
    const comparison = isMirrored ? MIRRORED[tokens[sign]] : tokens[sign];
    const place = placeOf(textOf(tokens[text]));
    written[left] = tokens[name];
    [written[sign], written[right]] = numberComparison(comparison, tokens[name], place);
    done.add(name);
  }
  const other = places.find((place) => columnOf(tokens[place]) !== undefined && !done.has(place));
  if (other === undefined) return written.join("");
  const expected = `of columns of texts and times that are compared with quoted ones, as in ${tokens[other]} == "…"`;
  throw new InvalidArgumentError("where", expected, where);
}

function placesIn({ fields = [], dictionaries, times }: Table, field: string): PlaceOf | undefined {
  const index = fields.indexOf(field);
  const [dictionary, meaning] = [dictionaries[index], times[index]];
  if (dictionary !== undefined) return (text) => textPlace(dictionary, text);
  return meaning === undefined ? undefined : (text) => timePlace(field, meaning, text);
}

/** @throws InvalidArgumentError for escapes that JSON does not have */
function textOf(token: string): string {
  try {
    return JSON.parse(token);
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
