import { afterAll, beforeAll, expect, test } from "vitest";
import { CnfBuilder } from "../../solvers/cnf-builder.ts";
import { openZ3Sat } from "../../solvers/open-z3.ts";
import type { SatSolver } from "../../solvers/sat.ts";
import { checkHierarchical } from "./check-hierarchical.ts";
import { decodeHierarchical, type EncodedScan, encodeHierarchical } from "./encode-hierarchical.ts";
import type { HierarchicalProblem } from "./encode-stages.ts";
import { synthesizeHierarchical } from "./synthesize-hierarchical.ts";

// A search for the cheapest hardly ever sees what is dear, such as values that enter and are of no use. Here each choice is made once on purpose.
let solver: SatSolver;
beforeAll(async () => {
  solver = await openZ3Sat();
});
afterAll(() => solver.close());

function choiceLiterals(encoded: EncodedScan): readonly number[] {
  const entries = encoded.entries.flat().flatMap((entering) => [...entering.values()]);
  const bases = encoded.bases.flatMap((base) => Object.values(base));
  const rows = [...encoded.first, ...encoded.sent, ...encoded.middle, ...encoded.last].flat();
  return [...new Set([...rows, ...entries, ...bases])];
}

/** How many choices can be made, and what is wrong with the first scans that have them. */
async function scansWithEachChoice(
  problem: HierarchicalProblem,
): Promise<{ count: number; faults: unknown[] }> {
  const builder = new CnfBuilder();
  const encoded = encodeHierarchical(builder, problem);
  const { variableCount, clauses } = builder.formula();
  const faults: unknown[] = [];
  let count = 0;
  for (const choice of choiceLiterals(encoded)) {
    const answer = await solver.solve({ variableCount, clauses: [...clauses, [choice]] }, 10_000);
    if (answer.status !== "sat") continue;
    count++;
    const fault = checkHierarchical(decodeHierarchical(problem, encoded, answer.model), problem.operators);
    if (fault !== undefined) faults.push({ choice, fault });
  }
  return { count, faults };
}

test.each([
  [4, 2, 2, "shared", "associative"],
  [8, 2, 2, "shared", "associative"],
  [8, 2, 4, "shared", "associative"],
  [9, 3, 2, "shared", "associative"],
  [9, 3, 2, "free", "associative"],
  [4, 2, 2, "shared", "commutative"],
  [9, 3, 2, "shared", "commutative"],
] as const)(
  "N = %i, K = %i, T = %i, %s wiring, %s operators: whatever is chosen, it is a scan",
  async (width, blockCount, sentCount, wiring, operators) => {
    const { count, faults } = await scansWithEachChoice({ width, blockCount, sentCount, wiring, operators });
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(width);
  },
);

test.each([
  [32, 2, 4],
  [16, 2, 4],
  [24, 2, 3],
])(
  "N = %i, K = %i, T = %i, sent from the ends of parts: any scan is one",
  async (width, blockCount, sentCount) => {
    const answer = await synthesizeHierarchical({ width, blockCount, sentCount }, solver, {
      sent: "ends of parts",
      goal: "any",
    });
    expect(answer).toMatchObject({ status: "found", questions: 1 });
  },
);
