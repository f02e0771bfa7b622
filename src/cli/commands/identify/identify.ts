import type { Command } from "commander";
import { InvalidArgumentError, toHex } from "../../../index.ts";
import { type Identified, identifyExpression, type TriedSum } from "../../../reveal.ts";
import { type AskedExecutor, addExecutorOption, withExecutor } from "../../executors/executors.ts";
import { addInputArguments, type InputOptions, readInput } from "../../input/input.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import { optionOf, parseInitial } from "../../options/parse.ts";
import {
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
} from "../../report.ts";

interface IdentifyArguments extends InputOptions {
  readonly result?: number;
  readonly on: AskedExecutor;
  readonly json?: boolean;
}

/** `samebits identify FILE --result V`: which way to sum gives exactly these bits? Ends with 1 where none does. */
export function identifyCommand(command: Command, { io, failCheck }: CommandContext): void {
  addInputArguments(command).addOption(
    optionOf(
      "--result <value>",
      "the sum that somebody got: decimal, or bits: and 16 (f64) or 8 (f32) hexadecimal digits",
      parseResult,
    ).makeOptionMandatory(),
  );
  addExecutorOption(command)
    .option("--json", "print one JSON object")
    .action(async (file: string, options: IdentifyArguments) => {
      const found = await identify(file, options, io);
      await io.stdout.write(printReport(found.told, options));
      if (!found.isKnown) failCheck();
    });
}

function parseResult(text: string): number {
  const isSingle = /^bits:[0-9a-f]{8}$/.test(text);
  return Number(parseInitial(text, isSingle ? "f32" : "f64", "result"));
}

async function identify(file: string, options: IdentifyArguments, io: CommandIo) {
  const { array, type } = await readInput(file, options, io);
  if (!(array instanceof Float64Array || array instanceof Float32Array)) {
    throw new InvalidArgumentError(
      "type",
      "f64 or f32, for sums of integers are the same in any order",
      type,
    );
  }
  const result = options.result as number;
  const identified = await withExecutor(options.on, "compute", ({ executor }) =>
    identifyExpression(executor, array, result),
  );
  const told = identifyReport(identified, `${array.length} ${type}`);
  return { told, isKnown: identified.matches.length > 0 };
}

function identifyReport({ result, matches, nearest, tried }: Identified, n: string): Report {
  const rows = matches.map(triedFacts);
  const facts = {
    identified: jsonOnly(matches.length > 0),
    result: fact(jsonScalar(result), `${printScalar(result)}  ${toHex("f64", result)}`),
    bits: jsonOnly(toHex("f64", result)),
    n: fact(n),
    triedCount: fact(tried.length, `${tried.length} ways to sum`, "tried"),
    matches: rowsFact(rows),
    nearest: jsonOnly(nearest && { name: nearest.name, value: jsonScalar(nearest.value) }),
  };
  return report(facts, () => [
    ["result", "n", "triedCount"],
    "",
    ...(nearest === undefined
      ? table({ name: `exactly these bits (${matches.length})` }, rows)
      : [
          "None gives these bits. Nearest:",
          ...table({ name: "way", value: "value", ulps: "off by (ulp)" }, [triedFacts(nearest)]),
        ]),
  ]);
}

function triedFacts({ name, isRounded, value, ulps }: TriedSum): Facts {
  return {
    name: fact(`${name}${isRounded ? ", rounded to f32" : ""}`),
    value: fact(jsonScalar(value), printScalar(value)),
    ulps: ulps === undefined ? fact(undefined) : fact(ulps),
  };
}
