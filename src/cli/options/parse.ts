// Parsers of option values. Each error names its option and shows what came.

import { Option } from "commander";
import { parseElement } from "../../formats.ts";
import {
  DETERMINISM_LEVELS,
  type Determinism,
  ELEMENT_TYPES,
  type ElementType,
  fromHex,
  InvalidArgumentError,
  oneOf,
  type Scalar,
  STORAGE_TYPES,
  type StorageType,
} from "../../index.ts";

const LARGEST = 2 ** 30;

/** Sizes: `16..1024`, each twice the one before, or `10,100,1000`, rising. @throws InvalidArgumentError */
export function parseSizes(text: string): readonly number[] {
  const sizes = rangeOf(text) ?? (/^\d+(,\d+)*$/.test(text) ? text.split(",").map(Number) : []);
  const isRising = sizes.every((size, i) => size >= 1 && size <= LARGEST && (i === 0 || size > sizes[i - 1]));
  if (sizes.length > 0 && isRising) return sizes;
  throw new InvalidArgumentError("sizes", "as in 16..1024 or 10,100,1000, rising", JSON.stringify(text));
}

function rangeOf(text: string): readonly number[] | undefined {
  const [, from, to] = /^(\d{1,10})\.\.(\d{1,10})$/.exec(text) ?? [];
  if (from === undefined || Number(from) < 1) return undefined;
  const sizes: number[] = [];
  for (let size = Number(from); size <= Number(to); size *= 2) sizes.push(size);
  return sizes;
}

/** The names that a parser knows, for shells to complete: what it takes besides them is its own affair. */
const OFFERED = new WeakMap<object, readonly string[]>();

/** Says which names a parser knows. */
export function offering<Parse extends object>(parse: Parse, names: readonly string[]): Parse {
  OFFERED.set(parse, names);
  return parse;
}

/** The names that a parser knows; undefined where it takes what no list holds. */
export function offeredBy(parse: object | undefined): readonly string[] | undefined {
  return parse === undefined ? undefined : OFFERED.get(parse);
}

/** A parser for an option that has one of a few names. Its error names the nearest. */
export function choiceOf<Name extends string>(
  argument: string,
  names: readonly Name[],
): (text: string) => Name {
  const parse = (text: string): Name => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(argument, oneOf(text, names), JSON.stringify(text));
  };
  return offering(parse, names);
}

export const parseType: (text: string) => ElementType = choiceOf("type", ELEMENT_TYPES);
/** What data are read as: narrow types too. */
export const parseStorageType: (text: string) => StorageType = choiceOf("type", STORAGE_TYPES);
export const parseAccumulate: (text: string) => ElementType = choiceOf("accumulate", ELEMENT_TYPES);

/** A determinism level in kebab-case: not-guaranteed, run-to-run, everywhere. */
export function parseDeterminism(text: string): Determinism {
  const index = SPELLED_LEVELS.indexOf(choiceOf("determinism", SPELLED_LEVELS)(text));
  return DETERMINISM_LEVELS[index];
}

/** The level as it is spelled on the command line. */
export function spellDeterminism(level: Determinism): string {
  return level.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const SPELLED_LEVELS = DETERMINISM_LEVELS.map(spellDeterminism);
offering(parseDeterminism, SPELLED_LEVELS);

/** A parser for a whole number in digits. */
export function wholeNumber(
  argument: string,
  least: number,
  most: number,
  expected = `a whole number from ${least} to ${most}`,
): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(argument, expected, JSON.stringify(text));
  };
}

/** A share of something, above 0 and 1 at most. */
export function parseShare(argument: string): (text: string) => number {
  return (text) => {
    const share = /^(\d+\.?\d*|\.\d+)(e-?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
    if (share > 0 && share <= 1) return share;
    throw new InvalidArgumentError(argument, "a share above 0, and 1 at most", JSON.stringify(text));
  };
}

/** A number of elements. */
export const parseLength: (text: string) => number = wholeNumber(
  "n",
  0,
  Number.MAX_SAFE_INTEGER,
  "a number of elements in digits",
);

/** An option with a parser. */
export function optionOf<Value>(flags: string, description: string, parse: (text: string) => Value): Option {
  return new Option(flags, description).argParser(parse);
}

/** An option with a parser, and a default as the user would write it. */
export function parsedOption<Value>(
  flags: string,
  description: string,
  parse: (text: string) => Value,
  otherwise: string,
): Option {
  return optionOf(flags, description, parse).default(parse(otherwise), otherwise);
}

/** A parser for values with commas between. */
export function listed<Value>(parse: (text: string) => Value): (text: string) => readonly Value[] {
  return offeringAs(parse, (text: string) => text.split(",").map((part) => parse(part.trim())));
}

/** A parser for an option that may be repeated. */
export function repeated<Value>(parse: (text: string) => Value) {
  return offeringAs(parse, (text: string, before: readonly Value[] = []): readonly Value[] => [
    ...before,
    parse(text),
  ]);
}

/** A parser made of another one, with its names. */
function offeringAs<Parse extends object>(from: object, parse: Parse): Parse {
  const names = offeredBy(from);
  return names === undefined ? parse : offering(parse, names);
}

/** A seed: 64 bits, decimal or 0x… */
export function parseSeed(text: string): bigint {
  const seed = /^(\d+|0x[\da-f]+)$/i.test(text) ? BigInt(text) : -1n;
  if (BigInt.asUintN(64, seed) === seed) return seed;
  throw new InvalidArgumentError("seed", "an integer from 0 to 18446744073709551615", JSON.stringify(text));
}

const BITS = /^bits:(.*)$/s;

/** An initial value: decimal, where the type has it exactly, or `bits:` and hexadecimal digits. */
export function parseInitial(text: string, type: ElementType, argument = "initial"): Scalar {
  const bits = BITS.exec(text);
  if (bits !== null) return fromHex(type, bits[1], argument);
  const parsed = parseElement(type, text);
  switch (parsed.kind) {
    case "element":
      return parsed.value;
    case "not-a-number":
      throw new InvalidArgumentError(
        argument,
        "a decimal number, or bits: and hexadecimal digits",
        JSON.stringify(text),
      );
    case "inexact":
      throw new InvalidArgumentError(
        argument,
        `a number that ${type} has exactly, or bits:…`,
        JSON.stringify(text),
      );
    default:
      return parsed satisfies never;
  }
}

/** Refuses an initial value that no type has, before any file is read. What looks like a record is looked at later. */
export function checkInitialText(text: string): string {
  if (text.trimStart().startsWith("{")) return text;
  const possible = ELEMENT_TYPES.some(
    (type) => BITS.test(text) || parseElement(type, text).kind === "element",
  );
  if (!possible) parseInitial(text, "f64");
  return text;
}

/** How much a program may do before it is stopped. */
export function readFuel(text: string): number {
  const fuel = Number(text);
  if (Number.isSafeInteger(fuel) && fuel > 0) return fuel;
  throw new InvalidArgumentError("fuel", "a positive whole number", JSON.stringify(text));
}
