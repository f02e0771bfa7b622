import { DIRECTIONS } from "../../contracts/checks.ts";
import { CONTRACT_VERSION, type FunctionContract, OBSERVATIONS } from "../../contracts/contract.ts";
import type { Request } from "../../executors/executor.ts";
import { defineExpression } from "../../expressions/define-expression.ts";
import { type Expression, isOrderFree, type Tree } from "../../expressions/expression.ts";

import { add, treeHash } from "../../operators/built-in.ts";
import { columnContractOf } from "../contract-of.ts";
import { RECORD_FINGERPRINTS } from "../sample-operators.ts";
import type { RefusalCase } from "./checks.ts";
import { ORDER_FREE_EXPRESSIONS } from "./order-free.ts";
import type { UnderTest } from "./tiers.ts";

/**
 * Who computes what, as laid down: every expression, a caller's own and sums without an order, records and plain functions among them, with and without the opt-in to
 * quadratic scans. A refusal must come where it is due, may not come elsewhere, and must name who or what can.
 */
export function* refusals({ expressions }: UnderTest): Generator<RefusalCase> {
  for (const expression of [...expressions, rightFold, ...ORDER_FREE_EXPRESSIONS]) {
    for (const direction of DIRECTIONS) {
      for (const contract of contractsOf(expression, direction)) {
        for (const observation of OBSERVATIONS) {
          for (const allowQuadratic of [false, true]) {
            const detail = allowQuadratic ? "quadratic scans allowed" : "quadratic scans not allowed";
            yield { kind: "refusal", request: { contract, observation, allowQuadratic }, detail };
          }
        }
      }
    }
  }
}

/** `x0·(x1·(x2·…))`: no built-in expression, so a caller's own. */
export const rightFold: Expression = defineExpression("right-fold", (length) => {
  let tree: Tree = length - 1;
  for (let i = length - 2; i >= 0; i--) tree = { left: i, right: tree };
  return tree;
});

function contractsOf(
  expression: Expression,
  direction: "forward" | "backward",
): readonly Request["contract"][] {
  const initial = { value: 1, placement: "outside" } as const;
  const ofRecords = { value: RECORD_FINGERPRINTS[0].columns.map(() => 1), placement: "outside" } as const;
  if (isOrderFree(expression)) {
    // Nothing else has such sums: no contract of another operator or of integers can be resolved.
    return [
      columnContractOf({ operator: add, type: "f64", expression, direction, initial }),
      columnContractOf({ operator: add, type: "f32", accumulate: "f64", expression, direction, initial }),
    ];
  }
  const plainFunction: FunctionContract = {
    kind: "function",
    operator: (left: number, right: number) => left - right,
    type: "f64",
    expression,
    direction,
    initial,
    version: CONTRACT_VERSION,
  };
  return [
    columnContractOf({ operator: add, type: "f64", expression, direction, initial }),
    columnContractOf({ operator: add, type: "i32", expression, direction, initial }),
    columnContractOf({
      operator: treeHash,
      type: "u64",
      expression,
      direction,
      initial: { value: 1n, placement: "first" },
    }),
    columnContractOf({ operator: RECORD_FINGERPRINTS[0], expression, direction, initial: ofRecords }),
    plainFunction,
  ];
}
