import type { Scalar, ScalarType } from "../../../values/element-types.ts";
import type { ColumnArray } from "../../../values/value-types.ts";

/** `cell[right] = cell[left]·cell[right]`, in every column. */
export type Step = (left: number, right: number) => void;

/** A term of two cells. */
export type CellValue<Value = Scalar> = (left: number, right: number) => Value;

/** One of two terms. */
type Pick = (isFirst: Scalar, left: number, right: number) => Scalar;

/**
 * Runs a tape from entry to entry: each is five numbers, the cells of a first step, how many steps there are, and what both cells grow by from one to the
 * next. An engine compiles a loop for the one operator that it is given; see term-step.ts.
 */
export type StepLoop = (step: Step, tape: Int32Array, from: number, end: number) => void;

/** Texts that steps are made of. */
export interface StepTexts {
  constant(value: Scalar): CellValue;
  unary(apply: (first: Scalar) => Scalar, first: CellValue): CellValue;
  binary(apply: (first: Scalar, second: Scalar) => Scalar, first: CellValue, second: CellValue): CellValue;
  select(condition: CellValue, pick: Pick): CellValue;
  pick(first: CellValue, second: CellValue): Pick;
  both(first: Step, second: Step): Step;
  readonly cells: Readonly<Record<ScalarType, CellTexts>>;
}

/** Those that read and write arrays of one type. Methods, as in Access: each is given no other. */
interface CellTexts {
  left(cells: ColumnArray): CellValue;
  right(cells: ColumnArray): CellValue;
  /** What `keep` has put into an array of one value. */
  kept(cell: ColumnArray): CellValue;
  keep(cell: ColumnArray, value: CellValue): Step;
  write(cells: ColumnArray, value: CellValue): Step;
}
