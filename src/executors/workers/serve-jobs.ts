import { type ArrayFor, type StoredType, viewStored } from "../../values/value-types.ts";
import { Heap } from "../wasm/memory/heap.ts";
import { noPrimitiveCounts } from "../wasm/primitives/parts.ts";
import {
  type AnyJob,
  BOARD,
  DONE,
  type FromWorker,
  type Open,
  type Outcome,
  openTaskRows,
  POSTED,
  type PostedColumn,
  type Task,
  type TaskResult,
  type ToWorker,
} from "./messages.ts";
import { receivedContract, type TextReader, textReader } from "./posted-contract.ts";
import { rangeRunner } from "./primitives/run-range.ts";
import { openThreadExecutor, taskRunner } from "./run-task.ts";

// A worker's side of the messages: takes jobs, takes tasks off their boards, computes, and leaves results where the calling thread finds them.

/** What a worker has between jobs. */
interface Bench {
  readonly opening: Open;
  readonly heap: Heap;
  readonly run: ReturnType<typeof taskRunner>;
  readonly runRange: ReturnType<typeof rangeRunner>;
  readonly regionEnd: number;
}

/** A task of one job. */
type RunTask = (task: Task, isStopped: () => boolean) => Outcome | undefined;

/** The whole of a worker but its thread: gives the function that takes each message of the pool and posts the answer. */
export function serveJobs(post: (message: FromWorker) => void): (message: ToWorker) => void {
  const texts = textReader();
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
      bench = benchFor(opening, bench, message, texts);
      results = takeTasks(bench, runnerOf(bench, message, texts), message);
    } catch (error) {
      // Before any task was taken: others will take them all.
      results = [{ task: -1, outcome: undefined, reason: reasonOf(error) }];
    }
    post({ kind: "done", id: message.id, results });
  };
}

/**
 * A region that grew is a new heap, and so is one that plans of earlier contracts have filled by half: kernels are compiled again, which is rare. Twice what any
 * contract needs is there.
 */
function benchFor(opening: Open, bench: Bench | undefined, { region }: AnyJob, texts: TextReader): Bench {
  const isRoomy = bench !== undefined && 2 * bench.heap.freeBytes >= region.end - region.start;
  if (isRoomy && bench.regionEnd === region.end) {
    bench.heap.refresh();
    return bench;
  }
  const heap = new Heap({ memory: opening.memory, start: region.start, end: region.end });
  heap.refresh();
  const { executor, machine } = openThreadExecutor(heap);
  return {
    opening,
    heap,
    run: taskRunner(executor),
    runRange: rangeRunner({ executor, machine, counts: noPrimitiveCounts() }, texts),
    regionEnd: region.end,
  };
}

function runnerOf(bench: Bench, job: AnyJob, texts: TextReader): RunTask {
  const output = viewsOf(bench, job.output);
  if (job.kind === "range-job") {
    const round = { work: job.work, input: viewsOf(bench, job.input), output };
    return (task, isStopped) => bench.runRange(round, task, isStopped);
  }
  const { work, length, base } = job;
  const round = {
    work,
    contract: receivedContract(job.contract, texts),
    length,
    base,
    input: viewsOf(bench, job.input),
    output,
  };
  return (task, isStopped) => bench.run(round, task, isStopped);
}

function viewsOf<T extends StoredType>(
  { heap }: Bench,
  columns: readonly PostedColumn<T>[],
): readonly ArrayFor<T>[] {
  // Another thread's growth may have replaced `memory.buffer` since: the heap would not know what lies there for its own.
  return columns.map(({ type, length, address, buffer }) =>
    viewStored(type, buffer ?? heap.view(type).buffer, address, length),
  );
}

function takeTasks({ opening: { slot, beats } }: Bench, run: RunTask, job: AnyJob): readonly TaskResult[] {
  const { board, tasks } = job;
  const leave = leaver(job);
  const results: TaskResult[] = [];
  const isStopped = (): boolean => {
    Atomics.add(beats, slot, 1);
    return Atomics.load(board, BOARD.isStopped) !== 0;
  };
  for (const [index, task] of tasks.entries()) {
    if (Atomics.load(board, BOARD.isStopped) !== 0) break;
    if (Atomics.compareExchange(board, BOARD.claims + index, 0, slot + 1) !== 0) continue;
    try {
      const outcome = run(task, isStopped);
      if (leave(index, outcome)) continue;
      results.push({ task: index, outcome });
      Atomics.store(board, BOARD.claims + index, POSTED - slot);
    } catch (error) {
      results.push({ task: index, outcome: undefined, reason: reasonOf(error) });
    }
  }
  return results;
}

/** Leaves what a task gave in shared memory and tells so, if there is room for it; else it is posted when all is done. */
function leaver(job: AnyJob): (task: number, outcome: Outcome | undefined) => boolean {
  const { board } = job;
  const rows = job.rows === undefined ? undefined : openTaskRows(job.rows);
  return (task, outcome) => {
    if (outcome?.kind === "value" && rows !== undefined) rows.write(task, outcome.value);
    else if (outcome?.kind !== "written" || outcome.summary !== undefined) return false;
    Atomics.store(board, BOARD.claims + task, DONE);
    Atomics.add(board, BOARD.done, 1);
    Atomics.notify(board, BOARD.done);
    return true;
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
