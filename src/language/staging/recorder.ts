// The executor as staging sees it: columns, scalars and calls that are noted for a tape.

import type { Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import {
  bitsSeen,
  type Followed,
  MOST_STEPS,
  type Segment,
  type Step,
  type Tape,
  type Work,
} from "./tape.ts";

/** A column of the run that is being staged. */
export interface Column {
  readonly slot: number;
  readonly vector: unknown; // as the executor holds it
}

/** A scalar that this run knows. */
export interface HostScalar {
  readonly kind: "host";
  readonly type: ScalarType;
  readonly current: Scalar; // in this run: what depends on it asks `look`
  readonly isLiteral: boolean; // the program's text says it, so that it may stand in a kernel
  readonly source?: ScalarSource; // absent where it is the same in every run of this shape
}

/** Where a scalar comes from that may be another one in the next run. */
interface ScalarSource {
  readonly recorder: Recorder;
  readonly slot: number;
}

/** A look at a scalar, and the steps before it that no look comes between. */
interface Looked {
  readonly steps: readonly Step[];
  readonly slot: number;
  readonly seen: unknown;
}

/** What tapes are kept for: a run that follows one holds all of its columns, and over more than that staging takes no time that counts. */
const MOST_BYTES = 2 ** 27;

/**
 * The calls of one staging on an executor: each is made at once, and noted for the tape. Scalars that the run was given or has computed are
 * looked at with `look`, so that the tape forks there; those that are not may differ from run to run.
 */
export class Recorder {
  readonly on: Primitives<unknown>;
  private readonly tape: Tape | undefined;
  private readonly followed: Followed;
  private columnCount: number;
  private scalarCount: number;
  private taken = 0; // of the results that are there
  private bytes = 0;
  private stepCount = 0;
  private readonly looks = new Set<number>(); // at scalars, by number
  private steps: Step[] | undefined; // undefined while the tape has them, and where nothing is kept
  private isGivenUp = false;
  private key: unknown; // of the branch that is recorded
  private readonly noted: Looked[] = [];

  constructor(
    on: Primitives<unknown>,
    input: { readonly columns: readonly unknown[]; readonly scalars: readonly Scalar[] },
    way?: { readonly tape: Tape; readonly followed: Followed },
  ) {
    this.on = on;
    this.columnCount = input.columns.length;
    this.scalarCount = input.scalars.length;
    this.tape = way?.tape;
    this.followed = way?.followed ?? { results: [], result: undefined, forks: 0, fork: undefined };
    if (this.followed.fork !== undefined && this.followed.forks === 0) this.steps = [];
  }

  /** Columns that are made of columns and scalars. */
  *columns(
    columns: readonly Column[],
    scalars: readonly HostScalar[],
    run: Work<readonly unknown[]>,
  ): Steps<readonly Column[]> {
    const made = yield* this.made(columns, scalars, run);
    this.note("columns", columns, scalars, run);
    return this.added(made);
  }

  /** The same where the executor may say that it has no way of its own to make them. */
  *attempt(
    columns: readonly Column[],
    scalars: readonly HostScalar[],
    run: Work<readonly unknown[] | undefined>,
  ): Steps<readonly Column[] | undefined> {
    const made = yield* this.made(columns, scalars, run);
    this.note("attempt", columns, scalars, run);
    const isMade = this.scalar("bool", made === undefined ? 0 : 1);
    return look(isMade) === 1 ? this.added(made ?? []) : undefined;
  }

  /** Scalars that are read out of columns. */
  *scalars(
    types: readonly ScalarType[],
    columns: readonly Column[],
    run: Work<readonly Scalar[]>,
  ): Steps<readonly HostScalar[]> {
    const made = yield* this.made(columns, [], run);
    this.note("scalars", columns, [], run);
    return made.map((value, index) => this.scalar(types[index], value));
  }

  /** A scalar of scalars, computed on this thread. */
  compute(
    type: ScalarType,
    operands: readonly HostScalar[],
    run: (operands: readonly Scalar[]) => Scalar,
  ): HostScalar {
    this.note("compute", [], operands, run);
    return this.scalar(type, run(operands.map(({ current }) => current)));
  }

  hasSeen(slot: number): boolean {
    return this.looks.has(slot);
  }

  /** That from here on what is staged holds for a scalar of these bits alone. */
  look(slot: number, value: Scalar): void {
    if (this.looks.has(slot)) return;
    this.looks.add(slot);
    const seen = bitsSeen(value);
    if (this.steps !== undefined) {
      this.stepCount++;
      this.noted.push({ steps: this.steps, slot, seen });
      this.steps = [];
    } else if (
      !this.isGivenUp &&
      this.followed.fork !== undefined &&
      this.looks.size === this.followed.forks
    ) {
      this.key = seen;
      this.steps = [];
    }
  }

  /** Counts bytes that the run goes over. */
  weigh(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > MOST_BYTES) this.forget();
  }

  /** Keeps what was noted, now that it came to a result. */
  end(result: readonly Column[]): void {
    const { fork } = this.followed;
    if (this.steps === undefined || fork === undefined) return;
    const segments: Segment[] = [{ steps: this.steps, next: result.map(({ slot }) => slot) }];
    for (const { steps, slot, seen } of this.noted.reverse()) {
      segments.unshift({ steps, next: { slot, branches: new Map([[seen, segments[0]]]) } });
    }
    this.tape?.attach(fork, this.key, segments);
  }

  private *made<Made>(
    columns: readonly Column[],
    scalars: readonly HostScalar[],
    run: Work<Made>,
  ): Steps<Made> {
    const { results } = this.followed;
    if (this.taken < results.length) return results[this.taken++] as Made;
    return yield* run(
      this.on,
      columns.map(({ vector }) => vector),
      scalars.map(({ current }) => current),
    );
  }

  private note<Kind extends Step["kind"]>(
    kind: Kind,
    columns: readonly Column[],
    scalars: readonly HostScalar[],
    run: Extract<Step, { kind: Kind }>["run"],
  ): void {
    if (this.steps === undefined) return;
    const at = scalars.map(({ source, current }) => (source ? { slot: source.slot } : { value: current }));
    this.steps.push({ kind, columns: columns.map(({ slot }) => slot), scalars: at, run } as Step);
    this.stepCount++;
    if (this.stepCount > MOST_STEPS) this.forget();
  }

  /** Keeps nothing of this run: it is too long, or over too much. */
  private forget(): void {
    this.isGivenUp = true;
    this.steps = undefined;
    this.noted.length = 0;
  }

  private added(vectors: readonly unknown[]): readonly Column[] {
    return vectors.map((vector) => ({ slot: this.columnCount++, vector }));
  }

  private scalar(type: ScalarType, current: Scalar): HostScalar {
    const source = { recorder: this, slot: this.scalarCount++ };
    return { kind: "host", type, current, isLiteral: false, source };
  }
}

/** What a scalar is in this run, for code that lays out different things for different values. */
export function look({ current, source }: HostScalar): Scalar {
  source?.recorder.look(source.slot, current);
  return current;
}

/** What a scalar is where that is known without a look: it is the same in every run, or was looked at. */
export function knownNow({ current, source }: HostScalar): Scalar | undefined {
  return source === undefined || source.recorder.hasSeen(source.slot) ? current : undefined;
}

/** A scalar of scalars, which is looked at only if someone looks at the result. */
export function computed(
  type: ScalarType,
  operands: readonly HostScalar[],
  run: (operands: readonly Scalar[]) => Scalar,
): HostScalar {
  const source = operands.find((operand) => operand.source !== undefined)?.source;
  if (source !== undefined) return source.recorder.compute(type, operands, run);
  const current = run(operands.map((operand) => operand.current));
  return { kind: "host", type, current, isLiteral: operands.every(({ isLiteral }) => isLiteral) };
}
