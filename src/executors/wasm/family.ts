import type { Expression } from "../../expressions/expression.ts";
import type { Scalar } from "../../values/element-types.ts";
import type { Row, StoredColumns } from "../../values/value-types.ts";
import type { Refusal, Request } from "../executor.ts";
import type { KernelSubject } from "./kernels/lanes.ts";
import type { Arena } from "./memory/arena.ts";
import type { OnlineRunner, Runner, RunnerSetting } from "./runner.ts";
import type { Stage } from "./stage/stage.ts";

/**
 * A family of expressions, as the machine knows it: what it has kernels for, and how they are run. The machine stages elements, cuts them
 * into chunks and observes; it knows no expression.
 */
export interface Family {
  /** What it has for an expression; undefined for one of another family. */
  readonly serve: (expression: Expression) => Serving | undefined;
  /** Its fastest expression for an operator to which all trees are one. Of a list of families the first that has one serves. */
  readonly fastest?: (
    subject: KernelSubject,
    purpose: "scan" | "reduce" | "generated",
  ) => Expression | undefined;
}

/** What a family has for one of its expressions. A part is absent where the family has nothing to offer, or where it would not be faster. */
export interface Serving {
  /** Why not a request for it, unless another tree will do. @throws InvalidArgumentError for an expression that is not what it says */
  readonly refusal?: (request: Request) => Refusal | undefined;
  /** A runner for sequences of known length. */
  readonly open?: (arena: Arena, setting: RunnerSetting) => Runner;
  /** One for sequences that keep arriving. */
  readonly openOnline?: (arena: Arena, setting: RunnerSetting) => OnlineRunner;
  /** In place of runners: the reduce of a whole sequence that is not read in its order. Arenas and stages are by column. */
  readonly openReduce?: (
    arenas: readonly Arena[],
    stages: readonly Stage[],
    setting: RunnerSetting,
  ) => ReduceWhole;
  /** JavaScript for single columns that JavaScript owns: no copy, no kernel. */
  readonly generate?: (combine: CombineSource, setting: RunnerSetting) => GeneratedCode;
  /** A reduce of elements that are computed from others, as text; undefined where no code can be made. */
  readonly reduceCode?: (combine: CombineSource, elements: ElementCode) => ReduceCode | undefined;
  /** The same for the chunks of an online sequence of doubles. */
  readonly generateOnline?: (setting: RunnerSetting) => OnlineCode | undefined;
}

/** The reduce of the first `length` elements of a sequence; default: of all. */
export type ReduceWhole = (input: StoredColumns, addresses: readonly number[], length?: number) => Row;

/** Code that combines two pieces of code. */
export type CombineSource = (left: string, right: string) => string;

/** Elements as text. */
export interface ElementCode {
  readonly operands: string; // parameters that their code looks at
  /** Statements that make `target` the element at an index. */
  readonly at: (index: string, target: string) => string;
  readonly tree: string; // the name of a function that may be needed
}

/** See `reduceCode`. */
export interface ReduceCode {
  readonly prelude: string; // functions
  readonly body: string; // of a function of the operands and `length`, at least 1
}

/** See `generate`. Either part is undefined where it cannot be made, as on a page whose policy forbids code from text. */
export interface GeneratedCode {
  readonly scan: GeneratedScan | undefined;
  readonly reduce: GeneratedReduce | undefined;
  readonly reducesLong: boolean; // doubles are reduced as fast as by kernels, however many
}

/** Without an initial value; lengths below 2^31. Gives whether a NaN may be among the outputs: a carry or the last value was not finite. */
export type GeneratedScan = (input: ArrayLike<Scalar>, output: ArrayLike<Scalar>, length: number) => boolean;
export type GeneratedReduce = (input: ArrayLike<Scalar>, length: number) => Scalar;

/** Generated code for chunks that JavaScript owns, from the state of a runner and back into it. */
export interface OnlineCode {
  /** Whether a chunk that comes after `position` elements is long enough for it. */
  readonly takes: (position: number, length: number) => boolean;
  /** Scans a chunk that comes after `position` elements; `scanPart` scans what there is no code for. */
  readonly scan: (
    runner: OnlineRunner,
    position: number,
    input: Float64Array,
    output: Float64Array,
    scanPart: (start: number, end: number) => void,
  ) => void;
  /** Takes a chunk without observing; absent where kernels do as well. */
  readonly reduce?: (runner: OnlineRunner, input: Float64Array) => void;
}
