import fc from "fast-check";
import { algorithmsOn } from "../../src/algorithms/algorithms-on.ts";
import { algorithmsJavascriptExecutor } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import type { Matrix, MatrixFunctions } from "../../src/matrices.ts";
import { type ElementArray, type ElementType, newElementArray } from "../../src/values/element-types.ts";
import { anyElementType } from "../algorithms/arbitraries.ts";
import { differenceOf } from "../algorithms/difference.ts";
import { anyMatrix, elementsOf } from "./arbitraries.ts";

export const SEED = 20_261_123;

/** One product, and what it is asked for. */
export interface ProductDraw {
  readonly type: ElementType;
  readonly A: Matrix;
  readonly B: Matrix;
  readonly expression: string;
  readonly accumulate: ElementType;
}

const WIDER: Partial<Record<ElementType, ElementType>> = { f32: "f64", i32: "i64", u32: "u64" };
const TREES = [
  "block-dyadic:32",
  "block-dyadic:4",
  "block-dyadic:64",
  "iterated-pairwise",
  "left-fold",
  "linear-carry:8",
];
const OTHERS = [
  "linear-carry:1",
  "linear-carry:3",
  "linear-carry:6",
  "linear-carry:16",
  "interleaved:4",
  "block-dyadic:1",
  "block-dyadic:2",
  "block-dyadic:6",
];
const FLOATS = ["exact", "binned:3"];

/** Products of any shapes around the tiles, strides and bits. */
export function anyProduct(largest: number): fc.Arbitrary<ProductDraw> {
  const length = fc.oneof(fc.constant(1), fc.nat(5), fc.nat(largest));
  return fc
    .tuple(anyElementType, length, fc.oneof(fc.nat(9), fc.nat(3 * largest)), length, fc.boolean())
    .chain(([type, rows, depth, columns, isWide]) =>
      fc.record({
        type: fc.constant(type),
        A: anyMatrix(type, rows, depth),
        B: anyMatrix(type, depth, columns),
        expression: fc.constantFrom(...TREES, ...TREES, ...OTHERS, ...(type.startsWith("f") ? FLOATS : [])),
        accumulate: fc.constant((isWide ? WIDER[type] : undefined) ?? type),
      }),
    );
}

/** The definition: each cell is the dot product of its row and its column. */
export function cellsByDot({ type, A, B, expression, accumulate }: ProductDraw): ElementArray {
  const { dot } = algorithmsOn(algorithmsJavascriptExecutor);
  const [rows, depth] = A.shape;
  const [, columns] = B.shape;
  const one = elementsOf(A, type);
  const other = elementsOf({ ...transposedOf(B) }, type);
  const cells = newElementArray(accumulate, rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const row = one.subarray(i * depth, (i + 1) * depth);
      const column = other.subarray(j * depth, (j + 1) * depth);
      cells[i * columns + j] = dot(row, column as never, { expression, accumulate } as object) as never;
    }
  }
  return cells;
}

function transposedOf({ shape, strides = [shape[1], 1], ...rest }: Matrix): Matrix {
  return { ...rest, shape: [...shape].reverse(), strides: [...strides].reverse() };
}

/** That an executor's products are, bit for bit, dot products; of either side's transpose as well. */
export async function checkProduct(
  on: MatrixFunctions<"now"> | MatrixFunctions<"later">,
  draw: ProductDraw,
): Promise<void> {
  const { A, B, expression, accumulate } = draw;
  const options = { expression, accumulate } as object;
  const given = [A, B].map(({ array }) => array.slice());
  const expected = { array: cellsByDot(draw), shape: [A.shape[0], B.shape[1]] };
  fail("multiply", await on.multiply(A, B, options), expected);
  const turned = { ...options, transposeA: true, transposeB: true };
  fail("of transposes", await on.multiply(transposedOf(A), transposedOf(B), turned), expected);
  if (B.shape[1] === 1) {
    const x = elementsOf(B, draw.type);
    fail("multiplyVector", await on.multiplyVector(A, x as never, options), expected.array);
    const turnedA = { ...options, transposeA: true };
    fail("of a transpose", await on.multiplyVector(transposedOf(A), x as never, turnedA), expected.array);
  }
  fail("its input", [A.array, B.array], given);
}

function fail(what: string, actual: unknown, expected: unknown): void {
  const difference = differenceOf(actual, expected);
  if (difference !== undefined) throw new Error(`${what}: ${difference}`);
}
