import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { expectWritable } from "../formats.ts";
import {
  emitHierarchicalTypeScript,
  FormatError,
  type HierarchicalAnswer,
  type HierarchicalProgramAnswer,
  type HierarchicalShape,
  InvalidArgumentError,
  type SatSolver,
  synthesizeHierarchical,
  synthesizeHierarchicalProgram,
  UnsupportedError,
} from "../networks.ts";
import type { CommandIo } from "./io.ts";
import { jsonLine } from "./json-line.ts";
import { hierarchicalJson, hierarchicalText } from "./network-hierarchical-report.ts";
import { openSatSolver, SAT_SOLVERS, type SatSolverName } from "./open-sat-solver.ts";
import { choiceOf } from "./parse-arguments.ts";

const WIRINGS = ["shared", "free"] as const;
const OPERATORS = ["associative", "commutative"] as const;

interface HierarchicalArguments {
  readonly n: number;
  readonly blocks: number;
  readonly sent: number;
  readonly any?: boolean;
  readonly wiring: (typeof WIRINGS)[number];
  readonly for: (typeof OPERATORS)[number];
  readonly program?: boolean;
  readonly output?: string;
  readonly timeout: number;
  readonly solver: SatSolverName;
  readonly json?: boolean;
}

const DEFAULT_TIMEOUT = 60;

/** `samebits network hierarchical`: the cheapest scan of N elements in K blocks, and a program for all N and K. */
export function addHierarchical(network: Command, io: CommandIo, failCheck: () => void): void {
  network
    .command("hierarchical")
    .description(
      "the stage functions f, g, h of a scan in blocks with the fewest adds and transfers; ends with 1 if time runs out before that is proved",
    )
    .option("--n <elements>", "N", wholeNumber("n", 1024), 16)
    .option("--blocks <blocks>", "K, a divisor of N", wholeNumber("blocks", 1024), 2)
    .option("--sent <values>", "T, sent by each block to the middle stage", wholeNumber("sent", 1024), 1)
    .option("--any", "the first that is found, whatever it costs")
    .option(
      "--wiring <wiring>",
      `what enters a block: ${WIRINGS.join(", ")}`,
      choiceOf("wiring", WIRINGS),
      "shared",
    )
    .option("--for <operators>", OPERATORS.join(", "), choiceOf("for", OPERATORS), "associative")
    .option("--program", "generalise the cheapest of small blocks to loops for every N and K")
    .option("-o, --output <file>", "write that program as TypeScript, with a function for each stage (.ts)")
    .option("--timeout <seconds>", "for the whole search", wholeNumber("timeout", 86_400), DEFAULT_TIMEOUT)
    .option("--solver <solver>", SAT_SOLVERS.join(", "), choiceOf("solver", SAT_SOLVERS), "auto")
    .option("--json", "print one JSON object")
    .action(async (options: HierarchicalArguments) => {
      checkShape(options);
      if (options.output !== undefined) await checkPlace(options.output);
      const solver = await openSatSolver(options.solver);
      try {
        const shape = { width: options.n, blockCount: options.blocks, sentCount: options.sent };
        const answer = await search(shape, options, { solver, io });
        const made = await program(shape, options, solver);
        if (answer.status === "unknown" || (answer.status === "found" && !options.any)) failCheck();
        if (made?.kind === "irregular") failCheck();
        await write(made, options.output);
        const report = { shape, answer, made, solver: solver.name };
        await io.stdout.write(options.json ? jsonLine(hierarchicalJson(report)) : hierarchicalText(report));
      } finally {
        await solver.close();
      }
    });
}

function checkShape({ n, blocks, sent }: HierarchicalArguments): void {
  if (n % blocks !== 0) throw new InvalidArgumentError("blocks", `a divisor of ${n}`, String(blocks));
  const length = n / blocks;
  if (sent > length) throw new InvalidArgumentError("sent", `a number from 1 to ${length}`, String(sent));
}

function search(
  shape: HierarchicalShape,
  options: HierarchicalArguments,
  { solver, io }: { readonly solver: SatSolver; readonly io: CommandIo },
): Promise<HierarchicalAnswer> {
  const milliseconds = options.timeout * 1000;
  return synthesizeHierarchical(shape, solver, {
    wiring: options.wiring,
    operators: options.for,
    goal: options.any ? "any" : "cheapest",
    timeoutMs: milliseconds,
    budgetMs: milliseconds,
    now: io.now,
  });
}

/** From blocks of 8 and of 4 rows, or as many more as T values need. */
async function program(
  { sentCount }: HierarchicalShape,
  { program: isWanted, output }: HierarchicalArguments,
  solver: SatSolver,
): Promise<HierarchicalProgramAnswer | undefined> {
  if (!isWanted && output === undefined) return undefined;
  const scale = Math.ceil(sentCount / 2);
  const shapes = [8, 4].map((length) => ({ width: 2 * length * scale, blockCount: 2, sentCount }));
  return synthesizeHierarchicalProgram(solver, { shapes });
}

async function write(made: HierarchicalProgramAnswer | undefined, path: string | undefined): Promise<void> {
  if (path === undefined || made === undefined) return;
  if (made.kind === "irregular") throw new UnsupportedError("a program", made.reason, "take another T");
  await writeFile(path, emitHierarchicalTypeScript(made.program));
}

async function checkPlace(path: string): Promise<void> {
  if (!path.endsWith(".ts")) throw new InvalidArgumentError("output", "a .ts file", JSON.stringify(path));
  await expectWritable(path).catch((error: unknown) => {
    if (!(error instanceof FormatError)) throw error;
    const actual = `${JSON.stringify(error.source)}: ${error.actual}`;
    throw new InvalidArgumentError("output", error.expected, actual);
  });
}

function wholeNumber(argument: string, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= most) return value;
    throw new InvalidArgumentError(argument, `a whole number from 1 to ${most}`, JSON.stringify(text));
  };
}
