import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkLaw } from "../../src/laws.ts";
import { op } from "../../src/operators.ts";
import { openZ3 } from "../../src/solvers/open-z3.ts";
import type { SmtSolver } from "../../src/solvers/smt.ts";

let solver: SmtSolver;
beforeAll(async () => {
  solver = await openZ3();
});
afterAll(() => solver.close());

/** The first operand that has a property, whatever it is: associative of any function. */
const FIRST_SUCH = op`(left: f64, right) => if exp(left) < 2.5 then left else right`;

/** The right operand, as no exponential is negative: a function of which nothing is known might be. */
const RIGHT_BY_SIGN = op`(left: f64, right) => if exp(right) < 0.0 then left + 1.0 else right`;

describe("laws of operators with elementary functions", () => {
  it("one that holds for any function is proved", async () => {
    const verdict = await checkLaw(FIRST_SUCH, "associative", { solver });
    expect(verdict).toMatchObject({ kind: "proved", proof: { method: "bits" } });
  });

  it("one that needs their meaning is not: it stays tested", async () => {
    const verdict = await checkLaw(RIGHT_BY_SIGN, "idempotent", { solver });
    expect(verdict.kind).toBe("tested");
  });

  it("a false one is refuted by samples, with the real values", async () => {
    const verdict = await checkLaw(FIRST_SUCH, "commutative", { solver });
    expect(verdict).toMatchObject({ kind: "refuted", counterexample: { foundBy: "samples" } });
    const logAddExp = op`(left: f64, right) => log(exp(left) + exp(right))`;
    expect(await checkLaw(logAddExp, "idempotent", { solver })).toMatchObject({
      kind: "refuted",
      counterexample: { foundBy: "samples" },
    });
  });
});
