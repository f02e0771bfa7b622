import fc from "fast-check";
import { algorithmsOn } from "../../src/algorithms/algorithms-on.ts";
import { bind } from "../../src/algorithms/bind.ts";
import { networksJavascriptExecutor } from "../../src/executors/javascript/networks-javascript-executor.ts";
import { algorithmsJavascriptExecutor } from "../../src/executors/javascript/primitives/javascript-primitives.ts";
import type { Matrix, MatrixFunctions } from "../../src/matrices.ts";
import { type ElementArray, type ElementType, newElementArray } from "../../src/values/element-types.ts";
import { anyColumn, anyElementType } from "../algorithms/arbitraries.ts";
import { canonical } from "../algorithms/canonical.ts";
import { differenceOf } from "../algorithms/difference.ts";

type Strided = Pick<Matrix, "array" | "shape"> & {
  readonly strides: readonly number[];
  readonly offset: number;
};

/** A matrix of any axes and strides, and some of its axes. */
export interface LinesDraw {
  readonly type: ElementType;
  readonly matrix: Strided;
  readonly axis: number | readonly number[];
  readonly expression: string;
  readonly keepAxes: boolean;
}

const EXPRESSIONS = ["block-dyadic:32", "block-dyadic:4", "iterated-pairwise", "linear-carry:8", "left-fold"];

/** Up to four axes, in memory in any order, running either way, with gaps, some repeated. */
export function anyLines(longest: number): fc.Arbitrary<LinesDraw> {
  const axis = fc.record({
    length: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 5 }) },
      { weight: 1, arbitrary: fc.nat(longest) },
    ),
    gap: fc.nat(2),
    isReversed: fc.boolean(),
    isRepeated: fc.nat(9).map((draw) => draw === 0),
  });
  return fc
    .tuple(anyElementType, fc.array(axis, { minLength: 1, maxLength: 4 }), fc.boolean(), fc.nat(), fc.nat(2))
    .chain(([type, axes, isPlain, seed, lead]) => {
      const memory = axes.map((_, i) => i).sort((one, other) => hash(one, seed) - hash(other, seed));
      const strides = axes.map(() => 0);
      let span = 1;
      for (const each of isPlain ? axes.map((_, i) => axes.length - 1 - i) : memory) {
        const { length, gap, isReversed, isRepeated } = axes[each];
        if (!isPlain && isRepeated) continue;
        strides[each] = isReversed && !isPlain ? -span : span;
        span *= Math.max(1, length) + (isPlain ? 0 : gap);
      }
      const shape = axes.map(({ length }) => length);
      const before = strides.reduce(
        (sum, stride, i) => sum - Math.min(0, stride) * Math.max(0, shape[i] - 1),
        0,
      );
      const named = fc.subarray(
        shape.map((_, i) => i),
        { minLength: 1 },
      );
      return fc.record({
        type: fc.constant(type),
        matrix: anyColumn(type, fc.constant(span + lead)).map((array) => ({
          array: canonical(array) as ElementArray, // the oracle moves single elements, which may quiet NaNs
          shape,
          strides,
          offset: before + lead,
        })),
        axis: fc.oneof(
          fc.nat(shape.length - 1),
          fc.shuffledSubarray(
            shape.map((_, i) => i),
            { minLength: 1 },
          ),
          named,
        ),
        expression: fc.constantFrom(...EXPRESSIONS),
        keepAxes: fc.boolean(),
      });
    });
}

function hash(index: number, seed: number): number {
  return ((index + 1) * 2654435761 + seed * 40503) % 1009;
}

/** Everything that goes along axes, line by line, by the functions of columns on plain loops. */
export async function checkLines(
  on: MatrixFunctions<"now"> | MatrixFunctions<"later">,
  draw: LinesDraw,
): Promise<void> {
  const { matrix, axis, expression, keepAxes } = draw;
  const of = algorithmsOn(algorithmsJavascriptExecutor);
  const plain = bind(() => networksJavascriptExecutor);
  const before = matrix.array.slice();
  const { lines, places, shape } = linesOf(draw);
  if (lines.length === 0 || lines[0].length === 0) return;
  const values = (fold: (line: never) => unknown): Matrix => ({
    array: columnOf(lines.map((line) => fold(line as never))),
    shape,
  });
  const whole = (map: (line: never) => ElementArray): Matrix => {
    const mapped = lines.map((line) => map(line as never));
    const array = mapped[0].slice(0, 0).constructor as { new (length: number): ElementArray };
    const out = new array(lines.length * lines[0].length);
    for (const [i, line] of mapped.entries()) {
      for (const [k, value] of line.entries()) out[places[i][k]] = value as never;
    }
    return { array: out, shape: matrix.shape };
  };
  const options = { axis, expression };
  fail(
    "reduce",
    await on.reduce(matrix, { ...options, keepAxes }),
    values((line) => plain.reduce(line, { expression })),
  );
  fail(
    "inclusiveScan",
    await on.inclusiveScan(matrix, options),
    whole((line) => plain.inclusiveScan(line, { expression }) as never),
  );
  fail(
    "exclusiveScan",
    await on.exclusiveScan(matrix, { ...options, direction: "backward" }),
    whole((line) => plain.exclusiveScan(line, { expression, direction: "backward" }) as never),
  );
  if (draw.expression !== "left-fold") {
    const means = await on.mean(matrix, { ...options, keepAxes });
    fail(
      "mean",
      [...means.array],
      lines.map((line) => of.mean(line, { expression })),
    );
  }
  fail("minMax", await on.minMax(matrix, { axis, keepAxes }), {
    min: values((line) => of.minMax(line).min),
    max: values((line) => of.minMax(line).max),
  });
  fail(
    "sort",
    await on.sort(matrix, { axis, descending: true }),
    whole((line) => of.sort(line, { descending: true })),
  );
  fail(
    "argsort",
    await on.argsort(matrix, { axis }),
    whole((line) => of.argsort(line)),
  );
  fail("its input", matrix.array, before);

  function columnOf(scalars: readonly unknown[]): ElementArray {
    const column = newElementArray(draw.type, scalars.length);
    for (const [i, scalar] of scalars.entries()) column[i] = scalar as never;
    return column;
  }
}

/** Each line's elements, and where these are in a row-major matrix. */
export function linesOf({ type, matrix, axis, keepAxes }: LinesDraw): {
  readonly lines: readonly ElementArray[];
  readonly places: readonly (readonly number[])[];
  readonly shape: readonly number[];
} {
  const { shape, strides, offset, array } = matrix;
  const along = [axis].flat();
  const others = shape.map((_, i) => i).filter((each) => !along.includes(each));
  const dense = shape.map((_, i) => shape.slice(i + 1).reduce((size, length) => size * length, 1));
  const walk = (axes: readonly number[], by: readonly number[]): readonly number[] =>
    axes.reduce<readonly number[]>(
      (all, each) =>
        all.flatMap((place) => Array.from({ length: shape[each] }, (_, i) => place + i * by[each])),
      [0],
    );
  const lines = walk(others, strides).map((start) => {
    const places = walk(along, strides);
    const line = newElementArray(type, places.length);
    for (const [k, place] of places.entries()) line[k] = array[offset + start + place] as never;
    return line;
  });
  const places = walk(others, dense).map((start) => walk(along, dense).map((place) => start + place));
  const left = keepAxes
    ? shape.map((length, i) => (along.includes(i) ? 1 : length))
    : others.map((each) => shape[each]);
  return { lines, places, shape: left };
}

function fail(what: string, actual: unknown, expected: unknown): void {
  const difference = differenceOf(actual, expected);
  if (difference !== undefined) throw new Error(`${what}: ${difference}`);
}
