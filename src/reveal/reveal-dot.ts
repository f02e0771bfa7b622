import { checkFunction, checkInteger } from "../values/check-arguments.ts";
import { checkOptionNames } from "../values/check-name.ts";
import type { StorageArray } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { type Products, productsOf } from "./dot-products.ts";
import { arrayOf, type SummedArray, type SummedType } from "./float-type.ts";
import { askedSum, type GivenFunction, numbersIn, Questions } from "./questions.ts";
import { revealSum } from "./reveal-sum.ts";
import { checkRevealOptions, type RevealOptions } from "./reveal-tree.ts";
import type { Revealed } from "./revealed.ts";

/** A dot product as it is asked. */
export type Dot<T extends SummedType = SummedType> = (
  left: StorageArray<T>,
  right: StorageArray<T>,
) => number | Promise<number>;

/** A product of two matrices, both row by row in one array; so is what comes back. A vector is a matrix of one column. */
export type MatrixProduct<T extends SummedType = SummedType> = (
  left: StorageArray<T>,
  right: StorageArray<T>,
) => ArrayLike<number> | Promise<ArrayLike<number>>;

/** What was found out about a dot product, or about a cell that is one. */
export interface RevealedDot {
  readonly sum: Revealed; // of the products
  readonly products: Products | undefined; // undefined where the sum is no tree
}

/**
 * The tree by which a dot product adds its n products: masks and ones on the left, ones on the right, as `revealTree` has them. Then 24 random
 * pairs of inputs tell whether products are rounded before they are added.
 *
 * @throws InvalidArgumentError as `revealTree` does
 */
export async function revealDot<T extends SummedType = "f64">(
  dot: Dot<T>,
  options: RevealOptions<T>,
): Promise<RevealedDot> {
  checkFunction("dot", dot, "of two arrays");
  const { n, type, seed } = checkRevealOptions(options);
  const questions = new Questions("dot", dot as unknown as GivenFunction, type);
  const ones = new Array<number>(n).fill(1);
  const asked = askedSum(n, type, questions, (values) => questions.callForNumber(values, ones));
  const sum = await revealSum(asked, seed);
  if (sum.kind !== "tree") return { sum, products: undefined };
  const products = await productsOf(sum, seed, (left, right) => questions.callForNumber(left, right));
  return { sum: { ...sum, callCount: questions.callCount }, products };
}

/** Options of `revealCell`: the shapes of the matrices, and which cell. */
export interface RevealCellOptions<T extends SummedType = SummedType> {
  readonly rows: number; // of the left matrix
  readonly inner: number; // its columns, and the rows of the right one: products that a cell adds
  readonly columns?: number; // of the right matrix; default 1
  readonly row?: number; // of the cell; default 0
  readonly column?: number; // of the cell; default 0
  readonly type?: T; // default "f64"
  readonly seed?: bigint; // default 1n
}

/**
 * The tree of one cell of a product of matrices: of its row and its column, with ones in all others.
 *
 * A product of a matrix and a vector has one column. `multiply` gives rows·columns numbers.
 *
 * @throws InvalidArgumentError as `revealTree` does, for a cell that is not there, and for an array of another length
 */
export async function revealCell<T extends SummedType = "f64">(
  multiply: MatrixProduct<T>,
  options: RevealCellOptions<T>,
): Promise<RevealedDot> {
  checkFunction("multiply", multiply, "of two matrices");
  checkOptionNames(options, ["rows", "inner", "columns", "row", "column", "type", "seed"]);
  const { rows, inner, columns = 1, row = 0, column = 0, ...rest } = options;
  checkInteger("rows", rows, 1);
  checkInteger("columns", columns, 1);
  checkInteger("row", row, 0, rows - 1);
  checkInteger("column", column, 0, columns - 1);
  checkInteger("inner", inner, 1);
  const { type } = checkRevealOptions({ n: inner, ...rest });
  const one = (): SummedArray => arrayOf(type, [1]);
  const dot = async (left: SummedArray, right: SummedArray): Promise<number> => {
    const leftMatrix = filled(one(), rows * inner);
    leftMatrix.set(left, row * inner);
    const rightMatrix = filled(one(), inner * columns);
    for (let i = 0; i < inner; i++) rightMatrix[i * columns + column] = right[i];
    const answer: unknown = await multiply(leftMatrix as StorageArray<T>, rightMatrix as StorageArray<T>);
    const cells = numbersIn(answer, rows * columns);
    if (typeof cells !== "string") return cells[row * columns + column];
    throw new InvalidArgumentError("multiply", `a function that gives ${rows * columns} numbers`, cells);
  };
  return revealDot<SummedType>(dot, { n: inner, ...rest });
}

function filled(one: SummedArray, length: number): SummedArray {
  const array = new (one.constructor as new (length: number) => SummedArray)(length);
  return array.fill(one[0]);
}
