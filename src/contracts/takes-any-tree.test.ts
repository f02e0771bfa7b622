import { describe, expect, test } from "vitest";
import { javascriptExecutor } from "../executors/javascript/javascript-executor.ts";
import { wasmExecutor } from "../executors/wasm/wasm-executor.ts";
import { defineExpression } from "../expressions/define-expression.ts";
import { bisection, blockDyadic, interleaved, leftFold } from "../expressions/expression.ts";
import { add, multiply } from "../operators/built-in.ts";
import { matrices2x2 } from "../operators/combinators/matrices-2x2.ts";
import { OPERATORS } from "../operators/operator.ts";
import { type ColumnContract, columnContract } from "./column-contract.ts";
import type { RecordContract, TypedContract } from "./contract.ts";
import { resolveContract } from "./resolve.ts";
import { takesAnyTree } from "./takes-any-tree.ts";

/** Associative, as integers wrap, and not commutative. */
const matrices = OPERATORS.mark({ ...matrices2x2(add, multiply, "u32"), isAssociative: true });
const reversed = defineExpression("reversed", (length) => {
  let tree: number | { left: number; right: unknown } = 0;
  for (let i = 1; i < length; i++) tree = { left: i, right: tree };
  return tree as never;
});

const contractOf = (expression: unknown): ColumnContract =>
  columnContract(
    resolveContract({ operator: matrices, expression: expression as never }, "reduce") as RecordContract,
  );

describe("an operator that is proved associative and is not commutative", () => {
  test("takes any tree in place of one over the elements in their order, and of no other", () => {
    for (const expression of [leftFold, bisection, blockDyadic(4)])
      expect(takesAnyTree(contractOf(expression))).toBe(true);
    for (const expression of [interleaved(4), reversed])
      expect(takesAnyTree(contractOf(expression))).toBe(false);
    const sum = resolveContract({ operator: "add", expression: interleaved(4) }, "reduce", "u32");
    expect(takesAnyTree(columnContract(sum as TypedContract))).toBe(true);
  });

  test("has the lanes' bits on wasm, which refuses a caller's tree", () => {
    const columns = matrices.columns.map((_, column) =>
      Uint32Array.from({ length: 37 }, (_, i) => 3 + 7 * i * (column + 1)),
    );
    const contract = contractOf(interleaved(4));
    const wasm = wasmExecutor();
    const here = javascriptExecutor.plan(contract);
    const there = wasm.plan(contract);
    expect(there.reduce(columns)).toEqual(here.reduce(columns));
    expect(there.inclusiveScan(columns)).toEqual(here.inclusiveScan(columns));
    expect(here.reduce(columns)).not.toEqual(javascriptExecutor.plan(contractOf(leftFold)).reduce(columns));
    const request = { contract: contractOf(reversed), observation: "reduce", allowQuadratic: false } as const;
    expect(wasm.refusal(request)?.reason).toContain("is a function");
  });
});
