import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import type { FusionCounts, MappedElements } from "../../primitives.ts";
import { inputTypes, type MappedInput } from "../kernels/mapped-input.ts";
import { FIRST_COLUMN } from "../kernels/value.wgsl.ts";
import { checkServed } from "./check-served.ts";
import { leavesOf } from "./element-kernels.ts";
import { columnsOfFlags, flagWordsOf } from "./flag-words.ts";
import { exactly, type Length, type Machine, type Slot } from "./machine.ts";
import { sourceReads } from "./source-reads.ts";

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
  const { keep, length } = elements;
  const { types, sums } = contract;
  const mapped = mappedInput(elements);
  const reads = sourceReads(elements.terms, elements.sources);
  const bound = FIRST_COLUMN + inputTypes({ types, mapped }).length + sums.length;
  if (contract.direction === "backward" || bound > machine.columnLimit + 1) return undefined;
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
