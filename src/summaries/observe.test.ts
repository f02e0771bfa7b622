import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contractOf,
  contractsOf,
  hostileElements,
  label,
  SUMMARY_EXPRESSIONS,
} from "../../test/helpers/summaries/contracts.ts";
import type { ElementContract } from "../contracts/contract.ts";
import { blockDyadic } from "../expressions/expression.ts";
import { add } from "../operators/built-in.ts";
import { referenceReduce } from "../reference/reference.ts";
import { toHex } from "../values/bits.ts";
import type { ElementArray } from "../values/element-types.ts";
import { EmptyInputError } from "../values/errors.ts";
import { summaryAlgebra } from "./summary-algebra.ts";

const SEED = 20261102;
const EVERY_LENGTH = 320;
const draws = fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 230, size: "max" });

const cases = SUMMARY_EXPRESSIONS.map((expression) => [label(expression), expression] as const);

describe("the tree of every prefix is the reference's", () => {
  test.each(cases)("%s", (_, expression) => {
    const input = BigUint64Array.from({ length: EVERY_LENGTH }, (_, i) => BigInt(i) * 0x9e3779b97f4a7c15n);
    expectEveryPrefix(contractOf(expression), input);
    expectEveryPrefix(
      contractOf(expression, { initial: { value: 5n, placement: "first" } }),
      input.subarray(0, 130),
    );
  });
});

describe(`observe is the reference's reduce on hostile data (seed ${SEED})`, () => {
  test.each(cases)("%s", (_, expression) => {
    const contracts = fc.constantFrom(...contractsOf(expression));
    const law = fc.property(contracts, draws, (contract, bits) => {
      fc.pre(bits.length > 0 || contract.initial !== undefined);
      const input = hostileElements(contract.type, bits);
      expect(observed(contract, input)).toBe(toHex(contract.accumulate, referenceReduce(contract, input)));
    });
    fc.assert(law, { seed: SEED, numRuns: 50 });
  });
});

test("backward: positions count from the end of the input, operands keep its order", () => {
  const show = contractOf(blockDyadic(2), {
    direction: "backward",
    initial: { value: 9n, placement: "first" },
  });
  const brackets = new Map<bigint, string>([1n, 2n, 3n, 9n].map((value) => [value, String(value)]));
  const algebra = summaryAlgebra(show, (left, right) => {
    const joined = BigInt(brackets.size + 100);
    brackets.set(joined, `(${brackets.get(BigInt(left))} ${brackets.get(BigInt(right))})`);
    return joined;
  });
  const summary = algebra.append(algebra.empty(0), BigUint64Array.from([1n, 2n, 3n]).reverse());
  expect(brackets.get(BigInt(algebra.observe(summary)))).toBe("((1 2) (3 9))");
});

test("nothing observes as the initial value, or is an error", () => {
  const sum = { operator: add, type: "f64", accumulate: "f64" } as const;
  for (const placement of ["outside", "first"] as const) {
    const algebra = summaryAlgebra(contractOf(blockDyadic(2), { ...sum, initial: { value: -0, placement } }));
    expect(toHex("f64", algebra.observe(algebra.empty(0)))).toBe("8000000000000000");
  }
  const algebra = summaryAlgebra(contractOf(blockDyadic(2), sum));
  expect(() => algebra.observe(algebra.empty(0))).toThrow(EmptyInputError);
  expect(toHex("f64", algebra.observe(algebra.append(algebra.empty(0), -0)))).toBe("8000000000000000");
});

function expectEveryPrefix(contract: ElementContract, input: BigUint64Array): void {
  const algebra = summaryAlgebra(contract);
  let summary = algebra.empty(0);
  for (let i = 0; i < input.length; i++) {
    summary = algebra.append(summary, input[i]);
    expect(algebra.observe(summary), `n = ${i + 1}`).toBe(
      referenceReduce(contract, input.subarray(0, i + 1)),
    );
  }
}

function observed(contract: ElementContract, input: ElementArray): string {
  const algebra = summaryAlgebra(contract);
  const positioned = contract.direction === "backward" ? input.slice().reverse() : input;
  return toHex(contract.accumulate, algebra.observe(algebra.append(algebra.empty(0), positioned)));
}
