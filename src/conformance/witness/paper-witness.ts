import { checkExecutor, type Executor } from "../../executors/executor.ts";
import { printExpression } from "../../expressions/print.ts";
import { toHex } from "../../values/bits.ts";
import {
  checkFunction,
  checkList,
  checkMethods,
  checkObject,
  checkSignal,
  checkText,
} from "../../values/check-arguments.ts";
import { checkOptionNames } from "../../values/check-name.ts";

import { hashArray } from "../../values/hash.ts";
import { rawHex } from "../compare.ts";
import { generateData, publishedData } from "../data/generate-data.ts";

import {
  checkGoldenVectors,
  checkPaperVectors,
  type GoldenVector,
  type PaperVector,
} from "../vectors/golden-vector.ts";

import {
  COMPARED,
  type Comparison,
  comparePeers,
  type ObserveNamed,
  type Peer,
  publishedTitle,
} from "./compare-peers.ts";
import { hashOfBits, mapObserved, type Observed, type ObservedSums, observeSums } from "./observe.ts";

/** Options of `paperWitness`. */
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
  readonly refusedCount: number;
  readonly summary: string; // "SUMMARY wide, n = 1048576 on wasm: 84 PASS, 0 FAIL"; of refused rows ", 2 REFUSED" follows
}

/** One value that the paper asks for, beside the one that an executor gave. */
export interface PaperRow {
  readonly expression: string; // as on the command line
  readonly what: string; // "scan[38836]", "scan back", "reduce", "scan hash", "back equals reduce", or a published value
  readonly expected: string; // bits
  readonly actual: string; // or why there is none: "refused: every prefix combines all lanes again"
  readonly verdict: "PASS" | "FAIL" | "REFUSED";
}

/**
 * Remakes P4229R0's Appendix F on every executor: three expressions × (24 probes, back, reduce, whole-scan hash, back equals reduce)
 * = 84 rows per data set at n = 2^20; then the values that the papers publish; then a plain loop's and the peers' sums.
 *
 * Takes about a second per executor and data set. What an executor throws fails the rows concerned; what it refuses is counted, with the reason.
 *
 * @throws the signal's reason when it is aborted
 */
export async function paperWitness(
  executors: readonly Executor[],
  options: PaperWitnessOptions,
): Promise<PaperWitness> {
  checkOptionNames(options, ["vectors", "published", "peers", "signal", "onGroup"]);
  checkSignal(options.signal);
  if (options.onGroup !== undefined) checkFunction("onGroup", options.onGroup, "of a group of rows");
  for (const executor of checkList("executors", executors, "executors")) checkExecutor(executor as Executor);
  const vectorsOf = byDataSet(checkPaperVectors("vectors", options.vectors));
  const peers = checkList("peers", options.peers ?? [], "peers").map(checkPeer);
  const groups: PaperGroup[] = [];
  const observe = remembered();
  const published = checkGoldenVectors("published", options.published ?? []);
  for (const executor of executors) {
    for (const vectors of vectorsOf) {
      groups.push(
        await groupOf(executor, titleOf(vectors[0]), () => appendixRows(executor, vectors, observe), options),
      );
    }
    if (published.length === 0) continue;
    const title = "values printed in P4229R0 and P4016R0";
    groups.push(await groupOf(executor, title, () => publishedRows(executor, published, observe), options));
  }
  options.signal?.throwIfAborted();
  const comparisons = await comparePeers(executors, peers, vectorsOf.flat(), observe);
  const passed =
    groups.some(({ passCount }) => passCount > 0) && groups.every(({ failCount }) => failCount === 0);
  return { groups, comparisons, passed, exitStatus: passed ? 0 : 1 };
}

function checkPeer(given: unknown): Peer {
  const { name, missing } = checkObject("peers", given, "peers, each an object");
  checkText("peers.name", name);
  if (missing === undefined)
    checkMethods("peers", given, ["scan", "reduce"], "of peers with scan and reduce");
  return given as Peer;
}

async function groupOf(
  executor: Executor,
  title: string,
  makeRows: () => Promise<readonly PaperRow[]>,
  options: PaperWitnessOptions,
): Promise<PaperGroup> {
  options.signal?.throwIfAborted();
  const rows = await makeRows();
  const count = (verdict: PaperRow["verdict"]): number =>
    rows.filter((row) => row.verdict === verdict).length;
  const [passCount, failCount, refusedCount] = [count("PASS"), count("FAIL"), count("REFUSED")];
  const refused = refusedCount === 0 ? "" : `, ${refusedCount} REFUSED`;
  const summary = `SUMMARY ${title} on ${executor.name}: ${passCount} PASS, ${failCount} FAIL${refused}`;
  const group = { executor: executor.name, title, rows, passCount, failCount, refusedCount, summary };
  await options.onGroup?.(group);
  return group;
}

async function appendixRows(
  executor: Executor,
  vectors: readonly PaperVector[],
  observe: ObserveNamed,
): Promise<readonly PaperRow[]> {
  const { data, length, seed, inputHash } = vectors[0];
  const input = generateData({ data, type: "f64", length, seed }) as Float64Array;
  const rows: PaperRow[] = [];
  for (const vector of vectors) {
    const row = rowMaker(printExpression(vector.expression));
    const sums = await observe(executor, vector.expression, titleOf(vector), input);
    const { back, reduce, at, hash } = bitsOf(sums);
    for (const { index, bits } of vector.probes) rows.push(row(`scan[${index}]`, bits, at(index)));
    rows.push(row("scan back", vector.back, back));
    rows.push(row("reduce", vector.reduce, reduce));
    // The wrong input would make every row wrong, so that it is said once, here.
    const isInput = hashArray(input) === inputHash;
    const otherInput = { kind: "failed", reason: `of another input, ${hashArray(input)}` } as const;
    rows.push(row("scan hash", vector.scanHash, isInput ? hash : otherInput));
    rows.push(row("back equals reduce", reduce.kind === "value" ? reduce.value : "a reduce", back, reduce));
  }
  return rows;
}

async function publishedRows(
  executor: Executor,
  published: readonly GoldenVector[],
  observe: ObserveNamed,
): Promise<readonly PaperRow[]> {
  const rows: PaperRow[] = [];
  for (const { contract, input, expected, name } of published) {
    const row = rowMaker(printExpression(contract.expression));
    const data = publishedData(input.length);
    const sums = await observe(executor, contract.expression, publishedTitle(input.length), data);
    const { back, reduce } = bitsOf(sums);
    if (expected.last !== undefined) rows.push(row(name, expected.last, back));
    if (expected.reduce !== undefined) rows.push(row(name, expected.reduce, reduce));
  }
  return rows;
}

/** A row of what was observed, and of what else it takes: refused where any of it is, which is said first. */
type MakeRow = (
  what: string,
  expected: string,
  observed: Observed<string>,
  other?: Observed<string>,
) => PaperRow;

function rowMaker(expression: string): MakeRow {
  return (what, expected, observed, other = observed) => {
    const all = [observed, other];
    const missing = all.find(({ kind }) => kind === "refused") ?? all.find(({ kind }) => kind === "failed");
    if (missing !== undefined && missing.kind !== "value") {
      const isRefused = missing.kind === "refused";
      const actual = isRefused ? `refused: ${missing.reason}` : missing.reason;
      return { expression, what, expected, actual, verdict: isRefused ? "REFUSED" : "FAIL" };
    }
    const actual = observed.kind === "value" ? observed.value : observed.reason;
    return { expression, what, expected, actual, verdict: expected === actual ? "PASS" : "FAIL" };
  };
}

/** Both observations as hexadecimal bits. */
function bitsOf({ scan, reduce }: ObservedSums) {
  return {
    at: (index: number) => mapObserved(scan, (values) => rawHex(values, index)),
    back: mapObserved(scan, (values) => rawHex(values, values.length - 1)),
    hash: mapObserved(scan, (values) => hashOfBits(values)),
    reduce: mapObserved(reduce, (value) => toHex("f64", value)),
  };
}

/** `observeSums` on an input of a name, once: the table of peers asks again, and a GPU that the processor emulates takes seconds for each. */
function remembered(): ObserveNamed {
  const knownOf = new WeakMap<Executor, Map<string, ObservedSums>>();
  return async (executor, expression, name, input) => {
    if (printExpression(expression) !== COMPARED) return observeSums(executor, expression, input);
    const known = knownOf.get(executor) ?? new Map<string, ObservedSums>();
    knownOf.set(executor, known);
    const found = known.get(name) ?? (await observeSums(executor, expression, input));
    known.set(name, found);
    return found;
  };
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
