// What all kernels over segments share. Elements are numbered in the direction in which segments are gone through, so that no kernel has two directions.

import { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { wgslCombine } from "../../../codegen/wgsl/wgsl-terms.ts";
import { wgslStruct } from "../../../codegen/wgsl/wgsl-words.ts";
import type { OperatorBody } from "../../../operators/operator.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { termsKey } from "../kernels/terms-key.ts";
import { wordCount } from "../kernels/value.wgsl.ts";
import { read } from "./machine.ts";

/** What kernels over segments are written for. Two that are equal give the same texts. */
export interface SegmentSetting {
  readonly types: readonly ScalarType[]; // of the columns as they come
  readonly sums: readonly ScalarType[]; // as they are combined and go
  readonly operator: OperatorBody; // over the sums, its sides swapped where segments are gone through backward
  readonly threads: number;
  readonly run: number; // consecutive elements of a thread where a tile is in workgroup memory
}

/**
 * Words of kernels over segments. A *sequence* is a segment in the order in which it is gone through, behind its initial value where that stands first:
 * then `lead` is 1, and position 0 is no element.
 */
export const SEGMENT_WORDS = ["is_backward", "lead"] as const;

/** Lengths that they have: of the elements, and of the offsets, one more than segments. */
export const SEGMENT_LENGTHS = ["element_count", "offset_count"] as const;

export const OFFSETS = read("offsets");

/** What texts of kernels over values of segments are printed from. */
export function segmentKey({ sums, operator }: Pick<SegmentSetting, "sums" | "operator">): string {
  return `${sums} ${termsKey(operator.terms)}`;
}

/** Elements of a tile. */
export function segmentTile({ threads, run }: Pick<SegmentSetting, "threads" | "run">): number {
  return threads * run;
}

/** The shape of tiles for values of so many words: a power of two of them in 8 KiB of workgroup memory, at most eight a thread. */
export function segmentShape(words: number): Pick<SegmentSetting, "threads" | "run"> {
  const length = 2 ** Math.floor(Math.log2(2048 / words));
  const threads = Math.min(256, length);
  return { threads, run: length / threads };
}

/**
 * What all kernels over segments have. Elements are numbered in the direction in which segments are gone through: `e` counts from the array's end where that is
 * backward, and segments then begin at their ends.
 */
export const SEGMENT_WGSL = `
fn segment_count() -> u32 { return offset_count() - 1u; }

fn place_of(e: u32) -> u32 { return select(e, element_count() - 1u - e, is_backward() == 1u); }

fn start_of(segment: u32) -> u32 {
  if (is_backward() == 1u) { return element_count() - offsets[at_offsets() + segment + 1u]; }
  return offsets[at_offsets() + segment];
}

fn length_of(segment: u32) -> u32 { return offsets[at_offsets() + segment + 1u] - offsets[at_offsets() + segment]; }

/** The segment of an element, one from \`low\` to \`high\`: the last that begins at or before it, which is not empty. */
fn segment_at(e: u32, low: u32, high: u32) -> u32 {
  let place = place_of(e);
  var first = low;
  var last = high;
  while (first < last) {
    let middle = last - (last - first) / 2u;
    if (offsets[at_offsets() + middle] <= place) { first = middle; } else { last = middle - 1u; }
  }
  return first;
}
`;

/** `tile_segments(first, last, lane)`: the least and the greatest segment of some elements, for a whole workgroup. Ends with a barrier. */
export const TILE_SEGMENTS_WGSL = `
var<workgroup> ends: array<u32, 2>;

fn tile_segments(first: u32, last: u32, lane: u32) -> vec2<u32> {
  if (lane < 2u) { ends[lane] = segment_at(select(first, last, lane == 1u), 0u, segment_count() - 1u); }
  workgroupBarrier();
  return vec2<u32>(min(ends[0], ends[1]), max(ends[0], ends[1]));
}
`;

/** `Value`, `combine` on integers alone, and the initial value; with other functions that need the library. */
export function segmentValueSource(
  { operator, sums }: SegmentSetting,
  functions: (library: WgslLibrary) => string = () => "",
): string {
  const library = new WgslLibrary();
  const combine = wgslCombine(operator, "combine", "integer", library);
  const others = functions(library);
  return `${library.source()}${wgslStruct(sums)}${combine}
fn initial_value() -> Value { return Value(${wordNames(sums, "initial").map((name) => `${name}()`)}); }
${others}`;
}

/** Names of a value's words: `initial0`, `initial1`, … */
export function wordNames(sums: SegmentSetting["sums"], name: string): readonly string[] {
  return Array.from({ length: wordCount(sums) }, (_, word) => `${name}${word}`);
}

/** `load_NAME(index)` of values, their words one after the other, in the column NAMEs. */
export function loadValueSource(name: string, words: number): string {
  const parts = Array.from({ length: words }, (_, word) => valueWord(name, words, word));
  return `fn load_${name}(index: u32) -> Value { return Value(${parts.join(", ")}); }\n`;
}

/** `store_NAME(index, value)` of the same. */
export function storeValueSource(name: string, words: number): string {
  const stores = Array.from(
    { length: words },
    (_, word) => `  ${valueWord(name, words, word)} = value.w${word};\n`,
  );
  return `fn store_${name}(index: u32, value: Value) {\n${stores.join("")}}\n`;
}

function valueWord(name: string, words: number, word: number): string {
  return `${name}s[at_${name}s() + ${words}u * index + ${word}u]`;
}

/** The root of the largest dyadic range that ends at a position of the sequence whose first element is `start`. */
export function rootSource({ sums }: Pick<SegmentSetting, "sums">): string {
  return `${loadValueSource("root", wordCount(sums))}
fn root_at(start: u32, position: u32) -> Value {
  if (position < lead()) { return initial_value(); }
  return load_root(start + position - lead());
}
`;
}
