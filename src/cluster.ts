// samebits/cluster: datasets that no machine holds, computed in pieces by many, with the bits of one process. Here the room is given its machine.

import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { availableParallelism, cpus, hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import {
  checkCallbacks,
  checkDescribeOptions,
  checkEngine,
  checkPath,
  checkPaths,
  checkRunOptions,
  checkShare,
} from "./cluster/check-given.ts";
import { checkDataset, type Dataset, parseDataset } from "./cluster/data/dataset.ts";
import { type DescribeOptions, describeFiles } from "./cluster/data/describe-dataset.ts";
import type { Allocate } from "./cluster/data/element-source.ts";
import { listFiles } from "./cluster/data/list-files.ts";
import { openUri } from "./cluster/data/open-uri.ts";
import type { Engine } from "./cluster/engine.ts";
import { jobsOf, printJobs, USUAL_NAME, USUAL_PARALLELISM } from "./cluster/engines/kubernetes/manifest.ts";
import {
  ENGINE_OPTIONS,
  type EngineOptions,
  engineNamed,
  type Machine,
  type ServeOptions,
  serveNamed,
} from "./cluster/engines/named-engine.ts";
import type { WorkerCommand } from "./cluster/engines/worker-process.ts";
import { folderStore } from "./cluster/folder/folder-store.ts";
import { type Maker, outputColumns, partFile, RESULT_FILE } from "./cluster/folder/run-files.ts";
import type { RunStore } from "./cluster/folder/store.ts";
import type { GroupFunctions } from "./cluster/groups/functions.ts";
import type { GroupsResult } from "./cluster/groups/group-result.ts";
import type { Bins } from "./cluster/groups/grouping.ts";
import { parseReceipt, type Receipt } from "./cluster/receipt.ts";
import {
  createRun as createRunWith,
  type GoOptions,
  openRun as openRunWith,
  type Run,
  type RunTools,
} from "./cluster/run.ts";
import { type GivenGroups, type GivenSort, type RunOptions, requestOf } from "./cluster/run-request.ts";
import { openObject } from "./cluster/s3/object-bytes.ts";
import { objectStore } from "./cluster/s3/object-store.ts";
import { openObjects } from "./cluster/s3/objects.ts";
import { type Verified, verifyReceipt } from "./cluster/verify.ts";
import { OBSERVATIONS, type Observation } from "./contracts/contract.ts";
import type { ContractOptions } from "./contracts/resolve.ts";
import { allocate } from "./executors/wasm/memory/wasm-memory.ts";
import { networksWasmExecutor } from "./executors/wasm/networks-wasm-executor.ts";
import { checkInteger } from "./values/check-arguments.ts";
import { checkName, checkOptionNames } from "./values/check-name.ts";

const id = `${process.pid}-${randomBytes(4).toString("hex")}`;
const writer = `${hostname()}-${id}`;
const executor = networksWasmExecutor();
const machine: Machine = {
  ...{ name: hostname(), pid: process.pid, id, node: process.versions.node, cores: availableParallelism },
  worker: (run) => ownCommand("serve", run),
  joiner: (run) => ownCommand("join", run),
  now: () => performance.now(),
  isAlive(pid) {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EPERM";
    }
  },
  warn: (text) => process.emitWarning(text),
};
const { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_S3 = AWS_ENDPOINT_URL } = process.env;
const objects = openObjects({ hasOwnEndpoint: AWS_ENDPOINT_URL_S3 !== undefined });
const open = openUri(
  (address, init) => fetch(address, init),
  (uri) => openObject(objects, uri),
);

function isObject(place: string): boolean {
  return place.startsWith("s3://");
}

function storeAt(place: string): RunStore {
  return isObject(place) ? objectStore(place, writer, objects) : folderStore(resolve(place), writer);
}

/** Most runs have no groups, and start without these. */
async function functions(): Promise<GroupFunctions> {
  return (await import("./algorithms.ts")) as unknown as GroupFunctions;
}

function toolsFor(folder: string): RunTools {
  const maker: Maker = {
    machine: hostname(),
    worker: writer,
    processor: cpus()[0]?.model ?? process.arch,
    engine: `node ${process.versions.node}`,
    samebits: ownPackage().manifest.version,
  };
  return {
    store: storeAt(folder),
    executor,
    open,
    allocate: allocate as Allocate,
    functions,
    maker,
    now: () => performance.now(),
  };
}

/**
 * A dataset of files, whose headers alone are read: paths, https addresses that have ranges, s3 addresses, folders (every .npy, .raw, .bin, .arrow and .parquet file in one), patterns of * and ? in a
 * file's name. Files of a folder or a pattern are in the order of their names' bytes.
 *
 * @throws FormatError naming a file that cannot be read, or is of another type than the first; EmptyInputError where there is no element
 * @throws UnsupportedError where a package that reads the format is not installed
 */
export async function describeDataset(
  names: string | readonly string[],
  options: DescribeOptions = {},
): Promise<Dataset> {
  const paths = checkPaths("names", names);
  return describeFiles(await listFiles(paths), checkDescribeOptions(options), open);
}

/** A dataset from the file that `samebits dataset` writes. @throws FormatError */
export async function readDataset(path: string): Promise<Dataset> {
  return parseDataset(await readText(checkPath("path", path)), path);
}

async function readText(place: string): Promise<string> {
  const file = await open(place);
  try {
    const bytes = new Uint8Array(file.byteLength);
    await file.readInto(bytes, 0);
    return new TextDecoder().decode(bytes);
  } finally {
    await file.close();
  }
}

/**
 * Makes a run of a dataset in a folder, or finds the same one made: what is asked for, under which contract, and how it is cut.
 *
 * Options are those of `prepare`, and those of RunSettings. Nothing is computed yet.
 *
 * @throws InvalidArgumentError; FormatError for a folder with another run, or that cannot be written
 * @throws UnsupportedError for bisection, a custom expression and a plain function, which have no summaries
 */
export async function createRun(
  folder: string,
  dataset: Dataset,
  observation: Observation,
  options: RunOptions = {},
): Promise<Run> {
  const request = requestOf(
    checkDataset(dataset, "dataset"),
    checkName("observation", OBSERVATIONS, observation),
    checkRunOptions(options),
  );
  return createRunWith(request, toolsFor(checkPath("folder", folder)));
}

/** The run in a folder. @throws FormatError where there is none, or one of another version */
export async function openRun(folder: string): Promise<Run> {
  return openRunWith(toolsFor(checkPath("folder", folder)));
}

/**
 * The engine that a text names: "local:2", two processes of this machine; "pg-boss:embedded:DIR", a database in a folder, kept by this process, and processes of this machine;
 * "pg-boss:postgres://HOST/DATABASE", a server, for whose jobs machines run `samebits worker`; "slurm", arrays of tasks, where `sbatch` is. Nothing is started or reached before it runs.
 *
 * @throws InvalidArgumentError
 */
export function openEngine(text: string, options: EngineOptions = {}): Engine {
  return engineNamed(text, options, machine);
}

/**
 * Computes what runs of other machines ask of an engine, "pg-boss:postgres://HOST/DATABASE", until the signal. Folders of runs, and their data, must be here under the same names.
 *
 * @throws InvalidArgumentError; EngineError where the server cannot be reached for half a minute; UnsupportedError where pg-boss is not installed
 */
export async function serveEngine(text: string, options: ServeOptions): Promise<void> {
  await serveNamed(text, options, machine);
}

function ownCommand(name: string, run: string): WorkerCommand {
  const { manifest, folder } = ownPackage();
  return { command: process.execPath, args: [join(folder, manifest.bin.samebits), "run", name, run] };
}

/** This package by its own name, wherever this code lies in it. */
function ownPackage() {
  const require = createRequire(import.meta.url);
  const path = "samebits/package.json";
  const manifest: { readonly version: string; readonly bin: { readonly samebits: string } } = require(path);
  return { manifest, folder: dirname(require.resolve(path)) };
}

/** Options of `printKubernetesJobs`: what its pods run in. */
export interface KubernetesOptions {
  readonly image: string; // of a container whose PATH has samebits
  readonly claim?: string | undefined; // a persistent volume claim with the run and its data, under the paths that they have here; default: "samebits"
  readonly parallelism?: number | undefined; // pods at a time; default: 10
}

/**
 * A run as jobs of Kubernetes in YAML, a pod for each piece: batch/v1, indexed, tried again by index (Kubernetes 1.33). Jobs after the first are suspended; comments
 * say which commands let one follow the other. Pods take their environment from the secret "samebits", where there is one.
 *
 * @throws UnsupportedError for a run of chained pieces; InvalidArgumentError for more than 100,000 pieces; FormatError where there is no run
 */
export async function printKubernetesJobs(folder: string, options: KubernetesOptions): Promise<string> {
  checkOptionNames(options, ["image", "claim", "parallelism"]);
  const { image, claim = USUAL_NAME, parallelism = USUAL_PARALLELISM } = options;
  const given = {
    image: checkPath("image", image),
    claim: checkPath("claim", claim),
    parallelism: checkInteger("parallelism", parallelism, 1, 10_000),
  };
  const tools = toolsFor(checkPath("folder", folder));
  return printJobs(jobsOf((await openRunWith(tools)).plan, tools.store.name, given));
}

/** Options of `verifyRun`: how much is computed again. */
export interface VerifyOptions {
  readonly share?: number | undefined; // of the pieces, from above 0 to 1; default: 0.01. With 1 they are joined as well
  readonly random?: (() => number) | undefined; // from 0 to 1; default: Math.random
  readonly signal?: AbortSignal | undefined;
  readonly onPiece?: ((done: number, of: number) => void) | undefined;
}

/**
 * Computes some pieces of a receipt again, or all, here: which differ?
 *
 * A sample of a scan takes the carries from the folder of the receipt; all pieces take nothing but the data. A chain has no sample.
 *
 * @throws FormatError where the receipt is damaged, or the data are not those that it is about
 */
export async function verifyRun(path: string, options: VerifyOptions = {}): Promise<Verified> {
  checkOptionNames(options, ["share", "random", "signal", "onPiece"]);
  const { share = 0.01, random = Math.random, signal, onPiece } = options;
  checkShare("share", share, Number.MIN_VALUE);
  checkCallbacks({ random, onPiece }, signal);
  const receipt = parseReceipt(await readText(checkPath("path", path)), path);
  return verifyReceipt({ ...toolsFor(dirname(path)), receipt, share, random, signal, onPiece });
}

/** Options of `openCluster`: the engine that all its calls use. */
export interface ClusterOptions extends EngineOptions {
  readonly engine?: string | Engine | undefined; // default: "local:1"
}

/** How a cluster's call is run. */
export type CallOptions = RunOptions & Omit<GoOptions, "engine"> & { readonly output: string }; // the folder of the run

/** What a call of a cluster gives. */
export interface ClusterResult {
  readonly value: unknown; // of everything, a scalar or a record
  readonly bits: readonly string[]; // of the value, hexadecimal, by column
  readonly receipt: Receipt;
  readonly receiptFile: string;
  readonly parts: readonly (readonly string[])[]; // of a scan the files of its output, by column
}

/** How a call that gives groups is run. */
export type GroupCallOptions = Omit<CallOptions, "groups" | "sort" | "hashWhole">;

/** How a sort is run. */
export type SortCallOptions = GivenSort & Omit<CallOptions, keyof ContractOptions | "groups" | "sort">;

/** What a call that gives groups gives. */
export interface ClusterGroups extends GroupsResult {
  readonly receipt: Receipt;
  readonly receiptFile: string;
}

/** Functions over datasets, computed by an engine, each in a folder of its own, where a call that was stopped goes on. */
export interface Cluster {
  reduce(dataset: Dataset, options: CallOptions): Promise<ClusterResult>;
  inclusiveScan(dataset: Dataset, options: CallOptions): Promise<ClusterResult>;
  exclusiveScan(dataset: Dataset, options: CallOptions): Promise<ClusterResult>;
  /** Each key once, and its values combined: the bits of `reduceByKey`. More keys than memory holds are split by a hash, and all data read once for each of the `splits`. */
  reduceByKey(
    dataset: Dataset,
    options: GroupCallOptions & { readonly keys: readonly string[]; readonly splits?: number | undefined },
  ): Promise<ClusterGroups>;
  /** All rows in the order of some columns, or of all: the bits of `sortBy`. Its files are those of a scan. */
  sort(
    dataset: Dataset,
    options: SortCallOptions,
  ): Promise<Pick<ClusterResult, "receipt" | "receiptFile" | "parts">>;
  /** A value for each index below `binCount`: the bits of `reduceByIndex`. */
  reduceByIndex(
    dataset: Dataset,
    options: GroupCallOptions & { readonly indices: string; readonly binCount: number },
  ): Promise<ClusterGroups>;
  /** How many elements each bin has. */
  histogram(
    dataset: Dataset,
    options: Omit<GroupCallOptions, keyof ContractOptions> & { readonly bins: Bins },
  ): Promise<ClusterGroups>;
  /** Ends what the engine has started. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

// Node 20 has no Symbol.asyncDispose of its own; compiled `await using` falls back to the registered symbol.
const ASYNC_DISPOSE: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/**
 * Opens an engine for runs over datasets: `local:N` is N processes of this machine; `openEngine` says which others there are.
 *
 * `cluster.reduce(dataset, { output: "folder", … })` has the bits of `reduce` over all elements in one array, whatever the engine, the pieces and who is killed
 * on the way. `output` is the run's folder; of a scan it holds the prefixes, a .npy file for each piece and column, in the order of the elements.
 *
 * @throws InvalidArgumentError
 * @see docs/many-machines.md
 */
export async function openCluster(options: ClusterOptions = {}): Promise<Cluster> {
  checkOptionNames(options, ["engine", ...ENGINE_OPTIONS]);
  const { engine: given = "local:1", ...rest } = options;
  const engine = typeof given === "string" ? openEngine(given, rest) : checkEngine(given);
  const go = async (dataset: Dataset, observation: Observation, options: CallOptions) => {
    const { output, audit, signal, onEvent, ...rest } = options;
    checkCallbacks({ onEvent }, signal);
    if (audit !== undefined) checkShare("audit", audit);
    const run = await createRun(output, dataset, observation, rest);
    const receipt = await run.go({ engine, audit, signal, onEvent });
    return { run, receipt, receiptFile: storeAt(output).place(RESULT_FILE) };
  };
  const call =
    (observation: Observation) =>
    async (dataset: Dataset, options: CallOptions): Promise<ClusterResult> => {
      const { run, receipt, receiptFile } = await go(dataset, observation, options);
      const { plan } = run;
      const { place } = storeAt(options.output);
      const partsOf = (index: number): readonly string[] =>
        outputColumns(plan).map((column) => place(partFile(plan, index, column)));
      return {
        ...{ value: receipt.value, bits: receipt.bits, receipt, receiptFile },
        parts:
          observation === "reduce" && plan.sorting === undefined
            ? []
            : Array.from({ length: plan.pieceCount }, (_, index) => partsOf(index)),
      };
    };
  const grouped = async (
    dataset: Dataset,
    groups: GivenGroups,
    options: GroupCallOptions,
  ): Promise<ClusterGroups> => {
    const { run, receipt, receiptFile } = await go(dataset, "reduce", { ...options, groups });
    return { ...((await run.groups()) as GroupsResult), receipt, receiptFile };
  };
  const close = (): Promise<void> => engine.stop();
  return {
    reduce: call("reduce"),
    inclusiveScan: call("inclusive-scan"),
    exclusiveScan: call("exclusive-scan"),
    async sort(dataset, { by, descending, ...options }) {
      const { receipt, receiptFile, parts } = await call("reduce")(dataset, {
        ...options,
        sort: { by, descending },
      });
      return { receipt, receiptFile, parts };
    },
    reduceByKey: (dataset, { keys, splits, ...options }) => grouped(dataset, { keys, splits }, options),
    reduceByIndex: (dataset, { indices, binCount, ...options }) =>
      grouped(dataset, { indices, binCount }, options),
    histogram: (dataset, { bins, ...options }) => grouped(dataset, { bins }, options),
    close,
    [ASYNC_DISPOSE]: close,
  } as Cluster;
}

export type { Dataset, DatasetPart, PartFormat, PartNulls } from "./cluster/data/dataset.ts";
export { parseDataset, printDataset } from "./cluster/data/dataset.ts";
export type { DescribeOptions } from "./cluster/data/describe-dataset.ts";
export type { Engine, EngineEvent, EngineJob, ToldError } from "./cluster/engine.ts";
export type { EngineOptions, ServeOptions } from "./cluster/engines/named-engine.ts";
export type { WorkerCommand } from "./cluster/engines/worker-process.ts";
export type { HashedColumn, Maker, PieceRecord, Step } from "./cluster/folder/run-files.ts";
export type { RunEvent } from "./cluster/go.ts";
export type { GroupsReceipt, GroupsResult } from "./cluster/groups/group-result.ts";
export type { Bins, Grouping } from "./cluster/groups/grouping.ts";
export type { Receipt } from "./cluster/receipt.ts";
export type { GoOptions, Run } from "./cluster/run.ts";
export type { RunPlan } from "./cluster/run-plan.ts";
export type { GivenGroups, GivenSort, RunOptions, RunSettings } from "./cluster/run-request.ts";
export type { Sorting } from "./cluster/sorting/sorting.ts";
export type { RunStatus, StepStatus } from "./cluster/status.ts";
export type { PieceStep } from "./cluster/steps/piece-steps.ts";
export type { Verified } from "./cluster/verify.ts";
export {
  DisagreementError,
  EmptyInputError,
  EngineError,
  FormatError,
  InvalidArgumentError,
  PieceFailedError,
  SamebitsError,
  UnsupportedError,
} from "./values/errors.ts";
