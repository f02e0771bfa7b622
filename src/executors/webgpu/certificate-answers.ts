import type { TypedContract } from "../../contracts/contract.ts";
import type { Expression } from "../../expressions/expression.ts";
import { applyNetwork } from "../../networks/apply-network.ts";
import type { Network } from "../../networks/network.ts";
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
  const all = joinedPrefixes(sequence, blocksOf(expression));
  const joined = start === undefined || isFirst ? all : all.map((value) => start + value);
  const shown = isFirst && observation === "inclusive-scan" ? joined.subarray(1) : joined;
  const values =
    observation === "exclusive-scan" && start !== undefined && !isFirst
      ? Float32Array.of(start, ...shown)
      : shown;
  const result = observation === "exclusive-scan" ? values.slice(0, elements.length) : values;
  return direction === "backward" && observation !== "reduce" ? result.slice().reverse() : result;
}

/** How blocks are added up: each value is that of its prefix in the block. */
interface Blocks {
  readonly length: number; // Infinity where there is one block
  readonly prefixes: (block: Float32Array) => Float32Array;
}

function blocksOf(expression: Expression): Blocks {
  switch (expression.kind) {
    case "iteratedPairwise":
      return { length: Number.POSITIVE_INFINITY, prefixes: dyadicPrefixes };
    case "blockDyadic": {
      const { blockLength } = expression;
      return { length: blockLength > 1 ? blockLength : Number.POSITIVE_INFINITY, prefixes: dyadicPrefixes };
    }
    case "network": {
      const { network } = expression;
      return { length: network.width, prefixes: (block) => networkPrefixes(network, block) };
    }
    default:
      throw new InternalError(expression.kind);
  }
}

/** A binary counter of the roots of complete blocks; a prefix folds it from the newest root on. A Float32Array rounds what is stored. */
function joinedPrefixes(sequence: Float32Array, { length, prefixes }: Blocks): Float32Array {
  const blocks: number[] = [];
  const all = new Float32Array(sequence.length);
  for (let start = 0; start < sequence.length; start += length) {
    for (const [i, value] of prefixes(sequence.subarray(start, start + length)).entries()) {
      const isRoot = i + 1 === length;
      if (isRoot) push(blocks, value, start / length);
      all[start + i] = fold(blocks, isRoot ? undefined : value) ?? 0;
    }
  }
  return all;
}

function dyadicPrefixes(block: Float32Array): Float32Array {
  const open: number[] = [];
  return block.map((element, i) => {
    push(open, element, i);
    return fold(open, undefined) ?? 0;
  });
}

/** What stands beyond a tail reaches none of its outputs. */
function networkPrefixes(network: Network, block: Float32Array): Float32Array {
  const elements = new Float32Array(network.width);
  elements.set(block);
  const outputs = applyNetwork(network, elements, (left, right) => Math.fround(left + right));
  return Float32Array.from(outputs.slice(0, block.length));
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
