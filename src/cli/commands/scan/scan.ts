import type { Command } from "commander";
import {
  type ColumnArray,
  type ElementArray,
  elementTypeOf,
  newElementArray,
  type Observation,
  type Operator,
  type RecordContract,
  type RecordOperator,
  type Scalar,
  type StorageArray,
  type StorageType,
  type TypedContract,
  UnsupportedError,
} from "../../../index.ts";
import { openHash } from "../../../streams.ts";
import { type Combined, combinedReport } from "../../combined-report.ts";
import { withExecutor } from "../../executors/executors.ts";
import type { OpenExecutor } from "../../executors/offered-executor.ts";
import { hashUnderBar } from "../../hashing.ts";
import { keepHeapSmall } from "../../held/small-heap.ts";
import { keepColumns } from "../../held/written-columns.ts";
import {
  addInputArguments,
  type InputOptions,
  isChunked,
  readElements,
  withElementChunks,
} from "../../input/input.ts";
import { readOperator } from "../../input/operator.ts";
import {
  columnsInShape,
  columnsOfShape,
  type ReadRecords,
  readRecords,
  wantedColumns,
  withRecordParts,
} from "../../input/records.ts";
import { type Table, tableOf } from "../../input/table.ts";
import type { CommandContext, CommandIo, Job } from "../../io.ts";
import {
  addContractOptions,
  type ContractArguments,
  elementOptions,
  recordOptions,
  revealedSum,
  streamsOf,
} from "../../options/contract.ts";
import { addScanChoice, type ScanChoice, scanChoiceOf } from "../../options/scan-choice.ts";
import {
  addStateOptions,
  checkSnapshotPlace,
  hasState,
  openResumed,
  readSnapshot,
  type StateArguments,
  writeSnapshot,
} from "../../options/state.ts";
import { findTableOutput, writeTable } from "../../output/write-output.ts";
import { writeTableChunks } from "../../output/write-parts.ts";
import { printReport } from "../../report.ts";
import { arithmeticText, runPlanned, scanByTree } from "../../tree-sums.ts";
import { findScanPlace, type ScanPlace } from "./scan-place.ts";

/** The options of a scan. */
interface ScanOptions extends InputOptions, ContractArguments, StateArguments, ScanChoice {
  readonly output: string;
  readonly exclusive?: boolean;
  readonly json?: boolean;
  readonly hash: boolean;
}

const RECORDS_HELP = `
An operator over records reads a column for each of its fields and writes one;
a field within a field is named by its path, as position.x. Each column has a
hash of its bytes as \`samebits hash\` has it, and "hash" is that of the bytes
of one column after the other.`;

/** `samebits scan FILE -o OUT`: every prefix. */
export function scanCommand(command: Command, { io }: CommandContext): void {
  addScanChoice(
    addStateOptions(addContractOptions(addInputArguments(command))),
    "dyadic-look-back (default), reduce-then-scan, scan-then-propagate and others, with the same bits; of associative operators the look-backs of the literature too",
  )
    .requiredOption(
      "-o, --output <file>",
      "a .npy file, .csv, .tsv, .arrow or .parquet, or .raw, .bin or any name with --raw; of records one of columns; - is standard output, as CSV where FILE has columns",
    )
    .option("--exclusive", "element i covers what is before i, without i itself")
    .option("--allow-quadratic", "accept a scan by bisection, of n(n - 1)/2 combines")
    .option("--no-hash", "do not hash what is written")
    .option("--json", "print one JSON object")
    .addHelpText("after", RECORDS_HELP)
    .action((file: string, options: ScanOptions) => scanFile(file, options, io));
}

async function scanFile(file: string, options: ScanOptions, io: CommandIo): Promise<void> {
  const operator = await readOperator(options.operator);
  const scanOn = (executor: OpenExecutor): Promise<void> => {
    const job = { executor, file, options, io };
    return operator.kind === "record-operator" ? scanRecords(job, operator) : scanElements(job, operator);
  };
  return withExecutor(options.on, "compute", scanOn, scanChoiceOf(options));
}

async function scanElements(job: Job<ScanOptions>, operator: Operator): Promise<void> {
  const { executor, file, options, io } = job;
  const place = await findScanPlace(file, options, io);
  const { isLengthNeeded } = place;
  const isOnline =
    executor.online !== undefined &&
    options.expression?.kind !== "bisection" &&
    options.expression?.kind !== "custom" &&
    isChunked(file, { ...options, isLengthNeeded });
  const scanned =
    isOnline || hasState(options)
      ? await scanOnline(job, operator, place)
      : await scanWhole(job, operator, place);
  await place.reportTo.write(printReport(combinedReport(scanned, options.nulls), options));
}

async function scanWhole(
  { executor, file, options, io }: Job<ScanOptions>,
  operator: Operator,
  place: ScanPlace,
): Promise<Combined> {
  const { array, type, nullCount } = await readElements(file, operator, options, io);
  const result = revealedSum(options, operator, type)?.arithmetic.result;
  const about = { operator, type, length: array.length };
  const { plan, byTree, prefixes, seconds } = await runPlanned(executor, options, about, async (planned) => {
    const { plan, byTree } = planned;
    const begun = io.now();
    const scan = options.exclusive ? plan.exclusiveScan : plan.inclusiveScan;
    const scanned = byTree === undefined || options.exclusive ? await scan(array) : scanByTree(byTree, array);
    const prefixes = roundedElements(scanned, result);
    return { plan, byTree, prefixes, seconds: (io.now() - begun) / 1000 };
  });
  await place.writeWhole(prefixes, elementTypeOf(prefixes) ?? plan.contract.accumulate);
  const last = prefixes.at(-1);
  return {
    contract: options.exclusive ? (plan.exclusiveContract ?? plan.contract) : plan.contract,
    achieved: plan.achievedOf(observationOf(options)),
    algorithm: options.algorithm,
    result,
    arithmetic: byTree && arithmeticText(byTree),
    length: prefixes.length,
    value: last === undefined ? undefined : [last],
    written: {
      output: options.output,
      hash: options.hash ? await hashUnderBar([prefixes], io) : undefined,
    },
    position: undefined,
    seconds,
    bytes: array.byteLength + prefixes.byteLength,
    nullCount,
  };
}

/** What a revealed scan gives at last. @throws UnsupportedError for halves */
function roundedElements(prefixes: ElementArray, result: StorageType | undefined): ElementArray {
  if (result === undefined || result === elementTypeOf(prefixes)) return prefixes;
  if (result === "f32") return Float32Array.from(prefixes as Float64Array);
  if (result === "f64") return Float64Array.from(prefixes as Float32Array);
  const remedy = "--accumulate f32 takes the trees alone, and gives prefixes of f32";
  throw new UnsupportedError(
    `a scan whose prefixes are rounded to ${result}`,
    "scans write their accumulation type",
    remedy,
  );
}

function observationOf({ exclusive }: ScanOptions): Observation {
  return exclusive ? "exclusive-scan" : "inclusive-scan";
}

async function scanRecords(job: Job<ScanOptions>, operator: RecordOperator): Promise<void> {
  const { executor, options } = job;
  const { kind } = options.expression ?? {};
  const isOnline = executor.online !== undefined && kind !== "bisection" && kind !== "custom";
  const place = await findTableOutput(options.output, job.io);
  const scan = isOnline || hasState(options) ? scanRecordParts : scanWholeRecords;
  const scanned = await scan(job, operator, place);
  await place.reportTo.write(printReport(combinedReport(scanned, options.nulls), options));
}

type TablePlace = Awaited<ReturnType<typeof findTableOutput>>;

/** Some records at a time, from a state or to one; hashes go over a temporary file, as they are of one column after the other. */
async function scanRecordParts(
  { executor, file, options, io }: Job<ScanOptions>,
  operator: RecordOperator,
  place: TablePlace,
): Promise<Combined> {
  const wanted = wantedColumns(operator, options);
  await checkSnapshotPlace(options);
  const from = await readSnapshot(options);
  const asked = recordOptions(options, operator);
  const observation = observationOf(options) as "inclusive-scan" | "exclusive-scan";
  const scan = openResumed(() => streamsOf(executor).onlineScan({ ...asked, observation, from }));
  const names = operator.columns.map(({ path }) => path.join("."));
  const tally = { length: 0, bytes: 0, seconds: 0, nullCount: 0 };
  const kept = options.hash ? keepColumns() : undefined;
  let last: readonly Scalar[] | undefined;
  async function* prefixes(parts: AsyncIterable<ReadRecords>): AsyncGenerator<Table> {
    for await (const { columns, length, byteLength, nullCount } of parts) {
      const begun = io.now();
      const made = columnsOfShape(operator.type, scan.push(columnsInShape(operator.type, columns)));
      tally.seconds += (io.now() - begun) / 1000;
      tally.length += length;
      tally.bytes += 2 * byteLength;
      tally.nullCount += nullCount;
      if (length > 0) last = made.map((column) => column[length - 1]);
      const table = tableOf(
        names,
        made.map((array, i) => ({ array, type: operator.columns[i].type })),
      );
      await kept?.add(table, table);
      yield table;
    }
  }
  keepHeapSmall();
  try {
    await withRecordParts(file, wanted, options, io, (parts) => writeTableChunks(place, prefixes(parts), io));
    await writeSnapshot(options, scan, io);
    const found = await kept?.hashes(io);
    return {
      contract: scan.contract as RecordContract,
      achieved: scan.achieved,
      ...tally,
      value: last,
      written: {
        output: options.output,
        hash: found?.all,
        hashes: found && names.map((name) => found.each?.[name] ?? found.all),
      },
      position: hasState(options) ? scan.position : undefined,
    };
  } finally {
    scan.close();
    await kept?.close();
  }
}

async function scanWholeRecords(
  { executor, file, options, io }: Job<ScanOptions>,
  operator: RecordOperator,
  place: TablePlace,
): Promise<Combined> {
  const wanted = wantedColumns(operator, options);
  const plan = executor.prepareRecords(recordOptions(options, operator));
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
  return {
    contract: options.exclusive ? (plan.exclusiveContract ?? plan.contract) : plan.contract,
    achieved: plan.achievedOf(observationOf(options)),
    algorithm: options.algorithm,
    length,
    value: length === 0 ? undefined : prefixes.map((column) => column[length - 1]),
    written: { output: options.output, ...(options.hash ? await hashesOf(prefixes, io) : NO_HASHES) },
    position: undefined,
    seconds,
    bytes: 2 * byteLength,
    nullCount,
  };
}

const NO_HASHES = { hash: undefined };

/** Of the columns together, and of each. */
async function hashesOf(columns: readonly ColumnArray[], io: CommandIo) {
  const hashes: string[] = [];
  for (const column of columns) hashes.push(await hashUnderBar([column], io));
  return { hash: await hashUnderBar(columns, io), hashes };
}

/** Elements that are scanned in one go: a signal that comes while OUT is written waits for them, 0.13 s of the slowest. */
const MOST_AT_ONCE = 2 ** 20;

/** Scans FILE chunk by chunk, each written before the next is read: memory does not grow with FILE where its format allows. */
async function scanOnline(
  { executor, file, options, io }: Job<ScanOptions>,
  operator: Operator,
  place: ScanPlace,
): Promise<Combined> {
  await checkSnapshotPlace(options);
  const from = await readSnapshot(options);
  const how = { ...options, isLengthNeeded: place.isLengthNeeded };
  return withElementChunks(file, operator, how, io, async (read) => {
    const { type, length, chunks } = read;
    const asked = elementOptions(options, operator, type);
    const streams = streamsOf(executor);
    const observation = options.exclusive ? "exclusive-scan" : "inclusive-scan";
    const scan = openResumed(() => streams.onlineScan({ ...asked, observation, from }));
    const contract = scan.contract as TypedContract;
    const hash = options.hash ? openHash() : undefined;
    const tally = { length: 0, bytes: 0, seconds: 0 };
    let last: Scalar | undefined;
    async function* prefixes(): AsyncGenerator<ElementArray> {
      let widened = newElementArray(contract.accumulate, 0);
      for await (const chunk of piecesOf(chunks)) {
        if (contract.accumulate !== type && widened.length < chunk.length) {
          widened = newElementArray(contract.accumulate, chunk.length);
        }
        const isInPlace = contract.accumulate === type;
        const output = (isInPlace ? chunk : widened.subarray(0, chunk.length)) as ElementArray;
        const begun = io.now();
        scan.push(chunk, output);
        tally.seconds += (io.now() - begun) / 1000;
        tally.bytes += chunk.byteLength + output.byteLength;
        tally.length += chunk.length;
        last = output.at(-1) ?? last;
        hash?.add(output);
        yield output;
      }
    }
    try {
      await place.writeChunks(prefixes(), { type: contract.accumulate, length });
      await writeSnapshot(options, scan, io);
      return {
        contract,
        achieved: scan.achieved,
        ...tally,
        value: last === undefined ? undefined : [last],
        written: { output: options.output, hash: hash?.digits() },
        position: hasState(options) ? scan.position : undefined,
        nullCount: read.nullCount,
      };
    } finally {
      scan.close();
    }
  });
}

/** Of a file that was read at once there is one chunk, however long. */
async function* piecesOf(chunks: AsyncIterable<StorageArray>): AsyncGenerator<StorageArray> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += MOST_AT_ONCE) {
      yield chunk.subarray(start, start + MOST_AT_ONCE) as StorageArray;
    }
  }
}
