import type { Network } from "../../../networks/network.ts";
import { applyNetwork } from "../../../networks/run-network.ts";

/** How blocks of f32 are added up, as IEEE 754 adds: each value is that of its prefix in the block. */
export interface CertifiedBlocks {
  readonly length: number; // Infinity where there is one block
  readonly prefixes: (block: Float32Array) => Float32Array;
}

export function dyadicPrefixes(block: Float32Array): Float32Array {
  const open: number[] = [];
  return block.map((element, i) => {
    pushRoot(open, element, i);
    return foldRoots(open, undefined) ?? 0;
  });
}

/** What stands beyond a tail reaches none of its outputs. */
export function networkPrefixes(network: Network, block: Float32Array): Float32Array {
  const elements = new Float32Array(network.width);
  elements.set(block);
  const outputs = applyNetwork(network, elements, (left, right) => Math.fround(left + right));
  return Float32Array.from(outputs.slice(0, block.length));
}

/** Adds a root to a counter of `count`. */
export function pushRoot(roots: number[], root: number, count: number): void {
  let sum = root;
  for (let rest = count; rest % 2 === 1; rest = Math.floor(rest / 2))
    sum = Math.fround((roots.pop() ?? 0) + sum);
  roots.push(sum);
}

/** The open block joins the blocks' own fold, it is not a root among them. */
export function foldRoots(roots: readonly number[], last: number | undefined): number | undefined {
  const own = roots.length === 0 ? undefined : roots.reduceRight((right, left) => Math.fround(left + right));
  if (own === undefined || last === undefined) return own ?? last;
  return Math.fround(own + last);
}
