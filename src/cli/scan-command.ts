import type { Command } from "commander";
import {
  type ElementArray,
  hashArray,
  type Operator,
  printContract,
  type RecordOperator,
  type TypedContract,
} from "../index.ts";
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
import { columnsInShape, columnsOfShape } from "./record-shape.ts";
import { alignedLines, bitsOfScalar, jsonScalar, printScalar, printSpeed } from "./report.ts";
import { findOutput, findTableOutput, writeOutput, writeTable } from "./write-output.ts";

interface ScanOptions extends InputOptions, ContractArguments {
  readonly output: string;
  readonly exclusive?: boolean;
  readonly json?: boolean;
}

const RECORDS_HELP = `
An operator over records reads a column for each of its fields and writes one; a field
within a field is named by its path, as position.x. Each column has a hash of its bytes
as \`samebits hash\` has it, and "hash" is that of the bytes of one column after the other.
`;

/** `samebits scan FILE -o OUT`: every prefix. */
export function addScanCommand(program: Command, io: CommandIo): void {
  addContractOptions(addInputArguments(program.command("scan")))
    .description("write every prefix, with the same bits everywhere")
    .requiredOption(
      "-o, --output <file>",
      "a .npy file, or .raw, .bin or any name with --raw; of records .csv or .tsv; - is standard output",
    )
    .option("--exclusive", "element i covers what is before i, without i itself")
    .option("--allow-quadratic", "accept a scan by bisection, of some n^1.5 combines")
    .option("--json", "print one JSON object")
    .addHelpText("after", RECORDS_HELP)
    .action((file: string, options: ScanOptions) => scanFile(file, options, io));
}

async function scanFile(file: string, options: ScanOptions, io: CommandIo): Promise<void> {
  const operator = await readOperator(options.operator);
  return operator.kind === "record-operator"
    ? scanRecords(file, operator, options, io)
    : scanElements(file, operator, options, io);
}

async function scanElements(
  file: string,
  operator: Operator,
  options: ScanOptions,
  io: CommandIo,
): Promise<void> {
  const place = await findOutput(options.output, options.raw === true, io);
  const { array, type, nullCount } = await readElements(file, operator, options, io);
  const plan = preparePlan(options, operator, type);
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

async function scanRecords(
  file: string,
  operator: RecordOperator,
  options: ScanOptions,
  io: CommandIo,
): Promise<void> {
  const wanted = wantedColumns(operator, options);
  const plan = prepareRecordPlan(options, operator);
  const place = await findTableOutput(options.output, io);
  const { columns, length, byteLength, nullCount } = await readRecords(file, wanted, options, io);
  const input = columnsInShape(operator.type, columns);
  const begun = io.now();
  const shaped = options.exclusive ? plan.exclusiveScan(input) : plan.inclusiveScan(input);
  const seconds = (io.now() - begun) / 1000;
  const prefixes = columnsOfShape(operator.type, shaped);
  const named = operator.columns.map(({ path, type }, index) => {
    return { column: path.join("."), type, array: prefixes[index] };
  });
  await writeTable(place, named, io);
  const report = options.json ? recordJson : recordText;
  await place.reportTo.write(
    report({
      contract: options.exclusive ? (plan.exclusiveContract ?? plan.contract) : plan.contract,
      executor: plan.achieved.executor,
      achieved: spellDeterminism(plan.achieved.determinism),
      length,
      value: length === 0 ? undefined : prefixes.map((column) => column[length - 1]),
      scan: { columns: prefixes, output: options.output },
      seconds,
      bytes: 2 * byteLength,
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
