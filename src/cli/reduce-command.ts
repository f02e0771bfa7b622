import type { Command } from "commander";
import { printContract } from "../index.ts";
import { addContractOptions, type ContractArguments, preparePlan } from "./contract-options.ts";
import type { CommandIo } from "./io.ts";
import { jsonLine } from "./json-line.ts";
import { spellDeterminism } from "./parse-arguments.ts";
import { addInputArguments, type InputOptions, readInput } from "./read-input.ts";
import { alignedLines, bitsOfScalar, jsonScalar, printScalar, printSpeed } from "./report.ts";

interface ReduceOptions extends InputOptions, ContractArguments {
  readonly json?: boolean;
}

/** `samebits reduce FILE`: all elements combined to one value. */
export function addReduceCommand(program: Command, io: CommandIo): void {
  addContractOptions(addInputArguments(program.command("reduce")))
    .description("combine all elements to one value, with the same bits everywhere")
    .option("--json", "print one JSON object")
    .action((file: string, options: ReduceOptions) => reduceFile(file, options, io));
}

async function reduceFile(file: string, options: ReduceOptions, io: CommandIo): Promise<void> {
  const { array, type, nullCount } = await readInput(file, options, io);
  const plan = preparePlan(options, type);
  const begun = io.now();
  const value = plan.reduce(array);
  const seconds = (io.now() - begun) / 1000;
  const { contract, achieved } = plan;
  const bits = bitsOfScalar(contract.accumulate, value);
  const nulls = options.nulls === undefined ? undefined : nullCount;
  const facts = {
    contract: printContract(contract),
    executor: achieved.executor,
    achieved: spellDeterminism(achieved.determinism),
  };
  if (options.json) {
    await io.stdout.write(
      jsonLine({ ...facts, n: array.length, value: jsonScalar(value), bits, seconds, nulls }),
    );
    return;
  }
  const lines = {
    value: printScalar(value),
    bits,
    contract: facts.contract,
    executor: `${facts.executor} (${facts.achieved})`,
    n: `${array.length} ${type}`,
    nulls: nulls === undefined ? undefined : `${nulls} (${options.nulls})`,
    time: printSpeed(seconds, array.byteLength),
  };
  await io.stdout.write(alignedLines(lines));
}
