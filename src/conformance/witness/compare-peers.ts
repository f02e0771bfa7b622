import type { Executor } from "../../executors/executor.ts";
import { blockDyadic, type Expression } from "../../expressions/expression.ts";
import { printExpression } from "../../expressions/print.ts";
import { add } from "../../operators/built-in.ts";
import { toHex } from "../../values/bits.ts";
import { checkMethods } from "../../values/check-arguments.ts";
import { compareScalars, differenceCount } from "../compare.ts";
import { columnContractOf } from "../contract-of.ts";
import { generateData, publishedData } from "../data/generate-data.ts";

import type { PaperVector } from "../vectors/golden-vector.ts";
import type { ObservedSums } from "./observe.ts";

/** Somebody else's f64 sums, or why they are not here. */
export type Peer =
  | {
      readonly name: string;
      readonly scan: (input: Float64Array) => Float64Array;
      readonly reduce: (input: Float64Array) => number;
    }
  | { readonly name: string; readonly missing: string };

/** Whether a peer's scan ends in its own reduce, and how far it is from ours; or why it was not compared. */
export type Comparison =
  | {
      readonly kind: "compared";
      readonly peer: string;
      readonly data: string; // "published, n = 1048576"
      readonly scanLast: string; // bits
      readonly reduce: string; // bits
      readonly isConsistent: boolean; // the two are the same
      readonly differing: number; // elements of the scan whose bits are not those of block-dyadic:256
      readonly length: number;
    }
  | { readonly kind: "skipped"; readonly peer: string; readonly reason: string };

/** The expression of table B.8. */
const OURS = blockDyadic(256);

/** Its name. */
export const COMPARED = printExpression(OURS);

/** The sums of an executor over an input that has a name. */
export type ObserveNamed = (
  executor: Executor,
  expression: Expression,
  name: string,
  input: Float64Array,
) => Promise<ObservedSums>;

export function publishedTitle(length: number): string {
  return `published, n = ${length}`;
}

/** The length of table B.8. */
const PUBLISHED_LENGTH = 2 ** 20;

/** What a plain loop gives. */
const PLAIN_LOOP: Peer = {
  name: "plain loop",
  scan: (input) => {
    const output = new Float64Array(input.length);
    let sum = 0;
    for (let i = 0; i < input.length; i++) {
      sum += input[i];
      output[i] = sum;
    }
    return output;
  },
  reduce: (input) => {
    let sum = 0;
    for (let i = 0; i < input.length; i++) sum += input[i];
    return sum;
  },
};

/**
 * The rows beside table B.8: for samebits, a plain loop and each peer, on the papers' data and on that of the vectors, whether the
 * scan's last value is the reduce, and how many prefixes differ from samebits' (by the first executor that serves it).
 */
export async function comparePeers(
  executors: readonly Executor[],
  peers: readonly Peer[],
  vectors: readonly PaperVector[],
  observe: ObserveNamed,
): Promise<readonly Comparison[]> {
  const contract = columnContractOf({ operator: add, type: "f64", expression: OURS });
  const executor = executors.find((candidate) => {
    return (
      candidate.refusal({ contract, observation: "inclusive-scan", allowQuadratic: false }) === undefined
    );
  });
  if (executor === undefined) {
    return [{ kind: "skipped", peer: "all", reason: "no executor here sums f64 by block-dyadic:256" }];
  }
  const comparisons: Comparison[] = [];
  for (const { name, input } of inputs(vectors)) {
    const { scan: scanned, reduce: reduced } = await observe(executor, OURS, name, input);
    if (scanned.kind !== "value" || reduced.kind !== "value") {
      const { reason } = scanned.kind !== "value" ? scanned : (reduced as { readonly reason: string });
      comparisons.push({ kind: "skipped", peer: `all, ${name}`, reason });
      continue;
    }
    const [scan, reduce] = [scanned.value, reduced.value];
    const ours: Peer = { name: `samebits, ${COMPARED}`, scan: () => scan, reduce: () => reduce };
    for (const peer of [ours, PLAIN_LOOP, ...peers]) {
      if ("scan" in peer) comparisons.push(compare(peer, name, input, scan));
    }
  }
  for (const peer of peers) {
    if ("missing" in peer) comparisons.push({ kind: "skipped", peer: peer.name, reason: peer.missing });
  }
  return comparisons;
}

function compare(
  peer: Extract<Peer, { scan: unknown }>,
  data: string,
  input: Float64Array,
  ours: Float64Array,
): Comparison {
  const scan = peer.scan(input);
  const reduce = peer.reduce(input);
  const last = scan[scan.length - 1];
  return {
    kind: "compared",
    peer: peer.name,
    data,
    scanLast: toHex("f64", last),
    reduce: toHex("f64", reduce),
    isConsistent: compareScalars("f64", reduce, last) === undefined,
    differing: differenceCount(ours, scan),
    length: input.length,
  };
}

function inputs(vectors: readonly PaperVector[]): readonly { name: string; input: Float64Array }[] {
  const made = new Map<string, Float64Array>();
  made.set(publishedTitle(PUBLISHED_LENGTH), publishedData(PUBLISHED_LENGTH));
  for (const { data, length, seed } of vectors) {
    const name = `${data}, n = ${length}`;
    if (!made.has(name)) made.set(name, generateData({ data, type: "f64", length, seed }));
  }
  return Array.from(made, ([name, input]) => ({ name, input }));
}

/** The two functions of @stdlib/blas-ext-base-dcusumpw and -dsumpw: strided, pairwise in halves down to 128 elements. */
export interface StdlibSums {
  readonly dcusumpw: (
    length: number,
    initial: number,
    input: Float64Array,
    inputStride: number,
    output: Float64Array,
    outputStride: number,
  ) => Float64Array;
  readonly dsumpw: (length: number, input: Float64Array, stride: number) => number;
}

const NAME = "@stdlib dcusumpw, dsumpw";

/** The pairwise sums of `@stdlib` as a peer. The caller imports them, or passes undefined where they are not installed. */
export function stdlibPeer(sums: StdlibSums | undefined): Peer {
  if (sums === undefined) {
    return {
      name: NAME,
      missing: "not installed: npm install @stdlib/blas-ext-base-dcusumpw @stdlib/blas-ext-base-dsumpw",
    };
  }
  checkMethods("sums", sums, ["dcusumpw", "dsumpw"], "an object with dcusumpw and dsumpw");
  return {
    name: NAME,
    scan: (input) => sums.dcusumpw(input.length, 0, input, 1, new Float64Array(input.length), 1),
    reduce: (input) => sums.dsumpw(input.length, input, 1),
  };
}
