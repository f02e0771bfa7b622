import { type Call, done } from "../algorithms/call.ts";
import { checkLength } from "../algorithms/move-columns.ts";
import { checkApart, checkColumn } from "../values/check-arrays.ts";
import { ELEMENT_TYPE_FACTS, type ElementArray, type ElementType } from "../values/element-types.ts";
import { EmptyInputError, LengthMismatchError } from "../values/errors.ts";
import { zeroOf } from "./lines.ts";
import { checkFits, type GivenMatrix, type Layout, shapeText } from "./matrix.ts";
import { cellContract, type ProductOptions } from "./product-contract.ts";
import { cellSteps } from "./product-steps.ts";

export interface CellsAsked<Result> {
  readonly left: GivenMatrix; // rows × depth
  readonly right: GivenMatrix; // depth × columns
  readonly options: ProductOptions & { readonly output?: unknown };
  readonly result: (array: ElementArray) => Result;
}

/** A call that gives all cells of a product. @throws InvalidArgumentError, LengthMismatchError, OutOfMemoryError */
export function cellsCall<Result>({ left, right, options, result }: CellsAsked<Result>): Call<Result> {
  const { contract, product, sum } = cellContract(left.type, options);
  const [rows, depth] = left.shape;
  const [, columns] = right.shape;
  const size = rows * columns;
  checkSize([rows, columns], sum);
  const nothing = contract.start?.[0];
  if (depth === 0 && size > 0 && nothing === undefined) throw new EmptyInputError("A", SOME_COLUMN);
  return {
    input: [left.array, right.array],
    output: outputOf(options.output, sum, size, [left, right]),
    requests: [{ contract, observation: "reduce", allowQuadratic: false, product }],
    *steps(on, [one, other]) {
      if (depth === 0 || size === 0) return [yield* done(on.fill(sum, nothing ?? zeroOf(sum), size))];
      const cells = yield* cellSteps(on, contract, {
        product,
        left: gridOf(left, one),
        right: gridOf(right, other),
        rows,
        depth,
        columns,
      });
      return [cells];
    },
    result: ([array]) => result(array as ElementArray),
  };
}

/** A vector as the rows and columns that a layout of two axes says. */
export function gridOf<Vector>({ offset, strides: [row, column] }: Layout, vector: Vector) {
  return { vector, offset, strides: [row, column] as const };
}

/** That there is room for a result of this shape. @throws OutOfMemoryError before anything runs */
export function checkSize(shape: readonly number[], type: ElementType): void {
  checkFits(shape, ELEMENT_TYPE_FACTS[type].bytes, `"output" of ${shapeText(shape)}`);
}

/** What is asked of A where the sum of nothing is no value. */
export const SOME_COLUMN = 'at least one column where "semiring.add" has no value of nothing';

/** The caller's output of so many elements, apart from what is read. @throws InvalidArgumentError, LengthMismatchError */
export function outputOf(
  given: unknown,
  type: ElementType,
  size: number,
  inputs: readonly GivenMatrix[],
): readonly ElementArray[] | undefined {
  if (given === undefined) return undefined;
  const output = checkColumn("output", type, given) as ElementArray;
  checkLength(output.length, "output");
  if (output.length !== size) throw new LengthMismatchError("output", size, output.length);
  for (const { argument, array } of inputs) checkApart("output", output, argument, array);
  return [output];
}
