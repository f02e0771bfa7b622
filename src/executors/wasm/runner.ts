import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { State } from "../../summaries/summary.ts";
import type { Scalar } from "../../values/element-types.ts";
import type { Row } from "../../values/value-types.ts";
import type { KernelSubject } from "./kernels/lanes.ts";
import type { prefixesInColumns } from "./kernels/prefixes.ts";

/** What a sequence is begun for: one call, whose length is known, or chunks, of which any number may come. */
export type Purpose = "scan" | "reduce" | "online";

/**
 * One pass over a sequence in library memory, in chunks of any lengths: the state is kept between calls. All is in the accumulation
 * type and in sequence order; lengths are in elements. A place is the address of the first element; for more than one column it is
 * an index into the columns whose addresses stand in the state.
 */
export interface Runner {
  /** Forgets everything; `length` elements will follow, of an online sequence any number. */
  readonly begin: (purpose: Purpose, length: number) => void;
  /** The inclusive prefixes of the next `length` elements, NaNs canonical; at least one. */
  readonly scan: (input: number, output: number, length: number) => void;
  /** Takes the next `length` elements without observing. */
  readonly reduce: (input: number, length: number) => void;
  /** `begin` and `scan` of a sequence that lies in one piece, at least one element long; absent where it would not be faster. */
  readonly scanWhole?: ((input: number, output: number, length: number) => void) | undefined;
  /** The reduce of a column that lies in one piece, at least one element long; absent where it would not be faster. */
  readonly reduceWhole?: ((input: number, length: number) => Scalar) | undefined;
  /** Leaves the reduce of everything taken in STATE.result of `state`; at least one element has been. */
  readonly observe: () => void;
  /** Where the state is; it may be elsewhere after the next `begin`. */
  readonly state: () => number;
  /** Gives temporary memory back. */
  readonly end: () => void;
}

/** A runner whose state can be taken out and put back: of an online sequence, between any two chunks. */
export interface OnlineRunner extends Runner {
  /** The state of everything taken. */
  readonly save: () => State<Row>;
  /** Forgets everything, and goes on from the state of the first `position` elements. */
  readonly load: (state: State<Row>, position: number) => void;
}

/** When NaNs of vector kernels are made canonical: never for integers, on suspicion for float add, always for the rest. */
export type NaNRule = "none" | "guard" | "always";

/** What a runner is specialised to, besides its expression. */
export interface RunnerSetting {
  readonly contract: ColumnContract;
  readonly key: string; // of the subject: kernels of equal keys are shared
  readonly subject: KernelSubject;
  readonly stride: number; // between the places of neighbouring elements: their bytes, or 1 for more than one column
  readonly initial: Row | undefined; // placed outside
  readonly nanRule: NaNRule;
  readonly hasSuspectInitial: boolean; // an initial value that is not finite
  readonly counts: KernelCounts;
  readonly inColumns?: typeof prefixesInColumns; // of groups; where it is given, `key` tells
}

/** Elements, blocks, groups or units that each kernel took: proves in tests which path ran. */
export interface KernelCounts {
  group: number;
  narrowGroup: number;
  block: number;
  unit: number;
  element: number;
  rangeUnit: number;
  strip: number;
  whole: number;
  wholeScan: number;
  fold: number;
  lane: number;
  row: number;
  bisection: number;
  generated: number;
}
