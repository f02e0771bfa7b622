import { defineOperator } from "../define-operator.ts";
import type { Operator } from "../operator.ts";
import { binary, constant, left, right, type Term } from "../term.ts";
import { identityMap, type StateMapType, stateMapLayout } from "./state-map-layout.ts";

/**
 * State maps one after the other, the left one first: `(left ∘ right)(state) = right(left(state))`, as one word each.
 *
 * A machine's maps are packed by `packStateMap`: four bits for each state, in u32 up to 8 states and in u64 up to 16. A scan of the maps
 * of its input's letters, applied to the start state, gives the state after every letter. Associative on all words, as composition is;
 * the identity holds on what `packStateMap` makes.
 *
 * @throws InvalidArgumentError for a number of states that is none from 1 to 16
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

/** Words whose bits outside the slots' are zero; all words where there are none. */
function carrierOf(stateCount: number): { readonly carrier?: Term } {
  const { type, slotCount } = stateMapLayout(stateCount);
  if (slotCount === 16) return {};
  let unused = 0xffff_ffff;
  for (let state = 0; state < slotCount; state++) unused ^= (slotCount - 1) << (4 * state);
  return {
    carrier: binary("equal", binary("and", left(type), constant(type, unused >>> 0)), constant(type, 0)),
  };
}
