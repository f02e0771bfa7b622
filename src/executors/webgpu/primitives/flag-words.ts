/*
 * Flags as bits, and how many are set before each word of them.
 *
 *     flag words:  thread i: bit i % 32 of word i / 32 = whether the term holds of element i
 *     before:      a look-back over the words: before[w] = how many flags are set in words before w
 */

import { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { type ColumnLeaf, type WgslTerms, wgslTerms } from "../../../codegen/wgsl/wgsl-terms.ts";
import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import type { Term } from "../../../operators/term.ts";
import type { ElementSource } from "../../primitives.ts";
import { termsKey } from "../kernels/terms-key.ts";
import { deviceWords } from "../setting.ts";
import { leafName, leavesOf } from "./element-kernels.ts";
import { ELEMENT_THREADS, ELEMENTS_PER_THREAD, groupEntry, loadText } from "./kernel-text.ts";
import { type LookBackKernel, offsetsText, runLookBack } from "./look-back-text.ts";
import {
  type Count,
  exactly,
  type Kernel,
  type KernelColumn,
  type Machine,
  read,
  type Slot,
  written,
} from "./machine.ts";

/** Flags as bits, 32 to a word, the first lowest; how many are set before each word; and how many are set in all. */
interface FlagWords {
  readonly flags: Slot;
  readonly before: Slot;
  readonly count: Count;
}

/** Columns that the kernel of a term's flags has. */
export function columnsOfFlags(term: Term, sources: readonly ElementSource<Slot>[]): number {
  return sourceReads([term], sources).columns.length + 1;
}

/**
 * Where a term holds, for `length` elements of its sources: each read once. A thirty-second of the memory that flags would take as a column, and
 * of the kept elements nothing.
 */
export function flagWordsOf(
  machine: Machine,
  term: Term,
  sources: readonly ElementSource<Slot>[],
  length: number,
): FlagWords {
  const words = exactly(Math.ceil(length / 32));
  const flags = machine.scratch("u32", words);
  const reads = sourceReads([term], sources);
  machine.run(flagKernel(reads), {
    columns: [...reads.slots, flags],
    lengths: [exactly(length), words],
    words: reads.values,
  });
  return { flags, ...countBefore(machine, flags) };
}

function flagKernel(reads: SourceReads): Kernel {
  return {
    key: `flag-words ${reads.key}`,
    columns: [...reads.columns, written("flags")],
    lengths: ["length", "word_count"],
    words: reads.words,
    body: () => flagText(reads),
  };
}

function flagText(reads: SourceReads): string {
  const library = new WgslLibrary();
  const { statements, values } = reads.terms(library);
  const words = (ELEMENT_THREADS * ELEMENTS_PER_THREAD) / 32;
  return `${library.source()}var<workgroup> bits: array<atomic<u32>, ${words}>;
fn flag_at(i: u32) -> bool {
${statements}  return ${values[0]};
}
${groupEntry(ELEMENT_THREADS)}  for (var k = 0u; k < ${ELEMENTS_PER_THREAD}u; k++) {
    let place = k * ${ELEMENT_THREADS}u + lane;
    let i = group * ${32 * words}u + place;
    if (i < length() && flag_at(i)) { atomicOr(&bits[place / 32u], 1u << (place % 32u)); }
  }
  workgroupBarrier();
  let word = group * ${words}u + lane;
  if (lane < ${words}u && word < word_count()) { flags[at_flags() + word] = atomicLoad(&bits[lane]); }
}
`;
}

/** How many flags are set before each word: a scan that looks back. */
function countBefore(machine: Machine, flags: Slot): Pick<FlagWords, "before" | "count"> {
  const { length } = flags;
  const count = machine.newCount();
  const before = machine.scratch("u32", length);
  runLookBack(machine, FLAGS_BEFORE, { columns: [flags, before], lengths: [length], words: [count.word] });
  return { before, count };
}

const FLAGS_BEFORE: LookBackKernel = {
  key: "flags-before",
  columns: [read("flags"), written("counts")],
  lengths: ["length"],
  words: ["kept_count"],
  text: () => ({
    functions: "fn count_at(i: u32) -> u32 { return countOneBits(flags[at_flags() + i]); }\n",
    writes: offsetsText("counts"),
    finish: "atomicStore(&state[kept_count()], total);",
  }),
};

type Sources = readonly ElementSource<Slot>[];

/** How a kernel of the machine reads what terms look at: columns at `i`, values as words of the call, `i` itself where they are numbers. */
export interface SourceReads {
  readonly key: string; // two with one key have one text
  readonly columns: readonly KernelColumn[];
  readonly words: readonly string[];
  readonly slots: readonly Slot[]; // of the columns
  readonly values: readonly number[]; // of the words
  /** The terms as statements. */
  readonly terms: (library: WgslLibrary) => WgslTerms;
}

export function sourceReads(terms: readonly Term[], sources: Sources): SourceReads {
  const leaves = leavesOf(terms);
  const reads = leaves.map((leaf) => ({ leaf, source: sources[leaf.column] }));
  return {
    key: `${termsKey(terms)} ${reads.map(({ source }) => source.kind)}`,
    columns: reads.flatMap(({ leaf, source }) => (source.kind === "column" ? [read(leafName(leaf))] : [])),
    slots: reads.flatMap(({ source }) => (source.kind === "column" ? [source.vector] : [])),
    words: reads.flatMap(({ leaf, source }) => (source.kind === "value" ? wordNames(leaf) : [])),
    values: reads.flatMap(({ source }) =>
      source.kind === "value" ? deviceWords([source.type], [source.value]) : [],
    ),
    terms: (library) => wgslTerms(terms, (leaf) => leafText(leaf, sources), "integer", library),
  };
}

function wordNames(leaf: ColumnLeaf): readonly string[] {
  const name = leafName(leaf);
  return wgslWords(leaf.type) === 1 ? [`${name}_low`] : [`${name}_low`, `${name}_high`];
}

function leafText(leaf: ColumnLeaf, sources: Sources): string {
  const text = wordsText(leaf, sources[leaf.column]);
  return leaf.type === "bool" ? `(${text}) != 0u` : text;
}

function wordsText(leaf: ColumnLeaf, { kind }: ElementSource<Slot>): string {
  if (kind === "numbers") return "i";
  if (kind === "column") return loadText(leafName(leaf), leaf.type, "i");
  const words = wordNames(leaf).map((name) => `${name}()`);
  return words.length === 1 ? words[0] : `vec2<u32>(${words.join(", ")})`;
}
