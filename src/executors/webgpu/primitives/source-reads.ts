import type { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { type ColumnLeaf, type WgslTerms, wgslTerms } from "../../../codegen/wgsl/wgsl-terms.ts";
import { wgslWords } from "../../../codegen/wgsl/wgsl-words.ts";
import type { Term } from "../../../operators/term.ts";
import type { ElementSource } from "../../primitives.ts";
import { deviceWords } from "../gpu-setting.ts";
import { termsKey } from "../kernels/terms-key.ts";
import { leafName, leavesOf } from "./element-kernels.ts";
import { loadText } from "./kernel-text.ts";
import { type KernelColumn, read, type Slot } from "./machine.ts";

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
