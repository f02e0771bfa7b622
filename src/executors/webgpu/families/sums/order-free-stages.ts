/*
 * Sums without an order, in three dispatches that wait for nothing.
 *
 *     share-sums:  thread s: for each element of share s: add it to s's limbs; store them, a half limb in each word of the table
 *     columns:     workgroup c: column c of the table becomes its prefixes: of each share what stands before it
 *     observe:     thread s: load what stands before share s; for each element: add it, store the rounded sum (a reduce: the last row alone)
 */

import type { WgslLibrary } from "../../../../codegen/wgsl/wgsl-library.ts";
import type { FloatType } from "../../../../summaries/accumulators/accumulator.ts";
import { type KernelSetting, PARAMS, tableStart } from "../../kernels/kernel-setting.ts";
import { elementSource, wordCount } from "../../kernels/value.wgsl.ts";
import { type Stage, type Staging, stageOf } from "../../stage/staging.ts";
import { limbTable, type SumText, sumOfTerms } from "./sum-of-terms.wgsl.ts";

/** Shares of a call, each one thread's, and elements that a share has at least. */
const MOST_SHARES = 2 ** 14;
const LEAST_SHARE = 64;

/** Of a workgroup. */
const THREADS = 64;

/**
 * Sums without an order: one thread sums each share of the elements; the sums of the shares before each are added up, every half limb by itself; then one
 * thread for each share goes on from there. 2n reads and n writes of a scan, n reads of a reduce, whose shares are not contiguous; nothing is waited for.
 *
 * An initial value is one more term, wherever it stands: its placement is to be "outside".
 *
 * @param most - elements of the longest call that is to be one chunk
 */
export function orderFreeStages(
  setting: KernelSetting,
  sumOf: (type: FloatType) => SumText,
  most: number,
): Staging {
  const sum = sumOfTerms(sumOf, setting.sums[0] === "f32" ? "f32" : "f64");
  const shares = Math.min(MOST_SHARES, Math.ceil(most / LEAST_SHARE));
  const columns = 2 * sum.limbs;
  const head = (): string =>
    `${elementSource(setting, (library) => withFunctions(sum.text(), library))}${tableSource(setting, sum, shares)}`;
  const named = (name: string, code: () => string, workgroups: number): Stage =>
    stageOf(setting, `${name} ${sum.name} ${shares}`, () => `${head()}${code()}`, workgroups);
  const workgroups = Math.ceil(shares / THREADS);
  const isReduce = setting.observation === "reduce";
  return {
    stages: [
      named("sum-shares", () => sharesKernel(isReduce), workgroups),
      named("sum-columns", () => columnsKernel(sum), columns),
      isReduce
        ? named("finish-sum", () => finishKernel(setting), 1)
        : named("observe-sums", () => observeKernel(setting), workgroups),
    ],
    tableWords: columns * (shares + 2),
  };
}

/** The text, with the functions of the library that it calls. */
export function withFunctions(text: string, library: WgslLibrary): string {
  for (const name of new Set(text.match(/\b[fiu]\d\d_\w+(?=\()/g))) library.call(name);
  return text;
}

const POSITIONS = `params[${PARAMS.positions}]`;
const IS_FIRST = `params[${PARAMS.chunk}] == 0u`;
const IS_LAST = `params[${PARAMS.isLast}] == 1u`;

/**
 * `store_sum` and `load_sum`: a table with a column for each half of a limb and a row for each share, the one behind the last, and before all of them the
 * sum of the chunks so far. Halves of no more than 2^14 + 1 rows add up in a word; the thread that loads a sum brings the carries up.
 */
function tableSource({ sums }: KernelSetting, sum: SumText, shares: number): string {
  return `const SHARES = ${shares}u;
/** The row of the chunks before; those of shares follow. */
const BEFORE = 0u;

fn share_length() -> u32 {
  return max(${LEAST_SHARE}u, ${POSITIONS} / SHARES + select(0u, 1u, ${POSITIONS} % SHARES != 0u));
}

fn share_count() -> u32 {
  return ${POSITIONS} / share_length() + select(0u, 1u, ${POSITIONS} % share_length() != 0u);
}

fn cell(column: u32, row: u32) -> u32 { return ${tableStart(wordCount(sums))}u + column * (SHARES + 2u) + row; }

${limbTable(sum, {
  row: "row",
  load: (cell) => `atomicLoad(&state[${cell}])`,
  store: (cell, half) => `atomicStore(&state[${cell}], ${half})`,
})}`;
}

const SHARE_ENTRY = `
@compute @workgroup_size(${THREADS})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let share = id.x;
  let count = share_count();
  if (share >= count) { return; }`;

function sharesKernel(isReduce: boolean): string {
  const place = isReduce ? "share + i * count" : "share * share_length() + i";
  return `${SHARE_ENTRY}
  for (var i = 0u; i < share_length(); i++) {
    let position = ${place};
    if (position < ${POSITIONS}) { add_term(load(position)); }
  }
  store_sum(share + 1u);
}
`;
}

/** Each workgroup has a column: of every row the sum, or the union, of all before it, and so in the row behind the shares that of all. */
function columnsKernel({ firstSum }: SumText): string {
  return `
var<workgroup> sums: array<u32, ${THREADS}>;

@compute @workgroup_size(${THREADS})
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) id: vec3<u32>) {
  let column = id.x;
  let is_union = column < ${2 * firstSum}u;
  let end = share_count() + 1u;
  var before = 0u;
  if (${IS_FIRST}) { before = 0u; } else { before = atomicLoad(&state[cell(column, BEFORE)]); }
  for (var base = 0u; base < end; base += ${THREADS}u) {
    let row = base + lane;
    var own = 0u;
    if (row + 1u < end) { own = atomicLoad(&state[cell(column, row + 1u)]); }
    for (var reach = 1u; reach < min(end, ${THREADS}u); reach *= 2u) {
      sums[lane] = own;
      workgroupBarrier();
      let left = select(0u, sums[max(lane, reach) - reach], lane >= reach);
      own = select(own + left, own | left, is_union);
      workgroupBarrier();
    }
    sums[lane] = own;
    workgroupBarrier();
    let left = select(0u, sums[max(lane, 1u) - 1u], lane > 0u);
    if (row < end) { atomicStore(&state[cell(column, row + 1u)], select(before + left, before | left, is_union)); }
    let all = sums[${THREADS - 1}];
    before = select(before + all, before | all, is_union);
    workgroupBarrier();
  }
}
`;
}

/** Also leaves the sum of this chunk and all before to the next one. */
function observeKernel({ observation, placement, isBackward }: KernelSetting): string {
  const output = isBackward ? `${POSITIONS} - 1u - position` : "position";
  const added = "add_term(load(position));";
  const text =
    observation === "inclusive-scan"
      ? `${added}
    store(${output}, observe());`
      : `if (position == 0u && ${IS_FIRST}) { store(${output}, initial_value()); }
    else { store(${output}, observe()); }
    ${added}`;
  return `${SHARE_ENTRY}
  load_sum(share + 1u);
  ${initialText(placement)}
  let end = min(${POSITIONS}, (share + 1u) * share_length());
  for (var position = share * share_length(); position < end; position++) {
    ${text}
  }
  if (share + 1u == count && !(${IS_LAST})) { store_sum(BEFORE); }
}
`;
}

/** A reduce of nothing is the initial value itself, or leaves the output alone. */
function finishKernel({ placement }: KernelSetting): string {
  const nothing = placement === "none" ? "" : " store(0u, initial_value());";
  return `
@compute @workgroup_size(1)
fn main() {
  if (${POSITIONS} == 0u && ${IS_FIRST}) {${nothing} return; }
  load_sum(share_count() + 1u);
  ${initialText(placement)}
  if (${IS_LAST}) { store(0u, observe()); } else { store_sum(BEFORE); }
}
`;
}

function initialText(placement: KernelSetting["placement"]): string {
  return placement === "none" ? "" : `if (${IS_FIRST}) { add_term(initial_value()); }`;
}
