// Who does what in a workgroup, and the fewest barriers that keep reads and writes apart.
/** One combine, and which invocation of a workgroup does it. */
export interface InvocationPair {
  readonly invocation: number;
  readonly source: number;
  readonly destination: number;
}

/** A step, as the invocations of a workgroup share it. */
export interface InvocationStep {
  readonly pairs: readonly InvocationPair[];
  readonly group: number; // steps of one group are one piece of text, a loop, and all of them write to shared memory or none does
}

/**
 * Who does what.
 *
 * - `elements`: invocation j keeps the value of wire j to itself, and writes it where others can read it.
 * - `pairs`: an invocation has no value of its own: it reads both operands from shared memory and writes one.
 */
export type Assignment = "elements" | "pairs";

/** Where barriers stand, and how many copies of the wires there are. */
export interface WorkgroupPlan {
  readonly assignment: Assignment;
  readonly width: number;
  readonly invocationCount: number;
  /**
   * 2: what is written between two barriers goes to the copy that is not read from, all wires at once, just before the second one. So that nothing that is
   * read is written over, which in one copy would take more barriers.
   */
  readonly copies: 1 | 2;
  readonly steps: readonly PlannedStep[];
  readonly hasBarrierAtEnd: boolean; // before outputs are read from shared memory
  readonly barrierCount: number;
}

/** A step of the invocations, and the barriers that it needs. */
export interface PlannedStep extends InvocationStep {
  readonly hasBarrierBefore: boolean;
  readonly hasBarrierBetween: boolean; // after all its reads and before its writes
  readonly isShared: boolean; // whether what it writes goes to shared memory; always, of `pairs`
}

/** What the invocations do with shared memory between two places where a barrier may stand. */
interface Accesses {
  readonly reads: readonly Access[];
  readonly writes: readonly Access[];
}

interface Access {
  readonly invocation: number;
  readonly wire: number;
}

/**
 * The fewest barriers for steps in this order: each as late as it can be, and only where an invocation reads what another wrote since the last one, or would write
 * over what another one may still have to read.
 *
 * That no order of the steps' barriers has fewer follows as for the stabbing of intervals: from the access that makes one necessary to the barrier there is no other, so that
 * these stretches are disjoint, and each needs its own. A step reads before it writes; loading comes first, with wire w by invocation w modulo their number.
 */
export function planWorkgroup(
  wanted: Assignment,
  width: number,
  steps: readonly InvocationStep[],
): WorkgroupPlan {
  const assignment = steps.length === 0 ? "elements" : wanted; // without pairs there are elements still
  const used = steps.flatMap(({ pairs }) => pairs.map(({ invocation }) => invocation + 1));
  const invocationCount =
    assignment === "elements" ? width : used.reduce((most, each) => Math.max(most, each), 1);
  const shared = assignment === "elements" ? sharedSteps(steps) : steps.map(() => true);
  const setting = { assignment, width, invocationCount, shared };
  const inPlace = placeBarriers(setting, steps, true);
  if (assignment === "pairs") return inPlace;
  const doubled = placeBarriers(setting, steps, false);
  return doubled.barrierCount < inPlace.barrierCount ? doubled : inPlace;
}

interface PlanSetting {
  readonly assignment: Assignment;
  readonly width: number;
  readonly invocationCount: number;
  readonly shared: readonly boolean[];
}

/** Whether another invocation reads anything that a step of the group has written, before it is written again. */
function sharedSteps(steps: readonly InvocationStep[]): readonly boolean[] {
  const writers = new Map<number, number>();
  const read = new Set<number>();
  steps.forEach(({ pairs, group }) => {
    for (const { source } of pairs) {
      const writer = writers.get(source);
      if (writer !== undefined) read.add(writer);
    }
    for (const { destination } of pairs) writers.set(destination, group);
  });
  return steps.map(({ group }) => read.has(group));
}

function placeBarriers(
  { shared, ...facts }: PlanSetting,
  steps: readonly InvocationStep[],
  isInPlace: boolean,
): WorkgroupPlan {
  const { assignment, width, invocationCount } = facts;
  const isOwned = assignment === "elements";
  const watch = new Watch(isInPlace);
  const byWire = Array.from({ length: width }, (_, wire) => ({ invocation: wire % invocationCount, wire }));
  watch.needsBarrier({ reads: [], writes: byWire });
  const planned = steps.map((step, index): PlannedStep => {
    const reads = step.pairs.flatMap(({ invocation, source, destination }) => [
      { invocation, wire: source },
      ...(isOwned ? [] : [{ invocation, wire: destination }]),
    ]);
    const writes = step.pairs.map(({ invocation, destination }) => ({ invocation, wire: destination }));
    return {
      ...step,
      isShared: shared[index],
      hasBarrierBefore: watch.needsBarrier({ reads, writes: [] }),
      hasBarrierBetween: shared[index] && watch.needsBarrier({ reads: [], writes }),
    };
  });
  const hasBarrierAtEnd = !isOwned && watch.needsBarrier({ reads: byWire, writes: [] });
  const copies = isInPlace ? 1 : 2;
  return { ...facts, copies, steps: planned, hasBarrierAtEnd, barrierCount: watch.barrierCount };
}

/** Who has read and written which wire since the last barrier. */
class Watch {
  readonly #heedsReaders: boolean;
  readonly #writers = new Map<number, number>();
  readonly #readers = new Map<number, number | "several">();
  barrierCount = 0;

  constructor(heedsReaders: boolean) {
    this.#heedsReaders = heedsReaders;
  }

  /** Whether these accesses may not happen before a barrier; they are noted as of before or after it. */
  needsBarrier({ reads, writes }: Accesses): boolean {
    const isNeeded =
      reads.some(({ invocation, wire }) => isOfAnother(this.#writers.get(wire), invocation)) ||
      (this.#heedsReaders &&
        writes.some(
          ({ invocation, wire }) =>
            isOfAnother(this.#readers.get(wire), invocation) ||
            isOfAnother(this.#writers.get(wire), invocation),
        ));
    if (isNeeded) {
      this.barrierCount++;
      this.#writers.clear();
      this.#readers.clear();
    }
    for (const { invocation, wire } of reads) {
      const known = this.#readers.get(wire);
      this.#readers.set(wire, known === undefined || known === invocation ? invocation : "several");
    }
    for (const { invocation, wire } of writes) this.#writers.set(wire, invocation);
    return isNeeded;
  }
}

function isOfAnother(known: number | "several" | undefined, invocation: number): boolean {
  return known !== undefined && known !== invocation;
}
