import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { absenceOf, findPart, needsAllParts, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { FormatError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { parseDimacs, printDimacs } from "./dimacs.ts";
import { openCadical } from "./open-cadical.ts";
import { openZ3Sat } from "./open-z3.ts";
import type { Cnf, SatSolver } from "./sat.ts";

const VARIABLES = 6;

const literals = fc
  .tuple(fc.integer({ min: 1, max: VARIABLES }), fc.boolean())
  .map(([variable, isNegated]) => (isNegated ? -variable : variable));
const formulas = fc
  .array(fc.array(literals, { maxLength: 3 }), { maxLength: 30 })
  .map((clauses): Cnf => ({ variableCount: VARIABLES, clauses }));

/** One pigeon more than there are holes: hard for every solver by resolution. */
function pigeons(holes: number): Cnf {
  const at = (pigeon: number, hole: number): number => pigeon * holes + hole + 1;
  const clauses: number[][] = [];
  for (let pigeon = 0; pigeon <= holes; pigeon++) {
    clauses.push(Array.from({ length: holes }, (_, hole) => at(pigeon, hole)));
    for (let other = 0; other < pigeon; other++) {
      for (let hole = 0; hole < holes; hole++) clauses.push([-at(pigeon, hole), -at(other, hole)]);
    }
  }
  return { variableCount: (holes + 1) * holes, clauses };
}

function satisfies({ clauses }: Cnf, isTrue: (variable: number) => boolean): boolean {
  return clauses.every((clause) => clause.some((literal) => isTrue(Math.abs(literal)) === literal > 0));
}

function isSatisfiable(formula: Cnf): boolean {
  return Array.from({ length: 2 ** VARIABLES }, (_, bits) => bits).some((bits) =>
    satisfies(formula, (variable) => ((bits >> (variable - 1)) & 1) === 1),
  );
}

const cadical = findPart(SYSTEM_PARTS.cadical);
const SOLVERS: readonly (readonly [string, () => Promise<SatSolver>])[] = [
  ["z3", () => openZ3Sat()],
  ...(cadical === undefined ? [] : [["cadical", () => openCadical(cadical)] as const]),
];

describe.each(SOLVERS)("%s", (name, open) => {
  let solver: SatSolver;
  beforeAll(async () => {
    solver = await open();
  });
  afterAll(() => solver.close());

  it("knows its name and version", () => {
    expect(solver.name).toBe(name);
    expect(solver.version).toMatch(/\d/);
  });

  it("agrees with all assignments, one by one", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(formulas, async (formula) => {
        const answer = await solver.solve(formula, 10_000);
        seen.add(answer.status);
        expect(answer.status).toBe(isSatisfiable(formula) ? "sat" : "unsat");
        if (answer.status !== "sat") return;
        expect(answer.model.length).toBe(VARIABLES + 1);
        expect(satisfies(formula, (variable) => answer.model[variable] === 1)).toBe(true);
      }),
      { seed: 8, numRuns: 60 },
    );
    expect([...seen].sort()).toEqual(["sat", "unsat"]);
  });

  it("answers the smallest formulas", async () => {
    expect(await solver.solve({ variableCount: 0, clauses: [] }, 1000)).toEqual({
      status: "sat",
      model: new Uint8Array(1),
    });
    expect(await solver.solve({ variableCount: 0, clauses: [[]] }, 1000)).toEqual({ status: "unsat" });
    expect(await solver.solve(pigeons(4), 10_000)).toEqual({ status: "unsat" });
  });

  it("says unknown, and why, when the time is over, and goes on", async () => {
    const answer = await solver.solve(pigeons(14), 300);
    expect(answer).toEqual({ status: "unknown", reason: expect.stringMatching(/timeout|canceled/) });
    expect((await solver.solve(pigeons(3), 10_000)).status).toBe("unsat");
  });

  it("answers in turn", async () => {
    const asked = [pigeons(3), { variableCount: 2, clauses: [[-2], [1, 2]] }, pigeons(2)];
    const answers = await Promise.all(asked.map((formula) => solver.solve(formula, 10_000)));
    expect(answers.map(({ status }) => status)).toEqual(["unsat", "sat", "unsat"]);
    expect(answers[1]).toEqual({ status: "sat", model: Uint8Array.of(0, 1, 0) });
  });

  it.each([0, 4, -4, 1.5])("refuses the literal %d of 3 variables", async (literal) => {
    const asked = solver.solve({ variableCount: 3, clauses: [[1], [2, literal]] }, 1000);
    await expect(asked).rejects.toThrow(InvalidArgumentError);
    await expect(asked).rejects.toThrow(/clauses\[1\].*1 to 3/);
  });

  it("refuses timeouts that are none, and questions after its end", async () => {
    await expect(solver.solve(pigeons(2), 0)).rejects.toThrow(InvalidArgumentError);
    const other = await open();
    await other.close();
    await expect(other.solve(pigeons(2), 1000)).rejects.toThrow(UnsupportedError);
  });
});

it("has CaDiCaL to ask", ({ skip }) => {
  const absence = absenceOf(SYSTEM_PARTS.cadical);
  if (cadical === undefined && !needsAllParts()) skip(absence);
  expect(cadical, absence).toBeDefined();
});

describe.runIf(cadical !== undefined)("proofs by cadical", () => {
  it("come with what is unsatisfiable, and with nothing else", async () => {
    const solver = await openCadical(String(cadical));
    const refuted = await solver.prove(pigeons(4), 10_000);
    expect(refuted).toEqual({ status: "unsat", proof: expect.stringMatching(/^((d )?(-?\d+ )*0\n)+$/) });
    expect(await solver.prove({ variableCount: 1, clauses: [[1]] }, 1000)).toEqual({
      status: "sat",
      model: Uint8Array.of(0, 1),
    });
    await solver.close();
  });

  it("end with the solver", async () => {
    const solver = await openCadical(String(cadical));
    const asked = solver.solve(pigeons(14), 100_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await solver.close();
    expect(await asked).toEqual({ status: "unknown", reason: "closed" });
  });
});

describe("a solver that is not there", () => {
  it("is named, with how to get it", async () => {
    for (const path of ["/nowhere/cadical", "true"]) {
      const opened = openCadical(path);
      await expect(opened).rejects.toThrow(UnsupportedError);
      await expect(opened).rejects.toThrow(/apt-get install cadical/);
    }
    const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    await expect(openZ3Sat(() => Promise.reject(missing))).rejects.toThrow(/npm install z3-solver/);
  });
});

describe("DIMACS", () => {
  it("is read as it was printed", () => {
    fc.assert(
      fc.property(formulas, (formula) => {
        expect(parseDimacs(printDimacs(formula))).toEqual(formula);
      }),
      { seed: 8 },
    );
  });

  it("may have comments, blank lines and clauses over lines", () => {
    const text = "c made by hand\np cnf 3 2\n\n1 -2\n0 3\nc between\n 0\n";
    expect(parseDimacs(text)).toEqual({ variableCount: 3, clauses: [[1, -2], [3]] });
  });

  it.each([
    ["", /p cnf/],
    ["1 0\n", /line 1.*"1 0"/],
    ["p cnf 2 1\n1 3 0\n", /line 2: "3"/],
    ["p cnf 2 1\n1 x 0\n", /line 2: "x"/],
    ["p cnf 2 1\n1 2\n", /0 after the last clause/],
    ["p cnf 2 2\n1 2 0\n", /2 clauses.*1/],
  ])("refuses %j", (text, message) => {
    expect(() => parseDimacs(text)).toThrow(FormatError);
    expect(() => parseDimacs(text)).toThrow(message);
  });
});
