import { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import type { FusionCounts, MappedElements } from "../../primitives.ts";
import { storeTerms } from "./element-kernels.ts";
import { columnsOfFlags, flagWordsOf } from "./flag-words.ts";
import { elementEntry, loadText } from "./kernel-text.ts";
import { exactly, type Kernel, type Machine, read, type Slot, written } from "./machine.ts";
import { type SourceReads, sourceReads } from "./source-reads.ts";

/**
 * The elements that are kept, as columns: computed where they are written. Which are kept is known beforehand, as bits. Undefined where a kernel has too
 * few buffers for all of that.
 */
export function collectMappedSlots(
  machine: Machine,
  counts: Pick<FusionCounts, "elements">,
  { terms, keep, sources, length }: MappedElements<Slot>,
): readonly Slot[] | undefined {
  const reads = sourceReads(terms, sources);
  const isSelected = keep !== undefined;
  const bound = reads.columns.length + (isSelected ? 2 : 0) + terms.length;
  if (bound > machine.columnLimit) return undefined;
  if (isSelected && columnsOfFlags(keep, sources) > machine.columnLimit) return undefined;
  if (length === 0) return terms.map(({ type }) => machine.scratch(type, exactly(0)));
  const selected = isSelected ? flagWordsOf(machine, keep, sources, length) : undefined;
  const kept = selected === undefined ? exactly(length) : { atMost: length, count: selected.count };
  const output = terms.map(({ type }) => machine.scratch(type, kept));
  machine.run(collectKernel(reads, terms, isSelected), {
    columns: [
      ...reads.slots,
      ...(selected === undefined ? [] : [selected.flags, selected.before]),
      ...output,
    ],
    lengths: [exactly(length)],
    words: reads.values,
  });
  counts.elements += length;
  return output;
}

function collectKernel(
  reads: SourceReads,
  terms: MappedElements<Slot>["terms"],
  isSelected: boolean,
): Kernel {
  const selection = isSelected ? ["flags", "before"] : [];
  return {
    key: `collect ${isSelected} ${reads.key}`,
    columns: [
      ...reads.columns,
      ...selection.map((name) => read(name)),
      ...terms.map((_, k) => written(`out${k}`)),
    ],
    lengths: ["length"],
    words: reads.words,
    body: () => collectText(reads, terms, isSelected),
  };
}

function collectText(reads: SourceReads, terms: MappedElements<Slot>["terms"], isSelected: boolean): string {
  const library = new WgslLibrary();
  const { statements, values } = reads.terms(library);
  const placing = isSelected ? PLACE_OF_KEPT : "  let place = i;\n";
  const entry = elementEntry(
    "length()",
    `${placing}${statements}${storeTerms(terms, values, "place", library)}`,
  );
  return `${library.source()}${entry}`;
}

const PLACE_OF_KEPT = `  let flag = 1u << (i % 32u);
  let word = ${loadText("flags", "u32", "i / 32u")};
  if ((word & flag) == 0u) { continue; }
  let place = ${loadText("before", "u32", "i / 32u")} + countOneBits(word & (flag - 1u));
`;
