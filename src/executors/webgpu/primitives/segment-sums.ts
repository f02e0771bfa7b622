/*
 * Sums without an order by segments, in three dispatches that wait for nothing: shares of elements, wherever segments begin.
 *
 *     share-sums:    thread s: sum of the elements of share s from the last beginning of a segment on; and whether one begins there
 *     sums-before:   workgroup c: column c of the table becomes its segmented prefixes
 *     segment-sums:  thread s: load what stands before share s; for each element: where a segment begins, clear; add, observe
 */

import { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { wgslStruct } from "../../../codegen/wgsl/wgsl-words.ts";
import { type ColumnContract, scalarTypesOf } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import type { FloatType } from "../../../summaries/accumulators/accumulator.ts";
import type { Scalar } from "../../../values/element-types.ts";
import { withFunctions } from "../families/sums/order-free-stages.ts";
import { limbTable, type SumText, sumOfTerms } from "../families/sums/sum-of-terms.wgsl.ts";
import { deviceWords } from "../setting.ts";
import { groupEntry } from "./kernel-text.ts";
import { exactly, type Kernel, type Length, type Machine, read, type Slot, written } from "./machine.ts";
import { fillSlot } from "./move-slots.ts";

import { storeSource } from "./segment-fold.wgsl.ts";
import { loadSource } from "./segment-roots.wgsl.ts";
import {
  OFFSETS,
  SEGMENT_LENGTHS,
  SEGMENT_WGSL,
  SEGMENT_WORDS,
  type SegmentSetting,
  wordNames,
} from "./segment-text.wgsl.ts";

/** What kernels of sums over segments are written for: one column in, one out. */
interface SegmentSums extends Pick<SegmentSetting, "types" | "sums"> {
  readonly sum: SumText;
  readonly isInitial: boolean; // each segment has an initial value as one more term
}

/** Elements of a share at least, and shares at most: halves of limbs of so many rows add up in a word. */
const LEAST_SHARE = 64;
const MOST_SHARES = 2 ** 14;

/** Threads of a workgroup. */
const SUM_THREADS = 64;

const INPUT = read("input0");
const TABLE = written("table");
const WORDS = [...SEGMENT_WORDS, "shares"];

/** Columns of the table: a half of a limb each, and which shares a segment begins in. */
function tableColumns({ limbs }: SumText): number {
  return 2 * limbs + 1;
}

/** Each thread sums what its share has of the segment that goes on behind the share: all of it, or its elements from the last beginning on. */
function shareSumsKernel(setting: SegmentSums): Kernel {
  return {
    key: `share-sums ${setting.types} ${setting.sum.name}`,
    columns: [OFFSETS, INPUT, TABLE],
    lengths: SEGMENT_LENGTHS,
    words: WORDS,
    body: () => `${sumSource(setting)}
${groupEntry(SUM_THREADS)}
  let share = group * ${SUM_THREADS}u + lane;
  if (share >= share_count()) { return; }
  let first = share * share_length();
  let end = min(first + share_length(), element_count());
  let start = start_of(segment_at(end - 1u, 0u, segment_count() - 1u));
  for (var e = max(first, start); e < end; e++) { add_term(load(place_of(e))); }
  store_sum(share);
  table[cell(HEADS, share)] = select(0u, 1u, start >= first);
}
`,
  };
}

/**
 * Each workgroup has a column: of every share the sum, or the union, of the shares before it, back to the last in which a segment begins. That is a
 * segmented scan of integers, which takes any bracket.
 */
function sumsBeforeKernel({ sum }: SegmentSums): Kernel {
  return {
    key: `sums-before ${sum.name}`,
    columns: [TABLE],
    lengths: ["element_count"],
    words: ["shares"],
    body: () => `${shareSource(sum)}
var<workgroup> sums: array<u32, ${SUM_THREADS}>;
var<workgroup> heads: array<u32, ${SUM_THREADS}>;

${groupEntry(SUM_THREADS)}
  let is_union = group < ${2 * sum.firstSum}u;
  let count = share_count();
  var carry = 0u;
  for (var base = 0u; base < count; base += ${SUM_THREADS}u) {
    let share = base + lane;
    var own = 0u;
    var head = 0u;
    if (share < count) {
      own = table[cell(group, share)];
      head = table[cell(HEADS, share)];
    }
    for (var reach = 1u; reach <= ${SUM_THREADS}u; reach *= 2u) {
      sums[lane] = own;
      heads[lane] = head;
      workgroupBarrier();
      if (lane >= reach && head == 0u) {
        let left = sums[lane - reach];
        own = select(own + left, own | left, is_union);
        head = heads[lane - reach];
      }
      workgroupBarrier();
    }
    var before = carry;
    if (lane > 0u) {
      let left = sums[lane - 1u];
      before = select(select(carry + left, carry | left, is_union), left, heads[lane - 1u] != 0u);
    }
    if (share < count) { table[cell(group, share)] = before; }
    let all = sums[${SUM_THREADS - 1}];
    carry = select(select(carry + all, carry | all, is_union), all, heads[${SUM_THREADS - 1}] != 0u);
    workgroupBarrier();
  }
}
`,
  };
}

/** Each thread goes on from what stands before its share, and begins anew where a segment does. */
function segmentSumsKernel(setting: SegmentSums, observation: Observation): Kernel {
  const { sums, isInitial } = setting;
  return {
    key: `segment-sums ${observation} ${setting.types} ${setting.sum.name} ${isInitial}`,
    columns: [OFFSETS, INPUT, TABLE, written("output0")],
    lengths: SEGMENT_LENGTHS,
    words: [...WORDS, ...wordNames(sums, "initial")],
    body: () => `${sumSource(setting, (library) => storeSource(setting, [0], library))}
fn initial_value() -> Value { return Value(${wordNames(sums, "initial").map((name) => `${name}()`)}); }

/** The segment of an element that is behind those of another: the next one, unless that is empty. */
fn segment_behind(segment: u32, e: u32) -> u32 {
  let next = select(segment + 1u, segment - 1u, is_backward() == 1u);
  if (length_of(next) != 0u) { return next; }
  return segment_at(e, 0u, segment_count() - 1u);
}
${groupEntry(SUM_THREADS)}
  let share = group * ${SUM_THREADS}u + lane;
  if (share >= share_count()) { return; }
  let first = share * share_length();
  let last = min(first + share_length(), element_count()) - 1u;
  var segment = segment_at(first, 0u, segment_count() - 1u);
  var start = start_of(segment);
  var end = start + length_of(segment);
  if (start < first) {
    load_sum(share);
    ${isInitial ? "add_term(initial_value());" : ""}
  }
  for (var e = first; e <= last; e++) {
    if (e == end) {
      segment = segment_behind(segment, e);
      start = e;
      end = e + length_of(segment);
    }
    if (e == start) {
      clear();
      ${isInitial ? "add_term(initial_value());" : ""}
    }
    ${OBSERVED[observation]}
  }
}
`,
  };
}

const OBSERVED: Readonly<Record<Observation, string>> = {
  reduce: `add_term(load(place_of(e)));
    if (e + 1u == end) { store(segment, observe()); }`,
  "inclusive-scan": `add_term(load(place_of(e)));
    store(place_of(e), observe());`,
  "exclusive-scan": `if (e == start) { store(place_of(e), initial_value()); } else { store(place_of(e), observe()); }
    add_term(load(place_of(e)));`,
};

/** Shares of the elements, in the direction in which segments are gone through, and where the table has what is known of them. */
function shareSource({ limbs }: SumText): string {
  return `const HEADS = ${2 * limbs}u;

fn share_length() -> u32 {
  let count = element_count();
  return max(${LEAST_SHARE}u, count / shares() + select(0u, 1u, count % shares() != 0u));
}

fn share_count() -> u32 {
  let count = element_count();
  return count / share_length() + select(0u, 1u, count % share_length() != 0u);
}

fn cell(column: u32, share: u32) -> u32 { return at_table() + column * shares() + share; }
`;
}

function sumSource(setting: SegmentSums, functions: (library: WgslLibrary) => string = () => ""): string {
  const { sum, sums } = setting;
  const library = new WgslLibrary();
  const text = withFunctions(sum.text(), library);
  const load = loadSource(setting, library);
  const others = functions(library);
  return `${library.source()}${wgslStruct(sums)}${text}${load}${others}${SEGMENT_WGSL}${shareSource(sum)}
${limbTable(sum, {
  row: "share",
  load: (cell) => `table[${cell}]`,
  store: (cell, half) => `table[${cell}] = ${half}`,
})}`;
}

/** What is summed: a column by segments, `segmentLength` of them. */
interface SummedSegments {
  readonly column: Slot;
  readonly offsets: Slot;
  readonly segmentLength: Length;
  readonly empty: Scalar | undefined; // the reduce of an empty segment
}

/**
 * Sums without an order of each segment, or of its prefixes: those of shares of the elements, wherever segments begin; what stands before each share; and
 * one more way through the elements. No thread has more work for having a long segment, many short ones or empty ones.
 */
export function segmentSums(
  machine: Machine,
  contract: ColumnContract,
  sumOf: (type: FloatType) => SumText,
  observation: Observation,
  { column, offsets, segmentLength, empty }: SummedSegments,
): Slot {
  const { sums, initial, direction } = contract;
  const types = scalarTypesOf(contract);
  const [float] = sums;
  const sum = sumOfTerms(sumOf, float === "f32" ? "f32" : "f64");
  const setting: SegmentSums = { types, sums, sum, isInitial: initial !== undefined };
  const { length } = column;
  const output =
    observation === "reduce"
      ? fillSlot(machine, float, empty ?? 0, segmentLength)
      : machine.scratch(float, length);
  const shares = Math.max(1, Math.min(MOST_SHARES, Math.ceil(length.atMost / LEAST_SHARE)));
  const workgroups = Math.ceil(shares / SUM_THREADS);
  const table = machine.scratch("u32", exactly(shares * tableColumns(sum)));
  const lengths = [length, offsets.length];
  const words = [direction === "backward" ? 1 : 0, 0, shares];
  machine.run(shareSumsKernel(setting), { columns: [offsets, column, table], lengths, words, workgroups });
  machine.run(sumsBeforeKernel(setting), {
    columns: [table],
    lengths: [length],
    words: [shares],
    workgroups: 2 * sum.limbs,
  });
  const initials = deviceWords(sums, initial?.value ?? [0]);
  machine.run(segmentSumsKernel(setting, observation), {
    columns: [offsets, column, table, output],
    lengths,
    words: [...words, ...initials],
    workgroups,
  });
  return output;
}
