import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import type { Inspection } from "../call-binder.ts";
import { COUNTS_END } from "../kernels/kernel-setting.ts";
import type { MappedInput } from "../kernels/mapped-input.ts";
import type { TileShape } from "../kernels/tile-shape.ts";

/**
 * What primitives of a device are recorded on: steps over slots, to be run once over arrays or encoded for a caller's buffers.
 *
 * Recording is plain code that waits for nothing. What is recorded depends on lengths in its numbers only, never in its kernels: those are
 * compiled once, when an algorithm is first recorded, and found again whenever it is recorded after that.
 */
export interface Machine {
  /** Columns that one kernel may have: the device's storage buffers less the one that lengths are in. At least 7. */
  readonly columnLimit: number;
  readonly device: GPUDevice;
  readonly lookBack: LookBackSetting;
  /** Memory for so many elements, with anything in it. */
  scratch(type: ScalarType, length: Length): Slot;
  /** What is made of a source, once in a recording: flags that are computed where they are used become a vector at most once. */
  once(source: object, make: () => Slot): Slot;
  /** A number of elements that a kernel will write. */
  newCount(): Count;
  /** Says that this length must not be 0: over arrays an EmptyInputError is thrown if it is, in a caller's encoder nothing is computed. */
  needElements(length: Length): void;
  /** Puts zeros in the slot, up to what its length is at most. */
  clear(slot: Slot): void;
  /** One dispatch. It sees all that those before it have written. */
  run(kernel: Kernel, call: KernelCall): void;
  /** A reduce or a scan by the plan that the device has for it. Of a reduce `output` has one element by column. */
  runPlan(contract: ColumnContract, observation: Observation, call: PlanCall): void;
}

/** How kernels that look back are executed. None of it changes a bit. */
export interface LookBackSetting {
  readonly shape?: TileShape | undefined; // default: by the kernel and the device's limits
  readonly pollLimit?: number | undefined; // default POLL_LIMIT
  readonly inspected?: Inspection | undefined; // default: nothing is counted, no faults are simulated
  readonly storageBuffers?: number | undefined; // of a kernel, at most; default: the device's limit
}

/** A vector: elements of one type on the device. i64, u64 and f64 are two words, low one first; a bool is one, 0 or 1. */
export interface Slot {
  readonly type: ScalarType;
  readonly memory: Memory;
  readonly offset: number; // in elements
  readonly length: Length;
}

/** How many elements there are: `atMost`, or less where the device counts them. */
export interface Length {
  readonly atMost: number; // memory and workgroups are for so many
  readonly count?: Count | undefined; // absent: exactly `atMost`
}

/** A count of elements that a kernel writes: a word of `state`, never the first. */
export interface Count {
  readonly word: number;
}

/** A buffer, or one that is yet to be made. One object is one buffer. */
export interface Memory {
  readonly bytes: number;
  readonly given?: GPUBuffer | undefined; // the caller's
}

/**
 * A kernel, and what its text is printed from: see `kernelText` in kernel-text.ts, which declares columns, lengths and words by their names.
 * Two with one key have one text and are one pipeline, so that it is printed once, and nothing that changes from call to call may be in it.
 */
export interface Kernel {
  readonly key: string; // its name, and whatever else its text depends on
  readonly columns: readonly KernelColumn[];
  readonly lengths?: readonly string[]; // of each a function `NAME() -> u32`
  readonly words?: readonly string[]; // of each a function `NAME() -> u32`
  readonly state?: "read" | "write"; // "write": counts are written, or tiles look back; default: "read"
  readonly body: () => string; // functions, and the entry point `main`
  /** The same by the device's floats, which is taken where it is found to have the same bits: of this very pipeline. */
  readonly certified?: CertifiedBody | undefined;
}

interface CertifiedBody {
  readonly body: () => string;
  readonly holds: (device: GPUDevice, pipeline: GPUComputePipeline) => Promise<boolean>;
}

export interface KernelColumn {
  readonly name: string; // of the array of words; `at_NAME()` is where the column's first element is in it
  readonly access: "read" | "write" | "atomic"; // "write": read and written
}

export const read = (name: string): KernelColumn => ({ name, access: "read" });
export const written = (name: string): KernelColumn => ({ name, access: "write" });
export const atomic = (name: string): KernelColumn => ({ name, access: "atomic" });

/** What changes from call to call, in the order of the kernel's names. */
export interface KernelCall {
  /** A buffer that a kernel writes must not be another column of it. */
  readonly columns: readonly Slot[];
  readonly lengths?: readonly Length[];
  readonly words?: readonly number[] | undefined;
  readonly workgroups?: number; // in rows where there are many: `group` of `groupEntry` is their number; surplus ones may come; default: those of an elementEntry over the first length
  readonly tiles?: number; // that look back, in a table of `state`; default: none
}

export interface PlanCall {
  readonly input: readonly Slot[];
  readonly output: readonly Slot[];
  readonly length: Length;
  readonly mapped?: MappedPlanCall | undefined; // default: `input` are the elements' columns
}

/** What a plan is asked for whose elements are computed from the columns of `input`. */
interface MappedPlanCall {
  readonly input: MappedInput;
  readonly values: readonly number[]; // the words of the sources that are values
  readonly flagWords: number; // 0 where all sources are elements
}

/** The buffer of counts, and of the table of tiles that look back: one for each run. */
export const STATE_MEMORY: Memory = { bytes: 0 };

/** Its words that are counts; those before and after are the look-back's. */
export const COUNT_WORDS = { start: 16, end: COUNTS_END } as const;

/** A length that is known before anything runs. */
export function exactly(atMost: number): Length {
  return { atMost };
}
