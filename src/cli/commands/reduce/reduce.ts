import { type Command, Option } from "commander";
import {
  InvalidArgumentError,
  type Operator,
  type RecordContract,
  type RecordOperator,
  type TypedContract,
} from "../../../index.ts";
import { roundTo } from "../../../reveal.ts";
import { type Combined, combinedReport, valueLine } from "../../combined-report.ts";
import { withExecutor } from "../../executors/executors.ts";
import type { OpenExecutor } from "../../executors/offered-executor.ts";
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
  readRecords,
  scalarsOf,
  wantedColumns,
  withRecordParts,
} from "../../input/records.ts";
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
import { printReport } from "../../report.ts";
import { arithmeticText, runPlanned, sumsByTree } from "../../tree-sums.ts";

interface ReduceOptions extends InputOptions, ContractArguments, StateArguments, ScanChoice {
  readonly json?: boolean;
  readonly valueOnly?: boolean;
}

/** `samebits reduce FILE`: all elements combined to one value. */
export function reduceCommand(command: Command, { io }: CommandContext): void {
  addScanChoice(
    addStateOptions(addContractOptions(addInputArguments(command))),
    "chained-scan, whose last prefix it is; otherwise a reduce has one way",
  )
    .option("--json", "print one JSON object")
    .addOption(
      new Option("--value-only", "print the value alone: a number, or a record as JSON").conflicts("json"),
    )
    .action((file: string, options: ReduceOptions) => reduceFile(file, options, io));
}

async function reduceFile(file: string, options: ReduceOptions, io: CommandIo): Promise<void> {
  const operator = await readOperator(options.operator);
  const reduceOn = async (executor: OpenExecutor): Promise<void> => {
    const job = { executor, file, options, io };
    const reduced =
      operator.kind === "record-operator"
        ? await reduceRecords(job, operator)
        : await reduceElements(job, operator);
    await io.stdout.write(
      options.valueOnly ? valueLine(reduced) : printReport(combinedReport(reduced, options.nulls), options),
    );
  };
  const scans = scanChoiceOf(options);
  if (scans?.algorithm !== undefined && scans.algorithm !== "chained-scan") {
    const expected = "chained-scan, as a reduce has no other way besides its own";
    throw new InvalidArgumentError("algorithm", expected, JSON.stringify(scans.algorithm));
  }
  return withExecutor(options.on, "compute", reduceOn, scans);
}

async function reduceElements(job: Job<ReduceOptions>, operator: Operator): Promise<Combined> {
  const { executor, file, options } = job;
  const isOfWhole = options.expression?.kind === "bisection" || options.expression?.kind === "custom";
  const isOnline = executor.online !== undefined && !isOfWhole && isChunked(file, options);
  return isOnline || hasState(options) ? reduceOnline(job, operator) : reduceWhole(job, operator);
}

async function reduceWhole(
  { executor, file, options, io }: Job<ReduceOptions>,
  operator: Operator,
): Promise<Combined> {
  const { array, type, nullCount } = await readElements(file, operator, options, io);
  const { length, byteLength: bytes } = array;
  const result = revealedSum(options, operator, type)?.arithmetic.result;
  return runPlanned(executor, options, { operator, type, length }, async ({ plan, byTree }) => {
    const begun = io.now();
    const sum = byTree === undefined ? await plan.reduce(array) : sumsByTree(byTree, array, [length])[0];
    const value = [result === undefined ? sum : roundTo(result, sum as number)];
    const seconds = (io.now() - begun) / 1000;
    const achieved = plan.achievedOf("reduce");
    return {
      ...{ contract: plan.contract, achieved, value, result, length, position: undefined },
      ...{
        algorithm: options.algorithm,
        arithmetic: byTree && arithmeticText(byTree),
        nullCount,
        seconds,
        bytes,
      },
    };
  });
}

/** The same chunk by chunk, in memory that does not grow with FILE where its format allows. */
async function reduceOnline(
  { executor, file, options, io }: Job<ReduceOptions>,
  operator: Operator,
): Promise<Combined> {
  await checkSnapshotPlace(options);
  const from = await readSnapshot(options);
  return withElementChunks(file, operator, options, io, async (read) => {
    const { type, chunks } = read;
    const asked = elementOptions(options, operator, type);
    const streams = streamsOf(executor);
    const running = openResumed(() => streams.onlineReduce({ ...asked, from }));
    const tally = { length: 0, bytes: 0, seconds: 0 };
    try {
      for await (const chunk of chunks) {
        const begun = io.now();
        running.push(chunk);
        tally.seconds += (io.now() - begun) / 1000;
        tally.length += chunk.length;
        tally.bytes += chunk.byteLength;
      }
      const { achieved } = running;
      const contract = running.contract as TypedContract;
      const value = [running.observe()];
      await writeSnapshot(options, running, io);
      const position = hasState(options) ? running.position : undefined;
      return { contract, achieved, value, position, nullCount: read.nullCount, ...tally };
    } finally {
      running.close();
    }
  });
}

function reduceRecords(job: Job<ReduceOptions>, operator: RecordOperator): Promise<Combined> {
  const { kind } = job.options.expression ?? {};
  const isOnline = job.executor.online !== undefined && kind !== "bisection" && kind !== "custom";
  return isOnline || hasState(job.options)
    ? reduceRecordParts(job, operator)
    : reduceWholeRecords(job, operator);
}

/** Some records at a time, from a state or to one. */
async function reduceRecordParts(
  { executor, file, options, io }: Job<ReduceOptions>,
  operator: RecordOperator,
): Promise<Combined> {
  const wanted = wantedColumns(operator, options);
  await checkSnapshotPlace(options);
  const from = await readSnapshot(options);
  const asked = recordOptions(options, operator);
  const running = openResumed(() => streamsOf(executor).onlineReduce({ ...asked, from }));
  const tally = { length: 0, bytes: 0, seconds: 0, nullCount: 0 };
  try {
    await withRecordParts(file, wanted, options, io, async (parts) => {
      for await (const { columns, length, byteLength, nullCount } of parts) {
        const begun = io.now();
        running.push(columnsInShape(operator.type, columns));
        tally.seconds += (io.now() - begun) / 1000;
        tally.length += length;
        tally.bytes += byteLength;
        tally.nullCount += nullCount;
      }
    });
    const value = scalarsOf(operator.type, running.observe());
    await writeSnapshot(options, running, io);
    const { achieved } = running;
    const position = hasState(options) ? running.position : undefined;
    return { contract: running.contract as RecordContract, achieved, position, value, ...tally };
  } finally {
    running.close();
  }
}

async function reduceWholeRecords(
  { executor, file, options, io }: Job<ReduceOptions>,
  operator: RecordOperator,
): Promise<Combined> {
  const wanted = wantedColumns(operator, options);
  const plan = executor.prepareRecords(recordOptions(options, operator));
  const { columns, length, byteLength, nullCount } = await readRecords(file, wanted, options, io);
  const begun = io.now();
  const value = await plan.reduce(columnsInShape(operator.type, columns));
  return {
    contract: plan.contract,
    achieved: plan.achievedOf("reduce"),
    algorithm: options.algorithm,
    length,
    position: undefined,
    value: scalarsOf(operator.type, value),
    seconds: (io.now() - begun) / 1000,
    bytes: byteLength,
    nullCount,
  };
}
