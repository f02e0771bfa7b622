// Kernels of segments whose trees are not dyadic: chains, networks, blocks that are joined, lanes and halves.

import { wordCount } from "../kernels/value.wgsl.ts";
import { elementEntry, groupEntry } from "./kernel-text.ts";
import { type Kernel, read, written } from "./machine.ts";
import { emptySource, FOLD_TASKS, foldWords, type SegmentFold, storeSource } from "./segment-fold.wgsl.ts";
import { loadSource } from "./segment-roots.wgsl.ts";
import {
  loadValueSource,
  OFFSETS,
  SEGMENT_LENGTHS,
  SEGMENT_WGSL,
  type SegmentSetting,
  segmentKey,
  segmentValueSource,
  storeValueSource,
} from "./segment-text.wgsl.ts";

/** Threads of a workgroup, each of which has a segment, a block or an element. */
export const CHAIN_THREADS = 64;

/** A kernel over segments that gives some columns of its outputs. */
function segmentKernel(
  setting: SegmentSetting,
  name: string,
  { before, columns, words = [] }: KernelParts,
  body: string,
): Kernel {
  const { types, sums } = setting;
  return {
    key: `${name} ${types} ${columns} ${segmentKey(setting)}`,
    columns: [
      OFFSETS,
      ...before,
      ...types.map((_, i) => read(`input${i}`)),
      ...columns.map((column) => written(`output${column}`)),
    ],
    lengths: SEGMENT_LENGTHS,
    words: [...foldWords(sums), ...words],
    body: () => `${segmentValueSource(
      setting,
      (library) => `${loadSource(setting, library)}${storeSource(setting, columns, library)}`,
    )}
${emptySource(sums)}
${SEGMENT_WGSL}
${body}`,
  };
}

interface KernelParts {
  readonly before: Kernel["columns"]; // of inputs and outputs
  readonly columns: readonly number[]; // of the outputs
  readonly words?: readonly string[];
}

/** Each thread has a segment: one value after the other. */
export function segmentChainKernel(setting: SegmentSetting, columns: readonly number[]): Kernel {
  return segmentKernel(
    setting,
    "segment-chain",
    { before: [], columns },
    `fn outside(sum: Value, has_sum: bool) -> Value {
  if (has_sum && is_outside() == 1u) { return combine(initial_value(), sum); }
  return sum;
}
${groupEntry(CHAIN_THREADS)}
  let segment = group * ${CHAIN_THREADS}u + lane;
  if (offset_count() == 0u || segment >= segment_count()) { return; }
  let start = start_of(segment);
  let length = length_of(segment);
  let is_reduce = task() == ${FOLD_TASKS.reduces}u;
  if (is_reduce && length == 0u) { store(segment, empty_value()); }
  var sum = initial_value();
  var has_sum = lead() == 1u;
  for (var p = 0u; p < length; p++) {
    let place = place_of(start + p);
    let value = load(place);
    if (task() == ${FOLD_TASKS.exclusive}u) { store(place, outside(sum, has_sum)); }
    if (has_sum) { sum = combine(sum, value); } else { sum = value; }
    has_sum = true;
    if (task() == ${FOLD_TASKS.inclusive}u) { store(place, outside(sum, true)); }
  }
  if (is_reduce && length != 0u) { store(segment, outside(sum, true)); }
}
`,
  );
}

/** Each thread has a block of at most as many elements as the network has wires: pair after pair, of those whose wires there are. */
export function segmentNetworkKernel(setting: SegmentSetting, columns: readonly number[]): Kernel {
  const words = wordCount(setting.sums);
  return segmentKernel(
    setting,
    "segment-network",
    { before: [read("pairs"), written("wires")], columns, words: ["pair_count"] },
    `${loadValueSource("wire", words)}${storeValueSource("wire", words)}
${groupEntry(CHAIN_THREADS)}
  let block = group * ${CHAIN_THREADS}u + lane;
  if (offset_count() == 0u || block >= segment_count()) { return; }
  let start = start_of(block);
  let length = length_of(block);
  for (var p = 0u; p < length; p++) { store_wire(start + p, load(place_of(start + p))); }
  for (var k = 0u; k < pair_count(); k++) {
    let pair = pairs[at_pairs() + k];
    let to = pair >> 16u;
    if (to >= length) { continue; }
    store_wire(start + to, combine(load_wire(start + (pair & 0xffffu)), load_wire(start + to)));
  }
  for (var p = 0u; p < length; p++) { store(place_of(start + p), load_wire(start + p)); }
}
`,
  );
}

/** `out[i] = offsets[i] + i`: where segments begin that have one element more. */
export const LONGER: Kernel = {
  key: "longer-segments",
  columns: [OFFSETS, written("longer")],
  lengths: ["offset_count"],
  body: () => elementEntry("offset_count()", "    longer[at_longer() + i] = offsets[at_offsets() + i] + i;"),
};

/** The elements of segments, and the initial value at the beginning of each, or at its end where that is the beginning. Segments are the longer ones. */
export function insertKernel(setting: SegmentSetting, columns: readonly number[]): Kernel {
  return segmentKernel(
    setting,
    "segment-insert",
    { before: [], columns },
    elementEntry(
      "element_count()",
      `    let e = place_of(i);
    let segment = segment_at(e, 0u, segment_count() - 1u);
    if (e == start_of(segment)) { store(i, initial_value()); }
    else { store(i, load(i - select(segment + 1u, segment, is_backward() == 1u))); }`,
    ),
  );
}

/** Where the last element of each part is, in the direction in which it is gone through. */
export const PART_ENDS: Kernel = {
  key: "part-ends",
  columns: [read("parts"), written("ends")],
  lengths: ["part_total"],
  words: ["is_backward"],
  body: () =>
    elementEntry(
      "part_total()",
      "    ends[at_ends() + i] = select(parts[at_parts() + i + 1u] - 1u, parts[at_parts() + i], is_backward() == 1u);",
    ),
};

/** The lanes' prefixes, from the order of lanes to that in which segments are gone through. */
export function spreadKernel(setting: SegmentSetting): Kernel {
  const { sums } = setting;
  const own = { ...setting, types: sums };
  return {
    key: `lane-spread ${segmentKey(setting)}`,
    columns: [read("order"), ...sums.map((_, i) => read(`input${i}`)), written("values")],
    lengths: ["element_count"],
    words: foldWords(sums),
    body: () => `${segmentValueSource(own, (library) => loadSource(own, library))}
${storeValueSource("value", wordCount(sums))}
fn turned(place: u32) -> u32 { return select(place, element_count() - 1u - place, is_backward() == 1u); }
${elementEntry("element_count()", "    store_value(turned(order[at_order() + i]), load(i));")}`,
  };
}

/**
 * One level of the tree over lanes, for each element: of what its node was when the element came, and what its neighbour was then. A left neighbour has all of
 * its lanes in the same row, a right one in the row before.
 */
export function laneJoinKernel(setting: SegmentSetting): Kernel {
  const words = wordCount(setting.sums);
  return {
    key: `lane-join ${segmentKey(setting)}`,
    columns: [OFFSETS, read("values"), written("joineds")],
    lengths: SEGMENT_LENGTHS,
    words: [...foldWords(setting.sums), "lane_count", "level"],
    body: () => `${segmentValueSource(setting)}
${loadValueSource("value", words)}${storeValueSource("joined", words)}
${SEGMENT_WGSL}
${elementEntry(
  "element_count()",
  `    let start = start_of(segment_at(i, 0u, segment_count() - 1u));
    let own_lane = (i - start) % lane_count();
    let row = i - own_lane;
    let node = own_lane >> level();
    var left = i;
    var right = i;
    if ((node & 1u) == 1u) { left = row + (node << level()) - 1u; }
    else {
      let first = (node + 1u) << level();
      if (first < lane_count() && row > start) {
        right = row - lane_count() + min(first + (1u << level()), lane_count()) - 1u;
      }
    }
    if (left == right) { store_joined(i, load_value(i)); }
    else { store_joined(i, combine(load_value(left), load_value(right))); }`,
)}`,
  };
}

/** `fold`, from the prefix of one position and more without an initial value: `prefix(segment, start, positions)`. */
const OUTSIDE_WGSL = `
fn fold(segment: u32, start: u32, positions: u32) -> Value {
  if (positions == 0u) { return initial_value(); }
  let value = prefix(segment, start, positions);
  if (is_outside() == 1u) { return combine(initial_value(), value); }
  return value;
}
`;

/** Prefixes of lanes that were joined, one for each element. */
export function laneFold({ sums }: SegmentSetting): SegmentFold {
  return {
    key: "lanes",
    columns: [read("values")],
    words: [],
    source: () => `${loadValueSource("value", wordCount(sums))}
fn prefix(segment: u32, start: u32, positions: u32) -> Value { return load_value(start + positions - 1u); }
${OUTSIDE_WGSL}`,
  };
}

/** Of inclusive prefixes, or reduces, of segments that begin with the initial value. */
export function pickFold({ sums }: SegmentSetting): SegmentFold {
  return {
    key: "picked",
    columns: sums.map((_, i) => read(`input${i}`)),
    words: [],
    source: (library) => `${loadSource({ types: sums, sums }, library)}
fn fold(segment: u32, start: u32, positions: u32) -> Value {
  if (task() == ${FOLD_TASKS.reduces}u) { return load(segment); }
  if (is_backward() == 1u) { return load(element_count() + segment + 1u - start - positions); }
  return load(start + segment + positions - 1u);
}
`,
  };
}

/** What stands before a block, joined with the prefix in it; where a block ends it is a peer of those before. */
export function blockFold({ sums }: SegmentSetting): SegmentFold {
  const joined = sums.map((_, i) => `joined${i}`);
  return {
    key: "blocks",
    columns: [read("segments"), ...sums.map((_, i) => read(`input${i}`)), ...joined.map(read)],
    words: ["block_length"],
    source: (library) => {
      const own = { types: sums, sums };
      return `${loadSource(own, library)}${loadSource(own, library, "joined")}
fn prefix(segment: u32, start: u32, positions: u32) -> Value {
  let full = positions / block_length();
  let before = select(
    segments[at_segments() + segment] + full - 1u, segments[at_segments() + segment + 1u] - full, is_backward() == 1u);
  let is_end = positions == full * block_length();
  if (is_end) { return load_joined(before); }
  let value = load(place_of(start + positions - 1u));
  if (full == 0u) { return value; }
  return combine(load_joined(before), value);
}
${OUTSIDE_WGSL}`;
    },
  };
}

/** Halves of halves, for each prefix anew: 2^d parts of one element or two, through a binary counter. Part k has floor((n + r) / 2^d), r being k with its d bits in reverse. */
export function bisectFold(setting: SegmentSetting): SegmentFold {
  return {
    key: `bisect ${setting.types}`,
    columns: setting.types.map((_, i) => read(`input${i}`)),
    words: [],
    source: (library) => `${loadSource(setting, library)}
var<private> roots: array<Value, 32>;

fn prefix(segment: u32, start: u32, positions: u32) -> Value {
  let depth = firstLeadingBit(positions);
  var e = start;
  var value: Value;
  for (var k = 0u; k < (1u << depth); k++) {
    var count = positions;
    if (depth > 0u) { count = (positions + (reverseBits(k) >> (32u - depth))) >> depth; }
    value = load(place_of(e));
    if (count == 2u) { value = combine(value, load(place_of(e + 1u))); }
    e += count;
    var level = 0u;
    for (; ((k >> level) & 1u) == 1u; level++) { value = combine(roots[level], value); }
    roots[level] = value;
  }
  return value;
}
${OUTSIDE_WGSL}`,
  };
}
