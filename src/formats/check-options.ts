// The options of this room, each checked in one place however many functions take it.

import { checkBoolean, checkFunction, checkList, checkSignal, checkText } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";

import { STORAGE_TYPES } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type HeaderOptions, NULL_RULES, type ReadType } from "./decoded.ts";
import { FORMATS, type Format } from "./format-of-path.ts";

/** Those of single elements, bools, and the type that data are stored in. */
const READ_TYPES: readonly ReadType[] = [...STORAGE_TYPES, "bool", "stored"];

/** What an option of this room may be, by its name: the same wherever it is taken. */
const CHECKS = {
  type: (given) => checkName("type", READ_TYPES, given),
  source: (given) => checkText("source", given),
  column: (given) => checkText("column", given),
  columns: (given) => checkTexts("columns", given, "names"),
  key: (given) => checkText("key", given),
  nulls: (given) => checkName("nulls", NULL_RULES, given),
  header: (given) => checkBoolean("header", given),
  delimiter: checkDelimiter,
  missing: (given) => checkTexts("missing", given, "texts"),
  format: (given) => checkName("format", FORMATS, given),
  signal: checkSignal,
  onProgress: (given) => checkFunction("onProgress", given, "of bytes"),
} satisfies Readonly<Record<string, (given: unknown) => unknown>>;

/** What can stand between cells: an ASCII character that is in no number, text or quotes. */
function checkDelimiter(given: unknown): void {
  if (typeof given === "string" && /^[\t !#$%&'()*,/:;<=>?@[\\\]^_`{|}~]$/.test(given)) return;
  const expected =
    "one ASCII character that is no letter, digit, quote, sign or point, such as , ; | or a tab";
  throw new InvalidArgumentError("delimiter", expected, describe(given));
}

function checkTexts(argument: string, given: unknown, what: string): void {
  const texts: readonly unknown[] = checkList(argument, given as readonly unknown[], what);
  for (const [i, text] of texts.entries()) checkText(`${argument}[${i}]`, text);
}

type OptionName = keyof typeof CHECKS;

/** @throws InvalidArgumentError for anything but an options object, an unknown name, and a value of the wrong kind */
export function checkOptions(options: unknown, names: readonly OptionName[]): void {
  checkOptionNames(options, names);
  for (const name of names) {
    const given = (options as Readonly<Record<string, unknown>>)[name];
    if (given !== undefined) CHECKS[name](given);
  }
}

export const CONTROL_OPTIONS: readonly OptionName[] = ["onProgress", "signal"];
export const COLUMN_OPTIONS: readonly OptionName[] = ["type", "source", "column", "nulls"];
export const TEXT_OPTIONS: readonly (OptionName & keyof HeaderOptions)[] = ["header", "delimiter", "missing"];
export const TABLE_OPTIONS = ["source", ...TEXT_OPTIONS, "format", ...CONTROL_OPTIONS] as const; // of where a table is read from
export const READ_OPTIONS: readonly OptionName[] = [
  ...COLUMN_OPTIONS,
  ...CONTROL_OPTIONS,
  ...TEXT_OPTIONS,
  "format",
];

/** Refuses what is said of texts for data that are not text. @throws InvalidArgumentError */
export function expectNoHeader(
  { header, delimiter, missing }: HeaderOptions,
  format: Exclude<Format, "csv" | "tsv">,
): void {
  const data = format === "npy" ? ".npy" : format;
  const refused = (argument: string, what: string, given: string) =>
    new InvalidArgumentError(argument, `left out for ${data} data, as CSV and TSV alone have ${what}`, given);
  if (delimiter !== undefined) throw refused("delimiter", "one", describe(delimiter));
  if (missing !== undefined) throw refused("missing", "texts for nulls", JSON.stringify(missing));
  if (header !== undefined) throw refused("header", "a first row", String(header));
}
