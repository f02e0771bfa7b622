import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Expression } from "../../expressions/expression.ts";
import { InternalError } from "../../values/errors.ts";
import { type CertifiedBlocks, foldRoots, pushRoot } from "./certificate-blocks.ts";
import { familyOf } from "./families.ts";

/** What a scan by f32 addition gives, as its expression says, by `Math.fround`: addition is commutative, so that a backward scan is the forward one of the reversed array. */
export function addedPrefixes(
  { expression, direction, initial }: ColumnContract,
  observation: "reduce" | "inclusive-scan" | "exclusive-scan",
  elements: Float32Array,
): Float32Array {
  const ordered = direction === "backward" ? elements.slice().reverse() : elements;
  const start = initial === undefined ? undefined : (initial.value[0] as number);
  const isFirst = initial?.placement === "first";
  const sequence = isFirst && start !== undefined ? Float32Array.of(start, ...ordered) : ordered;
  const all = joinedPrefixes(sequence, certifiedBlocks(expression));
  const joined = start === undefined || isFirst ? all : all.map((value) => start + value);
  const shown = isFirst && observation === "inclusive-scan" ? joined.subarray(1) : joined;
  const values =
    observation === "exclusive-scan" && start !== undefined && !isFirst
      ? Float32Array.of(start, ...shown)
      : shown;
  const result = observation === "exclusive-scan" ? values.slice(0, elements.length) : values;
  return direction === "backward" && observation !== "reduce" ? result.slice().reverse() : result;
}

/** A binary counter of the roots of complete blocks; a prefix folds it from the newest root on. A Float32Array rounds what is stored. */
function joinedPrefixes(sequence: Float32Array, { length, prefixes }: CertifiedBlocks): Float32Array {
  const blocks: number[] = [];
  const all = new Float32Array(sequence.length);
  for (let start = 0; start < sequence.length; start += length) {
    for (const [i, value] of prefixes(sequence.subarray(start, start + length)).entries()) {
      const isRoot = i + 1 === length;
      if (isRoot) pushRoot(blocks, value, start / length);
      all[start + i] = foldRoots(blocks, isRoot ? undefined : value) ?? 0;
    }
  }
  return all;
}

function certifiedBlocks(expression: Expression): CertifiedBlocks {
  const { certified } = familyOf(expression);
  if (certified === undefined) throw new InternalError(expression.kind);
  return certified;
}
