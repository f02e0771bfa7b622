import type { Scalar } from "../../values/element-types.ts";
import type { KernelSubject } from "./kernels/lanes.ts";
import type { NaNRule } from "./subject.ts";

/**
 * One pass over a sequence in library memory, in chunks of any lengths: the state is kept between calls. Addresses are in bytes,
 * lengths in elements, all in the accumulation type and in sequence order.
 */
export interface Runner {
  /** Forgets everything; `length` elements will follow. */
  readonly begin: (purpose: "scan" | "reduce", length: number) => void;
  /** The inclusive prefixes of the next `length` elements, NaNs canonical; at least one. */
  readonly scan: (input: number, output: number, length: number) => void;
  /** Takes the next `length` elements without observing. */
  readonly reduce: (input: number, length: number) => void;
  /** `begin`, `reduce` and `observe` of a sequence that lies in one piece, at least one element long; absent where nothing is gained. */
  readonly reduceWhole?: ((input: number, length: number) => Scalar) | undefined;
  /** The reduce of everything taken; at least one element has been. */
  readonly observe: () => Scalar;
  /** Gives temporary memory back. */
  readonly end: () => void;
}

/** What a runner is specialised to, beside its expression. */
export interface RunnerSetting {
  readonly key: string; // of the subject: kernels of equal keys are shared
  readonly subject: KernelSubject;
  readonly initial: Scalar | undefined; // placed outside
  readonly zero: Scalar; // of the type: 0 or 0n
  readonly nanRule: NaNRule;
  readonly hasSuspectInitial: boolean; // an initial value that is not finite
  readonly counts: KernelCounts;
}

/** Elements, blocks, groups or units that each kernel took: proves in tests which path ran. */
export interface KernelCounts {
  group: number;
  block: number;
  unit: number;
  element: number;
  rangeUnit: number;
  strip: number;
  whole: number;
  fold: number;
  lane: number;
  row: number;
  bisection: number;
  generated: number;
}
