import {
  type ElementArray,
  newElementArray,
  type Operator,
  type Scalar,
  type TypedContract,
} from "../../../index.ts";
import { openHash } from "../../../streams.ts";
import { type InputOptions, withElementChunks } from "../../input/input.ts";
import type { Job } from "../../job.ts";
import { type ContractArguments, onlineElements } from "../../options/contract.ts";
import {
  checkSnapshotPlace,
  hasState,
  openResumed,
  readSnapshot,
  type StateArguments,
  writeSnapshot,
} from "../../options/state.ts";
import { type OutputPlace, writeOutputChunks } from "../../output/write-output.ts";
import type { Scanned } from "./scan-report.ts";

/** The options of a scan. */
export interface OnlineScanArguments extends InputOptions, ContractArguments, StateArguments {
  readonly output: string;
  readonly exclusive?: boolean;
  readonly json?: boolean;
}

/** Elements that are scanned in one go: a signal that comes while OUT is written waits for them, 0.13 s of the slowest. */
const MOST_AT_ONCE = 2 ** 20;

/** Scans FILE chunk by chunk, each written before the next is read: memory does not grow with FILE where its format allows. */
export async function scanOnline(
  { executor, file, options, io }: Job<OnlineScanArguments>,
  operator: Operator,
  place: OutputPlace,
): Promise<Scanned> {
  await checkSnapshotPlace(options);
  const from = await readSnapshot(options);
  return withElementChunks(file, operator, options, io, async ({ type, length, nullCount, chunks }) => {
    const { streams, options: asked } = onlineElements(executor, options, operator, type);
    const observation = options.exclusive ? "exclusive-scan" : "inclusive-scan";
    const scan = openResumed(() => streams.onlineScan({ ...asked, observation, from }));
    const contract = scan.contract as TypedContract;
    const hash = openHash();
    const tally = { length: 0, bytes: 0, seconds: 0, last: undefined as Scalar | undefined };
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
        tally.last = output.at(-1) ?? tally.last;
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
        hash: hash.digits(),
        position: hasState(options) ? scan.position : undefined,
        output: options.output,
        nulls: options.nulls === undefined ? undefined : nullCount,
        nullRule: options.nulls,
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
