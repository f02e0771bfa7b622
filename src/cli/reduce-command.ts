import type { Command } from "commander";
import { type Operator, printContract, type RecordOperator } from "../index.ts";
import {
  addContractOptions,
  type ContractArguments,
  preparePlan,
  prepareRecordPlan,
} from "./contract-options.ts";
import type { CommandIo } from "./io.ts";
import { jsonLine } from "./json-line.ts";
import { spellDeterminism } from "./parse-arguments.ts";
import { addInputArguments, type InputOptions, readElements } from "./read-input.ts";
import { readOperator } from "./read-operator.ts";
import { readRecords, wantedColumns } from "./read-records.ts";
import { recordJson, recordText } from "./record-report.ts";
import { columnsInShape, scalarsOf } from "./record-shape.ts";
import { alignedLines, bitsOfScalar, jsonScalar, printScalar, printSpeed } from "./report.ts";

interface ReduceOptions extends InputOptions, ContractArguments {
  readonly json?: boolean;
}

/** `samebits reduce FILE`: all elements combined to one value. */
export function addReduceCommand(program: Command, io: CommandIo): void {
  addContractOptions(addInputArguments(program.command("reduce")))
    .description("combine all elements, or all records, to one value, with the same bits everywhere")
    .option("--json", "print one JSON object")
    .action((file: string, options: ReduceOptions) => reduceFile(file, options, io));
}

async function reduceFile(file: string, options: ReduceOptions, io: CommandIo): Promise<void> {
  const operator = await readOperator(options.operator);
  return operator.kind === "record-operator"
    ? reduceRecords(file, operator, options, io)
    : reduceElements(file, operator, options, io);
}

async function reduceElements(
  file: string,
  operator: Operator,
  options: ReduceOptions,
  io: CommandIo,
): Promise<void> {
  const { array, type, nullCount } = await readElements(file, operator, options, io);
  const plan = preparePlan(options, operator, type);
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

async function reduceRecords(
  file: string,
  operator: RecordOperator,
  options: ReduceOptions,
  io: CommandIo,
): Promise<void> {
  const wanted = wantedColumns(operator, options);
  const { contract, achieved, reduce } = prepareRecordPlan(options, operator);
  const { columns, length, byteLength, nullCount } = await readRecords(file, wanted, options, io);
  const begun = io.now();
  const value = reduce(columnsInShape(operator.type, columns));
  const seconds = (io.now() - begun) / 1000;
  const report = options.json ? recordJson : recordText;
  await io.stdout.write(
    report({
      contract,
      executor: achieved.executor,
      achieved: spellDeterminism(achieved.determinism),
      length,
      value: scalarsOf(operator.type, value),
      seconds,
      bytes: byteLength,
      nulls: options.nulls === undefined ? undefined : nullCount,
      nullRule: options.nulls,
    }),
  );
}
