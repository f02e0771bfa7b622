import { type Command, Option } from "commander";
import {
  ACCURACY_EXPRESSIONS,
  accuracyOf,
  type FloatType,
  generateSumData,
  SUM_KIND_NAMES,
  type SumKind,
  scanAccuracyOf,
} from "../../../accuracy.ts";
import { type Expression, InvalidArgumentError, printExpression, UnsupportedError } from "../../../index.ts";
import {
  type AskedExecutor,
  EXECUTOR_SPELLINGS,
  parseExecutor,
  withExecutor,
} from "../../executors/executors.ts";
import { addReadOptions, FILE_FORMATS, type InputOptions, readInput } from "../../input/input.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { parseExpressionArgument } from "../../options/expression.ts";
import { choiceOf, parseLength, parseSeed } from "../../options/parse.ts";
import { printReport } from "../../report.ts";
import { accuracyReport, type MeasuredInput } from "./report.ts";

interface AccuracyArguments extends InputOptions {
  readonly kind?: SumKind;
  readonly n?: number;
  readonly seed?: bigint;
  readonly condition?: number;
  readonly accumulate?: FloatType;
  readonly expression?: readonly Expression[];
  readonly prefixes?: boolean;
  readonly on: AskedExecutor;
  readonly json?: boolean;
}

const DEFAULT_EXECUTOR = "wasm";
const DEFAULT_LENGTH = 100_000;
const FLOAT_TYPES: readonly FloatType[] = ["f64", "f32"];
const DEFAULT_NAMES = ACCURACY_EXPRESSIONS.map(printExpression).join(", ");

/** `samebits accuracy FILE` or `--kind K`: each expression's error beside its bound. */
export function accuracyCommand(command: Command, { io, failCheck }: CommandContext): void {
  addReadOptions(command.argument("[FILE]", FILE_FORMATS))
    .option(
      "--kind <kind>",
      `data made here instead of FILE: ${SUM_KIND_NAMES.join(", ")}`,
      choiceOf("kind", SUM_KIND_NAMES),
    )
    .option("--n <count>", `elements of --kind (default: ${DEFAULT_LENGTH})`, parseLength)
    .option("--seed <seed>", "seed of --kind, 64 bits (default: 0)", parseSeed)
    .option(
      "--condition <number>",
      "condition number wanted of --kind gen-sum or gen-dot (default: 2^53 for f64, 2^24 for f32)",
      parseCondition,
    )
    .option(
      "--accumulate <type>",
      "the type of every addition, where wider: f64 for f32",
      choiceOf("accumulate", FLOAT_TYPES),
    )
    .option(
      "--expression <name>",
      `one to measure; may be repeated (default: ${DEFAULT_NAMES})`,
      (text: string, before: readonly Expression[] = []) => [...before, parseExpressionArgument(text)],
    )
    .option("--prefixes", "measure every prefix of a scan too: about 5 µs for each and expression")
    .addOption(
      new Option("--on <executor>", EXECUTOR_SPELLINGS.join(", "))
        .argParser((text) => parseExecutor(text))
        .default(parseExecutor(DEFAULT_EXECUTOR), DEFAULT_EXECUTOR),
    )
    .option("--json", "print one JSON object")
    .action(async (file: string | undefined, options: AccuracyArguments) => {
      const passed = await measure(file, options, io);
      if (!passed) failCheck();
    });
}

function parseCondition(text: string): number {
  const condition = /^\d+(\.\d*)?(e\+?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (condition >= 1) return condition;
  throw new InvalidArgumentError("condition", "a number from 1 on, as in 1e16", JSON.stringify(text));
}

async function measure(
  file: string | undefined,
  options: AccuracyArguments,
  io: CommandIo,
): Promise<boolean> {
  checkSource(file, options);
  return withExecutor(options.on, "compute", async ({ name, executor }) => {
    const input = file === undefined ? generated(options) : await readFloats(file, options, io);
    const asked = { accumulate: options.accumulate, expressions: options.expression };
    const sums = await accuracyOf(executor, input.array, asked);
    const refused = sums.rows.find((row) => row.kind === "refused");
    if (refused?.kind === "refused" && options.expression !== undefined) {
      const subject = `"${refused.expression}" on executor "${name}"`;
      throw new UnsupportedError(subject, refused.reason, refused.remedy);
    }
    const scans = options.prefixes ? await scanAccuracyOf(executor, input.array, asked) : undefined;
    const report = { input, sums, scans, passed: sums.passed && (scans?.passed ?? true) };
    await io.stdout.write(printReport(accuracyReport(report), options));
    return report.passed;
  });
}

/** One of FILE and --kind, and no option of the other. */
function checkSource(file: string | undefined, options: AccuracyArguments): void {
  const { kind, n, seed, condition, column, nulls, raw } = options;
  if ((file === undefined) === (kind === undefined)) {
    const actual = file === undefined ? "neither" : "both";
    throw new InvalidArgumentError("kind", "given, or else FILE", actual);
  }
  const stray = file === undefined ? { column, nulls, raw } : { n, seed, condition };
  const place = file === undefined ? "FILE" : "--kind";
  for (const [name, value] of Object.entries(stray)) {
    if (value !== undefined) throw new InvalidArgumentError(name, `left out without ${place}`, String(value));
  }
  if (condition !== undefined && kind !== "gen-sum" && kind !== "gen-dot") {
    throw new InvalidArgumentError(
      "condition",
      "left out but with --kind gen-sum or gen-dot",
      `--kind ${kind}`,
    );
  }
}

function generated(options: AccuracyArguments): MeasuredInput {
  const { kind = "uniform", n: length = DEFAULT_LENGTH, seed = 0n, condition } = options;
  const type = floatType(options.type ?? "f64");
  if (length === 0) throw new InvalidArgumentError("n", "at least 1", "0");
  return {
    kind,
    seed,
    wantedCondition: condition,
    array: generateSumData({ kind, type, length, seed, condition }),
  };
}

async function readFloats(file: string, options: AccuracyArguments, io: CommandIo): Promise<MeasuredInput> {
  if (options.type !== undefined) floatType(options.type);
  const { array, type, nullCount } = await readInput(file, options, io);
  floatType(type);
  return {
    file,
    column: options.column?.[0],
    nulls: options.nulls === undefined ? undefined : nullCount,
    array: array as Float64Array | Float32Array,
  };
}

function floatType(type: string): FloatType {
  const found = FLOAT_TYPES.find((each) => each === type);
  if (found !== undefined) return found;
  throw new InvalidArgumentError("type", "f64 or f32, for sums of integers are exact", type);
}
