import { done, type Steps } from "../algorithms/call.ts";
import { emptyValue, segmentedSteps } from "../algorithms/segments/segmented-steps.ts";
import type { ColumnContract } from "../contracts/column-contract.ts";
import type { Primitives } from "../executors/primitives.ts";
import { right } from "../operators/term.ts";
import { type Lines, lineSteps, offsetsOf, placesOf, zeroOf } from "./lines.ts";
import { joinedSteps } from "./product-steps.ts";

/** The reduce of each line, by itself. */
export function* reduceLineSteps<Vector>(
  on: Primitives<Vector>,
  lines: Lines,
  contract: ColumnContract,
  vector: Vector,
): Steps<Vector> {
  if (lines.count === 0) return yield* done(on.fill(contract.sums[0], zeroOf(contract.sums[0]), 0));
  const empty = emptyValue({ contract });
  if (lines.depth === 0)
    return yield* done(on.fill(contract.sums[0], empty?.[0] ?? zeroOf(contract.sums[0]), lines.count));
  const own = yield* sideBySideSteps(on, lines, contract, vector);
  if (own !== undefined) return own;
  const elements = yield* lineSteps(on, lines, vector);
  const asked = { contract, observation: "reduce", empty } as const;
  const [values] = yield* segmentedSteps(on, asked, [elements], on.place(offsetsOf(lines)));
  return values;
}

/** Elements of lines side by side that make it worth a call of its own. */
const FEWEST_SIDE_BY_SIDE = 4096;

/** By the executor's own way of reducing lines that lie side by side, where it has one: a product with nothing, that does not look at its left. */
function* sideBySideSteps<Vector>(
  on: Primitives<Vector>,
  { matrix, along, others, depth, isInPlace }: Lines,
  contract: ColumnContract,
  vector: Vector,
): Steps<Vector | undefined> {
  const { strides, shape, offset } = matrix;
  const beside = others.find((axis) => strides[axis] === 1 && shape[axis] > 1);
  if (on.reduceProducts === undefined || isInPlace || along.length > 1 || beside === undefined)
    return undefined;
  const outer = others.filter((axis) => axis !== beside);
  const columns = shape[beside];
  if (others.at(-1) !== beside || columns * depth < FEWEST_SIDE_BY_SIDE) return undefined;
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
