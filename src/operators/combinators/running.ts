import { checkName } from "../../values/check-name.ts";
import { binary, constant, convert, left, right, select, type Term, unary } from "../term.ts";
import { areZeros } from "./zeros.ts";

/** The types that means and variances are taken in. */
export type FloatType = "f64" | "f32";

const FLOAT_TYPES: readonly FloatType[] = ["f64", "f32"];

/** The merge of two moments, as `runningMean` and `runningVariance` share it: column 0 is the count, column 1 the mean. */
interface Merge {
  readonly count: Term;
  readonly mean: Term;
  readonly difference: Term; // of the means, right − left
  readonly leftCount: Term; // as a float
  readonly rightShare: Term; // the right count over both
  /** The merged value where both sides count something; else that of the side that may. */
  readonly unlessEmpty: (merged: Term, column: number) => Term;
}

/** @throws InvalidArgumentError for a type that is no float */
export function mergeOf(type: FloatType): Merge {
  checkName("type", FLOAT_TYPES, type);
  const [leftMean, rightMean] = [left(type, 1), right(type, 1)];
  const count = binary("add", left("u32"), right("u32"));
  const difference = binary("subtract", rightMean, leftMean);
  const rightShare = binary("divide", convert(type, right("u32")), convert(type, count));
  const unlessEmpty = (merged: Term, column: number): Term =>
    select(
      isZero(left("u32")),
      right(type, column),
      select(isZero(right("u32")), left(type, column), merged),
    );
  return {
    count,
    mean: unlessEmpty(binary("add", leftMean, binary("multiply", difference, rightShare)), 1),
    difference,
    leftCount: convert(type, left("u32")),
    rightShare,
    unlessEmpty,
  };
}

/** The carrier: of no elements, all columns are zeros. */
export function emptyIsZeros(columns: readonly Term[]): Term {
  return binary("or", unary("not", isZero(columns[0])), areZeros(columns));
}

function isZero(count: Term): Term {
  return binary("equal", count, constant("u32", 0));
}
