import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import type { SumMemory } from "../order-free/extent.ts";
import { LIMB_COUNT, SUM_STATE } from "../order-free/sum-state.ts";

/*
 * The memory of an exact sum, as JavaScript sees it: limbs and marks, see SUM_STATE. Limbs are read and written in normal form only.
 */

/** Bits below the smallest subnormal of f32: its sums are multiples of 2^(925 − 1074). */
const LOWEST_BIT = { f64: 0n, f32: 925n } as const;

export function clearSum({ arena, state }: SumMemory): void {
  const words = arena.heap.view("u32");
  const first = (state + SUM_STATE.limbs) / 4;
  words.fill(0, first, first + 2 * LIMB_COUNT);
  words[(state + SUM_STATE.marks) / 4] = 0;
}

export function readMarks({ arena, state }: SumMemory): number {
  return arena.heap.view("u32")[(state + SUM_STATE.marks) / 4];
}

export function addMarks({ arena, state }: SumMemory, marks: number): void {
  arena.heap.view("u32")[(state + SUM_STATE.marks) / 4] |= marks;
}

/** The sum in units of the smallest subnormal of `type`. */
export function readSum({ arena, state }: SumMemory, type: FloatType): bigint {
  const words = arena.heap.view("i32");
  const first = (state + SUM_STATE.limbs) / 4;
  let sum = BigInt(words[first + 2 * (LIMB_COUNT - 1)]);
  for (let limb = LIMB_COUNT - 2; limb >= 0; limb--)
    sum = (sum << 32n) | BigInt(words[first + 2 * limb] >>> 0);
  return sum >> LOWEST_BIT[type];
}

export function writeSum({ arena, state }: SumMemory, type: FloatType, sum: bigint): void {
  const words = arena.heap.view("i32");
  const first = (state + SUM_STATE.limbs) / 4;
  let rest = sum << LOWEST_BIT[type];
  for (let limb = 0; limb < LIMB_COUNT - 1; limb++) {
    words[first + 2 * limb] = Number(BigInt.asIntN(32, rest));
    words[first + 2 * limb + 1] = 0;
    rest >>= 32n;
  }
  const last = first + 2 * (LIMB_COUNT - 1);
  words[last] = Number(BigInt.asIntN(32, rest));
  words[last + 1] = rest < 0n ? -1 : 0;
}

/** The magnitude of a sum as limbs: `limbs[i]` stands at 2^(32·i − 1074). */
export interface Magnitude {
  readonly isNegative: boolean;
  readonly limbs: Float64Array;
  readonly lowest: number; // the limb of the last bit, LIMB_COUNT for zero
  readonly highest: number; // the limb of the first bit, −1 for zero
}

export function readMagnitude({ arena, state }: SumMemory, limbs: Float64Array): Magnitude {
  const words = arena.heap.view("u32");
  const first = (state + SUM_STATE.limbs) / 4;
  const isNegative = words[first + 2 * LIMB_COUNT - 1] !== 0;
  let lowest = LIMB_COUNT;
  let highest = -1;
  for (let i = 0; i < LIMB_COUNT; i++) {
    const word = words[first + 2 * i];
    // Two's complement: zeros up to the last bit stay, that limb is negated, those above are flipped.
    if (lowest === LIMB_COUNT) limbs[i] = isNegative && word !== 0 ? 2 ** 32 - word : word;
    else limbs[i] = isNegative ? ~word >>> 0 : word;
    if (limbs[i] === 0) continue;
    if (lowest === LIMB_COUNT) lowest = i;
    highest = i;
  }
  return { isNegative, limbs, lowest, highest };
}

/** The number of a limb's last bit that is set; it is not zero. */
export function lastBitOf(limb: number): number {
  return 31 - Math.clz32(limb & -limb);
}
