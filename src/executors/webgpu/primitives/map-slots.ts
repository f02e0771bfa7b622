// Terms over columns, and flags as a column where a selection cannot compute them itself.

import { binary, left as leftLeaf, type Term } from "../../../operators/term.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import { leafName, leavesOf, mapKernel } from "./element-kernels.ts";
import { type FlagSource, flagReader, lengthOfFlags } from "./flag-source.ts";
import { elementEntry, storeText } from "./kernel-text.ts";
import { type Kernel, type Machine, read, type Slot, written } from "./machine.ts";
import { groupsOf } from "./move-slots.ts";

/**
 * `out_k[i] = terms[k]` over columns, as many terms at once as a kernel has columns for.
 *
 * @throws UnsupportedError for a term that reads more columns than a kernel may have
 */
export function mapSlots(
  machine: Machine,
  terms: readonly Term[],
  left: readonly Slot[],
  right: readonly Slot[],
): readonly Slot[] {
  return groupTerms(terms, machine.columnLimit).flatMap((group) => {
    const leaves = leavesOf(group);
    const inputs = leaves.map(({ kind, column }) => (kind === "left" ? left : right)[column]);
    const { length } = [...left, ...right][0];
    const outputs = group.map(({ type }) => machine.scratch(type, length));
    machine.run(mapKernel(group), {
      columns: [...inputs, ...outputs],
      lengths: [length],
    });
    return outputs;
  });
}

function groupTerms(terms: readonly Term[], limit: number): readonly (readonly Term[])[] {
  const groups: Term[][] = [];
  for (const term of terms) {
    checkColumns(leavesOf([term]).length, limit);
    const last = groups.at(-1);
    if (last !== undefined && needed([...last, term]) <= limit) last.push(term);
    else groups.push([term]);
  }
  return groups;
}

function needed(terms: readonly Term[]): number {
  return new Set(leavesOf(terms).map(leafName)).size + terms.length;
}

function checkColumns(count: number, limit: number): void {
  if (count < limit) return;
  throw new UnsupportedError(
    `a term over ${count} columns`,
    `a kernel of this device reads at most ${limit - 1}`,
    'use fewer columns, or import from "samebits" or "samebits/workers"',
  );
}

/** Flags as a vector, wherever they come from. */
export function flagSlot(machine: Machine, source: FlagSource): Slot {
  if (source.kind === "vector") return source.flags;
  if (source.kind === "heads" && source.columns.length >= machine.columnLimit) {
    const parts = groupsOf(source.columns, machine.columnLimit - 1);
    return parts
      .map((columns) => flagSlot(machine, { kind: "heads", columns }))
      .reduce((first, second) => mapSlots(machine, [EITHER], [first, second], [])[0]);
  }
  const { key, columns, functions } = flagReader(source);
  checkColumns(columns.length, machine.columnLimit);
  const length = lengthOfFlags(source);
  const flags = machine.scratch("bool", length);
  const kernel: Kernel = {
    key: `flags ${key}`,
    columns: [...columns.map(({ name }) => read(name)), written("out")],
    lengths: ["length"],
    body: () =>
      `${functions()}${elementEntry("length()", storeText("out", "bool", "i", "select(0u, 1u, flag_at(i))"))}`,
  };
  machine.run(kernel, {
    columns: [...columns.map(({ slot }) => slot), flags],
    lengths: [length],
  });
  return flags;
}

const EITHER = binary("or", leftLeaf("bool", 0), leftLeaf("bool", 1));
