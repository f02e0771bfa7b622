import type { Command } from "commander";
import {
  type ElementArray,
  hashArray,
  hashColumns,
  type Observation,
  type Operator,
  type RecordOperator,
} from "../../../index.ts";
import { type Combined, combinedReport } from "../../combined-report.ts";
import { withExecutor } from "../../executors/executors.ts";
import { addInputArguments, isChunked, readElements } from "../../input/input.ts";
import { readOperator } from "../../input/operator.ts";
import { columnsInShape, columnsOfShape, readRecords, wantedColumns } from "../../input/records.ts";
import type { CommandContext, CommandIo, Job } from "../../io.ts";
import { addContractOptions, elementOptions, recordOptions } from "../../options/contract.ts";
import { addStateOptions, hasState, writeSnapshot } from "../../options/state.ts";
import {
  findOutput,
  findTableOutput,
  type OutputPlace,
  writeOutput,
  writeTable,
} from "../../output/write-output.ts";
import { printReport } from "../../report.ts";
import { openRecordScan, type ScanOptions, scanOnline } from "./online.ts";

const RECORDS_HELP = `
An operator over records reads a column for each of its fields and writes one; a field
within a field is named by its path, as position.x. Each column has a hash of its bytes
as \`samebits hash\` has it, and "hash" is that of the bytes of one column after the other.
`;

/** `samebits scan FILE -o OUT`: every prefix. */
export function scanCommand(command: Command, { io }: CommandContext): void {
  addStateOptions(addContractOptions(addInputArguments(command)))
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
  return withExecutor(options.on, "compute", (executor) => {
    const job = { executor, file, options, io };
    return operator.kind === "record-operator" ? scanRecords(job, operator) : scanElements(job, operator);
  });
}

async function scanElements(job: Job<ScanOptions>, operator: Operator): Promise<void> {
  const { executor, file, options, io } = job;
  const place = await findOutput(options.output, options.raw === true, io);
  const isOnline =
    executor.online !== undefined && options.expression?.kind !== "bisection" && isChunked(file, options);
  const scanned =
    isOnline || hasState(options)
      ? await scanOnline(job, operator, place)
      : await scanWhole(job, operator, place);
  await place.reportTo.write(printReport(combinedReport(scanned, options.nulls), options));
}

async function scanWhole(
  { executor, file, options, io }: Job<ScanOptions>,
  operator: Operator,
  place: OutputPlace,
): Promise<Combined> {
  const { array, type, nullCount } = await readElements(file, operator, options, io);
  const plan = executor.prepareElements(elementOptions(options, operator, type));
  const begun = io.now();
  const scan = options.exclusive ? plan.exclusiveScan : plan.inclusiveScan;
  const prefixes: ElementArray = await scan(array);
  const seconds = (io.now() - begun) / 1000;
  await writeOutput(place, prefixes, io);
  const last = prefixes.at(-1);
  return {
    contract: options.exclusive ? (plan.exclusiveContract ?? plan.contract) : plan.contract,
    achieved: plan.achievedOf(observationOf(options)),
    length: prefixes.length,
    value: last === undefined ? undefined : [last],
    written: { output: options.output, hash: hashArray(prefixes), columns: [] },
    position: undefined,
    seconds,
    bytes: array.byteLength + prefixes.byteLength,
    nullCount,
  };
}

function observationOf({ exclusive }: ScanOptions): Observation {
  return exclusive ? "exclusive-scan" : "inclusive-scan";
}

async function scanRecords(
  { executor, file, options, io }: Job<ScanOptions>,
  operator: RecordOperator,
): Promise<void> {
  const wanted = wantedColumns(operator, options);
  const online = hasState(options) ? await openRecordScan({ executor, options }, operator) : undefined;
  const plan = online ?? executor.prepareRecords(recordOptions(options, operator));
  const place = await findTableOutput(options.output, io);
  const { columns, length, byteLength, nullCount } = await readRecords(file, wanted, options, io);
  const input = columnsInShape(operator.type, columns);
  const begun = io.now();
  const scan = options.exclusive ? plan.exclusiveScan : plan.inclusiveScan;
  const shaped = await scan(input);
  const seconds = (io.now() - begun) / 1000;
  const prefixes = columnsOfShape(operator.type, shaped);
  const named = operator.columns.map(({ path, type }, index) => {
    return { column: path.join("."), type, array: prefixes[index] };
  });
  await writeTable(place, named, io);
  if (online !== undefined) await writeSnapshot(options, online, io);
  const scanned: Combined = {
    contract: options.exclusive ? (plan.exclusiveContract ?? plan.contract) : plan.contract,
    achieved: plan.achievedOf(observationOf(options)),
    length,
    value: length === 0 ? undefined : prefixes.map((column) => column[length - 1]),
    written: { output: options.output, hash: hashColumns(prefixes), columns: prefixes },
    position: online?.position(),
    seconds,
    bytes: 2 * byteLength,
    nullCount,
  };
  await place.reportTo.write(printReport(combinedReport(scanned, options.nulls), options));
}
