import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import type { IntegerProgram, IntegerProgramSolver, LinearForm } from "./integer-program.ts";
import { openHighs, printIntegerProgram } from "./open-highs.ts";

const form = (coefficients: Readonly<Record<string, number>>): LinearForm =>
  new Map(Object.entries(coefficients));
const whole = (name: string, lowest = -9, highest = 9) => ({ name, lowest, highest, isInteger: true });

describe("openHighs", () => {
  let solver: IntegerProgramSolver;
  beforeAll(async () => {
    solver = await openHighs();
  });

  it("knows its name and version", () => {
    expect(solver.name).toBe("highs");
    expect(solver.version).toMatch(/^1\.\d+\.\d+$/);
  });

  it("finds the best point, in whole numbers where they are asked for", async () => {
    // 2x + 2y ≥ 7: 3.5 in real numbers, 4 in whole ones.
    const rows = [{ form: form({ x: 2, y: 2 }), relation: ">=" as const, bound: 7 }];
    const objective = form({ x: 1, y: 1 });
    const real = { name: "x", lowest: 0, isInteger: false };
    expect(
      await solver.solve({ objective, rows, variables: [real, { ...real, name: "y" }] }, 1000),
    ).toMatchObject({ status: "optimal", objective: 3.5 });
    const answer = await solver.solve({ objective, rows, variables: [whole("x", 0), whole("y", 0)] }, 1000);
    expect(answer).toMatchObject({ status: "optimal", objective: 4 });
  });

  it("agrees with a search through all points", async () => {
    const coefficient = fc.integer({ min: -4, max: 4 });
    const row = fc.record({
      form: fc.record({ x: coefficient, y: coefficient, z: coefficient }).map(form),
      relation: fc.constantFrom("=" as const, "<=" as const, ">=" as const),
      bound: fc.integer({ min: -9, max: 9 }),
    });
    const programs = fc.record({
      objective: fc.record({ x: coefficient, y: coefficient, z: coefficient }).map(form),
      rows: fc.array(row, { maxLength: 4 }),
    });
    const variables = ["x", "y", "z"].map((name) => whole(name, -3, 3));
    await fc.assert(
      fc.asyncProperty(programs, async ({ objective, rows }) => {
        const program = { objective, rows, variables };
        const least = leastOf(program);
        const answer = await solver.solve(program, 5000);
        expect(answer.status === "optimal" ? answer.objective : answer.status).toBe(least ?? "infeasible");
      }),
      { seed: 8, numRuns: 60 },
    );
  });

  it("has an answer where nothing is asked, or something impossible without variables", async () => {
    const none = { objective: form({}), rows: [], variables: [] };
    expect(await solver.solve(none, 1000)).toEqual({ status: "optimal", values: new Map(), objective: 0 });
    const never = { form: form({}), relation: "=" as const, bound: 1 };
    expect(await solver.solve({ ...none, rows: [never] }, 1000)).toEqual({ status: "infeasible" });
  });

  it("refuses what is no program, no time, and questions after its end", async () => {
    const fault = async (program: Partial<IntegerProgram>, timeoutMs = 1000) =>
      solver.solve({ objective: form({}), rows: [], variables: [], ...program }, timeoutMs);
    await expect(fault({ objective: form({ x: 1 }) })).rejects.toThrow(
      /"objective" must be over declared.*"x"/,
    );
    await expect(fault({ variables: [whole("x"), whole("x")] })).rejects.toThrow(/"x" twice/);
    await expect(fault({ variables: [whole("x", 2, 1)] })).rejects.toThrow(InvalidArgumentError);
    await expect(fault({ variables: [whole("x")], objective: form({ x: Number.NaN }) })).rejects.toThrow(
      /finite/,
    );
    await expect(fault({}, 0)).rejects.toThrow(/"timeoutMs"/);
    const closed = await openHighs();
    await closed.close();
    await expect(closed.solve({ objective: form({}), rows: [], variables: [] }, 1000)).rejects.toThrow(
      UnsupportedError,
    );
  });

  it("says how to get the package where it is not there, and that another form of it is none", async () => {
    const missing = Object.assign(new Error("Cannot find package 'highs'"), { code: "ERR_MODULE_NOT_FOUND" });
    await expect(openHighs(() => Promise.reject(missing))).rejects.toThrow(/npm install highs/);
    await expect(openHighs(async () => ({}))).rejects.toThrow(UnsupportedError);
  });

  it("starts again after a trap, and takes no point that misses a row once rounded", async () => {
    let started = 0;
    const runtime = {
      _Highs_version: () => 0,
      UTF8ToString: () => "0.0",
      solve: () => {
        if (started === 1) throw new WebAssembly.RuntimeError("unreachable");
        return { Status: "Optimal", ObjectiveValue: 0, Columns: { x0: { Primal: 1.4 } } };
      },
    };
    const faulty = await openHighs(async () => ({
      default: async () => {
        started++;
        return runtime;
      },
    }));
    const program = {
      objective: form({ x: 1 }),
      rows: [{ form: form({ x: 5 }), relation: "=" as const, bound: 7 }],
      variables: [whole("x")],
    };
    expect(await faulty.solve(program, 1000)).toMatchObject({
      status: "unknown",
      reason: expect.stringMatching(/failed.*unreachable/),
    });
    expect(await faulty.solve(program, 1000)).toEqual({
      status: "unknown",
      reason: "its point misses a row once rounded",
    });
  });
});

it("prints the format of CPLEX", () => {
  const program: IntegerProgram = {
    objective: form({ "a b": 1, y: -2 }),
    rows: [
      { form: form({ "a b": 1, y: 0 }), relation: "<=", bound: 3 },
      { form: form({}), relation: "=", bound: 0 },
    ],
    variables: [{ name: "a b", lowest: 0, isInteger: true }, whole("y")],
  };
  expect(printIntegerProgram(program)).toBe(
    "Minimize\n objective: + 1 x0 - 2 x1\nSubject To\n r0: + 1 x0 <= 3\nBounds\n 0 <= x0 <= +inf\n -9 <= x1 <= 9\nGeneral\n x0\n x1\nEnd\n",
  );
});

/** The least objective over all points of a small box. */
function leastOf({ objective, rows, variables }: IntegerProgram): number | undefined {
  const at = (linear: LinearForm, point: readonly number[]): number =>
    variables.reduce((sum, { name }, index) => sum + (linear.get(name) ?? 0) * point[index], 0);
  let least: number | undefined;
  for (let code = 0; code < 343; code++) {
    const point = [code % 7, Math.floor(code / 7) % 7, Math.floor(code / 49)].map((digit) => digit - 3);
    const fits = rows.every(({ form: row, relation, bound }) => {
      const value = at(row, point);
      return relation === "=" ? value === bound : relation === "<=" ? value <= bound : value >= bound;
    });
    const value = at(objective, point);
    if (fits && (least === undefined || value < least)) least = value;
  }
  return least;
}
