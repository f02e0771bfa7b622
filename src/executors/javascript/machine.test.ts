import { describe, expect, it } from "vitest";
import { contractOf } from "../../conformance/contract-of.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  exact,
  interleaved,
  leftFold,
} from "../../expressions/expression.ts";
import { networkExpression } from "../../expressions/network-expression.ts";
import { add, max } from "../../operators/built-in.ts";
import { InternalError, InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import { dyadicFamily, foldFamily, TREE_FAMILIES } from "./families/trees.ts";
import { javascriptExecutor } from "./javascript-executor.ts";
import { javascriptMachine } from "./machine.ts";
import { networksJavascriptExecutor } from "./networks-javascript-executor.ts";
import { onlineJavascriptMachine } from "./pass.ts";
import { sumsJavascriptExecutor } from "./sums-javascript-executor.ts";

const onlineJavascriptExecutor = onlineJavascriptMachine({ families: TREE_FAMILIES });

const sumBy = (expression: Expression) =>
  columnContract(contractOf({ operator: add, type: "f64", expression }));
const reasonOf = (executor: typeof javascriptExecutor, expression: Expression): string | undefined =>
  executor.refusal({ contract: sumBy(expression), observation: "reduce", allowQuadratic: false })?.reason;

describe("a machine of plain loops", () => {
  it("serves what its list of families has, and refuses the rest by the part that is missing", () => {
    const network = networkExpression("serial", 4);
    const noSums = "this entry point has no accumulators";
    const noNetworks = "this entry point has no networks";
    for (const executor of [javascriptExecutor, onlineJavascriptExecutor]) {
      expect([reasonOf(executor, exact), reasonOf(executor, network)]).toEqual([noSums, noNetworks]);
    }
    expect(reasonOf(sumsJavascriptExecutor, exact)).toBeUndefined();
    expect(reasonOf(sumsJavascriptExecutor, network)).toBe(noNetworks);
    expect(reasonOf(networksJavascriptExecutor, exact)).toBeUndefined();
    expect(reasonOf(networksJavascriptExecutor, network)).toBeUndefined();
  });

  it("runs a left fold where any tree has the bits and the contract's own is not on its list", () => {
    const machine = javascriptMachine({ families: [foldFamily, dyadicFamily] });
    const input = [Float64Array.of(3, 1, 4, 1, 5)];
    const byNetwork = contractOf({ operator: max, type: "f64", expression: networkExpression("serial", 4) });
    expect(machine.plan(columnContract(byNetwork)).inclusiveScan(input)).toEqual([
      Float64Array.of(3, 3, 4, 4, 5),
    ]);
    expect(() => machine.plan(sumBy(interleaved(2)))).toThrow(InternalError);
  });

  it("takes contracts that columnContract has made, and nothing like them", () => {
    const contract = sumBy(leftFold);
    expect(javascriptExecutor.plan(contract).reduce([Float64Array.of(1, 2)])).toEqual([3]);
    const copy = { ...contract, expression: blockDyadic(32) };
    expect(() => javascriptExecutor.plan(copy)).toThrow(InvalidArgumentError);
    expect(() => networksJavascriptExecutor.openPass(copy)).toThrow(InvalidArgumentError);
  });

  it("opens no pass by trees that change with the length", () => {
    expect(() => onlineJavascriptExecutor.openPass(sumBy(bisection))).toThrow("fixed by position");
  });

  it("opens no pass by trees of another entry point, though any tree has the bits of a whole input", () => {
    const expression = networkExpression("serial", 4);
    const byNetwork = columnContract(contractOf({ operator: max, type: "f64", expression }));
    const asked = { contract: byNetwork, observation: "reduce", allowQuadratic: false } as const;
    expect(sumsJavascriptExecutor.refusal(asked)).toBeUndefined();
    expect(() => sumsJavascriptExecutor.openPass(byNetwork)).toThrow(UnsupportedError);
    expect(() => sumsJavascriptExecutor.openPass(byNetwork)).toThrow("of another entry point");
    const pass = networksJavascriptExecutor.openPass(byNetwork);
    pass.reduce([Float64Array.of(3, 1, 4)]);
    expect(pass.observe()).toEqual([4]);
  });
});
