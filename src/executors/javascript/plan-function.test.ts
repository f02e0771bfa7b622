import { describe, expect, it } from "vitest";
import type { Direction } from "../../contracts/contract.ts";
import { type ContractOptions, resolveContract } from "../../contracts/resolve.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
  type Tree,
} from "../../expressions/expression.ts";
import { printExpression } from "../../expressions/print.ts";
import type { CombineFunction } from "../../operators/operator.ts";
import type { FunctionPlan } from "../executor.ts";
import { javascriptExecutor } from "./javascript-executor.ts";

const leaning: Expression = { kind: "custom", name: "right-fold", tree: rightFold };

const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  bisection,
  ...[1, 3, 16, 2000].map(interleaved),
  ...[1, 3, 8, 32, 2000].map(blockDyadic),
  ...[1, 3, 8, 2000].map(linearCarry),
  leaning,
];

describe("javascriptExecutor.planFunction", () => {
  const bracket = (left: string, right: string): string => `(${left} ${right})`;
  const letters = ["a", "b", "c", "d", "e", "f"];

  function planOf(expression: Expression, direction: Direction, initial?: string): FunctionPlan {
    return planFunction(bracket, { expression, direction, initial });
  }

  it.each<[Expression, Direction, string]>([
    [leftFold, "forward", "(((((a b) c) d) e) f)"],
    [leftFold, "backward", "(a (b (c (d (e f)))))"],
    [iteratedPairwise, "forward", "(((a b) (c d)) (e f))"],
    [iteratedPairwise, "backward", "((a b) ((c d) (e f)))"],
    [bisection, "forward", "((a (b c)) (d (e f)))"],
    [bisection, "backward", "(((a b) c) ((d e) f))"],
    [interleaved(4), "forward", "(((a e) (b f)) (c d))"],
    [blockDyadic(4), "forward", "(((a b) (c d)) (e f))"],
    [blockDyadic(2), "forward", "(((a b) (c d)) (e f))"],
    [linearCarry(2), "forward", "(((a b) (c d)) (e f))"],
    [linearCarry(1), "forward", "(((((a b) c) d) e) f)"],
    [leaning, "forward", "(a (b (c (d (e f)))))"],
  ])("shows the tree of %j %s", (expression, direction, expected) => {
    const plan = planOf(expression, direction);
    expect(plan.reduce(letters)).toBe(expected);
    const scanned = plan.inclusiveScan(letters);
    expect(direction === "forward" ? scanned[5] : scanned[0]).toBe(expected);
  });

  it("puts an initial value on the outside of each bracket, at the side the scan comes from", () => {
    expect(planOf(leftFold, "forward", "z").exclusiveScan(["a", "b", "c"])).toEqual([
      "z",
      "(z a)",
      "(z (a b))",
    ]);
    expect(planOf(leftFold, "backward", "z").exclusiveScan(["a", "b", "c"])).toEqual([
      "((b c) z)",
      "(c z)",
      "z",
    ]);
  });

  it("takes values of any kind, and typed arrays", () => {
    expect(planOf(leftFold, "forward").reduce(Int8Array.of(1, 2, 3))).toBe("((1 2) 3)");
    const lists = planFunction((left: number[], right: number[]) => [...left, ...right], {});
    expect(lists.inclusiveScan([[1], [2], [3]])).toEqual([[1], [1, 2], [1, 2, 3]]);
  });

  it("works in place", () => {
    for (const expression of EXPRESSIONS) {
      const plan = planOf(expression, "forward", "z");
      const inclusive = [...letters];
      expect(plan.inclusiveScan(inclusive, inclusive)).toBe(inclusive);
      expect(inclusive).toEqual(plan.inclusiveScan(letters));
      const exclusive = [...letters];
      plan.exclusiveScan(exclusive, exclusive);
      expect(exclusive).toEqual(plan.exclusiveScan(letters));
    }
  });

  it("combines n − 1 times for a reduce, whatever the expression", () => {
    for (const expression of EXPRESSIONS) {
      const { plan, combines } = countingPlan(expression);
      expect(plan.reduce(Array(1000).fill(1))).toBe(1000);
      expect([printExpression(expression), combines()]).toEqual([printExpression(expression), 999]);
    }
  });

  it("needs (n/2)·log2 n combines for a pairwise scan of n = 2^k, and a block's share of them for blockDyadic", () => {
    const scanCombines = (expression: Expression): number => {
      const { plan, combines } = countingPlan(expression);
      plan.inclusiveScan(Array(1024).fill(1));
      return combines();
    };
    expect(scanCombines(iteratedPairwise)).toBe(512 * 10);
    // Inside 32 blocks 16·5 each, between their roots 16·5 more, and D joined to 31 prefixes of each of the 31 later blocks.
    expect(scanCombines(blockDyadic(32))).toBe(32 * 80 + 16 * 5 + 31 * 31);
    expect(scanCombines(leftFold)).toBe(1023);
  });
});

function countingPlan(expression: Expression): {
  readonly plan: FunctionPlan;
  readonly combines: () => number;
} {
  let combines = 0;
  const count = (left: number, right: number): number => {
    combines++;
    return left + right;
  };
  return { plan: planFunction(count, { expression }), combines: () => combines };
}

function planFunction(operator: CombineFunction, options: ContractOptions): FunctionPlan {
  const contract = resolveContract({ ...options, operator }, "reduce", "any");
  if (contract.kind !== "function") throw new TypeError("not a function contract");
  return javascriptExecutor.planFunction(contract);
}

function rightFold(length: number): Tree {
  let tree: Tree = length - 1;
  for (let i = length - 2; i >= 0; i--) tree = { left: i, right: tree };
  return tree;
}
