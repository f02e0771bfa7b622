// The checks of single arguments, one of each kind. Errors name the argument, what was expected and what came.

import { describe } from "./describe.ts";
import { InvalidArgumentError, OutOfMemoryError } from "./errors.ts";

/** @throws InvalidArgumentError for what is not a text */
export function checkText(argument: string, given: unknown): string {
  if (typeof given === "string") return given;
  throw new InvalidArgumentError(argument, "a text", describe(given));
}

/**
 * An integer from `least` to `most`: a length or a count where neither is given. `expected` is for arguments whose unit the error names.
 *
 * @throws InvalidArgumentError
 */
export function checkInteger(
  argument: string,
  given: unknown,
  least = 0,
  most?: number,
  expected?: string,
): number {
  const isWithin = typeof given === "number" && given >= least && given <= (most ?? Number.MAX_SAFE_INTEGER);
  if (isWithin && Number.isInteger(given)) return given;
  const range = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new InvalidArgumentError(argument, expected ?? `an integer ${range}`, describe(given));
}

/** @throws InvalidArgumentError */
export function checkBoolean(argument: string, given: unknown): boolean {
  if (typeof given === "boolean") return given;
  throw new InvalidArgumentError(argument, "true or false", describe(given));
}

/** A list as a caller gave it; `items` says of what, for the error. What is in it, holes too, others look at. @throws InvalidArgumentError */
export function checkList(argument: string, given: unknown, items: string): readonly unknown[] {
  if (Array.isArray(given)) return Array.from(given);
  throw new InvalidArgumentError(argument, `an array of ${items}`, describe(given));
}

/** A function that a caller gave; `what` says of what, for the error. @throws InvalidArgumentError */
export function checkFunction(argument: string, given: unknown, what = ""): void {
  if (typeof given === "function") return;
  throw new InvalidArgumentError(argument, `a function ${what}`.trimEnd(), describe(given));
}

/** @throws InvalidArgumentError for what is not a bigint */
export function checkSeed(given: unknown): bigint {
  if (typeof given === "bigint") return given;
  throw new InvalidArgumentError("seed", "a bigint", describe(given));
}

/** A signal as a caller gave it, which may be another realm's; nothing where none was given. @throws InvalidArgumentError */
export function checkSignal(given: unknown): AbortSignal | undefined {
  if (given === undefined) return undefined;
  if (typeof given === "object" && given !== null && "aborted" in given && "addEventListener" in given) {
    const { aborted, addEventListener } = given;
    if (typeof aborted === "boolean" && typeof addEventListener === "function") return given as AbortSignal;
  }
  throw new InvalidArgumentError("signal", "an AbortSignal", describe(given));
}

/** An object whose fields are looked at one by one, whatever they hold; an array is not one. @throws InvalidArgumentError */
export function checkObject<Given extends object>(argument: string, given: Given, what?: string): Given;
export function checkObject(
  argument: string,
  given: unknown,
  what?: string,
): Readonly<Record<string, unknown>>;
export function checkObject(argument: string, given: unknown, what = "an object"): unknown {
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return given;
  throw new InvalidArgumentError(argument, what, describe(given));
}

/**
 * An object of somebody else's that is used through these methods: an executor, a solver. What they do is theirs; that they are there is checked.
 *
 * @throws InvalidArgumentError
 */
export function checkMethods<Object>(
  argument: string,
  given: Object,
  names: readonly string[],
  what: string,
): Object {
  if (typeof given !== "object" || given === null) {
    throw new InvalidArgumentError(argument, what, describe(given));
  }
  for (const name of names) {
    if (typeof (given as Readonly<Record<string, unknown>>)[name] === "function") continue;
    throw new InvalidArgumentError(argument, what, `${describe(given)} without "${name}"`);
  }
  return given;
}

/** What may be asked for without a question: to ask the host takes some tens of microseconds. */
const FREELY_BYTES = 2 ** 30;

/**
 * Refuses what this host has no room for. Systems promise memory that they do not have, and end the process that comes to use it: so a number
 * in an argument, which nothing else bounds, is held against what is free. Hosts that do not tell refuse by themselves, or not at all.
 *
 * @param what - the argument, in quotes, and what it is, as an error names it; default: `"length"`
 * @throws OutOfMemoryError
 */
export function checkRoom(bytes: number, what?: string): void {
  if (bytes <= FREELY_BYTES) return;
  const free = freeBytes();
  if (free !== undefined && bytes > free) {
    throw new OutOfMemoryError(bytes, `the memory of this host, which has ${free} bytes left`, what);
  }
}

/** Of the machine, or of the container it is. Decides about an error alone, and never about a value. Undefined where the host does not tell. */
function freeBytes(): number | undefined {
  if (typeof process === "undefined") return undefined;
  return process.getBuiltinModule?.("node:process")?.availableMemory?.();
}

// Options that nobody reads are mistakes: a misspelt requirement must not be dropped.
