import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { hasSamePairs, isSameNetwork } from "../../networks/network.ts";
import { checkIntervals } from "../../networks/validators/check-intervals.ts";
import { openZ3 } from "../../solvers/open-z3.ts";
import type { SmtSolver } from "../../solvers/smt.ts";
import { UnsupportedError } from "../../values/errors.ts";
import { expandProgram } from "../programs/expand-program.ts";
import { askOracle, type OraclePicks } from "./ask-oracle.ts";
import { parseSketch } from "./parse-sketch.ts";

let z3: SmtSolver;
beforeAll(async () => {
  z3 = await openZ3();
});
afterAll(() => z3.close());

const LEVELS = "for (i = 0; i < log(N); i++)";
const THREADS = "parallel for (j = 0; j < N; j++)";

function ask(
  text: string,
  width: number,
  rest: { readonly mostTables?: number; readonly solver?: SmtSolver } = {},
) {
  const { solver = z3, ...options } = rest;
  return askOracle(parseSketch(text), solver, { width, ...options, timeoutMs: 60_000, now: () => 0 });
}

async function picked(text: string, width = 8): Promise<OraclePicks> {
  const result = await ask(text, width);
  if (result.status !== "found") throw new Error(result.status);
  expect(checkIntervals(result.network).holds).toBe(true);
  return result;
}

describe("an oracle picks, and the program behind its picks is found", () => {
  test("sources", async () => {
    const { picks, rules, program, network, tables } = await picked(
      `pick(i, j) = !!; ${LEVELS} { ${THREADS} { if (j >= 2^i) { a[j] += a[pick(i, j)]; } } }`,
    );
    expect(isSameNetwork(network, generateNetwork("kogge-stone", 8))).toBe(true);
    expect(picks).toContainEqual({ hole: "pick", place: [2, 5], value: 1 });
    expect([rules, tables]).toEqual([["pick(i, j) = j - 2^i"], 1]);
    if (program === undefined) throw new Error("no program");
    expect(hasSamePairs(expandProgram(program, 100), generateNetwork("kogge-stone", 100))).toBe(true);
  });

  test("who works, by a hole without a name", async () => {
    const { rules, program } = await picked(
      `${LEVELS} { ${THREADS} { if (!!) { a[j] += a[(j >> i << i) - 1]; } } }`,
    );
    expect(rules).toEqual(["!!1 = (j >> i) % 2 == 1"]);
    if (program === undefined) throw new Error("no program");
    expect(hasSamePairs(expandProgram(program, 37), generateNetwork("sklansky", 37))).toBe(true);
  });

  test("in two loops, one of them down", async () => {
    const { rules, program } = await picked(
      `works(i, j) = !! 0..1;
       ${LEVELS} { ${THREADS} { if ((j + 1) % 2^(i + 1) == 0) { a[j] += a[!!]; } } }
       for (i = log(N) - 2; i >= 0; i--) { ${THREADS} { if (works(i, j)) { a[j] += a[j - 2^i]; } } }`,
    );
    expect(rules).toHaveLength(2);
    if (program === undefined) throw new Error("no program");
    expect(hasSamePairs(expandProgram(program, 32), generateNetwork("brent-kung", 32))).toBe(true);
  });

  test("in several steps of a turn", async () => {
    const { program } = await picked(
      `odd(i, j) = !! 0..1; even(i, j) = !! 0..1;
       ${LEVELS} {
         ${THREADS} { if (j % 2 == 1 && odd(i, j)) { a[j] += a[(j >> i << i) - 1]; } }
         ${THREADS} { if (j % 2 == 0 && even(i, j)) { a[j] += a[(j >> i << i) - 1]; } }
       }`,
    );
    expect(program?.phases[0].further).toHaveLength(1);
    if (program === undefined) throw new Error("no program");
    expect(checkIntervals(expandProgram(program, 1000)).holds).toBe(true);
  });

  test("of the network, where no hole has a rule", async () => {
    // By i alone: such picks have no rule of their own.
    const { rules, program, picks } = await picked(
      `far(i) = !! 1..7; ${LEVELS} { ${THREADS} { if (j >= far(i)) { a[j] += a[j - far(i)]; } } }`,
    );
    expect(picks.map(({ value }) => value)).toEqual([1, 2, 4]);
    expect(rules).toEqual([]);
    if (program === undefined) throw new Error("no program");
    expect(hasSamePairs(expandProgram(program, 64), generateNetwork("kogge-stone", 64))).toBe(true);
  });

  test("whatever the width: picks make a scan", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 9 }), fc.boolean(), async (width, isFree) => {
        const guard = isFree ? "works(i, j)" : "j >= 2^i";
        const { network } = await picked(
          `works(i, j) = !! 0..1; ${LEVELS} { ${THREADS} { if (${guard}) { a[j] += a[!!]; } } }`,
          width,
        );
        expect(network.steps.length).toBeLessThanOrEqual(Math.ceil(Math.log2(width)));
      }),
      { seed: 8, numRuns: 8 },
    );
  });

  test("the example's file", async () => {
    const file = new URL("../../../examples/sketches/oracle.sketch", import.meta.url);
    const { rules } = await picked(readFileSync(file, "utf8"));
    expect(rules).toEqual(["works(i, j) = 2^i <= j", "pick(i, j) = j - 2^i"]);
  });
});

describe("no picks", () => {
  test("where no scan is possible", async () => {
    const text = `for (i = 0; i < log(N) - 1; i++) { ${THREADS} { if (!!) { a[j] += a[!!]; } } }`;
    expect(await ask(text, 8)).toEqual({ status: "none" });
  });

  test("in no time, and from a solver that does not know", async () => {
    const text = `${LEVELS} { ${THREADS} { if (!!) { a[j] += a[!!]; } } }`;
    let time = 0;
    const late = await askOracle(parseSketch(text), z3, {
      width: 8,
      timeoutMs: 1000,
      now: () => 2000 * time++,
    });
    expect(late).toEqual({ status: "unknown", reason: "timeout" });
  });

  test("a program is asked for in so many tables, and no more", async () => {
    let asked = 0;
    const counting: SmtSolver = {
      ...{ name: z3.name, version: z3.version, close: () => z3.close() },
      check: (...question) => {
        asked++;
        return z3.check(...question);
      },
    };
    const text = `for (i = 0; i < 4; i++) { ${THREADS} { if (!!) { a[j] += a[!!]; } } }`;
    const result = await ask(text, 6, { mostTables: 3, solver: counting });
    if (result.status !== "found") throw new Error(result.status);
    expect(asked).toBe(result.tables);
    expect(asked).toBeLessThanOrEqual(3);
  });
});

describe("what is refused, with its place", () => {
  test.each([
    [`far(i) = !! 3..1; ${LEVELS} { a[1] += a[0]; }`, /a range whose lowest number comes first/],
    [`${LEVELS} { ${THREADS} { a[j] += a[j - 2^!!]; } }`, /linear in its holes/],
    [`for (i = 0; i < ?? 0..3; i++) { ${THREADS} { if (!!) { a[j] += a[!!]; } } }`, /a term without \?\?/],
    [`${LEVELS} { ${THREADS} { a[j] += a[!!]; a[j] += a[0]; } }`, /1 statement|one statement in a step/],
    [`${LEVELS} { for (k = 0; k < 2; k++) { a[k] += a[!!]; } }`, /another loop over steps/],
    [`${LEVELS} { }`, /a step in a loop/],
  ])("%s", async (text, expected) => {
    await expect((async () => ask(text, 8))()).rejects.toThrow(expected);
  });

  test("a loop over all widths of picks that have no rule", async () => {
    const { solveSketch } = await import("./solve-sketch.ts");
    const { openHighs } = await import("../../solvers/open-highs.ts");
    const sketch = parseSketch(
      `pick(i, j) = !! 0..7; ${LEVELS} { ${THREADS} { if (j >= 2^i) { a[j] += a[pick(i, j)]; } } }`,
    );
    const filled = solveSketch(sketch, generateNetwork("kogge-stone", 8), await openHighs());
    await expect(filled).rejects.toThrow(UnsupportedError);
  });
});
