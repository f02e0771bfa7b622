import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Command, Option } from "commander";
import { InvalidArgumentError, type StorageArray, type StorageType, treeHash } from "../../../index.ts";
import {
  drawTreeSvg,
  encodeTree,
  type ReduceByOperator,
  type Revealed,
  type RevealedCombines,
  type RevealedReduce,
  type RevealedScan,
  revealReduce,
  revealScan,
  revealTree,
  type SummedType,
} from "../../../reveal.ts";
import {
  type AskedExecutor,
  EXECUTOR_SPELLINGS,
  parseOneExecutor,
  withExecutor,
} from "../../executors/executors.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import type { ContractArguments } from "../../options/contract.ts";
import { parseExpressionArgument } from "../../options/expression.ts";
import {
  choiceOf,
  optionOf,
  parseAccumulate,
  parsedOption,
  parseSeed,
  wholeNumber,
} from "../../options/parse.ts";
import { expectOutputFile, writeOutputFile } from "../../output/output-file.ts";
import { checkPlotPlace, writeDrawing } from "../../output/write-plot.ts";
import { printReport } from "../../report.ts";
import { type Answering, runEach, runOnce } from "./processes.ts";
import { reduceReport, revealedReport, scanReport } from "./reveal-report.ts";

interface RevealArguments extends Pick<ContractArguments, "accumulate" | "expression"> {
  readonly command?: string;
  readonly pipe?: string;
  readonly module?: string;
  readonly on?: AskedExecutor;
  readonly operator: "add" | "tree-hash";
  readonly n: number;
  readonly type: SummedType;
  readonly scan?: boolean;
  readonly seed: bigint;
  readonly timeout: number;
  readonly save?: string;
  readonly output?: string;
  readonly json?: boolean;
}

const TYPES: readonly SummedType[] = ["f64", "f32", "f16", "bf16"];
const OPERATORS = ["add", "tree-hash"] as const;
const WHO = ["command", "pipe", "module", "on"] as const;

/** `samebits reveal`: the tree by which anybody's sum adds. */
export function revealCommand(command: Command, { io }: CommandContext): void {
  command
    .addOption(new Option("--command <line>", "run for each question; {file} is a .npy file; prints the sum"))
    .addOption(
      new Option("--pipe <line>", "run once; reads .npy arrays one after the other, prints a line for each"),
    )
    .addOption(
      new Option(
        "--module <file#name>",
        "a function that a JavaScript module exports; default as in file.mjs#default",
      ),
    )
    .addOption(
      optionOf("--on <executor>", `a reduce of ours: ${EXECUTOR_SPELLINGS.join(", ")}`, parseOneExecutor),
    )
    .option("--expression <name>", "of --on (default: block-dyadic:32)", parseExpressionArgument)
    .option("--accumulate <type>", "of --on", parseAccumulate)
    .addOption(
      parsedOption(
        "--operator <name>",
        "add, or tree-hash, by which it combines u64 elements where its operator can be chosen",
        choiceOf("operator", OPERATORS),
        "add",
      ),
    )
    .addOption(parsedOption("--n <elements>", "how many it adds", wholeNumber("n", 1, 2 ** 20), "16"))
    .addOption(parsedOption("--type <type>", TYPES.join(", "), choiceOf("type", TYPES), "f64"))
    .option("--scan", "it gives all prefixes: reveal each")
    .addOption(parsedOption("--seed <number>", "of pivots and random inputs", parseSeed, "1"))
    .addOption(
      parsedOption(
        "--timeout <seconds>",
        "for one answer of a process",
        wholeNumber("timeout", 1, 86_400),
        "10",
      ),
    )
    .option("--save <file>", "write the tree as JSON, for --expression tree:FILE")
    .option("-o, --output <file>", "draw the tree: an .svg or .png file")
    .option("--json", "print one JSON object")
    .action((options: RevealArguments) => reveal(options, io));
}

async function reveal(options: RevealArguments, io: CommandIo): Promise<void> {
  const { output, save, json } = options;
  checkOneOf(options);
  if (output !== undefined) await checkPlotPlace(output, "output");
  if (save !== undefined) await expectOutputFile(save, "save");
  if (options.operator === "tree-hash") return revealCombines(options, io);
  const found = await withAnswers(options, options.type, (ask) => askAll(ask, options));
  const revealed = "prefixes" in found ? found.prefixes[found.n - 1] : found;
  checkTreesFor(options, found, revealed);
  if (revealed.kind === "tree") {
    await draw(revealed, options, io);
    if (save !== undefined)
      await writeOutputFile(save, encodeTree("prefixes" in found ? found : revealed), io, "save");
  }
  const written = { output, save };
  const told = "prefixes" in found ? scanReport(found, written) : revealedReport(found, written);
  await io.stdout.write(printReport(told, { json }));
}

/** The same of a reduce over integers, whose operator is treeHash. */
async function revealCombines(options: RevealArguments, io: CommandIo): Promise<void> {
  const { n, seed, output, save, json } = options;
  if (options.scan) {
    const expected = "left out with --operator tree-hash, which reveals one reduce";
    throw new InvalidArgumentError("scan", expected, "true");
  }
  const found = await withAnswers(options, "u64", (ask) =>
    revealReduce(ask as ReduceByOperator, { n, seed }),
  );
  if (found.kind === "tree") {
    const text = save === undefined ? undefined : encodeCombines(found, save);
    await draw(found, options, io);
    if (text !== undefined) await writeOutputFile(save as string, text, io, "save");
  } else checkWritten(options, found);
  await io.stdout.write(printReport(reduceReport(found, { output, save }), { json }));
}

/** @throws InvalidArgumentError naming the option for a tree that is not to be computed with */
function encodeCombines(found: RevealedCombines, save: string): string {
  try {
    return encodeTree(found);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    const fact =
      error.argument === "revealed.initial"
        ? "an initial value among the elements"
        : "combines that swap their operands";
    throw new InvalidArgumentError("save", `left out where a reduce has ${fact}`, save);
  }
}

async function draw(
  revealed: Extract<Revealed | RevealedReduce, { readonly kind: "tree" }>,
  { output }: RevealArguments,
  io: CommandIo,
): Promise<void> {
  if (output === undefined) return;
  const { tree, name, n, depth } = revealed;
  const note =
    "initial" in revealed && revealed.initial !== "none" ? `x${n} is an initial value of 0` : undefined;
  const title = `${name ?? "a tree without a name"}: ${n} elements, depth ${depth}`;
  await writeDrawing(output, drawTreeSvg(tree, { title, note }), io);
}

/** What is drawn is the last tree of a scan, what is saved are all. @throws InvalidArgumentError naming the option that asks for a tree which there is not */
function checkTreesFor(
  { output, save }: RevealArguments,
  found: Revealed | RevealedScan,
  last: Revealed,
): void {
  const first = "prefixes" in found ? found.prefixes.findIndex(({ kind }) => kind !== "tree") : -1;
  if (save !== undefined && (last.kind !== "tree" || first >= 0)) {
    const expected =
      first >= 0 ? `left out where prefix ${first} has no tree` : "left out where there is no tree";
    throw new InvalidArgumentError("save", expected, save);
  }
  checkWritten({ output }, last);
}

function checkWritten(
  asked: { readonly output?: string | undefined; readonly save?: string | undefined },
  { kind }: Pick<Revealed | RevealedReduce, "kind">,
): void {
  if (kind === "tree") return;
  for (const name of ["output", "save"] as const) {
    const file = asked[name];
    if (file !== undefined) throw new InvalidArgumentError(name, "left out where there is no tree", file);
  }
}

function checkOneOf(options: RevealArguments): void {
  const given = WHO.filter((name) => options[name] !== undefined);
  if (given.length === 1) return;
  const actual = given.length === 0 ? "none" : given.map((name) => `--${name}`).join(" and ");
  throw new InvalidArgumentError("command", "given, or --pipe, --module or --on: one of them", actual);
}

type Ask = (input: StorageArray, ...more: readonly unknown[]) => unknown;

function askAll(ask: Ask, { n, type, seed, scan }: RevealArguments): Promise<Revealed | RevealedScan> {
  const options = { n, type, seed };
  return scan ? revealScan<SummedType>(ask as never, options) : revealTree<SummedType>(ask as never, options);
}

async function withAnswers<Result>(
  options: RevealArguments,
  type: StorageType,
  run: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const { command, pipe, module, on, expression, accumulate } = options;
  const operator = options.operator === "add" ? undefined : treeHash;
  if (on !== undefined) {
    return withExecutor(on, "check", async (executor) => {
      const plan = executor.prepareElements({ type, operator, expression, accumulate });
      return run((input) => (options.scan ? plan.inclusiveScan(input) : plan.reduce(input)));
    });
  }
  if (module !== undefined) return ofModule(run, await functionOf(module));
  const asked = { type, timeoutSeconds: options.timeout };
  const answering: Answering =
    command !== undefined ? await runEach(command, asked) : runOnce(pipe as string, asked);
  let failure: unknown;
  try {
    return await run(async (input) => {
      try {
        return await answering.ask(input);
      } catch (error) {
        failure ??= error;
        throw error;
      }
    });
  } catch (error) {
    throw failure ?? error; // what the command did says more than that a function threw
  } finally {
    await answering.close();
  }
}

/** What the function is by its name in the library, is said of the option that it came by. */
async function ofModule<Result>(run: (ask: Ask) => Promise<Result>, ask: Ask): Promise<Result> {
  try {
    return await run(ask);
  } catch (error) {
    const isItsFault =
      error instanceof InvalidArgumentError && ["sum", "scan", "reduce"].includes(error.argument);
    throw isItsFault ? new InvalidArgumentError("module", error.expected, error.actual) : error;
  }
}

async function functionOf(text: string): Promise<Ask> {
  const [file, name = "default"] = text.split("#");
  const expected = "a JavaScript module and the name of a function that it exports, as in sums.mjs#total";
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href);
  } catch (error) {
    throw new InvalidArgumentError(
      "module",
      expected,
      `"${text}": ${error instanceof Error ? error.message : error}`,
    );
  }
  const found = exported[name];
  if (typeof found === "function") return (...given) => found(...given);
  throw new InvalidArgumentError(
    "module",
    expected,
    `"${text}", which has ${Object.keys(exported).join(", ") || "nothing"}`,
  );
}
