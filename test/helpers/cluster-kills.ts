// Runs that are driven again and again while processes of theirs are killed at random instants: each must end with the bits of one process, and whatever stops one
// must be a typed error, after which it goes on.

import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { reduceByKey, sortBy } from "../../src/algorithms.ts";
import {
  createRun,
  type Dataset,
  describeDataset,
  openRun,
  type Receipt,
  type RunOptions,
} from "../../src/cluster.ts";
import { writeArray, writeColumns } from "../../src/formats/write-array.ts";
import { inclusiveScan, type Observation, reduce } from "../../src/index.ts";
import { hashArray, hashColumns } from "../../src/values/hash.ts";

/** The build's command line: workers are processes of their own. */
export const CLI = fileURLToPath(new URL("../../dist/cli.mjs", import.meta.url));

/** What may be killed: by its name, for the count. */
export interface Target {
  readonly name: string;
  kill(): void | Promise<void>;
}

interface Killing {
  readonly engine: string;
  readonly kills: number; // how many, whatever number of runs that takes
  readonly random: () => number;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly others?: (() => readonly Target[]) | undefined; // besides the driver and the workers
  readonly pieces?: number | undefined;
  readonly longestPauseMs?: number | undefined; // between two kills
}

const PIECES = 20;

const PIECE_LENGTH = 10_000;

/** Doubles of many sizes, whose sum depends on its tree. */
export function waves(length: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => Math.sin(i) * 2 ** (i % 50));
}

/** Kills until there were enough, over run after run, and gives how many of what, and how often a run had to be asked again. */
export async function killThroughRuns(
  folder: string,
  killing: Killing,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = { stops: 0 };
  const kinds = await kindsOf(folder, waves((killing.pieces ?? PIECES) * PIECE_LENGTH));
  for (let round = 0; killed(counts) < killing.kills; round++) {
    const { dataset, observation, options, expected, found } = kinds[round % kinds.length];
    const run = join(folder, `run-${round}`);
    await createRun(run, dataset, observation, { ...options, pieceLength: PIECE_LENGTH });
    await goThroughKills(run, killing, counts);
    const receipt = (await (await openRun(run)).receipt()) as Receipt;
    if (found(receipt) !== expected)
      throw new Error(`${run} has other bits: ${found(receipt)}, not ${expected}`);
  }
  return counts;
}

/** What is computed while processes are killed, and how its bits are told. */
interface Kind {
  readonly dataset: Dataset;
  readonly observation: Observation;
  readonly options: RunOptions;
  readonly expected: unknown;
  readonly found: (receipt: Receipt) => unknown;
}

/** A reduce, a scan, sums by key, whose pieces have two steps as they are of floats, the same with its keys in splits, and a sort. */
async function kindsOf(folder: string, wave: Float64Array): Promise<readonly Kind[]> {
  const key = Int32Array.from(wave, (_, i) => (i * i) % 97);
  for (const [i, [start, end]] of [
    [0, 30_000],
    [30_000, 30_007],
    [30_007, wave.length],
  ].entries()) {
    await writeArray(join(folder, `waves-${i}.npy`), wave.slice(start, end));
    await writeColumns(join(folder, `rows-${i}.arrow`), [
      { column: "key", type: "i32", array: key.slice(start, end) },
      { column: "wave", type: "f64", array: wave.slice(start, end) },
    ] as never);
  }
  const dataset = await describeDataset(join(folder, "waves-?.npy"));
  const table = await describeDataset(join(folder, "rows-?.arrow"), { column: ["key", "wave"] });
  const sums = reduceByKey(key, wave);
  const sumsHash = hashColumns([sums.keys, sums.values]);
  return [
    {
      ...{ dataset, observation: "reduce", options: {} },
      ...{ expected: reduce(wave), found: ({ value }) => value },
    },
    {
      ...{ dataset, observation: "inclusive-scan", options: { hashWhole: true } },
      ...{ expected: hashArray(inclusiveScan(wave)), found: ({ output }) => output?.[0].whole },
    },
    {
      ...{ dataset: table, observation: "reduce", options: { groups: { keys: ["key"] } } },
      ...{ expected: sumsHash, found: ({ groups }) => groups?.hash },
    },
    {
      ...{ dataset: table, observation: "reduce", options: { groups: { keys: ["key"], splits: 3 } } },
      ...{ expected: sumsHash, found: ({ groups }) => groups?.hash },
    },
    {
      ...{ dataset: table, observation: "reduce", options: { sort: { by: ["key"] }, hashWhole: true } },
      expected: hashColumns(Object.values(sortBy({ key, wave }, "key"))),
      found: ({ hash }) => hash,
    },
  ];
}

export function killed({ stops, ...counts }: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, each) => sum + each, 0);
}

/** `samebits run go` until one ends well. */
export async function goThroughKills(
  run: string,
  killing: Killing,
  counts: Record<string, number>,
): Promise<void> {
  const { engine, kills, random, others, longestPauseMs = 300 } = killing;
  for (;;) {
    const driver = startCli(["run", "go", run, "--engine", engine], killing.env);
    while (killed(counts) < kills) {
      const isOver = await Promise.race([
        driver.ended.then(() => true),
        pause(20 + longestPauseMs * random()),
      ]);
      if (isOver === true) break;
      const target = await targetOf(run, [driverTarget(driver.child), ...(others?.() ?? [])], random);
      if (target === undefined) continue;
      await target.kill();
      counts[target.name] = (counts[target.name] ?? 0) + 1;
    }
    const code = await driver.ended;
    if (code === 0) return;
    if (code === null) continue;
    counts.stops++;
    if (!/^samebits: /m.test(driver.words()) || /^\s+at /m.test(driver.words())) {
      throw new Error(`it ended with ${code}: ${driver.words()}`);
    }
  }
}

const MOST_LOOKS = 40;

/** One of the others, or a worker: as often as any of them, though workers may be rare and short. Undefined where none came. */
async function targetOf(
  run: string,
  others: readonly Target[],
  random: () => number,
): Promise<Target | undefined> {
  const chosen = Math.floor(random() * (others.length + 1));
  if (chosen < others.length) return others[chosen];
  for (let look = 0; look < MOST_LOOKS; look++) {
    if (workersOf(run).length > 0) break;
    await pause(50);
  }
  await pause(300 * random()); // it starts for a while, and then computes
  const workers = workersOf(run);
  return workers[Math.floor(random() * workers.length)];
}

function driverTarget(child: ChildProcess): Target {
  return { name: "driver", kill: () => void child.kill("SIGKILL") };
}

/** Processes that compute pieces of a run, whoever started them: told by its folder, which is a test's own. */
function workersOf(run: string): readonly Target[] {
  return pidsOf(["run", "serve", run]).map((pid) => ({ name: "worker", kill: () => killPid(pid) }));
}

/** Processes whose command line ends in these words. */
export function pidsOf(words: readonly string[]): readonly number[] {
  const ending = `\0${words.join("\0")}\0`;
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && commandLineOf(pid).endsWith(ending));
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // it has ended
  }
}

function killPid(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {} // it has ended
}

export interface StartedCli {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly words: () => string; // of standard error
}

export function startCli(args: readonly string[], env: Readonly<Record<string, string>> = {}): StartedCli {
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  let words = "";
  child.stderr.on("data", (chunk: Uint8Array) => {
    words += new TextDecoder().decode(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  return { child, ended, words: () => words };
}

/** Waits for words on standard error. */
export async function untilSaid({ child, words }: StartedCli, wanted: RegExp): Promise<void> {
  while (!wanted.test(words())) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`it ended without it: ${words()}`);
    await pause(50);
  }
}

export function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));
}

export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
