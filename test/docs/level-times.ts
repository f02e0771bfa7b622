// What each level takes of "everywhere", as the figure's own data have it: prose that repeats a number is made of it.
import { readFileSync } from "node:fs";
import { between } from "./between.ts";
import { table } from "./table.ts";

interface Timed {
  readonly level: string;
  readonly expression?: string;
  readonly on: string;
  readonly type: "f64" | "f32";
  readonly n: number;
  readonly leastSeconds: number;
  readonly ofEverywhere?: number;
}

interface Data {
  readonly times: readonly Timed[];
  readonly machine: string;
}

const DATA = new URL("../../docs/figures/levels/determinism-times.json", import.meta.url);
const { times, machine }: Data = JSON.parse(readFileSync(DATA, "utf8"));

/** From here on a call takes longer than the clock's and the machine's own doings. */
const LONG = 2 ** 16;
const TYPES = ["f64", "f32"] as const;

function timesOf(on: string, type: string, level: string, expression?: string): readonly Timed[] {
  const found = times.filter(
    (each) => each.on === on && each.type === type && each.level === level && each.expression === expression,
  );
  if (found.length > 0) return found;
  throw new RangeError(`no time of ${level} by ${expression} on ${on}, ${type}`);
}

/** `1.5 to 1.7`, or one number where both are. */
function range(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  return least === most ? least : `${least} to ${most}`;
}

/** How much faster than "everywhere" a level is, by type, over the long lengths. */
function speedOf(on: string, level: string): string {
  const parts = TYPES.map((type) => {
    const long = timesOf(on, type, level).filter(({ n }) => n >= LONG);
    const speeds = long.map(({ ofEverywhere = Number.NaN }) => 1 / ofEverywhere);
    const nanoseconds = long.map(({ leastSeconds, n }) => (leastSeconds / n) * 1e9);
    return `of ${type} ${range(speeds, 1)} times as fast (${range(nanoseconds, 2)} ns an element)`;
  });
  return parts.join(", ");
}

function chosenTable(): string {
  return table([
    ["chosen", "executor", "what it is", "against everywhere"],
    [
      "`arrival-order`",
      "workers",
      "pieces are reduced by whoever is free, and combined in the order in which their values arrive",
      `on two workers a reduce ${speedOf("workers:2", "not-guaranteed")}: "everywhere" reduces the same pieces, and only joins them in order`,
    ],
    [
      "`linear-carry:8`",
      "javascript",
      "blocks of eight in a tree, added to one running sum; forward sums of floats",
      `a reduce ${speedOf("javascript", "run-to-run")}; scans as fast`,
    ],
    [
      "`webgpu-native:E`",
      "webgpu",
      "the tree of expression E by the device's own f32, which may flush subnormals and round either way",
      "on an H100, f32 at 2²⁷: a scan 1.33 times as fast, a reduce 1.44 times",
    ],
    [
      "`webgpu-arrival`",
      "webgpu",
      "some tree by the device's own f32: reduces by atomics, scans by the look-back of the literature",
      "there a scan 1.40 times, a reduce 2.05 times",
    ],
  ]);
}

/** docs/determinism.md: what a level frees. */
export function freedTable(present: string): string {
  const about = `\nTimes of the first two: 2¹⁶ to 2²⁴ elements, the least of all runs, ${machine}, with other programs running: the figure and its data are in \`docs/notes/determinism-figures.md\` of the repository.\n`;
  return between(present, "freed", chosenTable() + about);
}

const SHOWN = [2 ** 20, 2 ** 22, 2 ** 24];
const DEVICES = ["javascript", "wasm", "workers:2"];
const LEVELS = [
  ["not-guaranteed", "not-guaranteed", undefined],
  ["run-to-run", "run-to-run", undefined],
  ["`binned:3`", "everywhere", "binned:3"],
  ["`exact`", "everywhere", "exact"],
] as const;

/** docs/notes/determinism-figures.md: the ratios that the command prints. */
export function levelTimesNote(present: string): string {
  const rows = TYPES.flatMap((type) =>
    LEVELS.map(([name, level, expression]) => [
      `${type}, ${name}`,
      ...DEVICES.map((on) => {
        const found = timesOf(on, type, level, expression).filter(({ n }) => SHOWN.includes(n));
        return found.map(({ ofEverywhere = Number.NaN }) => shown(ofEverywhere)).join(", ");
      }),
    ]),
  );
  return between(
    present,
    "level-times",
    table([['least time, as a multiple of "everywhere"', ...DEVICES], ...rows]),
  );
}

function shown(ratio: number): string {
  return ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2);
}
