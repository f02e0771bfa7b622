/*
 * A reduce in the order of arrival, by the device's own floats.
 *
 *     arrive:  workgroup g: sum of its tiles; total = total ∘ sum by compare-and-exchange; after too many tries: place[g] = sum
 *     settle:  one workgroup: total and all places together; written, or left for the next chunk
 */

import { countText, type KernelSetting, PARAMS, tableStart } from "../kernels/kernel-setting.ts";
import { laneSource, numberedEntry } from "../kernels/lane.wgsl.ts";
import { tileScanSource } from "../kernels/tile-scan.wgsl.ts";
import { valueSource } from "../kernels/value.wgsl.ts";
import { type Staging, stageOf } from "../stage/staging.ts";
import { IDENTITY_WORD, type NativeOperation } from "./served-level.ts";

/** What all lanes of a subgroup make together, by operation. */
const SUBGROUP_FUNCTION: Readonly<Record<NativeOperation, string>> = {
  add: "subgroupAdd",
  multiply: "subgroupMul",
};

/** One value: no order between words is needed. */
const TOTAL = tableStart(1);
const PLACES = TOTAL + 1;

/** The first dispatch: workgroup g takes tiles g, g + groups, … */
function arrivalKernel(setting: KernelSetting, operation: NativeOperation): string {
  const { argument } = laneSource(setting);
  return `${headSource(setting, operation)}
/** Joins the total in its turn, or leaves the value in the group's place. As many tries as a look-back has polls. */
fn arrive(value: Value, group: u32) {
  var held = atomicLoad(&state[${TOTAL}]);
  for (var i = 0u; i < params[${PARAMS.pollLimit}]; i++) {
    let next = combine(Value(held ^ IDENTITY), value).w0 ^ IDENTITY;
    let tried = atomicCompareExchangeWeak(&state[${TOTAL}], held, next);
    ${countText(setting, "polls")}
    if (tried.exchanged) {
      ${countText(setting, "publications")}
      return;
    }
    held = tried.old_value;
  }
  atomicStore(&state[${PLACES}u + group], value.w0 ^ IDENTITY);
  ${countText(setting, "fallbacks")}
}

${numberedEntry(setting)}
  let positions = params[${PARAMS.positions}];
  var value = Value(IDENTITY);
  for (var tile = group; tile < params[${PARAMS.tileCount}]; tile += grid.x * grid.y) {
    load_tile(tile, lane);
    let first = tile * TILE_LENGTH;
    if (positions - first < TILE_LENGTH) {
      for (var i = 0u; i < STRIPS * RUN; i++) { if (first + place_of(lane, i) >= positions) { x[i] = Value(IDENTITY); } }
    }
    for (var width = 1u; width < STRIPS * RUN; width *= 2u) {
      for (var i = 0u; i + width < STRIPS * RUN; i += 2u * width) { x[i] = combine(x[i], x[i + width]); }
    }
    value = combine(value, x[0]);
  }
  value = join_lanes(value, lane${argument});
  if (lane == 0u && group < params[${PARAMS.tileCount}]) { arrive(value, group); }
}
`;
}

/**
 * The second dispatch: all that arrived, in the order of the places. Before the last chunk it stays the total; then total and places are left as they were found, of no
 * effect.
 *
 * Inspected kernels begin with place \`faultMask\`: as if workgroups had arrived in that order.
 */
function settleKernel(setting: KernelSetting, groups: number, operation: NativeOperation): string {
  const { placement, shape, isInspected } = setting;
  const { parameters, prologue, argument } = laneSource(setting);
  const place = isInspected ? `(i + params[${PARAMS.faultMask}]) % ${groups}u` : "i";
  const joined = placement === "outside" ? "combine(initial_value(), value)" : "value";
  const nothing = placement === "none" ? "" : "store(0u, initial_value());";
  return `${headSource(setting, operation)}
@compute @workgroup_size(${shape.threads})
fn main(${parameters}) {
  ${prologue}
  if (params[${PARAMS.tileCount}] == 0u) {
    if (lane == 0u) { ${nothing} }
    return;
  }
  var value = Value(IDENTITY);
  for (var i = lane; i < ${groups}u; i += THREADS) {
    let left = atomicExchange(&state[${PLACES}u + ${place}], 0u);
    value = combine(value, Value(left ^ IDENTITY));
  }
  value = join_lanes(value, lane${argument});
  if (lane > 0u) { return; }
  value = combine(Value(atomicLoad(&state[${TOTAL}]) ^ IDENTITY), value);
  let is_last = params[${PARAMS.isLast}] == 1u;
  atomicStore(&state[${TOTAL}], select(value.w0 ^ IDENTITY, 0u, is_last));
  if (is_last) { store(0u, ${joined}); }
}
`;
}

/** Words of the table hold values XOR the identity, so that a table of zeros holds nothing. */
function headSource(setting: KernelSetting, operation: NativeOperation): string {
  const { directives, parameter } = laneSource(setting);
  return `${directives}${valueSource(setting)}
${tileScanSource(setting)}
const IDENTITY = ${IDENTITY_WORD[operation]}u;

/** The values of all lanes together, of use to the first. Begins and ends with a barrier, where there are more than one subgroup. */
fn join_lanes(own: Value, lane: u32${parameter}) -> Value {
  var value = own;
${setting.subgroups === "none" ? "" : joinSubgroup(operation)}  let level = subgroup_level;
  if (ends_subgroup(lane, level)) { totals[lane >> level] = value; }
  workgroupBarrier();
  for (var half = THREADS >> (level + 1u); half > 0u; half >>= 1u) {
    if (lane < half) { totals[lane] = combine(totals[lane], totals[lane + half]); }
    workgroupBarrier();
  }
  return totals[0];
}
`;
}

function joinSubgroup(operation: NativeOperation): string {
  return `  if (subgroup_level > 0u) { value.w0 = bitcast<u32>(${SUBGROUP_FUNCTION[operation]}(bitcast<f32>(value.w0))); }
`;
}

/** Workgroups of a dispatch: as many as keep a device busy, each going on to what is left. */
const MOST_GROUPS = 1024;

/**
 * A reduce whose bracket is the order of arrival: each workgroup sums its tiles and adds that to one word by compare-and-exchange. A workgroup that has failed too often
 * leaves its sum in a place of its own, so that nobody waits for anybody. A second dispatch, one workgroup, adds up what was left.
 *
 * Two dispatches, as WGSL orders nothing between two words within one: the last to arrive could miss a sum that was added before.
 */
export function arrivalReduce(
  setting: KernelSetting,
  chunkLevel: number,
  operation: NativeOperation,
): Staging {
  const groups = Math.min(MOST_GROUPS, 2 ** chunkLevel);
  return {
    stages: [
      stageOf(setting, `arrival ${operation}`, () => arrivalKernel(setting, operation), groups),
      stageOf(setting, `settle ${groups} ${operation}`, () => settleKernel(setting, groups, operation), 1),
    ],
    tableWords: 1 + groups,
  };
}
