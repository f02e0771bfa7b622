import { type Code, get, instruction, type Local, select, vector } from "../../../codegen/wasm/code.ts";
import { scalarConst } from "../../../codegen/wasm/scalar-operations.ts";
import { type LaneBytes, splatConst } from "../../../codegen/wasm/vector-operations.ts";
import type { ScalarType } from "../../../values/element-types.ts";

/*
 * A NaN is what differs from itself, and where bits can be seen it is the canonical one. That costs a comparison, so that only observed values
 * pass through it.
 */

type FloatType = "f64" | "f32";

/** Whether an element is a NaN: 1 or 0. */
export function isNaNElement(type: FloatType, value: Local): Code {
  return instruction(type === "f64" ? 0x62 : 0x5c, get(value), get(value));
}

/** All ones in the lanes of a NaN. */
export function areNaNs(type: FloatType, value: Local): Code {
  return vector(type === "f64" ? 0x48 : 0x42, get(value), get(value));
}

/** All ones in the lanes of a number. */
export function areNumbers(type: FloatType, value: Local): Code {
  return vector(type === "f64" ? 0x47 : 0x41, get(value), get(value));
}

/** A value with the canonical quiet NaN in place of any NaN. */
export function canonicalElement(type: ScalarType, value: Local): Code {
  if (type !== "f64" && type !== "f32") return get(value);
  const isNumber = instruction(type === "f64" ? 0x61 : 0x5b, get(value), get(value));
  return select(get(value), scalarConst(type, Number.NaN), isNumber);
}

/** The same in each lane. */
export function canonicalVector(type: ScalarType, value: Local, laneBytes: LaneBytes): Code {
  if (type !== "f64" && type !== "f32") return get(value);
  return vector(0x52, get(value), splatConst(type, Number.NaN, laneBytes), areNumbers(type, value));
}
