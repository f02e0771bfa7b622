import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { isSameNetwork, type Network } from "../../networks/network.ts";
import { checkIntervals } from "../../networks/validators/check-intervals.ts";
import type { IntegerProgramSolver } from "../../solvers/integer-program.ts";
import { openHighs } from "../../solvers/open-highs.ts";
import { openZ3 } from "../../solvers/open-z3.ts";
import type { SmtSolver } from "../../solvers/smt.ts";
import { InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { printProgram } from "../programs/print-program.ts";
import { completeSketch } from "./complete-sketch.ts";
import { parseSketch } from "./parse-sketch.ts";
import { solveBlockSketch } from "./solve-block-sketch.ts";
import { solveSketch } from "./solve-sketch.ts";

const figure = (name: string): string =>
  readFileSync(new URL(`../../../examples/sketches/figure-${name}.sketch`, import.meta.url), "utf8");

let highs: IntegerProgramSolver;
let z3: SmtSolver;
beforeAll(async () => {
  highs = await openHighs();
  z3 = await openZ3();
});
afterAll(() => z3.close());

async function solved(text: string, name: string, width: number) {
  const example = generateNetwork(name, width);
  const result = await solveSketch(parseSketch(text), example, highs);
  if (result.status !== "found") throw new Error(result.reason);
  expect(isSameNetwork(expandProgram(result.program, width), example)).toBe(true);
  return result;
}

const textsOf = (functions: readonly { readonly text: string }[]): readonly string[] =>
  functions.map(({ text }) => text);

describe("the published sketches, their constraints drawn from sketch and example", () => {
  test.each([
    ["kogge-stone", 8, ["f(i, j) = j", "g(i, j) = j + 2^i", "h(N) = ceilLog2(N)"]],
    [
      "sklansky",
      16,
      [
        "f(i, j) = 2^i + 2 * (2^i * (j >> i)) - 1",
        "g(i, j) = j + 2^i + 2^i * (j >> i)",
        "h(N) = ceilLog2(N)",
      ],
    ],
  ])("figure 4: %s of %d", async (name, width, expected) => {
    const { functions, validAt, unknownCount, constraintCount } = await solved(figure("4"), name, width);
    expect(textsOf(functions)).toEqual(expected);
    expect(validAt).toEqual(expect.arrayContaining([5, 7, 13, 16, 32, 37, 64, 100]));
    expect(unknownCount).toBe(32); // 15 functions for f and for g, 2 for h
    // f and g at every pair, the guard at every thread, and the number of steps.
    const pairs = generateNetwork(name, width).steps.flat().length;
    expect(constraintCount).toBe(2 * pairs + width * Math.log2(width) + 1);
  });

  test("figure 7: the phases as the user gives them, and found", async () => {
    const expected = [
      "f1(i, j) = 2^i + 2 * (j * 2^i) - 1",
      "g1(i, j) = 2 * 2^i + 2 * (j * 2^i) - 1",
      "h1(N) = ceilLog2(N)",
      "f2(i, j) = 2 * 2^i + 2 * (j * 2^i) - 1",
      "g2(i, j) = 3 * 2^i + 2 * (j * 2^i) - 1",
      "h2(N) = ceilLog2(N) - 1",
    ];
    const given = await solved(figure("7"), "brent-kung", 16);
    expect(textsOf(given.functions)).toEqual(expected);
    const found = await solved(figure("7").replace(/ steps \d\.\.\d/g, ""), "brent-kung", 16);
    expect([textsOf(found.functions), found.stepCounts]).toEqual([expected, [4, 3]]);
    const other = solved(figure("7").replace("0..3", "0..2"), "brent-kung", 16);
    await expect(other).rejects.toThrow(
      /"example" must be one whose steps the phases take \(0\.\.2, 4\.\.6\)/,
    );
  });

  test("figure 10: the choices of a block function, from what it is to compute", async () => {
    const sketch = parseSketch(figure("10"));
    const result = await solveBlockSketch(sketch, highs, { values: { N: 16, K: 2 } });
    if (result.status !== "found") throw new Error("none");
    const chosen = [...result.chosen].flatMap(([name, value]) => (value === 1 ? [name] : []));
    expect(chosen).toEqual(
      [1, 3, 5, 7].flatMap((i) => {
        const from = i === 5 ? 4 : 0;
        return Array.from({ length: i - from }, (_, index) => `choose(${i}, ${from + index})`);
      }),
    );
    const scan = parseSketch(figure("10").replace(/expect[^;]*;/, "expect out = scan(inp);"));
    const all = await solveBlockSketch(scan, highs, { values: { N: 16, K: 4 } });
    expect(all.status === "found" && [...all.chosen.values()]).toEqual([1, 1, 1, 1, 1, 1]);
    const reduce = parseSketch(figure("10").replace(/expect[^;]*;/, "expect out = reduce(inp);"));
    const least = await solveBlockSketch(reduce, highs, { values: { N: 16, K: 4 } });
    expect(least.status === "found" && [...least.chosen.values()]).toEqual([0, 0, 0, 1, 1, 1]);
    const never = parseSketch(figure("10").replace(/expect[^;]*;/, "expect out = inp{0, 1, 2, 0, 4};"));
    expect(await solveBlockSketch(never, highs, { values: { N: 16, K: 2 } })).toEqual({ status: "none" });
  });
});

describe("other forms of programs", () => {
  test("owner computes: a guard that is known, holes in the source alone", async () => {
    const text = `terms index = { 1, j, 2^i };
      for (i = 0; i < log(N); i++) {
        parallel for (j = 0; j < N; j++) { if (j >= 2^i) { a[j] = a[?? index] + a[j]; } }
      }`;
    const { program, validAt } = await solved(text, "kogge-stone", 8);
    expect(printProgram(program)).toBe(
      "for (i = 0; i < ceilLog2(N); i++)\n  for all j < N where 2^i <= j:\n    a[j] = a[j - 2^i] . a[j]\n",
    );
    expect(validAt).toContain(100);
  });

  test("one thread, a counter from 1 on, a constant to be found", async () => {
    const text = "for (k = ?? 0..2; k < N; k++) { x[k] += x[k - ??]; }";
    const unknownStart = solved(text, "serial", 8);
    await expect(unknownStart).rejects.toThrow("sketch:1:10: expected a term without ??, got one with");
    const { program } = await solved(text.replace("?? 0..2", "1"), "serial", 8);
    expect(isSameNetwork(expandProgram(program, 37), generateNetwork("serial", 37))).toBe(true);
  });

  test("a parallel loop alone is a phase of one step, with a range of its own", async () => {
    const text = `parallel for (j = 0; j < N / 2; j++) { a[2 * j + 1] += a[2 * j]; }
      for (i = 1; i <= log(N) - 1; i++) {
        parallel for (j = N - 1; j > 0; j--) {
          if (j % 2 == 1 && (j >> i) % 2 == 1) { a[j] += a[(j >> i << i) - 1]; }
        }
      }
      parallel for (j = 1; j < N / 2; j++) { a[2 * j] += a[2 * j - ??]; }`;
    const { program, stepCounts } = await solved(
      text.replace(/j = N - 1; j > 0; j--/, "j = 1; j < N; j++"),
      "ladner-fischer",
      16,
    );
    expect(stepCounts).toEqual([1, 3, 1]);
    for (const width of [4, 32]) {
      expect(isSameNetwork(expandProgram(program, width), generateNetwork("ladner-fischer", width))).toBe(
        true,
      );
    }
    // Downwards the threads come in the wrong order: the first is the one of the highest wire.
    await expect(solved(text, "ladner-fischer", 16)).rejects.toThrow(/no filling makes step 1/);
  });

  test("whatever a sketch can make, its example finds again", async () => {
    const sketch = (body: string): string => `terms index = { 1, j, 2^i } in -2..2;
      f(i, j) = ${body};
      for (i = 0; i < 2; i++) {
        parallel for (j = 0; j < N; j++) { if (j > 2^i) { a[j] += a[f(i, j)]; } }
      }`;
    const filled = { width: 6, stepCounts: [2], mustScan: false, timeoutMs: 5000, now: () => 0 };
    let made = 0;
    for (const [one, j, power] of [-1, 0, 1].flatMap((x) =>
      [0, 1].flatMap((y) => [-1, 0].map((z) => [x, y, z])),
    )) {
      const known = parseSketch(sketch(`(${one}) + ${j} * j + (${power}) * 2^i`));
      const result = await completeSketch(known, z3, filled);
      const example = result.status === "found" ? expansionOf(result.program, 6) : undefined;
      if (example === undefined) continue; // it reads beyond the wires
      made++;
      const again = await solveSketch(parseSketch(sketch("?? index")), example, highs);
      if (again.status !== "found") throw new Error(again.reason);
      expect(isSameNetwork(expandProgram(again.program, 6), example)).toBe(true);
    }
    expect(made).toBe(5); // j − 2^i, j − 2^i − 1, j − 1, 0, 1
  });
});

describe("a wrong example", () => {
  test("the step that no filling makes", async () => {
    const example = generateNetwork("brent-kung", 16);
    const result = await solveSketch(
      parseSketch(figure("4").replace("?? bound", "2 * log(N) - 1")),
      example,
      highs,
    );
    expect(result).toMatchObject({
      status: "none",
      step: 4,
      reason: expect.stringMatching(/no filling makes step 4/),
    });
  });

  test("loops that cannot take its steps", async () => {
    const text = figure("4").replace("1 in -2..2", "1 in 0..0");
    const example = { ...generateNetwork("kogge-stone", 8), width: 9 }; // log(9) = 4
    const result = await solveSketch(parseSketch(text.replace("j < N", "j < N - 1")), example, highs);
    expect(result).toMatchObject({
      status: "none",
      reason: expect.stringMatching(/step 0|no loops of the sketch take 3/),
    });
  });
});

describe("by counterexamples, with Z3", () => {
  const options = { timeoutMs: 60_000, now: () => 0 };

  test.each([8, 16])("the bounded sketch at %d wires, with and without being a scan", async (width) => {
    const example = generateNetwork("kogge-stone", width);
    for (const mustScan of [false, true]) {
      const result = await completeSketch(parseSketch(figure("4-bounded")), z3, {
        ...options,
        width,
        example,
        mustScan,
      });
      if (result.status !== "found") throw new Error(result.status);
      expect(textsOf(result.functions)).toEqual(["f(i, j) = j", "g(i, j) = 2^i + j"]);
      expect(isSameNetwork(expandProgram(result.program, width), example)).toBe(true);
    }
  });

  test("without an example: a scan that nobody has drawn, by inputs at which earlier fillings were wrong", async () => {
    const text = `terms index = { 1, j, 2^i } in -2..2;
      for (i = 0; i < 3; i++) {
        parallel for (j = 0; j < N; j++) { if (j >= 2^i) { a[j] += a[?? index]; } }
      }`;
    const result = await completeSketch(parseSketch(text), z3, {
      ...options,
      width: 8,
      stepCounts: [3],
      mustScan: true,
    });
    if (result.status !== "found") throw new Error(result.status);
    expect(result.counterexamples.length).toBeGreaterThan(0);
    expect(checkIntervals(expandProgram(result.program, 8)).holds).toBe(true);
    const two = { ...options, width: 8, stepCounts: [2], mustScan: true }; // depth 2 reaches 4 elements
    expect(await completeSketch(parseSketch(text.replace("i < 3", "i < 2")), z3, two)).toMatchObject({
      status: "none",
    });
  });

  test("threads that all write one wire are no network", async () => {
    const sketch = (count: number) =>
      parseSketch(`parallel for (j = 0; j < ${count}; j++) { a[?? 2..3] += a[j]; }`);
    const one = { ...options, width: 4, stepCounts: [1], mustScan: false };
    expect(await completeSketch(sketch(1), z3, one)).toMatchObject({ status: "found" });
    expect(await completeSketch(sketch(2), z3, one)).toMatchObject({ status: "none" });
  });

  test("out of time: the last filling, and the inputs it was right for", async () => {
    let clock = 0;
    const result = await completeSketch(parseSketch(figure("4-bounded")), z3, {
      ...{ width: 8, stepCounts: [3], mustScan: true, timeoutMs: 2000 },
      now: () => (clock += 900),
    });
    expect(result).toMatchObject({ status: "unknown", reason: expect.stringMatching(/timeout|canceled/) });
  });

  test("wants to know how many steps there are, and an example of its width", async () => {
    const sketch = parseSketch(figure("4-bounded"));
    const given = completeSketch(sketch, z3, { ...options, width: 8, mustScan: false });
    await expect(given).rejects.toThrow(/"stepCounts" must be the steps of 1 phases, or an example/);
    const example = generateNetwork("kogge-stone", 4);
    await expect(
      completeSketch(sketch, z3, { ...options, width: 8, example, mustScan: false }),
    ).rejects.toThrow(/"example" must be one of 8 wires, got 4/);
  });

  test("takes conditions that integer programming does not", async () => {
    const text =
      "for (i = 0; i < 1; i++) { parallel for (j = 1; j < N; j++) { if (j != ?? 0..9) { a[j] += a[j - 1]; } } }";
    const example = {
      width: 4,
      steps: [
        [
          [0, 1],
          [1, 2],
        ] as const,
      ],
    };
    await expect(solveSketch(parseSketch(text), example, highs)).rejects.toThrow(UnsupportedError);
    const result = await completeSketch(parseSketch(text), z3, {
      ...options,
      width: 4,
      example,
      mustScan: false,
    });
    expect(result.status === "found" && expandProgram(result.program, 4)).toEqual(example);
  });
});

function expansionOf(program: NetworkProgram, width: number): Network | undefined {
  try {
    return expandProgram(program, width);
  } catch (error) {
    if (error instanceof InvalidArgumentError) return undefined;
    throw error;
  }
}
