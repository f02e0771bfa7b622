import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";

/** Wire `destination` takes on its own value combined with that of wire `source`; the lower wire of the two stands on the left. */
export type Pair = readonly [source: number, destination: number];

/** Pairs that happen at once: all of them read before any of them writes. */
export type Step = readonly Pair[];

/**
 * A scan network as data: which of `width` wires take up which others, step by step.
 *
 * Element i enters on wire i and prefix i (suffix i, where pairs lead to lower wires) leaves on it; a wire that no pair of a step
 * writes keeps its value. There is no pair that copies: docs/decisions/0021-a-network-has-pairs-and-nothing-else.md.
 */
export interface Network {
  readonly width: number; // N, at least 1
  readonly steps: readonly Step[];
}

/** A network is written out pair by pair; beyond this many wires one wants a program, not a list. */
export const MAX_WIDTH = 65_536;

/**
 * A network of these pairs, checked.
 *
 * @throws InvalidArgumentError for a width that is no integer from 1 to 65,536, and naming step and pair for a wire that is not there,
 * a wire paired with itself, and a wire that a step writes twice
 */
export function defineNetwork(width: number, steps: readonly Step[]): Network {
  checkWidth(width);
  if (!Array.isArray(steps)) throw new InvalidArgumentError("steps", "an array of steps", describe(steps));
  steps.forEach((step, index) => {
    checkStep(step, width, `steps[${index}]`);
  });
  return { width, steps };
}

/** @throws InvalidArgumentError unless it is an integer from 1 to 65,536 */
export function checkWidth(width: number, argument = "width"): void {
  if (Number.isInteger(width) && width >= 1 && width <= MAX_WIDTH) return;
  throw new InvalidArgumentError(argument, `an integer from 1 to ${MAX_WIDTH}`, describe(width));
}

function checkStep(step: unknown, width: number, name: string): void {
  if (!Array.isArray(step)) throw new InvalidArgumentError(name, "an array of pairs", describe(step));
  const written = new Set<unknown>();
  step.forEach((pair: unknown, index) => {
    const fault = pairFault(pair, width, written);
    if (fault !== undefined) {
      throw new InvalidArgumentError(`${name}[${index}]`, fault.expected, fault.actual);
    }
  });
}

/** What is wrong with a pair beside those whose destinations are in `written`, where its own goes. */
export function pairFault(
  pair: unknown,
  width: number,
  written: Set<unknown>,
): { readonly expected: string; readonly actual: string } | undefined {
  if (!Array.isArray(pair) || pair.length !== 2) {
    return { expected: "a pair of wires, [source, destination]", actual: describe(pair) };
  }
  const shown = `(${pair.map(describe).join(", ")})`;
  const isWire = (wire: unknown): boolean =>
    Number.isInteger(wire) && Number(wire) >= 0 && Number(wire) < width;
  if (!pair.every(isWire)) return { expected: `two wires from 0 to ${width - 1}`, actual: shown };
  const [source, destination] = pair;
  if (source === destination) return { expected: "two different wires", actual: shown };
  if (written.has(destination)) {
    const expected = "the only one of its step that writes its destination";
    return { expected, actual: `${shown}, where wire ${destination} is written already` };
  }
  written.add(destination);
  return undefined;
}

/** Whether two networks are the same pairs in the same steps; the order of pairs within a step says nothing. */
export function isSameNetwork(one: Network, other: Network): boolean {
  return (
    one.width === other.width &&
    one.steps.length === other.steps.length &&
    one.steps.every((step, index) => isSameStep(step, other.steps[index]))
  );
}

export function isSameStep(one: Step, other: Step): boolean {
  if (one.length !== other.length) return false;
  const sources = new Map(other.map(([source, destination]) => [destination, source]));
  return one.every(([source, destination]) => sources.get(destination) === source);
}
