// Folds and columns of elements that kernels compute where they load or store them: no column is between.

import { WgslLibrary } from "../../../codegen/wgsl/wgsl-library.ts";
import { type ColumnContract, scalarTypesOf } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import type { FusionCounts, MappedElements } from "../../primitives.ts";
import { isOneSegment } from "../families.ts";
import { inputTypes, type MappedInput } from "../kernels/mapped-input.ts";
import { FIRST_COLUMN } from "../kernels/value.wgsl.ts";
import { checkServed, checkTermsServed } from "../serving.ts";
import { leavesOf, storeTerms } from "./element-kernels.ts";
import { columnsOfFlags, flagWordsOf, type SourceReads, sourceReads } from "./flag-words.ts";
import { elementEntry, loadText } from "./kernel-text.ts";
import { exactly, type Kernel, type Length, type Machine, read, type Slot, written } from "./machine.ts";

/**
 * The elements that are kept, as columns: computed where they are written. Which are kept is known beforehand, as bits. Undefined where a kernel has too
 * few buffers for all of that.
 */
export function collectMappedSlots(
  machine: Machine,
  counts: Pick<FusionCounts, "elements">,
  { terms, keep, sources, length }: MappedElements<Slot>,
): readonly Slot[] | undefined {
  checkTermsServed(keep === undefined ? terms : [...terms, keep]);
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

/**
 * The reduce or the prefixes of elements that kernels compute where they load them. Of elements that are kept or not the flags are computed first, as bits, and
 * their counts: with these the fold finds the sources of each element, so that nothing but bits is between.
 *
 * Undefined where a kernel has too few buffers for the sources, and for what is folded from the end.
 */
export function foldMappedSlots(
  machine: Machine,
  counts: Pick<FusionCounts, "elements">,
  contract: ColumnContract,
  observation: Observation,
  elements: MappedElements<Slot>,
): readonly Slot[] | undefined {
  checkServed(machine, contract, observation);
  const { keep, length, terms } = elements;
  checkTermsServed(keep === undefined ? terms : [...terms, keep]);
  const { sums } = contract;
  const types = scalarTypesOf(contract);
  const mapped = mappedInput(elements);
  const reads = sourceReads(elements.terms, elements.sources);
  const bound = FIRST_COLUMN + inputTypes({ types, mapped }).length + sums.length;
  if (
    isOneSegment(contract, observation) ||
    contract.direction === "backward" ||
    bound > machine.columnLimit + 1
  )
    return undefined;
  if (keep !== undefined && columnsOfFlags(keep, elements.sources) > machine.columnLimit) return undefined;
  if (length === 0) return sums.map((type) => machine.scratch(type, exactly(0)));
  const selected = keep === undefined ? undefined : flagWordsOf(machine, keep, elements.sources, length);
  const count = selected === undefined ? {} : { count: selected.count };
  const folded: Length = { atMost: length, ...count };
  const given: Length = observation === "reduce" ? { atMost: 1, ...count } : folded;
  const output = sums.map((type) => machine.scratch(type, given));
  machine.runPlan(contract, observation, {
    input: [...reads.slots, ...(selected === undefined ? [] : [selected.flags, selected.before])],
    output,
    length: folded,
    mapped: {
      input: mapped,
      values: reads.values,
      flagWords: selected?.flags.length.atMost ?? 0,
    },
  });
  counts.elements += length;
  return output;
}

function mappedInput({ terms, keep, sources }: MappedElements<Slot>): MappedInput {
  const used = leavesOf(terms).map(({ column, type }) => ({ column, type, kind: sources[column].kind }));
  return { terms, sources: used, isSelected: keep !== undefined };
}
