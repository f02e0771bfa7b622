import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { isSameNetwork, type Network, type Pair } from "../../networks/network.ts";
import { parseNetwork } from "../../networks/text/parse-network.ts";
import { checkIntervals } from "../../networks/validators/check-intervals.ts";
import type { IntegerProgramSolver } from "../../solvers/integer-program.ts";
import { openHighs } from "../../solvers/open-highs.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { evaluateTerm } from "../programs/evaluate-term.ts";
import { expandProgram } from "../programs/expand-program.ts";
import { barredSets, IndexFitter, independentRows } from "./fit-index-function.ts";
import { cheapestCombinations, segmentations } from "./fit-segments.ts";
import { EXTENDED_BASIS, SEED_BASIS } from "./index-basis.ts";
import {
  indexFunctionTerm,
  networkProgramOf,
  printIndexFunction,
  printPairIndex,
  printWidthForm,
} from "./pair-index-program.ts";
import { type PairIndexOptions, synthesizePairIndex } from "./synthesize-pair-index.ts";

let solver: IntegerProgramSolver;
beforeAll(async () => {
  solver = await openHighs();
});

async function found(example: Network, options: PairIndexOptions = {}) {
  const result = await synthesizePairIndex(example, solver, options);
  if (result.status !== "found") throw new Error(result.reason);
  expect(isSameNetwork(expandProgram(result.networkProgram, example.width), example)).toBe(true);
  for (const width of result.validAt) {
    expect(checkIntervals(expandProgram(result.networkProgram, width)).holds).toBe(true);
  }
  expect(result.validAt).toEqual(expect.arrayContaining([2, 4, 8].map((scale) => scale * example.width)));
  return result;
}

describe("the published formulas", () => {
  test.each([8, 16])("of Kogge and Stone's network, from %d wires", async (width) => {
    const { program, validAt } = await found(generateNetwork("kogge-stone", width));
    expect(printPairIndex(program)).toBe("h(N) = log(N)\nf(i, j) = j\ng(i, j) = j + 2^i\n");
    expect(validAt).toEqual(expect.arrayContaining([4, 5, 7, 13, 32, 37, 64, 100, 256, 512]));
  });

  test("of Brent and Kung's, two phases", async () => {
    const { program } = await found(generateNetwork("brent-kung", 16));
    expect(printPairIndex(program)).toBe(`h1(N) = log(N)
f1(i, j) = −1 + 2^i + 2·j·2^i
g1(i, j) = −1 + 2·2^i + 2·j·2^i

h2(N) = log(N) − 1   for (i = h2(N) − 1; i >= 0; i--)
f2(i, j) = −1 + 2·2^i + 2·j·2^i
g2(i, j) = −1 + 3·2^i + 2·j·2^i
`);
  });

  test("of Sklansky's, whose sources are shared", async () => {
    const { program } = await found(generateNetwork("sklansky", 16));
    expect(printPairIndex(program)).toBe(
      "h(N) = log(N)\nf(i, j) = −1 + 2^i + 2·2^i·⌊j/2^i⌋\ng(i, j) = j + 2^i + 2^i·⌊j/2^i⌋\n",
    );
  });

  test("of Ladner and Fischer's: three phases of 1, log(N) − 1 and 1 steps", async () => {
    const { program } = await found(generateNetwork("ladner-fischer", 16));
    expect(program.phases.map(({ count }) => printWidthForm(count))).toEqual(["1", "log(N) − 1", "1"]);
  });
});

test("the cuts are what was lacking: greedy phases of Han and Carlson's network make the example and nothing else", async () => {
  const example = generateNetwork("han-carlson", 16);
  const greedy = await synthesizePairIndex(example, solver, { phases: "greedy" });
  expect(greedy).toMatchObject({
    status: "none",
    step: 5,
    reason: expect.stringMatching(/wrong elsewhere.*32 wires/),
  });
  if (greedy.status !== "none" || greedy.nearest === undefined) throw new Error("no nearest");
  const { program } = await found(example, { phases: [1, 3, 1] });
  expect(program.phases).toHaveLength(3);
});

test("threads beyond the pairs are kept out: what is found makes its example, even where it is no program of it", async () => {
  // Without lower bounds on g the greedy phases of this example write wires at which it has no pair.
  const example = generateNetwork("up-down-sweep", 8);
  const result = await synthesizePairIndex(example, solver, { phases: "greedy" });
  if (result.status !== "none" || result.nearest === undefined) throw new Error("no nearest");
  expect(isSameNetwork(expandProgram(networkProgramOf(result.nearest), 8), example)).toBe(true);
});

test("constant shifts are what the language lacked: Harris (0, 1, 2)", async () => {
  const example = generateNetwork("harris:0:1:2", 16);
  const seed = await synthesizePairIndex(example, solver, { mostQuestions: 30 });
  expect(seed).toMatchObject({ status: "none", step: 4, reason: expect.stringMatching(/stopped after \d+/) });
  const { program } = await found(example, { basis: EXTENDED_BASIS });
  expect(printPairIndex(program)).toContain("f2(i, j) = 1 + 2·⌊j/2⌋\n");
});

test("an irregular example: the step that no phase makes, and a program for those before it", async () => {
  // Sklansky's network, whose last step is cut in two without any rule.
  const { steps } = generateNetwork("sklansky", 32);
  const isLate = ([, destination]: Pair): boolean => [18, 23, 29].includes(destination);
  const early = steps[4].filter((pair) => !isLate(pair));
  const example = { width: 32, steps: [...steps.slice(0, 4), early, steps[4].filter(isLate)] };
  const result = await synthesizePairIndex(example, solver, { phases: [4, 1, 1] });
  expect(result).toMatchObject({ status: "none", step: 4, reason: expect.stringMatching(/step 4$/) });
  if (result.status !== "none" || result.nearest === undefined) throw new Error("no nearest");
  const { steps: made } = expandProgram(networkProgramOf(result.nearest), 32);
  expect(isSameNetwork({ width: 32, steps: made.slice(0, 4) }, { width: 32, steps: steps.slice(0, 4) })).toBe(
    true,
  );
});

describe("bad input", () => {
  test("an example that is no scan: which output, and what it is", async () => {
    const wrong = parseNetwork("{{(0,1),(2,3)},{(1,3)}}");
    const given = synthesizePairIndex(wrong, solver);
    await expect(given).rejects.toThrow(InvalidArgumentError);
    await expect(given).rejects.toThrow(/"example".*output 2 being x0·x1·x2, got x2/);
    await expect(
      synthesizePairIndex(generateNetwork("serial", 2), solver, { further: [wrong] }),
    ).rejects.toThrow(/"further\[0\]"/);
  });

  test("phases that are not those of the example", async () => {
    const example = generateNetwork("kogge-stone", 8);
    for (const phases of [[2], [1, 3], [3, 0], [1.5, 1.5]]) {
      await expect(synthesizePairIndex(example, solver, { phases })).rejects.toThrow(
        /"phases".*3 steps in all/,
      );
    }
  });

  test("a further example that is another network", async () => {
    const further = [generateNetwork("sklansky", 32)];
    const result = await synthesizePairIndex(generateNetwork("kogge-stone", 16), solver, {
      further,
      mostPhases: 1,
    });
    expect(result).toMatchObject({ status: "none", step: 4, reason: expect.stringMatching(/at 32 wires/) });
    expect(
      (await found(generateNetwork("kogge-stone", 16), { further: [generateNetwork("kogge-stone", 64)] }))
        .cost,
    ).toBe(4);
  });
});

describe("IndexFitter", () => {
  test("finds a function through the values of any cheap one, and no dearer one", async () => {
    const fitter = new IndexFitter(solver, SEED_BASIS, 5000);
    const summand = fc.record({
      coefficient: fc.integer({ min: -3, max: 3 }).filter((value) => value !== 0),
      of: fc.constantFrom(...SEED_BASIS),
    });
    const functions = fc.uniqueArray(summand, { maxLength: 3, selector: ({ of }) => of.text });
    await fc.assert(
      fc.asyncProperty(functions, async (summands) => {
        const term = indexFunctionTerm(summands);
        const points = [0, 1, 2, 3].flatMap((i) =>
          [0, 1, 2, 5, 7].map((j) => ({
            i,
            j,
            N: 8,
            isLeast: false,
            value: evaluateTerm(term, { i, j, N: 8 }),
          })),
        );
        const [fit] = await fitter.fit(points);
        const cost = summands.reduce((sum, { coefficient, of }) => sum + of.cost * Math.abs(coefficient), 0);
        expect(fit.cost, printIndexFunction(summands)).toBeLessThanOrEqual(cost);
        for (const point of points) {
          expect(evaluateTerm(indexFunctionTerm(fit.summands), { i: point.i, j: point.j, N: 8 })).toBe(
            point.value,
          );
        }
      }),
      { seed: 8, numRuns: 25 },
    );
  });

  test("gives several functions where the points leave a choice, and none where they contradict", async () => {
    const fitter = new IndexFitter(solver, SEED_BASIS, 5000);
    const point = { i: 1, j: 3, N: 8, isLeast: false };
    const fits = await fitter.fit([{ ...point, value: 3 }], 3);
    expect(fits).toHaveLength(3);
    expect(fits[0].summands).toEqual([{ coefficient: 1, of: SEED_BASIS[2] }]); // j
    expect(new Set(fits.map(({ summands }) => printIndexFunction(summands))).size).toBe(3);
    const asked = fitter.solveCount;
    expect(
      await fitter.fit([
        { ...point, value: 3 },
        { ...point, value: 4 },
      ]),
    ).toEqual([]);
    expect(fitter.solveCount).toBe(asked); // seen without the solver
  });

  test("keeps to lower bounds", async () => {
    const fitter = new IndexFitter(solver, SEED_BASIS, 5000);
    const [fit] = await fitter.fit([
      { i: 0, j: 0, N: 8, value: 0, isLeast: false },
      { i: 0, j: 1, N: 8, value: 5, isLeast: true },
    ]);
    expect(evaluateTerm(indexFunctionTerm(fit.summands), { i: 0, j: 1, N: 8 })).toBeGreaterThanOrEqual(5);
  });
});

describe("its parts", () => {
  test("independentRows keeps as many as the rank, and sees fractions", () => {
    const rows = [
      { coefficients: [1, 2, 0], value: 3 },
      { coefficients: [2, 4, 0], value: 6 },
      { coefficients: [0, 0, 5], value: -5 },
    ];
    expect(independentRows(rows)).toEqual([rows[0], rows[2]]);
    expect(independentRows([...rows, { coefficients: [3, 6, 0], value: 8 }])).toBeUndefined();
    expect(independentRows([{ coefficients: [2, 4], value: 1 }])).toBeUndefined(); // 2x + 4y = 1
    expect(independentRows([{ coefficients: [-7, 0], value: -1 }])).toBeUndefined();
  });

  test("segmentations are all cuts, once each", () => {
    expect([...segmentations(4, 2)]).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
    ]);
    for (const [count, parts, expected] of [
      [7, 3, 15],
      [5, 5, 1],
      [2, 3, 0],
      [0, 1, 0],
    ] as const) {
      expect(new Set([...segmentations(count, parts)].map(String)).size).toBe(expected);
    }
  });

  test("a function that leaves the whole numbers is not used, and stops nobody", async () => {
    const points = [50, 55, 60].map((i) => ({ i, j: 63, N: 64, value: i, isLeast: false }));
    const [fit] = await new IndexFitter(solver, SEED_BASIS, 10_000).fit(points);
    expect(printIndexFunction(fit.summands)).toBe("i");
  });

  test("cheapestCombinations gives the cheapest sums first", () => {
    const lists = [
      [1, 5],
      [2, 3, 9],
    ].map((costs) => costs.map((cost) => ({ cost })));
    expect(cheapestCombinations(lists, 3).map(({ cost }) => cost)).toEqual([3, 4, 7]);
  });

  test("barredSets grows sets by what a solution uses, none twice", () => {
    const seen: string[] = [];
    for (const { barred, branch } of barredSets()) {
      seen.push(barred.join(""));
      branch([0, 1, 2].filter((index) => !barred.includes(index)));
    }
    expect(seen).toEqual(["", "0", "1", "2", "01", "02", "12", "012"]);
  });

  test("functions are printed as published ones are", () => {
    const [one, i, j] = SEED_BASIS;
    expect(printIndexFunction([])).toBe("0");
    expect(
      printIndexFunction([
        { coefficient: -1, of: one },
        { coefficient: 2, of: j },
        { coefficient: -3, of: i },
      ]),
    ).toBe("−1 + 2·j − 3·i");
  });
});
