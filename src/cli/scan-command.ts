import type { Command } from "commander";
import { type ElementArray, hashArray, printContract, type TypedContract } from "../index.ts";
import { addContractOptions, type ContractArguments, preparePlan } from "./contract-options.ts";
import type { CommandIo } from "./io.ts";
import { jsonLine } from "./json-line.ts";
import { spellDeterminism } from "./parse-arguments.ts";
import { addInputArguments, type InputOptions, readInput } from "./read-input.ts";
import { alignedLines, bitsOfScalar, jsonScalar, printScalar, printSpeed } from "./report.ts";
import { findOutput, writeOutput } from "./write-output.ts";

interface ScanOptions extends InputOptions, ContractArguments {
  readonly output: string;
  readonly exclusive?: boolean;
  readonly json?: boolean;
}

/** `samebits scan FILE -o OUT`: every prefix. */
export function addScanCommand(program: Command, io: CommandIo): void {
  addContractOptions(addInputArguments(program.command("scan")))
    .description("write every prefix, with the same bits everywhere")
    .requiredOption(
      "-o, --output <file>",
      "a .npy file, or .raw, .bin or any name with --raw; - is standard output",
    )
    .option("--exclusive", "element i covers what is before i, without i itself")
    .option("--allow-quadratic", "accept a scan by bisection, of some n^1.5 combines")
    .option("--json", "print one JSON object")
    .action((file: string, options: ScanOptions) => scanFile(file, options, io));
}

async function scanFile(file: string, options: ScanOptions, io: CommandIo): Promise<void> {
  const place = await findOutput(options.output, options.raw === true, io);
  const { array, type, nullCount } = await readInput(file, options, io);
  const plan = preparePlan(options, type);
  const begun = io.now();
  const prefixes: ElementArray = options.exclusive ? plan.exclusiveScan(array) : plan.inclusiveScan(array);
  const seconds = (io.now() - begun) / 1000;
  await writeOutput(place, prefixes, io);
  const contract = options.exclusive ? (plan.exclusiveContract ?? plan.contract) : plan.contract;
  const report = options.json ? jsonReport : textReport;
  await place.reportTo.write(
    report({
      contract,
      executor: plan.achieved.executor,
      achieved: spellDeterminism(plan.achieved.determinism),
      prefixes,
      seconds,
      bytes: array.byteLength + prefixes.byteLength,
      output: options.output,
      nulls: options.nulls === undefined ? undefined : nullCount,
      nullRule: options.nulls,
    }),
  );
}

interface Scanned {
  readonly contract: TypedContract;
  readonly executor: string;
  readonly achieved: string;
  readonly prefixes: ElementArray;
  readonly seconds: number;
  readonly bytes: number; // read and written
  readonly output: string;
  readonly nulls: number | undefined;
  readonly nullRule: string | undefined;
}

// The value is the last element, as a reader of the file would look for it; of nothing there is none.
function jsonReport({ contract, executor, achieved, prefixes, seconds, output, nulls }: Scanned): string {
  const last = prefixes.at(-1);
  return jsonLine({
    contract: printContract(contract),
    executor,
    achieved,
    n: prefixes.length,
    value: last === undefined ? null : jsonScalar(last),
    bits: last === undefined ? null : bitsOfScalar(contract.accumulate, last),
    seconds,
    output,
    hash: hashArray(prefixes),
    nulls,
  });
}

function textReport(scanned: Scanned): string {
  const { contract, executor, achieved, prefixes, seconds, bytes, output, nulls, nullRule } = scanned;
  const last = prefixes.at(-1);
  return alignedLines({
    last: last === undefined ? "none" : printScalar(last),
    bits: last === undefined ? undefined : bitsOfScalar(contract.accumulate, last),
    hash: hashArray(prefixes),
    contract: printContract(contract),
    executor: `${executor} (${achieved})`,
    n: `${prefixes.length} ${contract.type}`,
    nulls: nulls === undefined ? undefined : `${nulls} (${nullRule})`,
    time: printSpeed(seconds, bytes),
    output,
  });
}
