import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { packSlots } from "./state-map-layout.ts";

/**
 * What one letter does to a machine, as a word for `stateMap(transitions.length)`: state `s` goes to `transitions[s]`.
 *
 * A number (u32) for up to 8 states, a bigint (u64) for up to 16.
 *
 * @throws InvalidArgumentError for no states, more than 16, or a next state that is none of them
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
