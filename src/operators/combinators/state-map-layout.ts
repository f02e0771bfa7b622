import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";

/** The word that holds a state map: four bits for each state. */
export type StateMapType = "u32" | "u64";

interface StateMapLayout {
  readonly type: StateMapType;
  readonly slotCount: number; // a power of two, at least the number of states; states beyond them stay where they are
}

/** @throws InvalidArgumentError for a number of states that is none from 1 to 16 */
export function stateMapLayout(stateCount: number): StateMapLayout {
  if (!Number.isInteger(stateCount) || stateCount < 1 || stateCount > 16) {
    throw new InvalidArgumentError("stateCount", "an integer from 1 to 16", describe(stateCount));
  }
  const slotCount = [2, 4, 8, 16].find((count) => count >= stateCount) ?? 16;
  return { type: slotCount === 16 ? "u64" : "u32", slotCount };
}

/** The map under which every state stays where it is. */
export function identityMap(stateCount: number): number | bigint {
  return packSlots(stateCount, []);
}

/** The word of these next states; those that are missing stay where they are. */
export function packSlots(stateCount: number, next: readonly number[]): number | bigint {
  const { type, slotCount } = stateMapLayout(stateCount);
  let word = 0n;
  for (let state = 0; state < slotCount; state++) word |= BigInt(next[state] ?? state) << BigInt(4 * state);
  return type === "u64" ? word : Number(word);
}
