import { expect, it } from "vitest";
import { contractOf } from "../conformance/contract-of.ts";
import { leftFold } from "../expressions/expression.ts";
import { networkExpression } from "../expressions/network-expression.ts";
import { koggeStone } from "../networks/generators/kogge-stone.ts";
import { brentKung } from "../networks/generators/up-down-sweep.ts";
import type { Network } from "../networks/network.ts";
import { treeHash } from "../operators/built-in.ts";
import { OPERATORS, type Operator } from "../operators/operator.ts";
import { parseOperator } from "../operators/text/parse-operator.ts";
import { columnContract } from "./column-contract.ts";
import { contractKey } from "./contract-key.ts";
import { printContract } from "./print.ts";

it("tells apart two networks by one name, and none that are the same", () => {
  const contractBy = (network: Network) =>
    contractOf({ operator: treeHash, type: "u64", expression: networkExpression(network, "mine") });
  const [one, other, again] = [koggeStone(7), brentKung(7), koggeStone(7)].map(contractBy);
  expect(printContract(one)).toBe(printContract(other));
  expect(contractKey(columnContract(one))).not.toBe(contractKey(columnContract(other)));
  expect(contractKey(columnContract(one))).toBe(contractKey(columnContract(again)));
});

it("tells apart two operators by one hash, and none that are made alike", () => {
  const contractBy = (text: string, hash?: string) => {
    const operator = parseOperator(text) as Operator;
    return contractOf({
      operator: hash === undefined ? operator : OPERATORS.mark({ ...operator, hash }),
      type: "u32",
      expression: leftFold,
    });
  };
  const one = contractBy("(left: u32, right) => left + right * 3");
  const other = contractBy("(left: u32, right) => left + right * 5", one.operator.hash);
  expect(printContract(one)).toBe(printContract(other));
  expect(contractKey(columnContract(one))).not.toBe(contractKey(columnContract(other)));
  expect(contractKey(columnContract(one))).toBe(
    contractKey(columnContract(contractBy("(left: u32, right) => left + right * 3"))),
  );
});
