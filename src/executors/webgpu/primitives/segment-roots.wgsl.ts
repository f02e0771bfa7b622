import type { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { valueOfColumns } from "../kernels/mapped-load.wgsl.ts";
import { wordCount } from "../kernels/value.wgsl.ts";
import { groupEntry, loadText } from "./kernel-text.ts";
import { type Kernel, read, written } from "./machine.ts";
import {
  OFFSETS,
  rootSource,
  SEGMENT_LENGTHS,
  SEGMENT_WGSL,
  SEGMENT_WORDS,
  type SegmentSetting,
  segmentKey,
  segmentTile,
  segmentValueSource,
  storeValueSource,
  TILE_SEGMENTS_WGSL,
  wordNames,
} from "./segment-text.wgsl.ts";

/**
 * For every element the root of the largest dyadic range of its sequence that ends with it, as in a Fenwick tree, as far as the range lies in the element's tile.
 * Ranges are anchored where segments begin.
 *
 *     values[e] = element e
 *     for level 1, 2, …: where a range of 2^level ends at e and begins in this tile:
 *       values[e] = combine(values[e − 2^(level − 1)], values[e])
 *
 * What is read at a level was last written at the level before, and is not written any more: its range is a left half.
 */
export function segmentRootsKernel(setting: SegmentSetting): Kernel {
  const { types, sums, threads, run } = setting;
  const tile = segmentTile(setting);
  return {
    key: `segment-roots ${types} ${threads}x${run} ${segmentKey(setting)}`,
    columns: [OFFSETS, written("roots"), ...types.map((_, i) => read(`input${i}`))],
    lengths: SEGMENT_LENGTHS,
    words: [...SEGMENT_WORDS, ...wordNames(sums, "initial")],
    body: () => `${segmentValueSource(setting, (library) => loadSource(setting, library))}
${storeValueSource("root", wordCount(sums))}
${SEGMENT_WGSL}
${TILE_SEGMENTS_WGSL}
var<workgroup> values: array<Value, ${tile}>;
${groupEntry(threads)}
  let count = element_count();
  let first = group * ${tile}u;
  if (first >= count) { return; }
  let segments = tile_segments(first, min(first + ${tile - 1}u, count - 1u), lane);
  var positions: array<u32, ${run}>;
  var start = 0u;
  var end = 0u;
  for (var k = 0u; k < ${run}u; k++) {
    let local = lane * ${run}u + k;
    let e = first + local;
    if (e >= count) { break; }
    if (e >= end) {
      let segment = segment_at(e, segments.x, segments.y);
      start = start_of(segment);
      end = start + length_of(segment);
    }
    positions[k] = e - start + lead();
    values[local] = load(place_of(e));
  }
  for (var level = 1u; level <= ${Math.log2(tile)}u; level++) {
    workgroupBarrier();
    let half = 1u << (level - 1u);
    for (var k = 0u; k < ${run}u; k++) {
      let local = lane * ${run}u + k;
      let behind = positions[k] + 1u;
      if (first + local >= count || (behind & (2u * half - 1u)) != 0u) { continue; }
      // Elements before this one in its range.
      let others = min(2u * half - 1u, positions[k] - lead());
      if (others > local) { continue; }
      var left: Value;
      if (behind - half <= lead()) { left = initial_value(); } else { left = values[local - half]; }
      values[local] = combine(left, values[local]);
    }
  }
  for (var k = 0u; k < ${run}u; k++) {
    let local = lane * ${run}u + k;
    if (first + local < count) { store_root(first + local, values[local]); }
  }
}
`,
  };
}

/** `load(place)`, of other columns `load_NAME(place)`: the element at a place of the array, in the types in which it is combined. */
export function loadSource(
  { types, sums }: Pick<SegmentSetting, "types" | "sums">,
  library: WgslLibrary,
  name?: string,
): string {
  const columns = types.map((type, i) => loadText(`${name ?? "input"}${i}`, type, "place"));
  return `fn ${name === undefined ? "load" : `load_${name}`}(place: u32) -> Value {
${valueOfColumns({ types, sums }, columns, library)}
}
`;
}

/**
 * The ranges that lie in no single tile, each by a thread of the last boundary between tiles in it: those of some levels at once as long as they are no longer
 * than tiles, whose halves then lie in tiles or were made by the same thread; above, those of one level.
 */
export function segmentJoinKernel(setting: SegmentSetting): Kernel {
  return {
    key: `segment-join ${segmentKey(setting)}`,
    columns: [OFFSETS, written("roots")],
    lengths: SEGMENT_LENGTHS,
    words: [...SEGMENT_WORDS, ...wordNames(setting.sums, "initial"), "stride", "first_level", "last_level"],
    body: () => `${segmentValueSource(setting)}
${storeValueSource("root", wordCount(setting.sums))}
${SEGMENT_WGSL}
${rootSource(setting)}
${groupEntry(JOIN_THREADS)}
  let number = group * ${JOIN_THREADS}u + lane + 1u;
  if (number > (element_count() - min(element_count(), 1u)) / stride()) { return; }
  let boundary = number * stride();
  let segment = segment_at(boundary, 0u, segment_count() - 1u);
  let start = start_of(segment);
  if (start >= boundary) { return; }
  let before = boundary - start + lead();
  let length = length_of(segment) + lead();
  for (var level = first_level(); level <= last_level(); level++) {
    let half = 1u << (level - 1u);
    let first = (before >> level) << level;
    if (first == before) { continue; }
    if (length - first < 2u * half) { break; }
    let last = first + 2u * half - 1u;
    let e = start + last - lead();
    if (e - boundary >= stride()) { break; }
    store_root(e, combine(root_at(start, last - half), load_root(e)));
  }
}
`,
  };
}

export const JOIN_THREADS = 64;
