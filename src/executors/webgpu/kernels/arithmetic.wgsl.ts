// How two values are combined in a kernel: on bits, which WGSL fixes, or by the device's own f32 where the grid argument shows that both agree.

import type { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { wgslCombine } from "../../../codegen/wgsl/wgsl-terms.ts";
import { countText, FAULTS, type KernelSetting, PARAMS } from "./kernel-setting.ts";

/** The biased exponents that let a tile's nonzero elements be added natively: from the first to before the second. */
const CLEAN_EXPONENTS = [24, 213] as const;

/** `is_clean` of the word of one f32. */
export function isCleanWord(word: number): boolean {
  const exponent = (word >>> 23) & 0xff;
  return word === 0 || (exponent >= CLEAN_EXPONENTS[0] && exponent < CLEAN_EXPONENTS[1]);
}

/**
 * `combine`, and of certified kernels `is_native`, which says how it works, and `is_clean`.
 *
 * Grid argument: where every nonzero element has a biased exponent of 24 or more, every sum is a multiple of 2^−126, so zero or normal: nothing can be flushed.
 * Where all are below 213, sums of fewer than 2^40 elements stay below 2^127: nothing overflows, with a bit to spare for rounding. Without −0, NaN and
 * infinity no special case arises. What is left of IEEE addition is rounding to nearest, which the certificate tests.
 */
export function combineSource(
  { arithmetic, operator, plantedCombine }: KernelSetting,
  library: WgslLibrary,
): string {
  if (arithmetic === "native" && plantedCombine !== undefined) return plantedCombine;
  if (arithmetic !== "certified") return wgslCombine(operator, "combine", arithmetic, library);
  const [least, limit] = CLEAN_EXPONENTS;
  return `${wgslCombine(operator, "combine_bits", "integer", library)}
${plantedCombine ?? wgslCombine(operator, "combine_native", "native", library)}
var<private> is_native: bool;
var<workgroup> tile_taint: atomic<u32>;

fn combine(left: Value, right: Value) -> Value {
  if (is_native) { return combine_native(left, right); }
  return combine_bits(left, right);
}

/** Of one f32: +0, or an exponent in the range. */
fn is_clean(value: Value) -> bool {
  return value.w0 == 0u || (value.w0 & 0x7fffffffu) - ${least * 2 ** 23}u < ${(limit - least) * 2 ** 23}u;
}
`;
}

/** Once the tile is loaded: how its own elements are combined. By all threads; nothing of kernels that are not certified. */
export function judgeTile({ arithmetic, isInspected }: KernelSetting): string {
  if (arithmetic !== "certified") return "";
  const forced = isInspected ? ` || (params[${PARAMS.fault}] & ${FAULTS.bits}u) != 0u` : "";
  return `var is_tile_clean = true;
for (var i = 0u; i < STRIPS * RUN; i++) { is_tile_clean = is_tile_clean && is_clean(x[i]); }
if (!is_tile_clean${forced}) { atomicOr(&tile_taint, 1u); }
workgroupBarrier();
is_native = atomicLoad(&tile_taint) == 0u;
`;
}

/** Counts the tile as native or not, in inspected certified kernels. */
export function countArithmetic(setting: KernelSetting): string {
  if (setting.arithmetic !== "certified" || !setting.isInspected) return "";
  return `if (lane == 0u) { if (is_native) { ${countText(setting, "native")} } else { ${countText(setting, "integer")} } }
`;
}
