import { describe, expect, test } from "vitest";
import { DIRECTIONS } from "../../contracts/checks.ts";
import {
  bisection,
  blockDyadic,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { printExpression } from "../../expressions/print.ts";
import { treeHash } from "../../operators/built-in.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import { contractOf } from "../contract-of.ts";
import { generateData } from "../data/generate-data.ts";
import { rightFold } from "./refusals.ts";
import { initialOf, PLACEMENTS } from "./tiers.ts";

const LONGEST = 41;

const EXPRESSIONS = [
  leftFold,
  iteratedPairwise,
  bisection,
  interleaved(1),
  interleaved(7),
  blockDyadic(1),
  blockDyadic(8),
  blockDyadic(10),
  blockDyadic(3),
  linearCarry(4),
  linearCarry(9),
  rightFold,
].map((expression) => ({ name: printExpression(expression), expression }));

// What lets one reference scan judge all lengths: a value depends on the elements that it covers, and on nothing else.
describe("a prefix of the reference's scan is the scan of the prefix, and its last value the reduce", () => {
  const input = generateData({ data: "bits", type: "u64", length: LONGEST, seed: 5n });

  test.each(EXPRESSIONS)("$name", ({ expression }) => {
    for (const direction of DIRECTIONS) {
      for (const placement of PLACEMENTS) {
        const initial = initialOf("u64", placement);
        const contract = contractOf({ operator: treeHash, type: "u64", expression, direction, initial });
        for (const observation of ["inclusive-scan", "exclusive-scan"] as const) {
          if (observation === "exclusive-scan" && initial === undefined) continue;
          const whole = referenceScan(contract, observation, input);
          for (let length = 1; length <= LONGEST; length++) {
            const start = direction === "forward" ? 0 : LONGEST - length;
            const part = input.slice(start, start + length);
            expect(referenceScan(contract, observation, part)).toStrictEqual(
              whole.slice(start, start + length),
            );
            if (observation === "exclusive-scan") continue;
            const covering = direction === "forward" ? length - 1 : start;
            expect(referenceReduce(contract, part)).toBe(whole[covering]);
          }
        }
      }
    }
  });
});
