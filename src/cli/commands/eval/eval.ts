import type { Command } from "commander";

import { parseTestBlocks, printTestValue } from "../../../formats.ts";
import { InvalidArgumentError, parseExpression } from "../../../index.ts";
import type { ArrayProgram, Data, EvaluationOptions } from "../../../language.ts";
import type { AskedExecutor } from "../../executors/executors.ts";
import type { CommandContext } from "../../io.ts";
import { parsedOption, readFuel } from "../../options/parse.ts";
import { AS_FUTHARK, type Comparison, EXACTLY, operandsOfCase, verdictOf } from "../../programs/cases.ts";
import { orInterpreted } from "../../programs/interpreted.ts";
import { tellDifferences, tellNotes } from "../../programs/notes.ts";
import {
  EVALUATOR_SPELLINGS,
  type INTERPRETER,
  parseEvaluator,
  readOperands,
  readProgram,
  withEvaluator,
} from "../../programs/program.ts";

import { fact, printReport, type Report, report } from "../../report.ts";

interface EvalOptions {
  readonly entry: string;
  readonly input?: readonly string[];
  readonly on: AskedExecutor | typeof INTERPRETER;
  readonly expression?: string;
  readonly fuel?: number;
  readonly test?: boolean;
  readonly exact?: boolean;
  readonly json?: boolean;
}

/** `samebits eval FILE --entry NAME --input VALUES…`: what a definition of an array program gives; `--test`: whether its test blocks hold. */
export function evalCommand(command: Command, { io, failCheck }: CommandContext): void {
  command
    .argument("<file>", "a program (.sb)")
    .option("--entry <name>", "the definition to run", "main")
    .option(
      "--input <values...>",
      'operands: "[1, 2, 3] 4.5", or @FILE (.npy, or values as Futhark writes them)',
    )
    .addOption(parsedOption("--on <executor>", EVALUATOR_SPELLINGS, parseEvaluator, "wasm"))
    .option("--expression <name>", "the tree of reduces and scans that name none")
    .option("--fuel <number>", "stop after so much", readFuel)
    .option("--test", "run the test blocks in the program's comments")
    .option("--exact", "with --test: floats to the bit, and errors by their words")
    .option("--json", "print one JSON object")
    .action(async (file: string, options: EvalOptions) => {
      if (options.exact && !options.test) {
        throw new InvalidArgumentError("exact", "beside --test, whose values it compares", "it alone");
      }
      const read = await readProgram(file);
      await tellNotes(file, read.program, io);
      const evaluation = evaluationOf(options);
      const isAsked = command.getOptionValueSource("on") === "cli";
      await withEvaluator(options.on, async (name, evaluator) => {
        const evaluate = isAsked ? evaluator : orInterpreted(evaluator, io);
        if (options.test) {
          const comparison = options.exact ? EXACTLY : AS_FUTHARK;
          const results = await runTests(file, read, comparison, (entry, operands) =>
            evaluate(read.program, entry, operands, evaluation),
          );
          const failed = results.filter(({ fault }) => fault !== undefined);
          if (failed.length > 0) failCheck();
          await io.stdout.write(printReport(testReport(results, name), options));
          if (failed.length > 0) await tellDifferences(file, read.program, io);
          return;
        }
        const operands = await readOperands(read.program, options.entry, options.input);
        const begun = io.now();
        const data = await evaluate(read.program, options.entry, operands, evaluation);
        const seconds = (io.now() - begun) / 1000;
        const values = read.program.testValuesOf(options.entry, data).map(printTestValue);
        const facts = { entry: fact(options.entry), values: fact(values), seconds: fact(seconds) };
        await io.stdout.write(
          printReport(
            report({ executor: fact(name), ...facts }, () => values),
            options,
          ),
        );
      });
    });
}

function evaluationOf({ expression, fuel }: EvalOptions): EvaluationOptions {
  return {
    ...(expression !== undefined && { expression: parseExpression(expression) }),
    ...(fuel !== undefined && { fuel }),
  };
}

type TestResult = {
  readonly entry: string;
  readonly line: number;
  readonly name: string;
  readonly fault?: string; // absent: it holds, or is refused
  readonly refusal?: string; // why the executor does not compute it
};

async function runTests(
  file: string,
  { program, text }: { readonly program: ArrayProgram; readonly text: string },
  comparison: Comparison,
  evaluate: (entry: string, operands: readonly Data[]) => Promise<Data>,
): Promise<readonly TestResult[]> {
  const results: TestResult[] = [];
  for (const block of parseTestBlocks(text, file)) {
    for (const entry of block.entries) {
      for (const test of block.cases) {
        if (test.input.kind === "random") continue; // for measuring; there is nothing to compare with
        const operands = await operandsOfCase(program, entry, test, { file });
        const run = () => evaluate(entry, operands);
        const verdict = await verdictOf({ file, program, entry, test, operands, run }, comparison);
        results.push({
          entry,
          line: test.line,
          name: test.name,
          ...(verdict.kind === "fault" && { fault: verdict.reason }),
          ...(verdict.kind === "refused" && { refusal: verdict.reason }),
        });
      }
    }
  }
  if (results.length > 0) return results;
  throw new InvalidArgumentError("file", "a program with test blocks (-- ==)", `none in "${file}"`);
}

function testReport(results: readonly TestResult[], executor: string): Report {
  const lines = results.map(({ entry, line, name, fault, refusal }) => {
    const place = `${entry}  line ${line}  ${name}`;
    if (refusal !== undefined) return `SKIP  ${place}: ${refusal}`;
    return fault === undefined ? `PASS  ${place}` : `FAIL  ${place}: ${fault}`;
  });
  const refused = results.filter(({ refusal }) => refusal !== undefined).length;
  const failed = results.filter(({ fault }) => fault !== undefined).length;
  const tried = results.length - refused;
  const skipped = refused === 0 ? "" : `, ${refused} refused`;
  return report({ executor: fact(executor), results: fact(results) }, () => [
    ...lines,
    `${tried - failed} of ${tried} hold on ${executor}${skipped}`,
  ]);
}
