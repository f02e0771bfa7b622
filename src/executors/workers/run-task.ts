import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { printContract } from "../../contracts/print.ts";
import type { Scalar } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { AnySummary, OnlineExecutor, OnlinePass } from "../executor.ts";
import type { Outcome, Task, Work } from "./messages.ts";
import type { ThreadExecutor } from "./open-thread-executor.ts";
import { isOneRoot } from "./plan-tasks.ts";

/** Elements between two looks at whether to stop. At 2^15 a scan of 2^24 doubles by add takes half as long again, at 2^18 no longer than in one. */
const CHUNK_LENGTH = 2 ** 18;

/** What the tasks of a round have in common, wherever they run. */
export interface Round {
  readonly work: Work;
  readonly contract: TypedContract | RecordContract;
  readonly length: number; // of the input, in elements
  readonly base: number; // the position of its first element in the sequence
  readonly input: readonly ColumnArray[];
  readonly output: readonly ColumnArray[]; // none for a reduce
}

/**
 * Computes tasks on an executor: the same code for a worker and for whoever steps in for one.
 *
 * `isStopped` is asked after every chunk. The outcome is undefined when it said so.
 */
export function taskRunner(
  executor: ThreadExecutor,
): (round: Round, task: Task, isStopped: () => boolean) => Outcome | undefined {
  const reduce = reducer(executor);
  return (round, task, isStopped) => {
    if (round.work === "reduce" || (round.work === "summarise" && isOneRoot(round.contract, task))) {
      const value = reduce(ofPart(round.contract, task), rangeOf(round, round.input, task));
      isStopped(); // a sign of life
      return { kind: "value", value };
    }
    if (round.work === "summarise") return summarise(executor, round, task, isStopped);
    if (round.work === "first-half") return firstHalf(executor, round, task, isStopped);
    return task.isHalfDone === true
      ? secondHalf(executor, round, task, isStopped)
      : scan(executor, round, task, isStopped);
  };
}

/** A summary as that of the same contract elsewhere: an operator that was sent may lack what was proved of it, so that lines differ. */
export function relabelled(summary: AnySummary, contract: TypedContract | RecordContract): AnySummary {
  return { ...summary, contract: printContract(contract) };
}

/** The contract of a part of a reduce: the initial value is with the first element, where it belongs to the tree at all. */
function ofPart(contract: TypedContract | RecordContract, { start }: Task): TypedContract | RecordContract {
  if (contract.initial === undefined || (start === 0 && contract.initial.placement === "first"))
    return contract;
  return { ...contract, initial: undefined };
}

function summarise(
  executor: OnlineExecutor,
  round: Round,
  task: Task,
  isStopped: () => boolean,
): Outcome | undefined {
  const pass = passOf(executor, round.contract, task);
  try {
    for (const part of chunksOf(task)) {
      pass.reduce(rangeOf(round, round.input, part));
      if (isStopped()) return undefined;
    }
    return { kind: "summary", summary: pass.summary() };
  } finally {
    pass.close();
  }
}

function firstHalf(
  { halves }: ThreadExecutor,
  round: Round,
  task: Task,
  isStopped: () => boolean,
): Outcome | undefined {
  const pass = halves.openPrefixes(round.contract);
  try {
    for (const part of chunksOf(task)) {
      pass.inclusiveScan(rangeOf(round, round.input, part), rangeOf(round, round.output, part));
      if (isStopped()) return undefined;
    }
    return { kind: "summary", summary: pass.summary() };
  } finally {
    pass.close();
  }
}

function secondHalf(
  { halves }: ThreadExecutor,
  round: Round,
  task: Task,
  isStopped: () => boolean,
): Outcome | undefined {
  const { contract, output } = round;
  const from = task.from === undefined ? undefined : relabelled(task.from, contract);
  const pass = halves.openJoin(contract, from);
  try {
    for (const part of chunksOf(task)) {
      const target = rangeOf(round, output, part);
      pass.inclusiveScan(target, target);
      if (isStopped()) return undefined;
    }
    return { kind: "written" };
  } finally {
    pass.close();
  }
}

function scan(
  executor: OnlineExecutor,
  round: Round,
  task: Task,
  isStopped: () => boolean,
): Outcome | undefined {
  const { contract, work, input, output } = round;
  const pass = passOf(executor, contract, task);
  try {
    for (const part of chunksOf(task)) {
      const chunk = rangeOf(round, input, part);
      const target = rangeOf(round, output, part);
      if (work === "inclusive-scan") pass.inclusiveScan(chunk, target);
      else pass.exclusiveScan(chunk, target);
      if (isStopped()) return undefined;
    }
    return task.givesSummary === true ? { kind: "written", summary: pass.summary() } : { kind: "written" };
  } finally {
    pass.close();
  }
}

/** A pass that goes on from what the task knows; without that, one over its elements as if they stood at the beginning. */
export function passOf(
  executor: OnlineExecutor,
  contract: TypedContract | RecordContract,
  task: Task,
): OnlinePass {
  if (task.from !== undefined) return executor.openPass(contract, relabelled(task.from, contract));
  return executor.openPass(task.start === 0 ? contract : ofPart(contract, task));
}

function* chunksOf({ start, end }: Task): Generator<Task> {
  for (let position = start; position < end; position += CHUNK_LENGTH) {
    yield { start: position, end: Math.min(end, position + CHUNK_LENGTH) };
  }
}

/** The elements of a range of the sequence, in array order. */
function rangeOf(
  { contract, length, base }: Round,
  columns: readonly ColumnArray[],
  { start, end }: Task,
): readonly ColumnArray[] {
  const isBackward = contract.direction === "backward";
  return columns.map((column) =>
    isBackward
      ? column.subarray(length - (end - base), length - (start - base))
      : column.subarray(start - base, end - base),
  );
}

/** One plan for each contract. Two networks may have one name, so that theirs are kept for a round. */
function reducer(executor: OnlineExecutor) {
  type Reduce = (input: readonly ColumnArray[]) => readonly Scalar[];
  const reduces = new Map<string, Reduce>();
  const known = new WeakMap<TypedContract | RecordContract, Reduce>(); // of a round's contract, which is not printed for each task
  const reduceOf = (contract: TypedContract | RecordContract): Reduce => {
    if (contract.kind === "typed") {
      const plan = executor.plan(contract);
      return ([elements]) => [plan.reduce(elements as Exclude<ColumnArray, Uint8Array>)];
    }
    if (executor.planRecords === undefined) throw new InternalError(`${executor.name} plans no records`);
    const plan = executor.planRecords(contract);
    return (columns) => plan.reduce(columns);
  };
  const keptReduce = (contract: TypedContract | RecordContract): Reduce => {
    if (contract.expression.kind === "network") return reduceOf(contract);
    const line = printContract(contract);
    const reduce = reduces.get(line) ?? reduceOf(contract);
    reduces.set(line, reduce);
    return reduce;
  };
  return (contract: TypedContract | RecordContract, input: readonly ColumnArray[]): readonly Scalar[] => {
    const reduce = known.get(contract) ?? keptReduce(contract);
    known.set(contract, reduce);
    return reduce(input);
  };
}
