import { type Expression, isOrderFree, type TreeExpression } from "../expressions/expression.ts";
import { FormatError, UnsupportedError } from "../values/errors.ts";
import { accumulatorShape } from "./accumulator-shape.ts";
import { blocksShape, dyadicBlock, networkBlock } from "./blocks-shape.ts";
import type { SumValues } from "./column-values.ts";
import { lanesShape } from "./lanes-shape.ts";
import type { Shape, TreeShape } from "./shape.ts";
import type { RootsState, TreeState } from "./summary.ts";
import { type Combine, carryTier, dyadicTier, foldRoots, pushRoot, restoreRoots, type Tier } from "./tier.ts";

/** The shape of an expression's summaries; `sums` are values as its sums take them. @throws UnsupportedError for those without summaries */
export function shapeOf<Value>(
  expression: Expression,
  combine: Combine<Value>,
  sums: SumValues<Value>,
): Shape<Value> {
  if (!isOrderFree(expression)) return printed(treeShapeOf(expression, combine));
  return accumulatorShape(expression, sums);
}

/** A shape whose values are printed one by one. */
function printed<Value>(shape: TreeShape<Value>): Shape<Value, TreeState<Value>> {
  return {
    ...shape,
    print: (state, printValue) => shape.values(state).map((list) => list.map(printValue)),
    parse: (start, end, lists, parseValue) =>
      shape.restore(
        start,
        end,
        lists.map((list) => list.map(parseValue)),
      ),
  };
}

/** The shape of the summaries of an expression that is a tree. @throws UnsupportedError for those without summaries */
export function treeShapeOf<Value>(expression: TreeExpression, combine: Combine<Value>): TreeShape<Value> {
  switch (expression.kind) {
    case "leftFold":
      return rootsShape(carryTier, combine);
    case "iteratedPairwise":
      return rootsShape(dyadicTier, combine);
    case "interleaved":
      return lanesShape(expression.laneCount, combine);
    case "blockDyadic":
      return blocksShape(dyadicBlock(expression.blockLength, combine), dyadicTier, combine);
    case "linearCarry":
      return blocksShape(dyadicBlock(expression.blockLength, combine), carryTier, combine);
    case "network":
      return blocksShape(networkBlock(expression, combine), dyadicTier, combine);
    case "bisection":
      throw noSummary("bisection");
    case "custom":
      throw noSummary(`the caller's own expression "${expression.name}"`);
    default:
      return expression satisfies never;
  }
}

function noSummary(subject: string): UnsupportedError {
  return new UnsupportedError(
    `a summary under ${subject}`,
    "its trees may change with the length of the whole input",
    "use iteratedPairwise, or another expression that is fixed by position",
  );
}

/** leftFold (carry tier) and iteratedPairwise (dyadic tier): one list over the elements. */
function rootsShape<Value>(tier: Tier, combine: Combine<Value>): TreeShape<Value, RootsState<Value>> {
  return {
    empty: () => ({ kind: "roots", roots: [] }),
    append(state, _start, end, elements) {
      const roots = [...state.roots];
      for (let i = 0; i < elements.length; i++) {
        pushRoot(tier, combine, roots, { start: end + i, end: end + i + 1, value: elements[i] });
      }
      return { kind: "roots", roots };
    },
    concat(left, right) {
      const roots = [...left.roots];
      for (const root of right.roots) pushRoot(tier, combine, roots, root);
      return { kind: "roots", roots };
    },
    observe: (state) => foldRoots(combine, state.roots),
    values: (state) => [state.roots.map((root) => root.value)],
    restore(start, end, values) {
      if (values.length !== 1)
        throw new FormatError("summary", "one list of values", `${values.length} lists`);
      return { kind: "roots", roots: restoreRoots(tier, start, end, values[0]) };
    },
  };
}
