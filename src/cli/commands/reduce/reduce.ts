import type { Command } from "commander";
import {
  type Achieved,
  type Operator,
  printContract,
  type RecordOperator,
  type Scalar,
  type TypedContract,
} from "../../../index.ts";
import { achievedFields, achievedText } from "../../achieved-report.ts";
import { withExecutor } from "../../executors/executors.ts";
import {
  addInputArguments,
  type InputOptions,
  isChunked,
  readElements,
  withElementChunks,
} from "../../input/input.ts";
import { readOperator } from "../../input/operator.ts";
import { readRecords, wantedColumns } from "../../input/records.ts";
import type { CommandContext, CommandIo } from "../../io.ts";
import type { Job } from "../../job.ts";
import { jsonLine } from "../../json-line.ts";
import { openRecordReduce } from "../../online-records.ts";
import {
  addContractOptions,
  type ContractArguments,
  onlineElements,
  preparePlan,
  prepareRecordPlan,
} from "../../options/contract.ts";
import {
  addStateOptions,
  checkSnapshotPlace,
  hasState,
  openResumed,
  readSnapshot,
  type StateArguments,
  writeSnapshot,
} from "../../options/state.ts";
import { recordJson, recordText } from "../../record-report.ts";
import { columnsInShape, scalarsOf } from "../../record-shape.ts";
import { alignedLines, bitsOfScalar, jsonScalar, printScalar, printSpeed } from "../../report.ts";

interface ReduceOptions extends InputOptions, ContractArguments, StateArguments {
  readonly json?: boolean;
}

/** `samebits reduce FILE`: all elements combined to one value. */
export function reduceCommand(command: Command, { io }: CommandContext): void {
  addStateOptions(addContractOptions(addInputArguments(command)))
    .option("--json", "print one JSON object")
    .action((file: string, options: ReduceOptions) => reduceFile(file, options, io));
}

async function reduceFile(file: string, options: ReduceOptions, io: CommandIo): Promise<void> {
  const operator = await readOperator(options.operator);
  return withExecutor(options.on, "compute", (executor) => {
    const job = { executor, file, options, io };
    return operator.kind === "record-operator" ? reduceRecords(job, operator) : reduceElements(job, operator);
  });
}

async function reduceElements(job: Job<ReduceOptions>, operator: Operator): Promise<void> {
  const { executor, file, options, io } = job;
  const isOnline =
    executor.online !== undefined && options.expression?.kind !== "bisection" && isChunked(file, options);
  const reduced =
    isOnline || hasState(options) ? await reduceOnline(job, operator) : await reduceWhole(job, operator);
  const { contract, value, length, position, seconds, byteLength } = reduced;
  const bits = bitsOfScalar(contract.accumulate, value);
  const nulls = options.nulls === undefined ? undefined : reduced.nullCount;
  const facts = {
    contract: printContract(contract),
    ...achievedFields(reduced.achieved),
  };
  if (options.json) {
    await io.stdout.write(
      jsonLine({ ...facts, n: length, position, value: jsonScalar(value), bits, seconds, nulls }),
    );
    return;
  }
  const lines = {
    value: printScalar(value),
    bits,
    contract: facts.contract,
    executor: achievedText(reduced.achieved, contract),
    n: `${length} ${contract.type}`,
    position: position === undefined ? undefined : String(position),
    nulls: nulls === undefined ? undefined : `${nulls} (${options.nulls})`,
    time: printSpeed(seconds, byteLength),
  };
  await io.stdout.write(alignedLines(lines));
}

interface Reduced {
  readonly contract: TypedContract;
  readonly achieved: Achieved;
  readonly value: Scalar;
  readonly length: number; // elements read
  readonly position: number | undefined; // where a state was kept or given: elements so far
  readonly nullCount: number;
  readonly seconds: number;
  readonly byteLength: number;
}

async function reduceWhole(
  { executor, file, options, io }: Job<ReduceOptions>,
  operator: Operator,
): Promise<Reduced> {
  const { array, type, nullCount } = await readElements(file, operator, options, io);
  const { contract, achievedOf, reduce } = preparePlan(executor, options, operator, type);
  const begun = io.now();
  const value = await reduce(array);
  const seconds = (io.now() - begun) / 1000;
  const { length, byteLength } = array;
  const achieved = achievedOf("reduce");
  return { contract, achieved, value, length, position: undefined, nullCount, seconds, byteLength };
}

/** The same chunk by chunk, in memory that does not grow with FILE where its format allows. */
async function reduceOnline(
  { executor, file, options, io }: Job<ReduceOptions>,
  operator: Operator,
): Promise<Reduced> {
  await checkSnapshotPlace(options);
  const from = await readSnapshot(options);
  return withElementChunks(file, operator, options, io, async ({ type, nullCount, chunks }) => {
    const { streams, options: asked } = onlineElements(executor, options, operator, type);
    const running = openResumed(() => streams.onlineReduce({ ...asked, from }));
    const tally = { length: 0, byteLength: 0, seconds: 0 };
    try {
      for await (const chunk of chunks) {
        const begun = io.now();
        running.push(chunk);
        tally.seconds += (io.now() - begun) / 1000;
        tally.length += chunk.length;
        tally.byteLength += chunk.byteLength;
      }
      const { achieved } = running;
      const contract = running.contract as TypedContract;
      const value = running.observe();
      await writeSnapshot(options, running, io);
      return {
        contract,
        achieved,
        value,
        position: hasState(options) ? running.position : undefined,
        nullCount,
        ...tally,
      };
    } finally {
      running.close();
    }
  });
}

async function reduceRecords(
  { executor, file, options, io }: Job<ReduceOptions>,
  operator: RecordOperator,
): Promise<void> {
  const wanted = wantedColumns(operator, options);
  const online = hasState(options) ? await openRecordReduce(executor, operator, options) : undefined;
  const { contract, achievedOf, reduce } = online ?? prepareRecordPlan(executor, options, operator);
  const { columns, length, byteLength, nullCount } = await readRecords(file, wanted, options, io);
  const begun = io.now();
  const value = await reduce(columnsInShape(operator.type, columns));
  const seconds = (io.now() - begun) / 1000;
  if (online !== undefined) await writeSnapshot(options, online, io);
  const report = options.json ? recordJson : recordText;
  await io.stdout.write(
    report({
      contract,
      achieved: achievedOf("reduce"),
      length,
      position: online?.position(),
      value: scalarsOf(operator.type, value),
      seconds,
      bytes: byteLength,
      nulls: options.nulls === undefined ? undefined : nullCount,
      nullRule: options.nulls,
    }),
  );
}
