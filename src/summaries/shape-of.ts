import type { Expression } from "../expressions/expression.ts";
import { UnsupportedError } from "../values/errors.ts";
import { blocksShape } from "./blocks-shape.ts";
import { lanesShape } from "./lanes-shape.ts";
import { rootsShape } from "./roots-shape.ts";
import type { Shape } from "./shape.ts";
import { type Combine, carryTier, dyadicTier } from "./tier.ts";

/** The shape of an expression's summaries. @throws UnsupportedError where there are none */
export function shapeOf<Value>(expression: Expression, combine: Combine<Value>): Shape<Value> {
  switch (expression.kind) {
    case "leftFold":
      return rootsShape(carryTier, combine);
    case "iteratedPairwise":
      return rootsShape(dyadicTier, combine);
    case "interleaved":
      return lanesShape(expression.laneCount, combine);
    case "blockDyadic":
      return blocksShape(expression.blockLength, dyadicTier, combine);
    case "linearCarry":
      return blocksShape(expression.blockLength, carryTier, combine);
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
