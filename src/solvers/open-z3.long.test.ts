import { expect, it } from "vitest";
import { openZ3 } from "./open-z3.ts";

/** A multiplier and a divider of 1,500 bits: more gates than Z3 may take memory for. */
const LARGE = `(declare-const x (_ BitVec 1500)) (declare-const y (_ BitVec 1500))
  (assert (and (= (bvmul x y) (bvudiv y x)) (bvult x y)))`;

it("survives a query that needs too much memory", async () => {
  const solver = await openZ3();
  const answer = await solver.check(LARGE, 50_000);
  expect(answer).toEqual({ status: "unknown", reason: "out of memory" });
  expect(await solver.check("(assert false)", 10_000)).toEqual({ status: "unsat" });
  await solver.close();
});
