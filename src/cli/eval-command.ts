import type { Command } from "commander";
import { Option } from "commander";
import { parseTestBlocks, printTestValue, type TestCase, type TestData, type TestValue } from "../formats.ts";
import { InvalidArgumentError, parseExpression, SamebitsError } from "../index.ts";
import type { ArrayProgram, Data, EvaluationOptions } from "../language.ts";
import { type AskedExecutor, EXECUTOR_SPELLINGS, parseExecutor, withExecutor } from "./executors.ts";
import type { CommandIo } from "./io.ts";
import { jsonLine } from "./json-line.ts";
import { readProgram, readValues } from "./read-program.ts";

export const INTERPRETER = "interpreter";

interface EvalOptions {
  readonly entry: string;
  readonly input?: readonly string[];
  readonly on: AskedExecutor | typeof INTERPRETER;
  readonly expression?: string;
  readonly fuel?: number;
  readonly test?: boolean;
  readonly json?: boolean;
}

/** `samebits eval FILE --entry NAME --input VALUES…`: what a definition of an array program gives; `--test`: whether its test blocks hold. */
export function addEvalCommand(program: Command, io: CommandIo, failCheck: () => void): void {
  program
    .command("eval")
    .description("run a program of the array language, or its test blocks")
    .argument("<file>", "a program (.sb)")
    .option("--entry <name>", "the definition to run", "main")
    .option(
      "--input <values...>",
      'operands: "[1, 2, 3] 4.5", or @FILE (.npy, or values as Futhark writes them)',
    )
    .addOption(addOn())
    .option("--expression <name>", "the tree of reduces and scans that name none")
    .option("--fuel <number>", "stop after so much", readFuel)
    .option("--test", "run the test blocks in the program's comments")
    .option("--json", "print one JSON object")
    .action(async (file: string, options: EvalOptions) => {
      const read = await readProgram(file);
      const evaluation = evaluationOf(options);
      await withEvaluator(options.on, async (name, evaluate) => {
        if (options.test) {
          const results = await runTests(file, read, (entry, operands) =>
            evaluate(read.program, entry, operands, evaluation),
          );
          const failed = results.filter(({ fault }) => fault !== undefined);
          if (failed.length > 0) failCheck();
          await io.stdout.write(
            options.json ? jsonLine({ executor: name, results }) : testReport(results, name),
          );
          return;
        }
        const operands = read.program.operandsOf(options.entry, await readValues(options.input ?? []));
        const begun = io.now();
        const data = await evaluate(read.program, options.entry, operands, evaluation);
        const seconds = (io.now() - begun) / 1000;
        const values = read.program.testValuesOf(options.entry, data).map(printTestValue);
        const report = { executor: name, entry: options.entry, values, seconds };
        await io.stdout.write(options.json ? jsonLine(report) : values.map((value) => `${value}\n`).join(""));
      });
    });
}

function addOn(): Option {
  return new Option("--on <executor>", [INTERPRETER, ...EXECUTOR_SPELLINGS].join(", "))
    .argParser((text) => (text === INTERPRETER ? INTERPRETER : parseExecutor(text, [INTERPRETER])))
    .default(parseExecutor("wasm"), "wasm");
}

function readFuel(text: string): number {
  const fuel = Number(text);
  if (Number.isSafeInteger(fuel) && fuel > 0) return fuel;
  throw new InvalidArgumentError("fuel", "a positive whole number", JSON.stringify(text));
}

function evaluationOf({ expression, fuel }: EvalOptions): EvaluationOptions {
  return {
    ...(expression !== undefined && { expression: parseExpression(expression) }),
    ...(fuel !== undefined && { fuel }),
  };
}

/** Computes a definition, wherever it was asked for. */
export type Evaluate = (
  program: ArrayProgram,
  entry: string,
  operands: readonly unknown[],
  options?: EvaluationOptions,
) => Promise<Data>;

/** Opens what was asked for while `run` runs. */
export async function withEvaluator(
  on: AskedExecutor | typeof INTERPRETER,
  run: (name: string, evaluate: Evaluate) => Promise<void>,
): Promise<void> {
  if (on === INTERPRETER) {
    await run(INTERPRETER, async (program, entry, operands, options) =>
      program.interpret(entry, operands, options),
    );
    return;
  }
  await withExecutor(on, "compute", (executor) =>
    run(executor.name, (...given) => executor.runProgram(...given)),
  );
}

type TestResult = {
  readonly entry: string;
  readonly line: number;
  readonly name: string;
  readonly fault?: string; // absent: it holds
};

async function runTests(
  file: string,
  { program, text }: { readonly program: ArrayProgram; readonly text: string },
  evaluate: (entry: string, operands: readonly Data[]) => Promise<Data>,
): Promise<readonly TestResult[]> {
  const results: TestResult[] = [];
  for (const block of parseTestBlocks(text, file)) {
    for (const entry of block.entries) {
      for (const test of block.cases) {
        if (test.input.kind === "random") continue; // for measuring; there is nothing to compare with
        const fault = await faultOf(file, program, entry, test, evaluate);
        results.push({ entry, line: test.line, name: test.name, ...(fault !== undefined && { fault }) });
      }
    }
  }
  if (results.length > 0) return results;
  throw new InvalidArgumentError("file", "a program with test blocks (-- ==)", `none in "${file}"`);
}

/** What is wrong with one case; undefined when it holds. */
async function faultOf(
  file: string,
  program: ArrayProgram,
  entry: string,
  test: TestCase,
  evaluate: (entry: string, operands: readonly Data[]) => Promise<Data>,
): Promise<string | undefined> {
  const { output } = test;
  const operands = program.operandsOf(entry, await valuesOf(test.input, file));
  let values: readonly TestValue[];
  try {
    values = program.testValuesOf(entry, await evaluate(entry, operands));
  } catch (error) {
    if (!(error instanceof SamebitsError)) throw error;
    const isExpected = output.kind === "error" && new RegExp(output.pattern).test(error.message);
    return isExpected ? undefined : error.message;
  }
  if (output.kind === "error") return `expected an error, got ${values.map(printTestValue).join(" ")}`;
  if (output.kind === "none" || output.kind === "random") return undefined;
  const expected =
    output.kind === "auto"
      ? program.testValuesOf(entry, program.interpret(entry, operands))
      : await valuesOf(output, file);
  return areSame(expected, values) ? undefined : `expected ${shown(expected)}, got ${shown(values)}`;
}

async function valuesOf(data: TestData, file: string): Promise<readonly TestValue[]> {
  if (data.kind === "values") return data.values;
  return data.kind === "file" ? readValues([`@${data.path}`], file) : [];
}

function areSame(one: readonly TestValue[], other: readonly TestValue[]): boolean {
  // As text: every value but the payload of a NaN comes back from it.
  return (
    one.length === other.length &&
    one.every((value, index) => printTestValue(value) === printTestValue(other[index]))
  );
}

function shown(values: readonly TestValue[]): string {
  const text = values.map(printTestValue).join(" ");
  return text.length <= 200 ? text : `${text.slice(0, 197)}…`;
}

function testReport(results: readonly TestResult[], executor: string): string {
  const lines = results.map(({ entry, line, name, fault }) => {
    return fault === undefined
      ? `PASS  ${entry}  line ${line}  ${name}`
      : `FAIL  ${entry}  line ${line}  ${name}: ${fault}`;
  });
  const failed = results.filter(({ fault }) => fault !== undefined).length;
  return `${lines.join("\n")}\n${results.length - failed} of ${results.length} hold on ${executor}\n`;
}
