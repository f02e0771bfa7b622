import { expect, test } from "vitest";
import { checkDrat } from "./check-drat.ts";
import { LARGEST_VARIABLE } from "./proof.ts";

test("tables are as long as the clauses, whatever the numbers of the variables", () => {
  const far = LARGEST_VARIABLE;
  const proof = [
    { kind: "add", literals: [far, 1] },
    { kind: "add", literals: [1] },
    { kind: "add", literals: [] },
  ] as const;
  const before = process.memoryUsage().arrayBuffers;
  expect(checkDrat({ variableCount: 2, clauses: [[1, 2], [1, -2], [-1]] }, proof).holds).toBe(true);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 26);
});
