// Which network of a width scans fastest is a matter of the executor and the machine: all that are generated have their turns, and the default expression.

import type { Command } from "commander";
import {
  blockDyadic,
  type Expression,
  InternalError,
  InvalidArgumentError,
  newElementArray,
  UnsupportedError,
} from "../../../index.ts";
import { metricsOf, networkExpression, networksAt, validateNetwork } from "../../../networks.ts";
import {
  type AskedExecutor,
  EXECUTOR_SPELLINGS,
  parseOneExecutor,
  withExecutor,
} from "../../executors/executors.ts";
import type { ElementPlan, OpenExecutor } from "../../executors/offered-executor.ts";
import type { CommandContext } from "../../io.ts";
import { choiceOf, listed, parsedOption, parseSizes, wholeNumber } from "../../options/parse.ts";
import { withProgress } from "../../progress.ts";
import { eachFact, fact, printReport, type Report, report, rowsFact, table } from "../../report.ts";
import { machineName, summaryOf } from "../../timing.ts";

interface TuneArguments {
  readonly sizes: readonly number[];
  readonly on: readonly AskedExecutor[];
  readonly type: (typeof TYPES)[number];
  readonly length: number;
  readonly rounds: number;
  readonly json?: boolean;
}

const TYPES = ["f32", "f64"] as const;
const LARGEST_WIDTH = 1024; // of dozens of networks, each taken apart
const DEFAULT_LENGTH = 65_536;
const DEFAULT_ROUNDS = 11;
const BASELINE = 32; // of block-dyadic, which is what one gets without asking
const TURN_MS = 1;
const MOST_REPEATS = 64;

/** `samebits network tune`: the network of each width that is fastest on each executor, beside the smallest and the shallowest. */
export function tuneCommand(command: Command, { io }: CommandContext): void {
  command
    .addOption(parsedOption("--sizes <widths>", "16..64, doubled, or 16,24", parseWidths, "16..64"))
    .addOption(
      parsedOption(
        "--on <executors>",
        `names with commas between: ${EXECUTOR_SPELLINGS.join(", ")}`,
        listed(parseOneExecutor),
        "javascript,wasm",
      ),
    )
    .option("--type <type>", TYPES.join(", "), choiceOf("type", TYPES), "f32")
    .option("--length <count>", "elements", wholeNumber("length", 1, 2 ** 24), DEFAULT_LENGTH)
    .option("--rounds <count>", "turns of each network", wholeNumber("rounds", 1, 1000), DEFAULT_ROUNDS)
    .option("--json", "print one JSON object")
    .action(async (options: TuneArguments) => {
      const found = await withProgress(io, "widths", async (advance) => {
        const groups: TunedGroup[] = [];
        for (const asked of options.on) {
          await withExecutor(asked, "check", async (executor) => {
            for (const width of options.sizes) {
              groups.push(await tuneWidth(executor, width, options, io.now));
              advance(groups.length, options.on.length * options.sizes.length);
            }
          });
        }
        return groups;
      });
      await io.stdout.write(printReport(tunedReport(found, options), options));
    });
}

/** The networks of one width on one executor. */
interface TunedGroup {
  readonly on: string;
  readonly n: number;
  readonly timed: number;
  readonly refused: number; // by this executor
  readonly baseline: number; // microseconds of block-dyadic:32
  readonly chosen: readonly (Candidate & { readonly which: string })[];
}

interface Candidate {
  readonly network: string;
  readonly size: number;
  readonly depth: number;
  readonly ratio: number; // of its median time to that of block-dyadic:32
}

async function tuneWidth(
  executor: OpenExecutor,
  width: number,
  { type, length, rounds }: TuneArguments,
  now: () => number,
): Promise<TunedGroup> {
  const input = newElementArray(type, length) as Float32Array | Float64Array;
  for (let i = 0; i < length; i++) input[i] = (i * 7) % 13; // whose sums are exact in any order
  const prepare = async (expression: Expression): Promise<Timed | undefined> => {
    try {
      return await timedPlan(executor.prepareElements({ type, expression }), input, now);
    } catch (error) {
      if (error instanceof UnsupportedError) return undefined;
      throw error;
    }
  };
  const baseline = await prepare(blockDyadic(BASELINE));
  if (baseline === undefined) throw new InternalError("an executor refuses the default expression");
  const networks: { readonly name: string; readonly timed: Timed | undefined }[] = [];
  const all = networksAt(width).filter(({ network }) => validateNetwork(network).serves === "associative");
  for (const { name } of all) networks.push({ name, timed: await prepare(networkExpression(name, width)) });
  for (let round = 0; round < rounds; round++) {
    for (const each of [baseline, ...networks.map(({ timed }) => timed)]) await each?.turn();
  }
  const ofBaseline = summaryOf(baseline.times).median;
  const candidates = networks.flatMap(({ name, timed }, i): readonly Candidate[] => {
    if (timed === undefined) return [];
    const { size, depth } = metricsOf(all[i].network);
    const ratio = Number((summaryOf(timed.times).median / ofBaseline).toPrecision(3));
    return [{ network: name, size, depth, ratio }];
  });
  const { length: timed } = candidates;
  const chosen = timed === 0 ? [] : chosenOf(candidates);
  const microseconds = Number((1000 * ofBaseline).toPrecision(3));
  return { on: executor.name, n: width, timed, refused: all.length - timed, baseline: microseconds, chosen };
}

function chosenOf(candidates: readonly Candidate[]): TunedGroup["chosen"] {
  const least = (which: string, keys: readonly (keyof Omit<Candidate, "network">)[]) => {
    const isLess = (left: Candidate, right: Candidate): boolean => {
      const key = keys.find((each) => left[each] !== right[each]);
      return key !== undefined && left[key] < right[key];
    };
    return { which, ...candidates.reduce((best, each) => (isLess(each, best) ? each : best)) };
  };
  return [
    least("fastest", ["ratio"]),
    least("smallest", ["size", "depth"]),
    least("shallowest", ["depth", "size"]),
  ];
}

interface Timed {
  readonly times: readonly number[]; // milliseconds of one scan
  readonly turn: () => Promise<void>;
}

/** A plan whose answer is checked before it has its turns. */
async function timedPlan(
  plan: ElementPlan,
  input: Float32Array | Float64Array,
  now: () => number,
): Promise<Timed> {
  const prefixes = await plan.inclusiveScan(input);
  let sum = 0;
  for (let i = 0; i < input.length; i++) {
    sum += input[i];
    if (prefixes[i] !== sum) throw new InternalError(`prefix ${i} is ${prefixes[i]}, and not ${sum}`);
  }
  const times: number[] = [];
  const run = async (repeats: number): Promise<number> => {
    const begun = now();
    for (let repeat = 0; repeat < repeats; repeat++) await plan.inclusiveScan(input);
    return (now() - begun) / repeats;
  };
  const once = await run(1);
  const repeats = once > 0 ? Math.min(MOST_REPEATS, Math.ceil(TURN_MS / once)) : 1;
  return { times, turn: async () => void times.push(await run(repeats)) };
}

const TITLES = { which: "", network: "network", size: "size", depth: "depth", ratio: "ratio" };

function tunedReport(groups: readonly TunedGroup[], { type, length }: TuneArguments): Report {
  const machine = machineName();
  const facts = {
    type: fact(type),
    length: fact(length),
    groups: rowsFact(
      groups.map(({ chosen, ...group }) => ({ ...eachFact(group), chosen: fact(chosen.map(asRow)) })),
    ),
    machine: fact(machine),
  };
  return report(facts, () => [
    ...groups.flatMap(({ on, n, timed, refused, chosen }) => {
      const told = refused === 0 ? "" : `, ${refused} refused`;
      const rows = chosen.map((each) => eachFact(asRow(each)));
      return [`${on}, N = ${n}: ${timed} networks${told}`, ...table(TITLES, rows), ""];
    }),
    `ratio: of median times to block-dyadic:${BASELINE}'s, scans of ${length} ${type}`,
    machine,
  ]);
}

function asRow({ which, network, size, depth, ratio }: TunedGroup["chosen"][number]) {
  return { which, network, size, depth, ratio };
}

/** @throws InvalidArgumentError */
function parseWidths(text: string): readonly number[] {
  const sizes = parseSizes(text);
  if (sizes.every((size) => size >= 2 && size <= LARGEST_WIDTH)) return sizes;
  throw new InvalidArgumentError("sizes", `from 2 to ${LARGEST_WIDTH}`, JSON.stringify(text));
}
