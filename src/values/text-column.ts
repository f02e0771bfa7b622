// A column of text: of each row a code, and the texts that codes stand for. Codes are in the order of their texts, so that what is computed with them is computed with the texts.

import { checkList, checkMethods, checkObject, checkText } from "./check-arguments.ts";
import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";

/**
 * A column of text. `codes` go wherever a column of u32 does: as keys, to be sorted, compared and counted.
 *
 * The dictionary is in the order of code points and has each text once, so that codes are ordered and equal as their texts are. It may have
 * texts that no row has.
 */
export interface TextColumn {
  readonly codes: Uint32Array; // of each row, an index of the dictionary
  readonly dictionary: readonly string[];
}

const SURROGATE = /[\ud800-\udfff]/;

/**
 * The order of dictionaries, for `sort`: that of code points, in which UTF-8 has texts too. JavaScript's own is that of UTF-16 units: it has U+1F600 before U+FB01.
 *
 * @throws InvalidArgumentError for what is not a text
 */
export function compareTexts(left: string, right: string): number {
  checkText("left", left);
  checkText("right", right);
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const [one, other] = [left.charCodeAt(i), right.charCodeAt(i)];
    if (one !== other) return ordinal(one) - ordinal(other);
  }
  return left.length - right.length;
}

/** Surrogates stand for code points above all others: behind U+FFFF. */
function ordinal(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * A column of text as a caller gave it: codes that have a text, and texts in whole characters. Their order is the caller's affair.
 *
 * @throws InvalidArgumentError naming the row of a code without a text
 */
export function checkTextColumn(argument: string, given: object): TextColumn {
  const { codes, dictionary } = checkObject(argument, given) as Readonly<Record<string, unknown>>;
  const texts = checkList(`${argument}.dictionary`, dictionary, "texts").map((text, i) => {
    const place = `${argument}.dictionary[${i}]`;
    if (!hasLoneSurrogate(checkText(place, text))) return text as string;
    throw new InvalidArgumentError(place, "a text in whole characters", describe(text));
  });
  if (!(codes instanceof Uint32Array)) {
    throw new InvalidArgumentError(`${argument}.codes`, "a Uint32Array", describe(codes));
  }
  const row = codes.findIndex((code) => code >= texts.length);
  if (row < 0) return { codes, dictionary: texts };
  const expected = `codes of the ${texts.length} texts of its dictionary`;
  throw new InvalidArgumentError(`${argument}.codes`, expected, `${codes[row]} at ${row}`);
}

/** Texts that are all different, in their order, and codes that meant them by the places that they had. The codes are changed where they are. */
export function orderedTexts(texts: readonly string[], codes: Uint32Array): TextColumn {
  const isPlain = !texts.some((text) => SURROGATE.test(text));
  const dictionary = isPlain ? [...texts].sort() : [...texts].sort(compareTexts);
  if (dictionary.every((text, place) => text === texts[place])) return { codes, dictionary };
  const places = new Map(dictionary.map((text, place) => [text, place]));
  const placeOf = Uint32Array.from(texts, (text) => places.get(text) ?? 0);
  for (let i = 0; i < codes.length; i++) codes[i] = placeOf[codes[i]];
  return { codes, dictionary };
}

/**
 * The same column with its dictionary in the order of a collator, and codes in that order: what sorts codes sorts texts as readers of a language
 * expect it. Texts that the collator takes for equal keep different codes, by code points.
 *
 * The order is that of the ICU of the machine, which changes with its version; that of code points never does.
 *
 * @throws InvalidArgumentError for what is no column of text, and no collator
 */
export function collateTexts(column: TextColumn, collator: Intl.Collator): TextColumn {
  const { codes, dictionary } = checkTextColumn("column", column);
  checkMethods("collator", collator, ["compare"], "an Intl.Collator");
  const order = Array.from(dictionary, (_, code) => code).sort(
    (left, right) =>
      collator.compare(dictionary[left], dictionary[right]) ||
      compareTexts(dictionary[left], dictionary[right]),
  );
  const places = new Uint32Array(order.length);
  for (const [place, code] of order.entries()) places[code] = place;
  return { codes: codes.map((code) => places[code]), dictionary: order.map((code) => dictionary[code]) };
}

/**
 * The same columns with one dictionary for all, so that codes of one are compared with those of another as their texts are.
 *
 * The dictionary is in the order of code points. Columns that have one dictionary already are given back as they are.
 *
 * @throws InvalidArgumentError for what is no column of text
 */
export function shareDictionary(columns: readonly TextColumn[]): readonly TextColumn[] {
  const checked = checkList("columns", columns, "columns of text").map((column, i) =>
    checkTextColumn(`columns[${i}]`, column as object),
  );
  if (columns.every(({ dictionary }) => dictionary === columns[0].dictionary)) return columns;
  const texts = [...new Set(checked.flatMap(({ dictionary }) => dictionary))];
  const { dictionary } = orderedTexts(texts, new Uint32Array(0));
  const places = new Map(dictionary.map((text, place) => [text, place]));
  return checked.map(({ codes, dictionary: own }) => {
    const placeOf = Uint32Array.from(own, (text) => places.get(text) ?? 0);
    return { codes: codes.map((code) => placeOf[code]), dictionary };
  });
}

/** Whether something has the fields of a column of text; `dictionary` tells it from a record with a column of that name. */
export function isTextColumn(value: object): boolean {
  return "codes" in value && "dictionary" in value && Array.isArray(value.dictionary);
}
