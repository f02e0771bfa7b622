import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Command, Option } from "commander";
import { InvalidArgumentError, printExpression, type StorageArray } from "../../../index.ts";
import {
  drawTreeSvg,
  encodeTree,
  type Revealed,
  type RevealedScan,
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
import {
  asJson,
  type Fact,
  fact,
  type JsonValue,
  jsonOnly,
  printReport,
  type Report,
  report,
} from "../../report.ts";
import { type Answering, runEach, runOnce } from "./processes.ts";

interface RevealArguments extends Pick<ContractArguments, "accumulate" | "expression"> {
  readonly command?: string;
  readonly pipe?: string;
  readonly module?: string;
  readonly on?: AskedExecutor;
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
  const found = await withAnswers(options, (ask) => askAll(ask, options));
  const revealed = "prefixes" in found ? found.prefixes[found.n - 1] : found;
  const files = [output, save].filter((path) => path !== undefined);
  if (files.length > 0 && revealed.kind !== "tree") {
    throw new InvalidArgumentError(
      output === undefined ? "save" : "output",
      "left out where there is no tree",
      files[0] as string,
    );
  }
  if (revealed.kind === "tree") {
    const title = `${revealed.name ?? "a tree without a name"}: ${revealed.n} elements, depth ${revealed.depth}`;
    if (output !== undefined) await writeDrawing(output, drawTreeSvg(revealed.tree, { title }), io);
    if (save !== undefined) await writeOutputFile(save, encodeTree(revealed), io, "save");
  }
  const written = { output, save };
  const told = "prefixes" in found ? scanReport(found, written) : revealedReport(found, written);
  await io.stdout.write(printReport(told, { json }));
}

function checkOneOf(options: RevealArguments): void {
  const given = WHO.filter((name) => options[name] !== undefined);
  if (given.length === 1) return;
  const actual = given.length === 0 ? "none" : given.map((name) => `--${name}`).join(" and ");
  throw new InvalidArgumentError("command", "given, or --pipe, --module or --on: one of them", actual);
}

type Ask = (input: StorageArray) => unknown;

function askAll(ask: Ask, { n, type, seed, scan }: RevealArguments): Promise<Revealed | RevealedScan> {
  const options = { n, type, seed };
  return scan ? revealScan<SummedType>(ask as never, options) : revealTree<SummedType>(ask as never, options);
}

async function withAnswers<Result>(
  options: RevealArguments,
  run: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const { command, pipe, module, on, type, expression, accumulate } = options;
  if (on !== undefined) {
    return withExecutor(on, "check", async (executor) => {
      const plan = executor.prepareElements({ type, expression, accumulate });
      return run((input) => (options.scan ? plan.inclusiveScan(input) : plan.reduce(input)));
    });
  }
  if (module !== undefined) return run(await functionOf(module));
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
  if (typeof found === "function") return (input) => found(input);
  throw new InvalidArgumentError(
    "module",
    expected,
    `"${text}", which has ${Object.keys(exported).join(", ") || "nothing"}`,
  );
}

interface Written {
  readonly output: string | undefined;
  readonly save: string | undefined;
}

const NO_TREE: Readonly<Record<Exclude<Revealed["kind"], "tree">, (revealed: never) => string>> = {
  orderFree: ({ name }: { readonly name: string }) => `no tree: the sum is ${name}, which no order changes`,
  compensated: ({ name }: { readonly name: string }) => `no tree: compensated, as ${capital(name)} does it`,
  wide: ({ keptDigits, isWhole }: { readonly keptDigits: number; readonly isWhole: boolean }) =>
    isWhole
      ? "no tree: nothing is lost over the whole range of the type"
      : `no tree: a wide accumulator, which keeps 1 beside 2^${keptDigits}`,
  notDeterministic: ({
    askedCount,
    differentCount,
  }: {
    readonly askedCount: number;
    readonly differentCount: number;
  }) =>
    `not deterministic: ${differentCount} of ${askedCount} answers to one input differ from the most common`,
  notASum: ({ fact: said }: { readonly fact: string }) => `not a sum: ${said}`,
  unexplained: ({ fact: said }: { readonly fact: string }) => `no explanation: ${said}`,
};

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Characters of a bracket that a person reads. */
const SHOWN_BRACKET = 400;

/** What JSON has always, and a person where there is something to say. */
function told(value: JsonValue | undefined, text: string | undefined, label?: string): Fact {
  return text === undefined ? jsonOnly(value) : fact(value, text, label);
}

function shortened(text: string): string {
  return text.length <= SHOWN_BRACKET ? text : `${text.slice(0, SHOWN_BRACKET)}…`;
}

function revealedReport(revealed: Revealed, { output, save }: Written): Report {
  const { kind, n, type, callCount } = revealed;
  const about = {
    kind: jsonOnly(kind),
    n: fact(n, `${n} elements of ${type}`, "elements"),
    type: jsonOnly(type),
    calls: fact(callCount),
  };
  const files = { output: fact(output), save: fact(save, save, "saved") };
  if (revealed.kind !== "tree") {
    const { kind: _, n: __, type: ___, callCount: ____, ...rest } = revealed;
    const said = (NO_TREE[revealed.kind] as (revealed: Revealed) => string)(revealed);
    return report({ answer: fact(said), ...about, found: jsonOnly(asJson(rest)), ...files });
  }
  const { name, otherNames, description, depth, fusedCount, arithmetic, nearest, bracket } = revealed;
  const others = otherNames.length === 0 ? "" : `, at this length also ${otherNames.join(", ")}`;
  const facts = {
    name: fact(name, `${name ?? "none"}${others}`, "tree"),
    otherNames: jsonOnly(otherNames),
    description: told(description, description === name ? undefined : description, "that is"),
    nearest: told(
      nearest && asJson({ ...nearest, expression: printExpression(nearest.expression) }),
      nearest && nearestText(nearest),
      "nearest",
    ),
    ...about,
    depth: fact(depth),
    fusedCount: told(
      fusedCount,
      fusedCount === 0 ? undefined : `${fusedCount} nodes of three operands and more`,
      "fused",
    ),
    arithmetic: fact(asJson(arithmetic), `${arithmetic.precision} binary digits, then ${arithmetic.result}`),
    start: told(revealed.start, revealed.start === "zero" ? "0 is added first" : undefined),
    subnormals: told(revealed.subnormals, revealed.subnormals === "kept" ? undefined : revealed.subnormals),
    bracket: fact(bracket, shortened(bracket)),
    ...files,
  };
  return report(facts);
}

function nearestText(nearest: NonNullable<Extract<Revealed, { readonly kind: "tree" }>["nearest"]>): string {
  const { expression, sharedCount, nodeCount, firstDifference } = nearest;
  const name = printExpression(expression);
  return `${name}, ${sharedCount} of ${nodeCount} partial sums; first other: ${firstDifference.here}, where ${name} has ${firstDifference.there}`;
}

function scanReport(scan: RevealedScan, { output, save }: Written): Report {
  const { n, type, name, callCount, prefixes } = scan;
  const last = prefixes[n - 1];
  const names = prefixes.map((prefix) =>
    prefix.kind === "tree" ? (prefix.name ?? "a tree without a name") : prefix.kind,
  );
  const odd = prefixes.filter((prefix) => prefix.kind !== "tree").length;
  return report({
    kind: jsonOnly("scan"),
    name: fact(name, name ?? `no one expression: prefix ${n - 1} is ${names[n - 1]}`, "prefixes"),
    n: fact(n, `${n} elements of ${type}`, "elements"),
    type: jsonOnly(type),
    calls: fact(callCount),
    notTrees: told(odd, odd === 0 ? undefined : `${odd} prefixes`, "no trees"),
    prefixes: jsonOnly(names),
    bracket: fact(
      last.kind === "tree" ? last.bracket : undefined,
      last.kind === "tree" ? shortened(last.bracket) : undefined,
      "last",
    ),
    output: fact(output),
    save: fact(save, save, "saved"),
  });
}
