// Each expression has a proved error bound. The command measures the error beside it: a bound that is exceeded is a bug in the proof or the code.

import type { Command } from "commander";
import {
  ACCURACY_EXPRESSIONS,
  type Accuracy,
  type AccuracyRow,
  accuracyOf,
  type FloatType,
  type MeasuredScan,
  printQuantity,
  type RefusedRow,
  type ScanAccuracy,
  scanAccuracyOf,
} from "../../../accuracy.ts";
import {
  type Expression,
  InvalidArgumentError,
  printExpression,
  type Scalar,
  toHex,
  UnsupportedError,
} from "../../../index.ts";
import { type AskedExecutor, addExecutorOption, withExecutor } from "../../executors/executors.ts";
import { addReadOptions, FILE_FORMATS, type InputOptions, readInput } from "../../input/input.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { parseExpressionArgument } from "../../options/expression.ts";
import {
  checkCondition,
  conditionOption,
  DATA_KINDS,
  type DataKind,
  madeFloats,
  parseKindOf,
} from "../../options/made-data.ts";
import { choiceOf, parseLength, parseSeed, repeated } from "../../options/parse.ts";
import {
  columnsWithin,
  type Fact,
  type Facts,
  fact,
  jsonOnly,
  jsonScalar,
  printReport,
  printScalar,
  type Report,
  report,
  rowsFact,
  table,
  words,
} from "../../report.ts";

interface AccuracyArguments extends InputOptions {
  readonly kind?: DataKind;
  readonly n?: number;
  readonly seed?: bigint;
  readonly condition?: number;
  readonly accumulate?: FloatType;
  readonly expression?: readonly Expression[];
  readonly prefixes?: boolean;
  readonly on: AskedExecutor;
  readonly json?: boolean;
}

const DEFAULT_LENGTH = 100_000;
const FLOAT_TYPES: readonly FloatType[] = ["f64", "f32"];
/** `special` has infinities and NaN, `bits` integers, whose sums are exact. */
const MEASURED_KINDS = DATA_KINDS.filter((kind) => kind !== "special" && kind !== "bits");
const DEFAULT_NAMES = ACCURACY_EXPRESSIONS.map(printExpression).join(", ");

/** `samebits accuracy FILE` or `--kind K`: each expression's error beside its bound. */
export function accuracyCommand(command: Command, { io, failCheck }: CommandContext): void {
  const measuring = addReadOptions(command.argument("[FILE]", FILE_FORMATS))
    .option(
      "--kind <kind>",
      `data made here instead of FILE: ${MEASURED_KINDS.join(", ")}`,
      parseKindOf("kind"),
    )
    .option("--n <count>", `elements of --kind (default: ${DEFAULT_LENGTH})`, parseLength)
    .option("--seed <seed>", "seed of --kind, 64 bits (default: 0)", parseSeed)
    .addOption(conditionOption())
    .option(
      "--accumulate <type>",
      "the type of every addition, where wider: f64 for f32",
      choiceOf("accumulate", FLOAT_TYPES),
    )
    .option(
      "--expression <name>",
      `one to measure; may be repeated (default: ${DEFAULT_NAMES})`,
      repeated(parseExpressionArgument),
    )
    .option("--prefixes", "measure every prefix of a scan too: about 5 µs for each and expression");
  addExecutorOption(measuring)
    .option("--json", "print one JSON object")
    .action(async (file: string | undefined, options: AccuracyArguments) => {
      const passed = await measure(file, options, io);
      if (!passed) failCheck();
    });
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
    await io.stdout.write(printReport(accuracyReport(report, io.stdout.terminal?.columns), options));
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
  checkCondition(kind, condition);
  if (kind === "special") {
    throw new InvalidArgumentError("kind", "one of finite terms: no other sum has an error", '"special"');
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
    array: madeFloats({ kind, type, length, seed, condition }),
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

/** What was measured: data of a kind, or of a file. */
type MeasuredInput = { readonly array: Float64Array | Float32Array } & (
  | { readonly kind: string; readonly seed: bigint; readonly wantedCondition: number | undefined }
  | { readonly file: string; readonly column: string | undefined; readonly nulls: number | undefined }
);

/** All that `samebits accuracy` found. */
interface AccuracyReport {
  readonly input: MeasuredInput;
  readonly sums: Accuracy;
  readonly scans: ScanAccuracy | undefined; // where prefixes were asked for
  readonly passed: boolean;
}

/** The input, a line for each expression, PASS or FAIL. */
function accuracyReport({ input, sums, scans, passed }: AccuracyReport, width: number | undefined): Report {
  const { executor, type, accumulate, length, sum, magnitude, condition } = sums;
  const rows = sums.rows.map((row) => sumFacts(row, accumulate));
  const prefixes = scans?.rows.map((row) => scanFacts(row, accumulate));
  const facts = {
    passed: jsonOnly(passed),
    input: words(sourceOf(input)),
    ...sourceFacts(input),
    n: fact(length, `${length} ${type}${accumulate === type ? "" : ` summed in ${accumulate}`}`),
    type: fact(type),
    accumulate: fact(accumulate),
    executor: fact(executor),
    sum: fact(jsonScalar(sum), `${printScalar(sum)}  ${toHex(accumulate, sum)}`),
    bits: fact(toHex(accumulate, sum)),
    magnitude: fact(jsonScalar(magnitude)),
    condition: fact(jsonScalar(condition), printQuantity(condition)),
    rows: rowsFact(rows),
    prefixes: prefixes === undefined ? fact(undefined) : rowsFact(prefixes),
  };
  const within = (lines: readonly (readonly string[])[]) => columnsWithin(lines, width, MAY_GO);
  const measured = sums.rows.filter(({ kind }) => kind === "measured").length;
  return report(facts, () => [
    ["input", "n", "sum", "condition", "executor"],
    "",
    ...table(SUM_TITLES, rows, within),
    ...(prefixes === undefined ? [] : ["", ...table(SCAN_TITLES, prefixes, within)]),
    "",
    `${passed ? "PASS" : "FAIL"}  ${measured} expressions, ${exceeded(sums, scans)} beyond their bounds`,
  ]);
}

function sourceFacts(input: MeasuredInput): Facts {
  if ("file" in input) {
    return { file: fact(input.file), column: fact(input.column), nulls: fact(input.nulls) };
  }
  const { kind, seed, wantedCondition } = input;
  return { kind: fact(kind), seed: fact(String(seed)), wantedCondition: fact(wantedCondition) };
}

function sourceOf(input: MeasuredInput): string {
  if ("file" in input) {
    const nulls = input.nulls === undefined ? "" : `, ${input.nulls} nulls`;
    return `${input.file}${input.column === undefined ? "" : `, column ${input.column}`}${nulls}`;
  }
  const { kind, seed, wantedCondition } = input;
  return `${kind}, seed ${seed}${wantedCondition === undefined ? "" : `, condition ${wantedCondition} wanted`}`;
}

function exceeded({ rows }: Accuracy, scans: ScanAccuracy | undefined): number {
  const names = [
    ...rows.filter((row) => row.kind === "measured" && row.verdict === "exceeded"),
    ...(scans?.rows.filter((row) => row.kind === "measured" && row.exceededCount > 0) ?? []),
  ].map(({ expression }) => expression);
  return new Set(names).size;
}

const SUM_TITLES = {
  expression: "expression",
  value: "value",
  ulps: "error (ulp)",
  likelyUlps: "likely (ulp)",
  boundUlps: "bound (ulp)",
  usedBound: "error/bound",
  verdict: "",
};

const SCAN_TITLES = {
  expression: "expression",
  position: "worst prefix",
  value: "value",
  ulps: "error (ulp)",
  boundUlps: "bound (ulp)",
  usedBound: "error/bound",
  exceededCount: "",
};

/** What a narrow terminal has no room for, the least first. */
const MAY_GO = [SUM_TITLES.likelyUlps, SUM_TITLES.usedBound, SUM_TITLES.value];

function sumFacts(row: AccuracyRow, type: Accuracy["accumulate"]): Facts {
  if (row.kind === "refused") return refusedFacts(row);
  const { expression, value, ulps, likelyUlps, boundUlps, usedBound, verdict } = row;
  return {
    expression: fact(expression),
    ...valueFacts(value, type),
    ulps: quantity(ulps),
    likelyUlps: likelyUlps === undefined ? fact(undefined) : quantity(likelyUlps),
    boundUlps: quantity(boundUlps),
    usedBound: quantity(usedBound),
    verdict: fact(verdict, verdict === "within" ? "" : verdict),
  };
}

function scanFacts(row: MeasuredScan | RefusedRow, type: Accuracy["accumulate"]): Facts {
  if (row.kind === "refused") return { ...refusedFacts(row), exceededCount: words(`refused: ${row.reason}`) };
  const { expression, worst, usedBound, exceededCount, overflowedCount } = row;
  const wrong = exceededCount > 0 ? `${exceededCount} exceeded` : "";
  return {
    expression: fact(expression),
    position: fact(worst.position),
    ...valueFacts(worst.value, type),
    ulps: quantity(worst.ulps),
    boundUlps: quantity(worst.boundUlps),
    usedBound: quantity(usedBound),
    exceededCount: fact(exceededCount, wrong || (overflowedCount > 0 ? `${overflowedCount} overflowed` : "")),
    overflowedCount: fact(overflowedCount),
  };
}

function valueFacts(value: Scalar, type: Accuracy["accumulate"]): Facts {
  return { value: fact(jsonScalar(value), printScalar(value)), bits: fact(toHex(type, value)) };
}

function quantity(value: number): Fact {
  return fact(jsonScalar(value), printQuantity(value));
}

function refusedFacts({ expression, reason, remedy }: RefusedRow): Facts {
  return {
    expression: fact(expression),
    verdict: fact("refused", `refused: ${reason}`),
    reason: fact(reason),
    remedy: fact(remedy),
  };
}
