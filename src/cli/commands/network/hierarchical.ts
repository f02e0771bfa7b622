import type { Command } from "commander";
import {
  certifyHierarchical,
  emitHierarchicalTypeScript,
  type HierarchicalAnswer,
  type HierarchicalProgram,
  type HierarchicalProgramAnswer,
  type HierarchicalProof,
  type HierarchicalShape,
  InvalidArgumentError,
  printCondition,
  printHierarchical,
  printProgram,
  type SatSolver,
  synthesizeHierarchical,
  synthesizeHierarchicalProgram,
  UnsupportedError,
} from "../../../networks.ts";
import { type Deadline, deadlineIn } from "../../deadline.ts";
import type { AskedExecutor } from "../../executors/executors.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { choiceOf, parsedOption, wholeNumber } from "../../options/parse.ts";
import { expectOutputFile, writeOutputFile } from "../../output/output-file.ts";
import { withProgress } from "../../progress.ts";
import { asJson, eachFact, fact, printReport, type Report, report } from "../../report.ts";
import { openSatSolver, SAT_SOLVERS, type SatSolverName } from "./open-sat-solver.ts";
import { proveBefore } from "./prove.ts";
import { parseTunedPlaces, parseTunedSizes, tuneOnThisMachine, tuningReport } from "./tune.ts";

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
  readonly prove?: boolean;
  readonly output?: string;
  readonly tune?: boolean;
  readonly on: readonly AskedExecutor[];
  readonly sizes: readonly number[];
  readonly timeout: number;
  readonly solver: SatSolverName;
  readonly json?: boolean;
}

const DEFAULT_TIMEOUT = 60;
const DEFAULT_ON = "javascript,workers:2";
const DEFAULT_SIZES = "65536";

/** `samebits network hierarchical`: the cheapest scan of N elements in K blocks, and a program for all N and K. */
export function hierarchicalCommand(command: Command, { io, failCheck }: CommandContext): void {
  command
    .option("--n <elements>", "N", wholeNumber("n", 1, 1024), 16)
    .option("--blocks <blocks>", "K, a divisor of N", wholeNumber("blocks", 1, 1024), 2)
    .option("--sent <values>", "T, sent by each block to the middle stage", wholeNumber("sent", 1, 1024), 1)
    .option("--any", "the first that is found, whatever it costs")
    .option(
      "--wiring <wiring>",
      `what enters a block: ${WIRINGS.join(", ")}`,
      choiceOf("wiring", WIRINGS),
      "shared",
    )
    .option("--for <operators>", OPERATORS.join(", "), choiceOf("for", OPERATORS), "associative")
    .option("--program", "generalise the cheapest of small blocks to loops for every N and K")
    .option(
      "--prove",
      "prove by z3 that this program is a scan for every N and K, or say that it is tested only",
    )
    .option("-o, --output <file>", "write that program as TypeScript, with a function for each stage (.ts)")
    .option("--tune", "time such programs on this machine over K and T, sums of doubles, and choose")
    .addOption(
      parsedOption(
        "--on <places>",
        "where --tune runs: javascript, workers:N, with commas between",
        parseTunedPlaces,
        DEFAULT_ON,
      ),
    )
    .addOption(
      parsedOption(
        "--sizes <sizes>",
        "N for --tune: 1024..65536 (doubled from one to the next) or 4096,65536",
        parseTunedSizes,
        DEFAULT_SIZES,
      ),
    )
    .option(
      "--timeout <seconds>",
      "for the whole search; with --tune: no end unless said",
      wholeNumber("timeout", 1, 86_400),
      DEFAULT_TIMEOUT,
    )
    .option("--solver <solver>", SAT_SOLVERS.join(", "), choiceOf("solver", SAT_SOLVERS), "auto")
    .option("--json", "print one JSON object")
    .action(async (options: HierarchicalArguments) => {
      checkTogether(command, options);
      checkShape(options);
      if (options.output !== undefined) await checkPlace(options.output);
      const solver = await openSatSolver(options.solver);
      try {
        const isBounded = command.getOptionValueSource("timeout") === "cli";
        if (options.tune) await tune(options, { solver, io, isBounded });
        else await tellShape(options, { solver, io, failCheck });
      } finally {
        await solver.close();
      }
    });
}

/** Options that say nothing together, or nothing alone. */
function checkTogether(command: Command, { tune: isTuned }: HierarchicalArguments): void {
  const [names, expected] = isTuned
    ? [OF_A_SHAPE, "left out with --tune, which tries all shapes"]
    : [OF_TUNING, "left out without --tune"];
  const stray = names.find((name) => command.getOptionValueSource(name) === "cli");
  if (stray !== undefined) throw new InvalidArgumentError(stray, expected, `--${stray}`);
}

const OF_A_SHAPE = ["n", "blocks", "sent", "any", "wiring", "for", "program", "prove"];
const OF_TUNING = ["on", "sizes"];

interface Search {
  readonly solver: SatSolver;
  readonly io: CommandIo;
}

async function tellShape(
  options: HierarchicalArguments,
  { solver, io, failCheck }: Search & { readonly failCheck: () => void },
): Promise<void> {
  const shape = { width: options.n, blockCount: options.blocks, sentCount: options.sent };
  const deadline = deadlineIn(options.timeout, io);
  const made = await program(shape, options, { solver, io });
  const answer = await search(shape, options, { solver, io, budgetMs: Math.max(0, deadline.leftMs()) });
  const proof = options.prove && made?.kind === "program" ? await prove(made.program, deadline) : undefined;
  if (answer.status === "unknown" || (answer.status === "found" && !options.any)) failCheck();
  if (made?.kind === "irregular") failCheck();
  await write(made, options.output, io);
  const found = { shape, answer, made, proof, solver: solver.name };
  await io.stdout.write(printReport(hierarchicalReport(found), options));
}

async function tune(
  { sizes, on: places, output, json, timeout }: HierarchicalArguments,
  { solver, io, isBounded }: Search & { readonly isBounded: boolean },
): Promise<void> {
  const end = isBounded ? { end: io.now() + timeout * 1000 } : {};
  const tuning = await withProgress(io, "times", (advance) =>
    tuneOnThisMachine({ sizes, places, solver, now: io.now, ...end, advance }),
  );
  if (output !== undefined) await writeOutputFile(output, emitHierarchicalTypeScript(tuning.program), io);
  await io.stdout.write(printReport(tuningReport(tuning), { json }));
}

function checkShape({ n, blocks, sent }: HierarchicalArguments): void {
  if (n % blocks !== 0) throw new InvalidArgumentError("blocks", `a divisor of ${n}`, String(blocks));
  const length = n / blocks;
  if (sent > length) throw new InvalidArgumentError("sent", `a number from 1 to ${length}`, String(sent));
}

function search(
  shape: HierarchicalShape,
  options: HierarchicalArguments,
  { solver, io, budgetMs }: Search & { readonly budgetMs: number },
): Promise<HierarchicalAnswer> {
  return synthesizeHierarchical(shape, solver, {
    wiring: options.wiring,
    operators: options.for,
    goal: options.any ? "any" : "cheapest",
    timeoutMs: options.timeout * 1000,
    budgetMs: Math.floor(budgetMs),
    now: io.now,
  });
}

/** From blocks of 8 and of 4 rows, or as many more as T values need; in at most half of the time that is given, as a search may take all that it gets. */
async function program(
  { sentCount }: HierarchicalShape,
  { program: isProgramWanted, prove: isToProve, output, timeout }: HierarchicalArguments,
  { solver, io }: Search,
): Promise<HierarchicalProgramAnswer | undefined> {
  if (!isProgramWanted && !isToProve && output === undefined) return undefined;
  const scale = Math.ceil(sentCount / 2);
  const shapes = [8, 4].map((length) => ({ width: 2 * length * scale, blockCount: 2, sentCount }));
  const budgetMs = timeout * 500;
  return synthesizeHierarchicalProgram(solver, { shapes, timeoutMs: budgetMs, budgetMs, now: io.now });
}

/** The proof, or why it is tested only: the end of the time is one reason. */
function prove(made: HierarchicalProgram, deadline: Deadline): Promise<HierarchicalProof> {
  return proveBefore(deadline, (z3, timeoutMs) => certifyHierarchical(made, z3, { timeoutMs }));
}

function proofText(proof: HierarchicalProof): string {
  if (proof.kind === "tested") return `Not proved for every N and K, tested only: ${proof.reason}.\n`;
  return `Proved for every N and K: ${proof.obligationCount} statements shown by ${proof.block.solver}.\n`;
}

async function write(
  made: HierarchicalProgramAnswer | undefined,
  path: string | undefined,
  io: CommandIo,
): Promise<void> {
  if (path === undefined || made === undefined) return;
  if (made.kind === "irregular") throw new UnsupportedError("a program", made.reason, "take another T");
  await writeOutputFile(path, emitHierarchicalTypeScript(made.program), io);
}

async function checkPlace(path: string): Promise<void> {
  if (!path.endsWith(".ts")) throw new InvalidArgumentError("output", "a .ts file", JSON.stringify(path));
  await expectOutputFile(path);
}

interface HierarchicalFound {
  readonly shape: HierarchicalShape;
  readonly answer: HierarchicalAnswer;
  readonly made: HierarchicalProgramAnswer | undefined;
  readonly proof: HierarchicalProof | undefined;
  readonly solver: string;
}

function hierarchicalReport({ shape, answer, made, proof, solver }: HierarchicalFound): Report {
  const { width, blockCount, sentCount } = shape;
  const facts = {
    n: fact(width),
    blocks: fact(blockCount),
    sent: fact(sentCount),
    solver: fact(solver),
    ...eachFact(asJson(answer)),
    generalization: fact(made && asJson(made)),
    proof: fact(proof && asJson(proof)),
  };
  return report(facts, () => [
    `shape  N = ${width}, K = ${blockCount}, T = ${sentCount}`,
    `cost   ${costText(answer, solver)}`,
    "scan" in answer ? printHierarchical(answer.scan) : undefined,
    ...(made === undefined ? [] : ["", programText(made)]),
    proof && proofText(proof),
  ]);
}

function costText(answer: HierarchicalAnswer, solver: string): string {
  const asked = `${answer.questions} ${answer.questions === 1 ? "question" : "questions"} to ${solver}`;
  switch (answer.status) {
    case "cheapest":
      return `${answer.cost} adds and transfers, and none costs less (${asked})`;
    case "found":
      return `${answer.cost} adds and transfers, and none costs less than ${answer.provedAtLeast} (${asked}; ${answer.reason})`;
    case "none":
      return `there is no such scan (${asked})`;
    case "unknown":
      return `not known: ${answer.reason} (${asked})`;
    default:
      return answer satisfies never;
  }
}

function programText(made: HierarchicalProgramAnswer): string {
  if (made.kind === "irregular") return `no program for every N and K: ${made.reason}\n`;
  const { program, tested } = made;
  const { widths, blockCounts } = tested;
  return [
    `In every block, N = its ${program.lengths === "any" ? "length" : "length, a power of two"}:`,
    stageText(program, "first"),
    "Over what the blocks sent, N = their number:",
    stageText(program, "middle"),
    `In every block but the first, the last value of the block before enters all j < N where ${printCondition(program.entry)}. Then:`,
    stageText(program, "last"),
    `A scan at every N of ${widths.length} up to ${widths.at(-1)} and K of ${blockCounts.join(", ")}.\n`,
  ].join("\n");
}

function stageText(program: HierarchicalProgram, stage: "first" | "middle" | "last"): string {
  return (
    printProgram(program[stage])
      .replace(/^(?=.)/gm, "  ")
      .trimEnd() || "  nothing"
  );
}
