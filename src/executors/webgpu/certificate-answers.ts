import type { TypedContract } from "../../contracts/contract.ts";
import { InternalError } from "../../values/errors.ts";

/** What a scan by f32 addition gives, as its expression says, by `Math.fround`: addition is commutative, so that a backward scan is the forward one of the reversed array. */
export function addedPrefixes(
  { expression, direction, initial }: TypedContract,
  observation: "reduce" | "inclusive-scan" | "exclusive-scan",
  elements: Float32Array,
): Float32Array {
  const ordered = direction === "backward" ? elements.slice().reverse() : elements;
  const start = initial === undefined ? undefined : (initial.value as number);
  const isFirst = initial?.placement === "first";
  const sequence = isFirst && start !== undefined ? Float32Array.of(start, ...ordered) : ordered;
  const blockLength =
    expression.kind === "blockDyadic" && expression.blockLength > 1
      ? expression.blockLength
      : Number.POSITIVE_INFINITY;
  if (expression.kind !== "blockDyadic" && expression.kind !== "iteratedPairwise")
    throw new InternalError(expression.kind);
  const all = dyadicPrefixes(sequence, blockLength);
  const joined = start === undefined || isFirst ? all : all.map((value) => start + value);
  const shown = isFirst && observation === "inclusive-scan" ? joined.subarray(1) : joined;
  const values =
    observation === "exclusive-scan" && start !== undefined && !isFirst
      ? Float32Array.of(start, ...shown)
      : shown;
  const result = observation === "exclusive-scan" ? values.slice(0, elements.length) : values;
  return direction === "backward" && observation !== "reduce" ? result.slice().reverse() : result;
}

/** Two binary counters, of the blocks and of the open block; a prefix folds them from the newest root on. A Float32Array rounds what is stored. */
function dyadicPrefixes(sequence: Float32Array, blockLength: number): Float32Array {
  const blocks: number[] = [];
  const open: number[] = [];
  return sequence.map((element, i) => {
    push(open, element, i % blockLength);
    if ((i + 1) % blockLength === 0) {
      const [root] = open.splice(0);
      push(blocks, root, Math.floor(i / blockLength));
    }
    return fold(blocks, fold(open, undefined)) ?? 0;
  });
}

/** Adds a root to a counter of `count`. */
function push(roots: number[], root: number, count: number): void {
  let sum = root;
  for (let rest = count; rest % 2 === 1; rest = Math.floor(rest / 2))
    sum = Math.fround((roots.pop() ?? 0) + sum);
  roots.push(sum);
}

/** The open block joins the blocks' own fold, it is not a root among them. */
function fold(roots: readonly number[], last: number | undefined): number | undefined {
  const own = roots.length === 0 ? undefined : roots.reduceRight((right, left) => Math.fround(left + right));
  if (own === undefined || last === undefined) return own ?? last;
  return Math.fround(own + last);
}
