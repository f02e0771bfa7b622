// A call of an algorithm with lengths that were seen before records, prints and lays out nothing: it follows the trace of the call before.

import type { ColumnContract } from "../../../contracts/column-contract.ts";
import { contractKey } from "../../../contracts/contract-key.ts";
import type { Term } from "../../../operators/term.ts";
import type { ElementSource } from "../../primitives.ts";
import { termsKey } from "../kernels/terms-key.ts";
import { BUFFER_USAGE, filledBuffer } from "../memory/buffers.ts";
import { LazyFlags } from "./lazy-flags.ts";
import type { Count, LookBackSetting, Memory, Slot } from "./machine.ts";
import { type Makers, type Program, Workshop } from "./program.ts";
import { type Command, Recording } from "./recording.ts";

/** What is recorded at a step; `counts` is where elements that it fuses are counted. */
export type RecordStep<Result> = (recording: Recording, counts: { elements: number }) => Result;

/** What a run submits at once, and needs for it. */
interface Submission {
  readonly program: Program;
  readonly params: GPUBuffer | undefined;
  readonly memories: readonly Memory[]; // of the run so far
  readonly stateBytes: number;
}

/** A submission on its way, and where a run goes on meanwhile. */
interface Submitting {
  readonly ready: Promise<Submission>;
  readonly after: Trace;
}

/**
 * What runs over arrays record, as a tree: from each point the steps that were taken before, by keys that say all that they record. A run that takes the steps
 * of another finds what that one recorded, compiled and laid out, and records nothing.
 */
export class Trace {
  readonly next = new Map<string, Trace>();
  readonly result: unknown; // of the step that leads here
  readonly fused: number; // elements that it fused
  readonly needed: readonly Count[]; // those so far that must not be 0
  submitting: Submitting | undefined; // what was recorded since the last submission
  readonly #traces: Traces;
  readonly #recording: Recording;

  constructor(traces: Traces, recording: Recording, result?: unknown, fused = 0) {
    this.#traces = traces;
    this.#recording = recording;
    this.result = result;
    this.fused = fused;
    this.needed = recording.needed;
  }

  /** Where a step leads that was not taken before. @throws what recording throws */
  add(key: string, record: RecordStep<unknown>): Trace {
    const recording = this.#recording.fork();
    const counts = { elements: 0 };
    const result = record(recording, counts);
    const trace = new Trace(this.#traces, recording, result, counts.elements);
    this.next.set(key, trace);
    this.#traces.count();
    return trace;
  }

  /** Compiles what is to be submitted. What fails is tried again by the next run. */
  submit(): Submitting {
    const recording = this.#recording.fork();
    const { memories, stateBytes } = recording;
    const commands = recording.takeCommands();
    const ready = this.#traces
      .programOf(commands)
      .then(({ program, params }) => ({ program, params, memories, stateBytes }));
    ready.catch(() => {
      this.submitting = undefined;
    });
    this.submitting = { ready, after: new Trace(this.#traces, recording) };
    return this.submitting;
  }
}

/** Steps that are kept; then all are forgotten, and not destroyed: runs may still be on their way. */
const MOST_STEPS = 2048;

/** The traces of a device, with the kernels, plans and parameters of their programs. */
export class Traces {
  root: Trace; // where a run begins
  readonly #parts: Makers;
  #workshop: Workshop;
  #params: GPUBuffer[] = [];
  #steps = 0;

  constructor(parts: Makers) {
    this.#parts = parts;
    this.#workshop = new Workshop(parts);
    this.root = this.rootWith({});
  }

  /** Where a run begins whose kernels look back otherwise than as ever. */
  rootWith(lookBack: LookBackSetting): Trace {
    return new Trace(this, new Recording(this.#parts.core.device, lookBack));
  }

  /** Counts a step that was added. */
  count(): void {
    this.#steps++;
    if (this.#steps < MOST_STEPS) return;
    this.#workshop = new Workshop(this.#parts);
    this.#params = [];
    this.#steps = 0;
    this.root = this.rootWith({});
  }

  /** Commands, compiled and laid out. @throws what compiling throws */
  async programOf(commands: readonly Command[]): Promise<Pick<Submission, "program" | "params">> {
    const workshop = this.#workshop;
    await workshop.prepare(commands);
    const program = workshop.programOf(commands);
    if (program.params === undefined) return { program, params: undefined };
    const params = filledBuffer(this.#parts.core.device, program.params, BUFFER_USAGE.uniform);
    this.#params.push(params);
    return { program, params };
  }

  close(): void {
    this.#workshop.release();
    for (const params of this.#params) params.destroy();
  }
}

const known = new WeakMap<object, string>(); // what is one thing, not a list or record of such: vectors, terms and contracts
let vectors = 0;

/** A text that is equal for arguments of a primitive where it records the same. Vectors are those of one tree of traces, and each is itself. */
export function stepKey(argument: unknown): string {
  if (typeof argument !== "object" || argument === null)
    return Object.is(argument, -0) ? "-0" : String(argument);
  const key = known.get(argument);
  if (key !== undefined) return key;
  if (Array.isArray(argument)) return `[${argument.map(stepKey)}]`;
  const own = ownKey(argument);
  if (own === undefined) return `{${Object.entries(argument).map(stepKey)}}`;
  known.set(argument, own);
  return own;
}

function ownKey(argument: object): string | undefined {
  if ("memory" in argument || argument instanceof LazyFlags) return `#${vectors++}`;
  if ("expression" in argument) return contractKey(argument as ColumnContract);
  if ("kind" in argument && !SOURCE_KINDS.has(argument.kind)) return termsKey([argument as Term]);
  return undefined;
}

const SOURCE_KINDS: ReadonlySet<unknown> = new Set<ElementSource<Slot>["kind"]>([
  "column",
  "value",
  "numbers",
]);
