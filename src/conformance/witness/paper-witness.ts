import type { Executor, Plan } from "../../executors/executor.ts";
import { printExpression } from "../../expressions/print.ts";
import { add } from "../../operators/built-in.ts";
import { toHex } from "../../values/bits.ts";
import type { ElementArray } from "../../values/element-types.ts";
import { hashArray } from "../../values/hash.ts";
import { rawHex } from "../compare.ts";
import { contractOf } from "../contract-of.ts";
import { generateData } from "../data/generate-data.ts";
import { publishedData } from "../data/published-data.ts";
import type { GoldenVector, PaperVector } from "../vectors/golden-vector.ts";
import { type Comparison, comparePeers, type Peer } from "./compare-peers.ts";
import { hashOfBits } from "./observe.ts";

export interface PaperWitnessOptions {
  readonly vectors: readonly PaperVector[]; // from parsePaperVectors
  readonly published?: readonly GoldenVector[] | undefined; // from parseVectors: what the papers print
  readonly peers?: readonly Peer[] | undefined; // compared beside a plain loop
  readonly signal?: AbortSignal | undefined; // looked at before every group of rows
  readonly onGroup?: ((group: PaperGroup) => void | Promise<void>) | undefined; // awaited, so that it may yield
}

/** P4229R0's Appendix F in shape, its table B.8, and how others' sums compare. */
export interface PaperWitness {
  readonly groups: readonly PaperGroup[];
  readonly comparisons: readonly Comparison[];
  readonly passed: boolean; // something passed and nothing failed
  readonly exitStatus: 0 | 1;
}

/** The rows of one executor on one data set: 84 in Appendix F. */
export interface PaperGroup {
  readonly executor: string;
  readonly title: string; // "wide, n = 1048576"
  readonly rows: readonly PaperRow[];
  readonly passCount: number;
  readonly failCount: number;
  readonly summary: string; // "SUMMARY wide, n = 1048576 on wasm: 84 PASS, 0 FAIL"
}

export interface PaperRow {
  readonly expression: string; // as on the command line
  readonly what: string; // "scan[38836]", "scan back", "reduce", "scan hash", "back equals reduce", or a published value
  readonly expected: string; // bits
  readonly actual: string;
  readonly verdict: "PASS" | "FAIL";
}

/**
 * Remakes P4229R0's Appendix F on every executor: three expressions × (24 probes, back, reduce, whole-scan hash, back equals reduce)
 * = 84 rows per data set at n = 2^20; then the values that the papers publish; then a plain loop's and the peers' sums.
 *
 * Takes about a second per executor and data set. What an executor refuses or throws fails the rows concerned.
 *
 * @throws the signal's reason when it is aborted
 */
export async function paperWitness(
  executors: readonly Executor[],
  options: PaperWitnessOptions,
): Promise<PaperWitness> {
  const groups: PaperGroup[] = [];
  const published = options.published ?? [];
  for (const executor of executors) {
    for (const vectors of byDataSet(options.vectors)) {
      groups.push(
        await groupOf(executor, titleOf(vectors[0]), () => appendixRows(executor, vectors), options),
      );
    }
    if (published.length === 0) continue;
    const title = "values printed in P4229R0 and P4016R0";
    groups.push(await groupOf(executor, title, () => publishedRows(executor, published), options));
  }
  options.signal?.throwIfAborted();
  const comparisons = await comparePeers(executors, options.peers ?? [], options.vectors);
  const passed =
    groups.some(({ passCount }) => passCount > 0) && groups.every(({ failCount }) => failCount === 0);
  return { groups, comparisons, passed, exitStatus: passed ? 0 : 1 };
}

async function groupOf(
  executor: Executor,
  title: string,
  makeRows: () => Promise<readonly PaperRow[]>,
  options: PaperWitnessOptions,
): Promise<PaperGroup> {
  options.signal?.throwIfAborted();
  const rows = await makeRows();
  const passCount = rows.filter(({ verdict }) => verdict === "PASS").length;
  const failCount = rows.length - passCount;
  const summary = `SUMMARY ${title} on ${executor.name}: ${passCount} PASS, ${failCount} FAIL`;
  const group = { executor: executor.name, title, rows, passCount, failCount, summary };
  await options.onGroup?.(group);
  return group;
}

async function appendixRows(
  executor: Executor,
  vectors: readonly PaperVector[],
): Promise<readonly PaperRow[]> {
  const { data, length, seed, inputHash } = vectors[0];
  const input = generateData({ data, type: "f64", length, seed });
  const rows: PaperRow[] = [];
  for (const vector of vectors) {
    const row = rowMaker(printExpression(vector.expression));
    const observed = await observeSum(executor, vector.expression, input);
    for (const { index, bits } of vector.probes) rows.push(row(`scan[${index}]`, bits, observed.at(index)));
    rows.push(row("scan back", vector.back, observed.back));
    rows.push(row("reduce", vector.reduce, observed.reduce));
    // The wrong input would make every row wrong, so that it is said once, here.
    const hash = hashArray(input) === inputHash ? observed.hash : `of another input, ${hashArray(input)}`;
    rows.push(row("scan hash", vector.scanHash, hash));
    rows.push(row("back equals reduce", observed.reduce, observed.back));
  }
  return rows;
}

async function publishedRows(
  executor: Executor,
  published: readonly GoldenVector[],
): Promise<readonly PaperRow[]> {
  const rows: PaperRow[] = [];
  for (const { contract, input, expected, name } of published) {
    const row = rowMaker(printExpression(contract.expression));
    const observed = await observeSum(executor, contract.expression, publishedData(input.length));
    if (expected.last !== undefined) rows.push(row(name, expected.last, observed.back));
    if (expected.reduce !== undefined) rows.push(row(name, expected.reduce, observed.reduce));
  }
  return rows;
}

function rowMaker(expression: string): (what: string, expected: string, actual: string) => PaperRow {
  return (what, expected, actual) => {
    return { expression, what, expected, actual, verdict: expected === actual ? "PASS" : "FAIL" };
  };
}

interface ObservedSum {
  readonly at: (index: number) => string;
  readonly back: string;
  readonly reduce: string;
  readonly hash: string;
}

/** The f64 sum of an input in all its observations, as hexadecimal bits; or, in the place of each, why there is none. */
async function observeSum(
  executor: Executor,
  expression: PaperVector["expression"],
  input: ElementArray,
): Promise<ObservedSum> {
  const contract = contractOf({ operator: add, type: "f64", expression });
  try {
    for (const observation of ["reduce", "inclusive-scan"] as const) {
      const refusal = executor.refusal({ contract, observation, allowQuadratic: false });
      if (refusal !== undefined) return nothing(`refused: ${refusal.reason}`);
    }
    return await observePlan(executor.plan(contract), input);
  } catch (error) {
    return nothing(String(error));
  }
}

async function observePlan(plan: Plan, input: ElementArray): Promise<ObservedSum> {
  const scan = await plan.inclusiveScan(input);
  return {
    at: (index) => rawHex(scan, index),
    back: rawHex(scan, scan.length - 1),
    reduce: toHex("f64", await plan.reduce(input)),
    hash: hashOfBits(scan),
  };
}

function nothing(reason: string): ObservedSum {
  // Two different texts, so that "back equals reduce" fails too.
  return { at: () => reason, back: `${reason} (scan)`, reduce: `${reason} (reduce)`, hash: reason };
}

function byDataSet(vectors: readonly PaperVector[]): readonly (readonly PaperVector[])[] {
  const groups = new Map<string, PaperVector[]>();
  for (const vector of vectors) {
    const group = groups.get(titleOf(vector)) ?? [];
    groups.set(titleOf(vector), [...group, vector]);
  }
  return [...groups.values()];
}

function titleOf({ data, length }: PaperVector): string {
  return `${data}, n = ${length}`;
}
