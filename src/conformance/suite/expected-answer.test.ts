import { describe, expect, test } from "vitest";
import type { Observation } from "../../contracts/contract.ts";
import {
  binned,
  bisection,
  blockDyadic,
  type Expression,
  exact,
  interleaved,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { add } from "../../operators/built-in.ts";
import { OPERATORS, type RecordOperator } from "../../operators/operator.ts";
import { columnContractOf } from "../contract-of.ts";
import { RECORD_FINGERPRINTS } from "../sample-operators.ts";
import { type Answer, expectedAnswer, namesRemedy } from "./run-steps.ts";

interface Row {
  readonly expression: Expression;
  readonly observation: Observation;
  readonly allowQuadratic: boolean;
  readonly answers: Readonly<Record<string, Answer>>;
}

const ROWS: readonly Row[] = [
  row(bisection, "reduce", false, ["serve", "serve", "serve", "serve"]),
  row(bisection, "inclusive-scan", false, ["refuse", "refuse", "refuse", "refuse"]),
  row(bisection, "inclusive-scan", true, ["serve", "serve", "serve", "serve"]),
  row(leftFold, "exclusive-scan", false, ["serve", "serve", "serve", "serve"]),
  row(interleaved(1), "exclusive-scan", false, ["serve", "serve", "serve", "serve"]),
  row(interleaved(16), "inclusive-scan", false, ["serve", "serve", "serve", "serve"]),
  row(interleaved(16), "reduce", false, ["serve", "serve", "serve", "serve"]),
  row(blockDyadic(32), "inclusive-scan", false, ["serve", "serve", "serve", "either"]),
  row(linearCarry(5), "inclusive-scan", false, ["serve", "serve", "serve", "serve"]),
  row(exact, "reduce", false, ["either", "either", "serve", "serve"]),
  row(binned(4), "exclusive-scan", false, ["either", "either", "serve", "serve"]),
];

function row(
  expression: Expression,
  observation: Observation,
  allowQuadratic: boolean,
  [javascript, wasm, workers, webgpu]: readonly Answer[],
): Row {
  return {
    expression,
    observation,
    allowQuadratic,
    answers: { javascript, wasm, workers, webgpu, abacus: "either" },
  };
}

describe("expectedAnswer", () => {
  test.each(ROWS)(
    "$expression.kind $observation, quadratic allowed: $allowQuadratic",
    ({ answers, ...rest }) => {
      const request = {
        contract: columnContractOf({ operator: add, type: "f64", expression: rest.expression }),
        ...rest,
      };
      const found = Object.keys(answers).map((executor) => [executor, expectedAnswer(executor, request)]);
      expect(Object.fromEntries(found)).toStrictEqual(answers);
    },
  );

  test("anyone may serve any expression of an associative operator", () => {
    const contract = columnContractOf({ operator: add, type: "i32", expression: bisection });
    expect(
      expectedAnswer("workers", { contract, observation: "inclusive-scan", allowQuadratic: false }),
    ).toBe("either");
  });
});

test("records are served here, and may be served elsewhere", () => {
  const [operator] = RECORD_FINGERPRINTS;
  const answers = (expression: Expression, own: RecordOperator = operator): readonly Answer[] =>
    ["javascript", "wasm", "workers", "abacus"].map((executor) =>
      expectedAnswer(executor, {
        contract: columnContractOf({ operator: own, expression }),
        observation: "inclusive-scan",
        allowQuadratic: false,
      }),
    );
  expect(answers(blockDyadic(32))).toEqual(["serve", "serve", "either", "either"]);
  expect(answers(bisection)).toEqual(["refuse", "refuse", "refuse", "either"]);
  expect(answers(bisection, OPERATORS.mark({ ...operator, isAssociative: true }))).toEqual([
    "serve",
    "serve",
    "either",
    "either",
  ]);
});

test.each([
  ["wasm", "use the javascript executor", true],
  ["wasm", "use workers", true],
  ["javascript", "use iteratedPairwise", true],
  ["javascript", "use the javascript executor", false],
])("a refusal by %s to scan by bisection that says %j names a remedy: %s", (executor, remedy, expected) => {
  const contract = columnContractOf({ operator: add, type: "f64", expression: bisection });
  const request = { contract, observation: "inclusive-scan", allowQuadratic: false } as const;
  expect(namesRemedy(executor, request, { reason: "it is quadratic", remedy })).toBe(expected);
  expect(namesRemedy(executor, request, { reason: " ", remedy })).toBe(false);
});

test.each([
  ["javascript", 'use the same function of "samebits/sums"', true],
  ["javascript", "use workers", true],
  ["abacus", "use samebits/sums", true],
  ["abacus", "use samebits/sumsar", false],
  ["abacus", "use the javascript executor", true],
  ["javascript", "use the javascript executor", false],
])("a refusal by %s to sum exactly that says %j names a remedy: %s", (executor, remedy, expected) => {
  const contract = columnContractOf({ operator: add, type: "f64", expression: exact });
  const request = { contract, observation: "reduce", allowQuadratic: false } as const;
  expect(namesRemedy(executor, request, { reason: "it has no accumulators", remedy })).toBe(expected);
});
