// The data of a pane are a text: numbers as one types them, or a kind of data with its length and seed, so that a million elements fit in a link.
import { generateSumData, SUM_KIND_NAMES, type SumKind } from "samebits/accuracy";
import {
  ELEMENT_TYPES,
  type ElementArray,
  type ElementType,
  InvalidArgumentError,
  nearestName,
  newElementArray,
} from "samebits/javascript";
import { fileNamed } from "../link/file-text.ts";
import { FLIGHT_DELAYS, flightDelays } from "./flight-delays.ts";

/** Data made by rule. */
export interface GeneratedData {
  readonly kind: SumKind;
  readonly length: number;
  readonly seed: bigint;
}

interface ReadData {
  readonly array: ElementArray;
  readonly generated: GeneratedData | undefined;
}

/** The most elements that a pane computes with: more takes seconds by plain loops. */
const MOST_ELEMENTS = 10_000_000;

/** What a pane asks about: a text, and the numbers of the file that it names. */
export interface DataQuestion {
  readonly data: string;
  readonly file?: ElementArray | undefined;
}

/** @throws InvalidArgumentError naming "data", with the word at fault; FormatError for numbers of a file that are not of the type */
export async function readData({ data: text, file }: DataQuestion, type: string): Promise<ReadData> {
  if (!ELEMENT_TYPES.some((each) => each === type)) {
    throw new InvalidArgumentError(
      "type",
      `one of ${ELEMENT_TYPES.join(", ")} in the workbench`,
      `"${type}"`,
    );
  }
  const named = fileNamed(text);
  if (named !== undefined) {
    return { array: await ofFile(named.name, file, type as ElementType), generated: undefined };
  }
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  if (words[0] === FLIGHT_DELAYS) {
    return { array: await flightDelays(words.slice(1), type), generated: undefined };
  }
  if (/^[a-z]/i.test(words[0] ?? "") && !isNonFinite(words[0])) {
    const generated = readRule(words, type);
    const { kind, length, seed } = generated;
    return { array: generateSumData({ kind, type: type as "f64" | "f32", length, seed }), generated };
  }
  const elementType = type as ElementType;
  const array = newElementArray(elementType, words.length);
  words.forEach((word, index) => {
    array[index] = readElement(word, elementType, index) as never;
  });
  return { array, generated: undefined };
}

async function ofFile(
  name: string,
  file: ElementArray | undefined,
  type: ElementType,
): Promise<ElementArray> {
  if (file !== undefined) return (await import("samebits/formats")).convertArray(file, type, name);
  const expected = `numbers, or the file "${name}" dropped here again: its hash is in the link, its numbers are not`;
  throw new InvalidArgumentError("data", expected, "its name alone");
}

/** `tenths 1000000`, `wide 1000 seed 7`. */
function readRule([kind, length = "1000", seedWord, seed = "1", ...rest]: readonly string[], type: string) {
  const names: readonly string[] = [...SUM_KIND_NAMES, FLIGHT_DELAYS];
  if (!names.includes(kind)) {
    const expected = `numbers, or one of ${names.join(", ")} (nearest: ${nearestName(kind, names)}) with a length`;
    throw new InvalidArgumentError("data", expected, `"${kind}"`);
  }
  if (type !== "f64" && type !== "f32") {
    throw new InvalidArgumentError("data", `numbers, since "${kind}" is data of f64 and f32`, `"${kind}"`);
  }
  const isLength = /^[1-9]\d*$/.test(length) && Number(length) <= MOST_ELEMENTS;
  if (!isLength) {
    throw new InvalidArgumentError("data", `"${kind}" and a length of 1 to ${MOST_ELEMENTS}`, `"${length}"`);
  }
  if (rest.length > 0 || (seedWord !== undefined && seedWord !== "seed") || !/^\d+$/.test(seed)) {
    throw new InvalidArgumentError(
      "data",
      `"${kind} ${length} seed" and a whole number`,
      `"${rest[0] ?? seedWord}"`,
    );
  }
  return { kind: kind as SumKind, length: Number(length), seed: BigInt(seed) } satisfies GeneratedData;
}

const NON_FINITE: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
};

function isNonFinite(word: string): boolean {
  return Object.hasOwn(NON_FINITE, word.toLowerCase());
}

const NUMBER = /^[-+−]?(\d+\.?\d*|\.\d+)(e[-+−]?\d+)?$/i;
const INTEGER = /^[-+−]?\d+$/;

function readElement(word: string, type: ElementType, index: number): number | bigint {
  const plain = word.replaceAll("−", "-");
  const isFloat = type === "f64" || type === "f32";
  const [, sign, letters] = /^([-+]?)([a-z]+)$/i.exec(plain) ?? [];
  if (isFloat && letters !== undefined && isNonFinite(letters)) {
    return (sign === "-" ? -1 : 1) * NON_FINITE[letters.toLowerCase()];
  }
  if (isFloat ? !NUMBER.test(word) : !INTEGER.test(word)) throw notAnElement(word, type, index);
  if (isFloat) return Number(plain);
  const value = BigInt(plain.replace(/^\+/, ""));
  const bits = type.endsWith("64") ? 64 : 32;
  const kept = type.startsWith("i") ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  if (kept !== value) throw notAnElement(word, type, index);
  return bits === 64 ? value : Number(value);
}

function notAnElement(word: string, type: ElementType, index: number): InvalidArgumentError {
  return new InvalidArgumentError("data", `elements of ${type}`, `"${word}" as number ${index + 1}`);
}
