// The fastest hierarchical scan is a matter of the machine: every shape is timed in turn with a plain loop, and the best one chosen.

import { InternalError, InvalidArgumentError, UnsupportedError } from "../../../index.ts";
import {
  type HierarchicalProgram,
  type HierarchicalShape,
  type SatSolver,
  synthesizeHierarchicalProgram,
  tuneHierarchical,
} from "../../../networks.ts";
import { type AskedExecutor, parseExecutor } from "../../executors/executors.ts";
import { parseSizes } from "../../options/parse.ts";
import type { Advance } from "../../progress.ts";
import { fact, numbersByName, type Report, report, rowsFact, table } from "../../report.ts";
import { machineName } from "../../timing.ts";
import {
  allocateScanMemory,
  openScanThreads,
  type ScanMemory,
  type ScanThreads,
} from "./hierarchical-threads.ts";

const TITLES = {
  on: "on",
  n: "N",
  blocks: "K",
  sent: "T",
  length: "block",
  nanoseconds: "ns/element",
  plain: "x plain loop  ",
};

/** A line for each shape, a star at the fastest of each place, and the choice. */
export function tuningReport({ runs, choice, machine }: HierarchicalTuning): Report {
  const best = new Set([...new Set(runs.map(({ on }) => on))].map((on) => fastest(runs, on)));
  const rows = runs.map((run) => ({
    on: fact(run.on),
    n: fact(run.n),
    blocks: fact(run.blocks),
    sent: fact(run.sent),
    length: fact(run.length),
    nanoseconds: fact(run.nanoseconds, run.nanoseconds.toPrecision(3)),
    plain: fact(run.plain, ratioText(run) + (best.has(run) ? " *" : "  ")),
  }));
  const facts = {
    runs: rowsFact(rows),
    choice: fact({ ...choice }, choiceText(choice)),
    machine: fact(machine),
  };
  return report(facts, () => [...table(TITLES, rows, numbersByName), "", ["choice", "machine"]]);
}

function fastest(runs: readonly TunedRun[], on: string): TunedRun {
  const own = runs.filter((run) => run.on === on);
  return own.reduce((best, run) => (run.nanoseconds < best.nanoseconds ? run : best));
}

function choiceText(run: TunedRun): string {
  const { on, n, blocks, sent, length, nanoseconds, plain } = run;
  const shape = `N = ${n}, K = ${blocks}, T = ${sent}, blocks of ${length}`;
  const times = `${nanoseconds} ns an element, ${ratioText(run)} times the plain loop's ${plain}`;
  return `${on}: ${shape}: ${times}`;
}

/** A clock that stood still tells nothing. */
function ratioText({ nanoseconds, plain }: TunedRun): string {
  return plain > 0 ? (nanoseconds / plain).toFixed(2) : "-";
}

/** A program for each T, and how long each shape took. */
interface HierarchicalTuning {
  readonly runs: readonly TunedRun[];
  readonly choice: TunedRun; // the fastest of all
  readonly program: HierarchicalProgram; // of the choice
  readonly machine: string;
}

/** A shape at a place, by the median of rounds. */
interface TunedRun {
  readonly on: string; // "javascript", "workers:2"
  readonly n: number;
  readonly blocks: number;
  readonly sent: number;
  readonly length: number; // of a block
  readonly nanoseconds: number; // for each element
  readonly plain: number; // the same of a plain loop, in the turns of the same N and place
}

interface TuneQuestion {
  readonly sizes: readonly number[];
  readonly places: readonly AskedExecutor[];
  readonly solver: SatSolver;
  readonly now: () => number; // milliseconds
  readonly end?: number; // by the same clock, which otherwise is looked at for the times alone
  readonly advance: Advance;
}

const SENT_COUNTS = [1, 2]; // those that have a program for every power of two
const SHORTEST_BLOCK = 4;
const LARGEST_SIZE = 65_536;

/** Elements that are scanned between two looks at the clock: about a millisecond's, which others on the machine often leave undisturbed. */
const SAMPLE = 2 ** 16;
const MOST_REPEATS = 16; // threads meet three times in each
const ROUNDS = 21;

/** Synthesizes the programs, and times the sum of doubles by them at every N, T and block length that is a power of two, at every place. */
export async function tuneOnThisMachine(question: TuneQuestion): Promise<HierarchicalTuning> {
  const { sizes, places, advance } = question;
  const programs = new Map<number, HierarchicalProgram>();
  for (const sentCount of SENT_COUNTS) programs.set(sentCount, await programFor(sentCount, question));
  const runs: TunedRun[] = [];
  let done = 0;
  for (const place of places) {
    for (const width of sizes) {
      runs.push(...(await tuneSize(programs, { ...question, place, width })));
      done++;
      advance(done, places.length * sizes.length);
    }
  }
  const choice = runs.reduce((best, run) => (run.nanoseconds < best.nanoseconds ? run : best));
  return { runs, choice, program: programOf(programs, choice.sent), machine: machineName() };
}

/** From blocks of 8 and of 4 rows. @throws UnsupportedError where none comes of them */
async function programFor(
  sentCount: number,
  { solver, now, end }: TuneQuestion,
): Promise<HierarchicalProgram> {
  const shapes = [16, 8].map((width) => ({ width, blockCount: 2, sentCount }));
  const budgetMs = end && Math.max(1, Math.floor(end - now()));
  const bound = budgetMs === undefined ? {} : { timeoutMs: budgetMs, budgetMs, now };
  const made = await synthesizeHierarchicalProgram(solver, { shapes, ...bound });
  expectTime({ now, end });
  if (made.kind === "irregular") throw new UnsupportedError("a program", made.reason, "take another solver");
  return made.program;
}

/** @throws UnsupportedError once the time is over: a choice of the shapes that had their turn would be one by chance */
function expectTime({ now, end }: { readonly now: () => number; readonly end: number | undefined }): void {
  if (end === undefined || now() < end) return;
  throw new UnsupportedError("a choice", "--timeout ended before all shapes were timed", "give it more time");
}

function programOf(programs: ReadonlyMap<number, HierarchicalProgram>, sentCount: number) {
  const program = programs.get(sentCount);
  if (program === undefined) throw new InternalError(`no program sends ${sentCount} values`);
  return program;
}

/** All shapes of one size, in turns. */
async function tuneSize(
  programs: ReadonlyMap<number, HierarchicalProgram>,
  { width, place, now, end }: TuneQuestion & { readonly width: number; readonly place: AskedExecutor },
): Promise<readonly TunedRun[]> {
  const memory = allocateScanMemory(width, Math.max(...SENT_COUNTS));
  memory.input.forEach((_, i) => {
    memory.input[i] = (i * 7) % 13; // whose sums are exact in any order
  });
  const count = place.argument === "" ? "calling thread" : Number(place.argument);
  const opened = new Map<number, ScanThreads>();
  try {
    for (const [sent, program] of programs) opened.set(sent, await openScanThreads(program, memory, count));
    const times = timesOf(opened, memory, now);
    const shapes = shapesOf(width);
    for (const shape of shapes) await times.check(shape);
    const measured = await tuneHierarchical(
      shapes,
      (shape) => {
        expectTime({ now, end });
        return times.time(shape);
      },
      { rounds: ROUNDS },
    );
    const plain = nanoseconds(medianOf(times.plain), width);
    return shapes.map((shape) => {
      const found = measured.find((each) => each.shape === shape);
      if (found === undefined) throw new InternalError("a shape was not measured");
      const { blockCount: blocks, sentCount: sent } = shape;
      const [on, own] = [place.name, nanoseconds(found.medianTime, width)];
      return { on, n: width, blocks, sent, length: width / blocks, nanoseconds: own, plain };
    });
  } finally {
    for (const threads of opened.values()) await threads.close();
  }
}

/** T ascending, then K descending. */
function shapesOf(width: number): readonly HierarchicalShape[] {
  const shapes: HierarchicalShape[] = [];
  for (const sentCount of SENT_COUNTS) {
    for (let length = SHORTEST_BLOCK; width % length === 0 && length < width; length *= 2) {
      shapes.push({ width, blockCount: width / length, sentCount });
    }
  }
  return shapes;
}

function timesOf(opened: ReadonlyMap<number, ScanThreads>, memory: ScanMemory, now: () => number) {
  const plain: number[] = [];
  const run = async (shape: HierarchicalShape, repeats: number): Promise<void> => {
    await opened.get(shape.sentCount)?.run(shape, repeats);
  };
  return {
    plain,
    async check(shape: HierarchicalShape): Promise<void> {
      plainLoop(memory);
      const expected = memory.data.slice();
      memory.data.fill(0);
      await run(shape, 1);
      if (memory.data.every((value, i) => value === expected[i])) return;
      throw new InternalError(`the scan of ${JSON.stringify(shape)} is not that of a plain loop`);
    },
    /** Milliseconds of one scan; a plain loop has its turn each time. */
    async time(shape: HierarchicalShape): Promise<number> {
      const repeats = Math.min(MOST_REPEATS, Math.ceil(SAMPLE / shape.width));
      const begin = now();
      for (let repeat = 0; repeat < repeats; repeat++) plainLoop(memory);
      plain.push((now() - begin) / repeats);
      const middle = now();
      await run(shape, repeats);
      return (now() - middle) / repeats;
    },
  };
}

/** What anybody writes. */
function plainLoop({ input, data }: ScanMemory): void {
  let sum = 0;
  for (let i = 0; i < data.length; i++) {
    sum += input[i];
    data[i] = sum;
  }
}

function medianOf(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[times.length >> 1];
}

function nanoseconds(milliseconds: number, width: number): number {
  return Number(((milliseconds * 1e6) / width).toPrecision(3));
}

/** The N that are tried: K blocks of 4 elements or more have to fit. @throws InvalidArgumentError */
export function parseTunedSizes(text: string): readonly number[] {
  const sizes = parseSizes(text);
  if (sizes.every((size) => size % (2 * SHORTEST_BLOCK) === 0 && size <= LARGEST_SIZE)) return sizes;
  const expected = `multiples of ${2 * SHORTEST_BLOCK} up to ${LARGEST_SIZE}`;
  throw new InvalidArgumentError("sizes", expected, JSON.stringify(text));
}

/** Where scans run: in the calling thread, or in N others. @throws InvalidArgumentError */
export function parseTunedPlaces(text: string): readonly AskedExecutor[] {
  return text.split(",").map((name) => {
    const place = parseExecutor(name.trim());
    if (PLACES.includes(place.offered.name)) return place;
    throw new InvalidArgumentError("on", "javascript or workers:N", JSON.stringify(name));
  });
}

const PLACES = ["javascript", "workers"];
