import { wgslCanonical } from "../../../codegen/wgsl/wgsl-convert.ts";
import type { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import { wordCount } from "../kernels/value.wgsl.ts";
import { groupEntry } from "./kernel-text.ts";
import { type Kernel, type KernelColumn, read, written } from "./machine.ts";
import {
  loadValueSource,
  OFFSETS,
  rootSource,
  SEGMENT_LENGTHS,
  SEGMENT_WGSL,
  SEGMENT_WORDS,
  type SegmentSetting,
  segmentKey,
  segmentValueSource,
  storeValueSource,
  TILE_SEGMENTS_WGSL,
  wordNames,
} from "./segment-text.wgsl.ts";

/** What the fold kernel gives, by its word `task`. */
export const FOLD_TASKS = {
  reduces: 0, // a value for each segment
  inclusive: 1, // for each element
  exclusive: 2,
  blocks: 3, // for each element that ends a block the root of all blocks up to it, as a scan needs it; not outputs
} as const;

export const FOLD_THREADS = 256;
export const FOLD_RUN = 4;

/** How prefixes come of what was computed before. */
export interface SegmentFold {
  readonly key: string;
  readonly columns: readonly KernelColumn[]; // beside offsets and outputs
  readonly words: readonly string[];
  /** `fold(segment, start, positions) -> Value`: the prefix of so many positions, the initial value outside it; of none that value alone. */
  readonly source: (library: WgslLibrary) => string;
  readonly inner?: string; // statements for a task of its own, whose elements `i` have a `position`; they end with `continue`
}

/** The values that a fold gives, for segments or for elements. */
export function segmentFoldKernel(
  setting: SegmentSetting,
  columns: readonly number[],
  fold: SegmentFold,
): Kernel {
  const { sums } = setting;
  return {
    key: `segment-fold ${fold.key} ${columns} ${segmentKey(setting)}`,
    columns: [OFFSETS, ...fold.columns, ...columns.map((column) => written(`output${column}`))],
    lengths: SEGMENT_LENGTHS,
    words: [...foldWords(sums), ...fold.words],
    body: () => `${segmentValueSource(setting, (library) => `${storeSource(setting, columns, library)}${fold.source(library)}`)}
${emptySource(sums)}
${SEGMENT_WGSL}
${TILE_SEGMENTS_WGSL}
${groupEntry(FOLD_THREADS)}
  let is_reduce = task() == ${FOLD_TASKS.reduces}u;
  let count = element_count();
  let first = group * ${FOLD_THREADS * FOLD_RUN}u;
  if (is_reduce) {
    if (offset_count() == 0u) { return; }
  } else if (first >= count) { return; }
  var segments = vec2<u32>();
  if (!is_reduce) { segments = tile_segments(first, min(first + ${FOLD_THREADS * FOLD_RUN - 1}u, count - 1u), lane); }
  for (var k = 0u; k < ${FOLD_RUN}u; k++) {
    let i = first + k * ${FOLD_THREADS}u + lane;
    if (is_reduce) {
      if (i >= segment_count()) { break; }
      let length = length_of(i);
      if (length == 0u) { store(i, empty_value()); continue; }
      store(i, fold(i, start_of(i), length + lead()));
      continue;
    }
    if (i >= count) { break; }
    let segment = segment_at(i, segments.x, segments.y);
    let start = start_of(segment);
    let position = i - start + lead();
    ${fold.inner ?? ""}
    store(place_of(i), fold(segment, start, select(position + 1u, position, task() == ${FOLD_TASKS.exclusive}u)));
  }
}
`,
  };
}

/** Words of kernels that give values of segments or elements, as `SegmentCall` has them. */
export function foldWords(sums: SegmentSetting["sums"]): readonly string[] {
  return [...SEGMENT_WORDS, ...wordNames(sums, "initial"), ...wordNames(sums, "empty"), "task", "is_outside"];
}

export function emptySource(sums: SegmentSetting["sums"]): string {
  return `fn empty_value() -> Value { return Value(${wordNames(sums, "empty").map((name) => `${name}()`)}); }`;
}

/**
 * Prefixes of sequences, from the roots of their dyadic ranges: of as many elements as a number says by its bits, one range for each, the smallest last.
 *
 *     value = root of the range of the lowest bit; for each higher bit: value = combine(root of its range, value)
 *     with blocks: once for the bits below the block length, once for those above; then combine(blocks, rest)
 *
 * 1. In a scan the blocks before an element are looked up: the task `blocks` has made them. Ends of blocks are half a block apart at least, in whatever
 *    segments, so that each has a place of its own among halves of blocks.
 * 2. One site at which two values are combined, as operators may be long.
 */
export function dyadicFold(setting: SegmentSetting): SegmentFold {
  const words = wordCount(setting.sums);
  return {
    key: "dyadic",
    columns: [read("roots"), written("blocks")],
    words: ["block_level"],
    source: () =>
      `${loadValueSource("block", words)}${storeValueSource("block", words)}${rootSource(setting)}${FOLD_WGSL}`,
    inner: `if (task() == ${FOLD_TASKS.blocks}u) {
      if (((position + 1u) & block_mask()) == 0u) { store_block(i >> (block_level() - 1u), fold(segment, start, position + 1u)); }
      continue;
    }`,
  };
}

const FOLD_WGSL = `
fn block_mask() -> u32 { return select(0xffffffffu, (1u << (block_level() & 31u)) - 1u, block_level() < 32u); }

fn fold(segment: u32, start: u32, positions: u32) -> Value {
  if (positions == 0u) { return initial_value(); }
  let looks_up = task() == ${FOLD_TASKS.inclusive}u || task() == ${FOLD_TASKS.exclusive}u;
  var is_missing_outside = is_outside() == 1u && task() != ${FOLD_TASKS.blocks}u;
  var rest = positions;
  var value: Value;
  var has_value = false;
  var tail: Value;
  var has_tail = false;
  var is_in_blocks = false;
  loop {
    var left: Value;
    if (rest != 0u) {
      if (!is_in_blocks && (rest & block_mask()) == 0u) {
        is_in_blocks = true;
        if (!looks_up) {
          tail = value;
          has_tail = has_value;
          has_value = false;
        }
      }
      if (is_in_blocks && looks_up) {
        left = load_block((start + rest - 1u - lead()) >> (block_level() - 1u));
        rest = 0u;
      } else {
        left = root_at(start, rest - 1u);
        rest &= rest - 1u;
      }
      if (!has_value) {
        value = left;
        has_value = true;
        continue;
      }
    } else if (has_tail) {
      has_tail = false;
      left = value;
      value = tail;
    } else if (is_missing_outside) {
      is_missing_outside = false;
      left = initial_value();
    } else {
      break;
    }
    value = combine(left, value);
  }
  return value;
}
`;

/** `store(place, value)` of some columns of the outputs. NaNs go as the canonical one. */
export function storeSource(
  { sums }: Pick<SegmentSetting, "sums">,
  columns: readonly number[],
  library: WgslLibrary,
): string {
  let word = 0;
  const lines = sums.map((type, column) => {
    const canonical = wgslCanonical(type, library);
    const name = `output${column}`;
    if (wgslWords(type) === 1) return `  ${name}[at_${name}() + place] = ${canonical(`value.w${word++}`)};`;
    const pair = canonical(`vec2<u32>(value.w${word++}, value.w${word++})`);
    const at = `${name}[at_${name}() + 2u * place`;
    return `  let c${column} = ${pair};\n  ${at}] = c${column}.x;\n  ${at} + 1u] = c${column}.y;`;
  });
  return `fn store(place: u32, value: Value) {
${lines.filter((_, column) => columns.includes(column)).join("\n")}
}
`;
}
