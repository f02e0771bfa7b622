// Finite automata as scans: each symbol is a map of states, packed into one integer, and maps compose (Hillis and Steele).

import { checkInteger } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { defineOperator } from "../define-operator.ts";
import type { Operator } from "../operator.ts";
import { binary, constant, left, right, type Term } from "../term.ts";

/**
 * State maps one after the other, the left one first: `(left ∘ right)(state) = right(left(state))`, as one word each.
 *
 * A machine's maps are packed by `packStateMap`: four bits for each state, in u32 up to 8 states and in u64 up to 16. A scan of the maps
 * of its input's letters, applied to the start state, gives the state after every letter. Associative on all words, as composition is;
 * the identity holds on what `packStateMap` makes.
 *
 * @throws InvalidArgumentError unless the number of states is from 1 to 16
 * @see Hillis and Steele 1986; Ladner and Fischer 1980
 */
export function stateMap(stateCount: number): Operator<StateMapType> {
  const { type, slotCount } = stateMapLayout(stateCount);
  const word = (value: number): Term => constant(type, type === "u64" ? BigInt(value) : value);
  const shifted = (operation: "shiftLeft" | "shiftRight", term: Term, distance: number): Term =>
    distance === 0 ? term : binary(operation, term, word(distance));
  const slots = Array.from({ length: slotCount }, (_, state) => {
    // Four times the state after the left map, which is the distance of its slot in the right one.
    const scaled =
      state === 0 ? shifted("shiftLeft", left(type), 2) : shifted("shiftRight", left(type), 4 * state - 2);
    const distance = binary("and", scaled, word(4 * (slotCount - 1)));
    const next = binary("and", binary("shiftRight", right(type), distance), word(slotCount - 1));
    return shifted("shiftLeft", next, 4 * state);
  });
  const operator = defineOperator<StateMapType>(
    type,
    [slots.reduce((first, second) => binary("or", first, second))],
    {
      name: "state-map",
      claims: { identity: [identityMap(stateCount)], ...carrierOf(stateCount) },
      derivation: { combinator: "state-map", parts: [] },
    },
  );
  return operator as Operator<StateMapType>;
}

/** Words whose bits outside the slots' are zero; all words where no slot is. */
function carrierOf(stateCount: number): { readonly carrier?: Term } {
  const { type, slotCount } = stateMapLayout(stateCount);
  if (slotCount === 16) return {};
  let unused = 0xffff_ffff;
  for (let state = 0; state < slotCount; state++) unused ^= (slotCount - 1) << (4 * state);
  return {
    carrier: binary("equal", binary("and", left(type), constant(type, unused >>> 0)), constant(type, 0)),
  };
}

/** The word that holds a state map: four bits for each state. */
type StateMapType = "u32" | "u64";

interface StateMapLayout {
  readonly type: StateMapType;
  readonly slotCount: number; // a power of two, at least the number of states; states beyond them stay where they are
}

/** @throws InvalidArgumentError unless the number of states is from 1 to 16 */
function stateMapLayout(stateCount: number): StateMapLayout {
  if (!Number.isInteger(stateCount) || stateCount < 1 || stateCount > 16) {
    throw new InvalidArgumentError("stateCount", "an integer from 1 to 16", describe(stateCount));
  }
  const slotCount = [2, 4, 8, 16].find((count) => count >= stateCount) ?? 16;
  return { type: slotCount === 16 ? "u64" : "u32", slotCount };
}

/** The map under which every state stays where it is. */
function identityMap(stateCount: number): number | bigint {
  return packSlots(stateCount, []);
}

/** The word of these next states; those that are missing stay where they are. */
function packSlots(stateCount: number, next: readonly number[]): number | bigint {
  const { type, slotCount } = stateMapLayout(stateCount);
  let word = 0n;
  for (let state = 0; state < slotCount; state++) word |= BigInt(next[state] ?? state) << BigInt(4 * state);
  return type === "u64" ? word : Number(word);
}

/** The state that a word of `packStateMap`, or a composition of them, leads to from `state`. @throws InvalidArgumentError for no such word or state */
export function applyStateMap(map: number | bigint, state: number): number {
  if (typeof map === "bigint") {
    if (BigInt.asUintN(64, map) !== map) throw new InvalidArgumentError("map", "a u64", describe(map));
  } else {
    checkInteger("map", map, 0, 2 ** 32 - 1);
  }
  checkInteger("state", state, 0, typeof map === "bigint" ? 15 : 7);
  return typeof map === "bigint" ? Number((map >> BigInt(4 * state)) & 15n) : (map >>> (4 * state)) & 15;
}

/**
 * What one letter does to a machine, as a word for `stateMap(transitions.length)`: state `s` goes to `transitions[s]`.
 *
 * A number (u32) for up to 8 states, a bigint (u64) for up to 16.
 *
 * @throws InvalidArgumentError for no states, more than 16, or a next state that is not one of them
 */
export function packStateMap(given: readonly number[]): number | bigint {
  if (!Array.isArray(given))
    throw new InvalidArgumentError("transitions", "an array of states", describe(given));
  const transitions: readonly number[] = Array.from(given);
  transitions.forEach((next, state) => {
    if (Number.isInteger(next) && next >= 0 && next < transitions.length) return;
    const expected = `a state, from 0 to ${transitions.length - 1}`;
    throw new InvalidArgumentError(`transitions[${state}]`, expected, describe(next));
  });
  return packSlots(transitions.length, transitions);
}
