import {
  type ElementArray,
  newElementArray,
  type Operator,
  type RecordContract,
  type RecordOperator,
  type Scalar,
  type TypedContract,
} from "../../../index.ts";
import { openHash } from "../../../streams.ts";
import type { Combined } from "../../combined-report.ts";
import { type InputOptions, withElementChunks } from "../../input/input.ts";
import type { Job } from "../../io.ts";
import { type ContractArguments, elementOptions, recordOptions, streamsOf } from "../../options/contract.ts";
import {
  checkSnapshotPlace,
  hasState,
  openResumed,
  readSnapshot,
  type StateArguments,
  writeSnapshot,
} from "../../options/state.ts";
import { type OutputPlace, writeOutputChunks } from "../../output/write-output.ts";

/** The options of a scan. */
export interface ScanOptions extends InputOptions, ContractArguments, StateArguments {
  readonly output: string;
  readonly exclusive?: boolean;
  readonly json?: boolean;
}

/** Elements that are scanned in one go: a signal that comes while OUT is written waits for them, 0.13 s of the slowest. */
const MOST_AT_ONCE = 2 ** 20;

/** Scans FILE chunk by chunk, each written before the next is read: memory does not grow with FILE where its format allows. */
export async function scanOnline(
  { executor, file, options, io }: Job<ScanOptions>,
  operator: Operator,
  place: OutputPlace,
): Promise<Combined> {
  await checkSnapshotPlace(options);
  const from = await readSnapshot(options);
  return withElementChunks(file, operator, options, io, async ({ type, length, nullCount, chunks }) => {
    const asked = elementOptions(options, operator, type);
    const streams = streamsOf(executor);
    const observation = options.exclusive ? "exclusive-scan" : "inclusive-scan";
    const scan = openResumed(() => streams.onlineScan({ ...asked, observation, from }));
    const contract = scan.contract as TypedContract;
    const hash = openHash();
    const tally = { length: 0, bytes: 0, seconds: 0 };
    let last: Scalar | undefined;
    async function* prefixes(): AsyncGenerator<ElementArray> {
      let widened = newElementArray(contract.accumulate, 0);
      for await (const chunk of piecesOf(chunks)) {
        if (contract.accumulate !== type && widened.length < chunk.length) {
          widened = newElementArray(contract.accumulate, chunk.length);
        }
        const output = contract.accumulate === type ? chunk : widened.subarray(0, chunk.length);
        const begun = io.now();
        scan.push(chunk, output);
        tally.seconds += (io.now() - begun) / 1000;
        tally.bytes += chunk.byteLength + output.byteLength;
        tally.length += chunk.length;
        last = output.at(-1) ?? last;
        hash.add(output);
        yield output;
      }
    }
    try {
      await writeOutputChunks(place, prefixes(), { type: contract.accumulate, length }, io);
      await writeSnapshot(options, scan, io);
      return {
        contract,
        achieved: scan.achieved,
        ...tally,
        value: last === undefined ? undefined : [last],
        written: { output: options.output, hash: hash.digits(), columns: [] },
        position: hasState(options) ? scan.position : undefined,
        nullCount,
      };
    } finally {
      scan.close();
    }
  });
}

/** Of a file that was read at once there is one chunk, however long. */
async function* piecesOf(chunks: AsyncIterable<ElementArray>): AsyncGenerator<ElementArray> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += MOST_AT_ONCE) {
      yield chunk.subarray(start, start + MOST_AT_ONCE) as ElementArray;
    }
  }
}

/** A scan of records from a state or to one, as a plan. Its one call takes all of FILE. */
export async function openRecordScan(
  { executor, options }: Pick<Job<ScanOptions>, "executor" | "options">,
  operator: RecordOperator,
) {
  await checkSnapshotPlace(options);
  const from = await readSnapshot(options);
  const asked = recordOptions(options, operator);
  const streams = streamsOf(executor);
  const observation = options.exclusive ? "exclusive-scan" : "inclusive-scan";
  const scan = openResumed(() => streams.onlineScan({ ...asked, observation, from }));
  const contract = scan.contract as RecordContract;
  const push = (input: Parameters<typeof scan.push>[0]) => scan.push(input);
  return {
    contract,
    exclusiveContract: contract,
    achievedOf: () => scan.achieved,
    inclusiveScan: push,
    exclusiveScan: push,
    position: () => scan.position,
    snapshot: () => scan.snapshot(),
  };
}
