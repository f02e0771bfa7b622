// A scan network as data. Everything that a caller gives for one is copied and checked here, so that the rest of the room can trust it.
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
 * writes keeps its value. There is no pair that copies.
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
 * @throws InvalidArgumentError for a width that is not an integer from 1 to 65,536, and naming step and pair for a wire that is not there,
 * a wire paired with itself, and a wire that a step writes twice
 */
export function defineNetwork(width: number, steps: readonly Step[]): Network {
  checkWidth(width);
  if (!Array.isArray(steps)) throw new InvalidArgumentError("steps", "an array of steps", describe(steps));
  return { width, steps: copyEach("steps", steps, (step, name) => copyStep(step, width, name)) };
}

/** A copy, each item looked at as it is taken: what is read twice may differ, and the first hole ends an array that has nothing but holes. */
function copyEach<Item>(
  name: string,
  items: readonly unknown[],
  copy: (item: unknown, name: string) => Item,
): Item[] {
  const copied: Item[] = [];
  for (let index = 0; index < items.length; index++) copied.push(copy(items[index], `${name}[${index}]`));
  return copied;
}

/** A network from what a caller gives as one: its own copy, checked as `defineNetwork` does. @throws InvalidArgumentError */
export function copyNetwork(given: unknown, argument = "network"): Network {
  if (typeof given !== "object" || given === null) {
    throw new InvalidArgumentError(argument, "a network, { width, steps }", describe(given));
  }
  const { width, steps } = given as Network;
  return defineNetwork(width, steps);
}

/** @throws InvalidArgumentError unless it is an integer from 1 to 65,536 */
export function checkWidth(width: number, argument = "width"): void {
  if (Number.isInteger(width) && width >= 1 && width <= MAX_WIDTH) return;
  throw new InvalidArgumentError(argument, `an integer from 1 to ${MAX_WIDTH}`, describe(width));
}

function copyStep(step: unknown, width: number, name: string): Step {
  if (!Array.isArray(step)) throw new InvalidArgumentError(name, "an array of pairs", describe(step));
  const written = new Set<unknown>();
  return copyEach(name, step, (given, place) => {
    const pair: unknown = Array.isArray(given) && given.length === 2 ? [given[0], given[1]] : given;
    const fault = pairFault(pair, width, written);
    if (fault === undefined) return pair as Pair;
    throw new InvalidArgumentError(place, fault.expected, fault.actual);
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

/** Whether two networks are the same pairs in the same steps; the order of pairs within a step says nothing. @throws InvalidArgumentError for what is not a network */
export function isSameNetwork(one: Network, other: Network): boolean {
  return hasSamePairs(copyNetwork(one, "one"), copyNetwork(other, "other"));
}

/** The same for networks that were looked at. */
export function hasSamePairs(one: Network, other: Network): boolean {
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
