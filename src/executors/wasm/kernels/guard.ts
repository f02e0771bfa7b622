import { type Code, get, type Local, set, vector } from "../../../codegen/wasm/code.ts";
import { extractLane, scalarConst, splatConst } from "../../../codegen/wasm/term.ts";
import type { Lanes } from "./lanes.ts";

/*
 * A fast kernel does not canonicalise NaNs. For float add none can appear in an output unless a complete dyadic range or a carry
 * before it was not finite: a NaN needs ∞ − ∞ or a NaN operand, a root that is not finite stays so in every root and carry that
 * contains it, and the carries, whose brackets end at every block, are gathered here as carry·0. So the caller canonicalises the
 * output when the guard or the last value is not finite, and needs no comparison per element otherwise.
 */

const MULTIPLY_ADD = { f64: [0xa2, 0xa0], f32: [0x94, 0x92] } as const;
const MULTIPLY_ADD_LANES = { f64: [0xf2, 0xf0], f32: [0xe6, 0xe4] } as const;

/** `guard += carry·0`. */
export function gatherCarry(lanes: Lanes, guard: Local, carry: Code): Code {
  const { valueType } = lanes;
  if (valueType !== "f64" && valueType !== "f32") return [];
  return set(guard, [get(guard), carry, scalarConst(lanes.type, 0), MULTIPLY_ADD[valueType]]);
}

/** The same in every lane. */
export function gatherCarries(lanes: Lanes, guard: Local, carries: Code): Code {
  const { valueType } = lanes;
  if (valueType !== "f64" && valueType !== "f32") return [];
  const [multiply, add] = MULTIPLY_ADD_LANES[valueType];
  return set(guard, vector(add, get(guard), vector(multiply, carries, splatConst(lanes.type, 0))));
}

/** The lanes of a guard in one element. */
export function sumGuard(lanes: Lanes, guard: Local): Code {
  const { valueType } = lanes;
  if (valueType !== "f64" && valueType !== "f32") return extractLane(lanes.type, 0, get(guard));
  const add = MULTIPLY_ADD[valueType][1];
  return Array.from({ length: lanes.laneCount }, (_, lane) => [
    extractLane(lanes.type, lane, get(guard)),
    lane === 0 ? [] : add,
  ]);
}
