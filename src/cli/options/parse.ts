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
} from "../../index.ts";

/** A parser for an option that has one of a few names. Its error names the nearest. */
export function choiceOf<Name extends string>(
  argument: string,
  names: readonly Name[],
): (text: string) => Name {
  return (text) => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(argument, oneOf(text, names), JSON.stringify(text));
  };
}

export const parseType: (text: string) => ElementType = choiceOf("type", ELEMENT_TYPES);
export const parseAccumulate: (text: string) => ElementType = choiceOf("accumulate", ELEMENT_TYPES);

/** A determinism level in kebab-case: not-guaranteed, run-to-run, everywhere. */
export function parseDeterminism(text: string): Determinism {
  const spelled = DETERMINISM_LEVELS.map(spellDeterminism);
  const index = spelled.indexOf(choiceOf("determinism", spelled)(text));
  return DETERMINISM_LEVELS[index];
}

/** The level as it is spelled on the command line. */
export function spellDeterminism(level: Determinism): string {
  return level.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A number of elements. */
export function parseLength(text: string): number {
  const length = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(length)) return length;
  throw new InvalidArgumentError("n", "a number of elements in digits", JSON.stringify(text));
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
