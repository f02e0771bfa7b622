import { checkInteger } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";

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
