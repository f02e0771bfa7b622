import { done, type Steps } from "../algorithms/call.ts";
import { emptyValue, segmentedSteps } from "../algorithms/segments/segmented-steps.ts";
import type { ColumnContract } from "../contracts/column-contract.ts";
import type { Primitives } from "../executors/primitives.ts";
import { right } from "../operators/term.ts";
import type { ScalarType } from "../values/element-types.ts";
import type { Row } from "../values/value-types.ts";
import { type Lines, lineSteps, offsetsOf, placesOf, zeroOf } from "./lines.ts";
import { joinedSteps } from "./product-steps.ts";

/** The reduce of each line, by itself, of columns that lie as `lines` say. */
export function* reduceLineSteps<Vector>(
  on: Primitives<Vector>,
  lines: Lines,
  contract: ColumnContract,
  columns: readonly Vector[],
): Steps<readonly Vector[]> {
  const { count, depth } = lines;
  const empty = emptyValue({ contract });
  if (count * depth === 0) return yield* valueSteps(on, contract.sums, empty, count);
  const own = yield* sideBySideSteps(on, lines, contract, columns);
  if (own !== undefined) return [own];
  const elements: Vector[] = [];
  for (const column of columns) elements.push(yield* lineSteps(on, lines, column));
  const asked = { contract, observation: "reduce", empty } as const;
  return yield* segmentedSteps(on, asked, elements, on.place(offsetsOf(lines)));
}

/** The same row for every line. */
export function* valueSteps<Vector>(
  on: Primitives<Vector>,
  types: readonly ScalarType[],
  row: Row | undefined,
  count: number,
): Steps<readonly Vector[]> {
  const vectors: Vector[] = [];
  for (const [i, type] of types.entries())
    vectors.push(yield* done(on.fill(type, row?.[i] ?? zeroOf(type), count)));
  return vectors;
}

/** Elements of lines side by side that make it worth a call of its own. */
const FEWEST_SIDE_BY_SIDE = 4096;

/** The axis on which lines lie side by side, where that is worth going across them: the last of those that are left. */
export function besideOf({ matrix, along, others, depth, isInPlace }: Lines): number | undefined {
  const beside = others.at(-1);
  if (beside === undefined || isInPlace || along.length > 1) return undefined;
  const isBeside = matrix.strides[beside] === 1 && matrix.shape[beside] * depth >= FEWEST_SIDE_BY_SIDE;
  return isBeside ? beside : undefined;
}

/** By the executor's own way of reducing lines that lie side by side, where it has one: a product with nothing, that does not look at its left. */
function* sideBySideSteps<Vector>(
  on: Primitives<Vector>,
  lines: Lines,
  contract: ColumnContract,
  [vector, ...others]: readonly Vector[],
): Steps<Vector | undefined> {
  const { matrix, along, depth } = lines;
  const { strides, shape, offset } = matrix;
  const beside = besideOf(lines);
  if (on.reduceProducts === undefined || beside === undefined || others.length > 0) return undefined;
  const outer = lines.others.filter((axis) => axis !== beside);
  const columns = shape[beside];
  const [sum] = contract.sums;
  const parts: Vector[] = [];
  for (const place of placesOf(matrix, outer, strides)) {
    const grid = { vector, offset: offset + place, strides: [strides[along[0]], 1] } as const;
    const values = on.reduceProducts(contract, {
      product: right(sum),
      left: grid,
      right: grid,
      rows: 1,
      depth,
      columns,
    });
    if (values === undefined) return undefined;
    parts.push(yield* done(values));
  }
  return yield* joinedSteps(on, parts);
}
