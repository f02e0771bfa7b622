import { type ColumnContract, derivedContract } from "../../contracts/column-contract.ts";
import { contractKey } from "../../contracts/contract-key.ts";
import { RecentMap } from "../../values/recent-map.ts";
import type { Columns, StoredArray, StoredColumns } from "../../values/value-types.ts";
import type { OnlineExecutor, OnlinePass, SynchronousPlan } from "../executor.ts";
import { type ScanHalves, scanHalves } from "../wasm/families/dyadic/scan-halves.ts";
import type { Heap } from "../wasm/memory/heap.ts";
import { openMemory } from "../wasm/memory/wasm-memory.ts";
import { type NetworksWasmExecutor, openNetworksWasm } from "../wasm/networks-wasm-executor.ts";
import type { Machine } from "../wasm/serving.ts";
import { familyOf } from "./families.ts";
import type { Outcome, Task, Work } from "./messages.ts";
import { isOneRoot, relabelled } from "./pieces.ts";

/** Elements between two looks at whether to stop. At 2^15 a scan of 2^24 doubles by add takes half as long again, at 2^18 no longer than in one. */
const CHUNK_LENGTH = 2 ** 18;

/** Plans that are kept at least, of those used last. */
const KEPT_PLANS = 64;

/** What the tasks of a round have in common, wherever they run. */
export interface Round {
  readonly work: Work;
  readonly contract: ColumnContract;
  readonly length: number; // of the input, in elements
  readonly base: number; // the position of its first element in the sequence
  readonly input: StoredColumns;
  readonly output: Columns; // none for a reduce
}

/**
 * Computes tasks on an executor: the same code on workers and on the calling thread.
 *
 * `isStopped` is asked after every chunk. The outcome is undefined when it said so.
 */
export function taskRunner(
  executor: ThreadExecutor,
): (round: Round, task: Task, isStopped: () => boolean) => Outcome | undefined {
  const plans = new RecentMap<string, SynchronousPlan>(KEPT_PLANS);
  const planOf = (contract: ColumnContract): SynchronousPlan =>
    plans.getOrMake(contractKey(contract), () => executor.plan(contract));
  return (round, task, isStopped) => {
    const { work, contract } = round;
    if (work === "whole" || work === "reduce" || (work === "summarise" && isOneRoot(contract, task))) {
      const value = planOf(work === "whole" ? contract : ofPart(contract, task)).reduce(
        rangeOf(round, round.input, task),
      );
      isStopped(); // a sign of life
      return { kind: "value", value };
    }
    if (!familyOf(contract.expression).hasSummaries) {
      return runPrefixes(planOf(contract), round, task, isStopped);
    }
    return runPass(openStep(executor, round, task), round, task, isStopped);
  };
}

/** The contract of a part of a reduce: the initial value is with the first element, where it belongs to the tree at all. */
function ofPart(contract: ColumnContract, { start }: Task): ColumnContract {
  if (contract.initial === undefined || (start === 0 && contract.initial.placement === "first"))
    return contract;
  const bare = withoutInitial.get(contract) ?? derivedContract(contract, { initial: undefined });
  withoutInitial.set(contract, bare);
  return bare;
}

const withoutInitial = new WeakMap<ColumnContract, ColumnContract>(); // printed once for all parts

/** A pass that does a task, and how: what it does with each chunk, and what is told of it. */
interface Step {
  readonly pass: OnlinePass;
  readonly take: (input: StoredColumns, output: Columns) => unknown;
  readonly outcome: () => Outcome;
}

function openStep(executor: ThreadExecutor, { work, contract }: Round, task: Task): Step {
  const { halves } = executor;
  const written = (): Outcome => ({ kind: "written" });
  if (work === "first-half") {
    const pass = halves.openPrefixes(contract);
    return {
      pass,
      take: (input, output) => pass.inclusiveScan(input, output),
      outcome: () => ({ kind: "summary", summary: pass.summary() }),
    };
  }
  if (task.isHalfDone === true) {
    const pass = halves.openJoin(contract, task.from && relabelled(task.from, contract));
    return { pass, take: (_, output) => pass.inclusiveScan(output, output), outcome: written };
  }
  const pass = passOf(executor, contract, task);
  if (work === "summarise") {
    return {
      pass,
      take: (input) => pass.reduce(input),
      outcome: () => ({ kind: "summary", summary: pass.summary() }),
    };
  }
  const take = (input: StoredColumns, output: Columns): unknown =>
    work === "inclusive-scan" ? pass.inclusiveScan(input, output) : pass.exclusiveScan(input, output);
  const outcome = (): Outcome => ({ kind: "written", summary: pass.summary() });
  return { pass, take, outcome: task.givesSummary === true ? outcome : written };
}

/** Takes the task chunk by chunk, and gives memory back whatever happens. */
function runPass(
  { pass, take, outcome }: Step,
  round: Round,
  task: Task,
  isStopped: () => boolean,
): Outcome | undefined {
  try {
    for (const part of chunksOf(task)) {
      take(rangeOf(round, round.input, part), rangeOf(round, round.output, part));
      if (isStopped()) return undefined;
    }
    return outcome();
  } finally {
    pass.close();
  }
}

/** Prefixes that have nothing in common, the longest first: in place its value stands where no shorter one reads. */
function runPrefixes(
  plan: SynchronousPlan,
  round: Round,
  { start, end }: Task,
  isStopped: () => boolean,
): Outcome | undefined {
  const { contract, length, work, input, output } = round;
  const isBackward = contract.direction === "backward";
  let combines = 0;
  for (let i = end - 1; i >= start; i--) {
    const count = work === "exclusive-scan" ? i : i + 1;
    const row = plan.reduce(rangeOf(round, input, { start: 0, end: count }));
    const place = isBackward ? length - 1 - i : i;
    for (const [column, value] of row.entries()) output[column][place] = value;
    combines += count;
    if (combines < CHUNK_LENGTH) continue;
    if (isStopped()) return undefined;
    combines = 0;
  }
  return { kind: "written" };
}

/** A pass that goes on from what the task knows; without that, one over its elements as if they stood at the beginning. */
export function passOf(executor: OnlineExecutor, contract: ColumnContract, task: Task): OnlinePass {
  if (task.from !== undefined) return executor.openPass(contract, relabelled(task.from, contract));
  return executor.openPass(task.start === 0 ? contract : ofPart(contract, task));
}

function* chunksOf({ start, end }: Task): Generator<Task> {
  for (let position = start; position < end; position += CHUNK_LENGTH) {
    yield { start: position, end: Math.min(end, position + CHUNK_LENGTH) };
  }
}

/** The elements of a range of the sequence, in array order. */
function rangeOf<Of extends StoredArray>(
  { contract, length, base }: Round,
  columns: readonly Of[],
  { start, end }: Task,
): readonly Of[] {
  const isBackward = contract.direction === "backward";
  const [from, to] = isBackward
    ? [length - (end - base), length - (start - base)]
    : [start - base, end - base];
  return columns.map((column) => column.subarray(from, to) as Of);
}

/** What computes on each thread of a pool. */
export interface ThreadExecutor extends NetworksWasmExecutor {
  readonly halves: ScanHalves;
}

/** Opens one in library memory: that of the process, or `heap`, which may be a part of another thread's. */
export function openThreadExecutor(heap?: Heap): {
  readonly executor: ThreadExecutor;
  readonly machine: Machine;
} {
  const { executor, machine } = openNetworksWasm(openMemory(heap));
  return { executor: { ...executor, halves: scanHalves(machine) }, machine };
}
