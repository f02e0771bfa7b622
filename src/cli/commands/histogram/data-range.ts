import type { ElementArray, ElementType } from "../../../index.ts";
import { parseElementFunction } from "../../../operators.ts";
import type { ColumnFunctions } from "../../executors/offered-executor.ts";

/** A range for bins where none is asked for: from the least to the largest finite element, [0, 1] of none. It has all of them. */
export async function dataRange(
  functions: ColumnFunctions,
  array: ElementArray,
  type: ElementType,
): Promise<readonly [low: number, high: number]> {
  const isFloat = array instanceof Float64Array || array instanceof Float32Array;
  const finite = isFloat ? await finiteOf(functions, array, type) : array;
  if (finite.length === 0) return [0, 1];
  const { min, max } = await functions.minMax(finite);
  const low = nearby(min, "below");
  const high = nearby(max, "above");
  return low < high ? [low, high] : [low, Math.max(low + 1, beside(low, "above"))];
}

function finiteOf(functions: ColumnFunctions, array: ElementArray, type: ElementType): Promise<ElementArray> {
  return functions.filter(array, parseElementFunction("value - value == 0", { type }));
}

/** The number itself, or of a 64-bit integer that f64 has not the next one on that side. */
function nearby(value: number | bigint, side: "below" | "above"): number {
  if (typeof value === "number") return value;
  const near = Number(value);
  const isBeyond = side === "below" ? BigInt(near) > value : BigInt(near) < value;
  return isBeyond ? beside(near, side) : near;
}

/** The next f64. */
function beside(value: number, side: "below" | "above"): number {
  const isUp = side === "above";
  if (value === 0) return isUp ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bits = new BigInt64Array(Float64Array.of(value).buffer);
  bits[0] += value > 0 === isUp ? 1n : -1n;
  return new Float64Array(bits.buffer)[0];
}
