import { type ColumnArray, viewColumn } from "../../values/value-types.ts";
import { Heap } from "../wasm/heap.ts";
import { type SumsWasmExecutor, sumsWasmExecutor } from "../wasm/order-free/sums-wasm-executor.ts";
import {
  BOARD,
  type FromWorker,
  type Job,
  type Open,
  type PostedColumn,
  type TaskResult,
  type ToWorker,
} from "./messages.ts";
import { operatorReader, receivedContract } from "./posted-contract.ts";
import { type Round, taskRunner } from "./run-task.ts";

/** What a worker has between jobs. */
interface Bench {
  readonly opening: Open;
  heap: Heap;
  executor: SumsWasmExecutor;
  run: ReturnType<typeof taskRunner>;
  regionEnd: number;
}

/** The whole of a worker but its thread: gives the function that takes each message of the pool and posts the answer. */
export function serveJobs(post: (message: FromWorker) => void): (message: ToWorker) => void {
  const operatorOf = operatorReader();
  let opening: Open | undefined;
  let bench: Bench | undefined;
  return (message) => {
    if (message.kind === "open") {
      opening = message;
      post({ kind: "ready" });
      return;
    }
    if (opening === undefined) return;
    let results: readonly TaskResult[] = [];
    try {
      bench = benchFor(opening, bench, message);
      const round: Round = {
        work: message.work,
        contract: receivedContract(message.contract, operatorOf),
        length: message.length,
        base: message.base,
        input: viewsOf(bench, message.input),
        output: viewsOf(bench, message.output),
      };
      results = takeTasks(bench, round, message);
    } catch (error) {
      // Before any task was taken: others will take them all.
      results = [{ task: -1, outcome: undefined, reason: reasonOf(error) }];
    }
    post({ kind: "done", id: message.id, results });
  };
}

/** A region that grew is a new heap: kernels are compiled again, which is rare. */
function benchFor(opening: Open, bench: Bench | undefined, { region }: Job): Bench {
  if (bench !== undefined && bench.regionEnd === region.end) {
    bench.heap.refresh();
    return bench;
  }
  const heap = new Heap({ memory: opening.memory, start: region.start, end: region.end });
  heap.refresh();
  const executor = sumsWasmExecutor(heap);
  return { opening, heap, executor, run: taskRunner(executor), regionEnd: region.end };
}

function viewsOf({ heap }: Bench, columns: readonly PostedColumn[]): readonly ColumnArray[] {
  return columns.map(({ type, length, address, buffer }) =>
    viewColumn(type, buffer ?? heap.memory.buffer, address, length),
  );
}

function takeTasks({ opening, run }: Bench, round: Round, { board, tasks }: Job): readonly TaskResult[] {
  const { slot, beats } = opening;
  const results: TaskResult[] = [];
  const isStopped = (): boolean => {
    Atomics.add(beats, slot, 1);
    return Atomics.load(board, BOARD.isStopped) !== 0;
  };
  for (const [index, task] of tasks.entries()) {
    if (Atomics.load(board, BOARD.isStopped) !== 0) break;
    if (Atomics.compareExchange(board, BOARD.claims + index, 0, slot + 1) !== 0) continue;
    try {
      results.push({ task: index, outcome: run(round, task, isStopped) });
    } catch (error) {
      results.push({ task: index, outcome: undefined, reason: reasonOf(error) });
    }
  }
  return results;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
