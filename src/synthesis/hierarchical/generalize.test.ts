import { Worker } from "node:worker_threads";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { applyNetwork } from "../../networks/run-network.ts";
import { checkIntervals } from "../../networks/validators/check-intervals.ts";
import { openZ3, openZ3Sat } from "../../solvers/open-z3.ts";
import type { SatSolver } from "../../solvers/sat.ts";
import { certifyProgram } from "../certificates/certify-program.ts";
import { emitHierarchicalTypeScript } from "../emission/emit-hierarchical-typescript.ts";
import { expandProgram } from "../programs/expand-program.ts";
import { printCondition, printProgram } from "../programs/print-program.ts";
import { checkHierarchical } from "./check-hierarchical.ts";
import { costOf } from "./choice.ts";
import { expandHierarchical } from "./expand-hierarchical.ts";
import { generalizeHierarchical } from "./generalize-hierarchical.ts";
import type { HierarchicalProgram } from "./hierarchical-program.ts";
import { hierarchicalScanOf } from "./hierarchical-scan-of.ts";
import { stepsOfRows } from "./stage-steps.ts";
import {
  type HierarchicalProgramOptions,
  synthesizeHierarchicalProgram,
} from "./synthesize-hierarchical-program.ts";
import { tuneHierarchical } from "./tune-hierarchical.ts";

const shapes = (sentCount: number) => [2, 4].map((blockCount) => ({ width: 16, blockCount, sentCount }));

let solver: SatSolver;
let fenwick: HierarchicalProgram;
let halves: HierarchicalProgram; // two values sent
beforeAll(async () => {
  solver = await openZ3Sat();
  fenwick = await programOf({});
  halves = await programOf({ shapes: shapes(2) });
}, 60_000);
afterAll(() => solver.close());

async function programOf(options: HierarchicalProgramOptions): Promise<HierarchicalProgram> {
  const found = await synthesizeHierarchicalProgram(solver, options);
  if (found.kind === "program") return found.program;
  throw new Error(found.reason);
}

/** Far from the shapes that were tested on the way. */
const SHAPES: readonly (readonly [width: number, blockCount: number])[] = [
  [45, 6],
  [77, 9],
  [255, 13],
  [500, 31],
  [1000, 7],
  [1024, 16],
];

describe("from the cheapest cells of 16 elements to every N and K", () => {
  test("one value sent: the Fenwick tree", () => {
    const program = fenwick;
    expect(program.lengths).toBe("any");
    expect(printProgram({ phases: program.first.phases.slice(0, 1) })).toBe(
      `for (i = 0; i < ceilLog2(N); i++)
  for all j < N where (j + 1) % 2^(i + 1) == 0:
    a[j] = a[j - 2^i] . a[j]
`,
    );
    expect(printCondition(program.entry)).toContain("(j & j + 1) == 0");
    for (const [width, blockCount] of SHAPES) {
      expect(checkIntervals(expandHierarchical(program, width, blockCount)).holds).toBe(true);
    }
  });

  test("it has the least costs of all cells that were proved, N = 128 among them", () => {
    const [one, two] = [fenwick, halves];
    const costs = ([program, width, blockCount]: readonly [HierarchicalProgram, number, number]): number => {
      const scan = hierarchicalScanOf(program, { width, blockCount });
      expect(checkHierarchical(scan)).toBeUndefined();
      return costOf(scan);
    };
    const cells = [
      ...(
        [
          [16, 2],
          [16, 4],
          [32, 4],
          [32, 8],
          [64, 8],
          [128, 16],
          [128, 8],
        ] as const
      ).map(([width, blockCount]) => [one, width, blockCount] as const),
      ...(
        [
          [16, 2],
          [16, 4],
          [64, 8],
        ] as const
      ).map(([width, blockCount]) => [two, width, blockCount] as const),
    ];
    expect(cells.map(costs)).toEqual([38, 32, 83, 82, 185, 437, 448, 32, 31, 182]);
  });

  test("two values sent: powers of two", () => {
    const program = halves;
    expect(program.lengths).toBe("powers of two");
    for (const [width, blockCount] of SHAPES) {
      expect(checkIntervals(expandHierarchical(program, width, blockCount)).holds).toBe(true);
    }
    expect(() => hierarchicalScanOf(program, { width: 24, blockCount: 2 })).toThrow(
      /"blockCount" must be a divisor of 24 with blocks of powers of two lengths, got 2/,
    );
  });

  test.each([
    { first: "reduce", middle: "scan", last: "scan" },
    { first: "scan", middle: "scan", last: "nothing" },
  ] as const)("$first, $middle, $last", async (stages) => {
    const program = await programOf({ stages });
    for (const [width, blockCount] of SHAPES.slice(0, 5)) {
      expect(checkIntervals(expandHierarchical(program, width, blockCount)).holds).toBe(true);
    }
  });

  test("both stages of one block are a scan, proved for every length", async () => {
    const { first, last } = fenwick;
    const z3 = await openZ3();
    try {
      const upAndDown = { phases: [first.phases[0], ...withoutEnd(last.phases)] };
      const found = await certifyProgram(upAndDown, z3, { serves: "associative", timeoutMs: 20_000 });
      expect(found.kind).toBe("proved");
    } finally {
      await z3.close();
    }
  });

  test("the middle stage may be any scan", async () => {
    const serial = {
      phases: [...(await programOf({ stages: { first: "scan", last: "nothing" } })).first.phases.slice(0, 1)],
    };
    const program = await programOf({ middle: serial });
    expect(expandProgram(program.middle, 8)).toEqual(generateNetwork("serial", 8));
    expect(checkIntervals(expandHierarchical(program, 100, 10)).holds).toBe(true);
  });
});

/** The phases of the last stage for whole blocks: without the words on the last row. */
function withoutEnd(phases: HierarchicalProgram["last"]["phases"]): HierarchicalProgram["last"]["phases"] {
  return phases.map((phase) => ({
    ...phase,
    guard:
      phase.guard.kind === "all"
        ? { kind: "all", conditions: phase.guard.conditions.slice(0, -1) }
        : phase.guard,
  }));
}

/** A worker: stages of the emitted module over its blocks of shared numbers, as it is told. */
const WORKER = `
const { parentPort, workerData } = require("node:worker_threads");
const stages = {};
new Function("exports", workerData.code)(stages);
const { shared, middle, length, blocks, N } = workerData;
const add = (left, right) => left + right;
parentPort.on("message", (stage) => {
  for (const b of blocks) {
    const block = new Float64Array(shared, 8 * b * N, Math.max(0, Math.min(N, length - b * N)));
    if (stage === "first") {
      stages.first(block, N, add);
      stages.sent(block, N).forEach((value, t) => { new Float64Array(middle)[b * stages.T + t] = value; });
    } else {
      stages.enter(block, N, b, new Float64Array(middle), add);
      stages.last(block, N, add);
    }
  }
  parentPort.postMessage(stage);
});`;

test("emitted for workers: two threads over shared memory give the bits of the network", async () => {
  const program = fenwick;
  const code = ts.transpileModule(emitHierarchicalTypeScript(program), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  }).outputText;
  const [length, blockCount] = [1003, 6];
  const N = Math.ceil(length / blockCount);
  const values = Float64Array.from({ length }, (_, index) => Math.sin(index) * 2 ** (index % 23));
  const shared = new SharedArrayBuffer(8 * length);
  const middle = new SharedArrayBuffer(8 * blockCount);
  new Float64Array(shared).set(values);
  const workers = [0, 1].map((number) => {
    const blocks = Array.from({ length: blockCount }, (_, block) => block).filter((b) => b % 2 === number);
    return new Worker(WORKER, { eval: true, workerData: { code, shared, middle, length, blocks, N } });
  });
  const all = (stage: string): Promise<unknown> =>
    Promise.all(
      workers.map(
        (worker) =>
          new Promise((resolve, reject) => {
            worker.once("message", resolve).once("error", reject);
            worker.postMessage(stage);
          }),
      ),
    );
  try {
    await all("first");
    const stages: { middle?: (a: Float64Array, N: number, combine: unknown) => void } = {};
    new Function("exports", code)(stages);
    stages.middle?.(new Float64Array(middle), blockCount, (left: number, right: number) => left + right);
    await all("last");
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  const network = expandHierarchical(program, length, blockCount);
  const expected = applyNetwork(network, values, (left, right) => left + right);
  expect(Array.from(new Float64Array(shared))).toEqual(expected);
});

describe("what does not generalise", () => {
  test("is told with a shape at which it fails, or why", async () => {
    const small = await synthesizeHierarchicalProgram(solver, {
      shapes: [{ width: 16, blockCount: 4, sentCount: 1 }],
    });
    // Blocks of four are too short to tell the way down.
    expect(small).toMatchObject({ kind: "irregular" });
    if (small.kind === "irregular") expect(small.reason).toMatch(/is no scan at N = \d+, K = \d+: output/);
    const odd = generalizeHierarchical({
      ...{ width: 8, blockCount: 2, sentCount: 2 },
      first: [[0], [1], [0, 1, 2], [3]],
      sent: [2, 3],
      middle: [[0], [0, 1], [2], [3]],
      bases: ["element", "element", "first", "element"],
      entries: [
        [undefined, undefined, undefined, undefined],
        [1, undefined, 1, undefined],
      ],
      last: [[0], [0, 1], [2], [2, 3]],
    });
    expect(odd).toEqual({ kind: "irregular", reason: "the rows that are sent follow no known term" });
  });

  test("scans of different numbers of values, and none", () => {
    expect(() => generalizeHierarchical([])).toThrow(/"scans" must be some/);
  });
});

test("rows that share are combined once; rows that would need two values at once are told", () => {
  const fenwick = [[0], [0, 1], [2], [0, 1, 2, 3]];
  expect(stepsOfRows(fenwick, "early")).toEqual([
    [
      [0, 1],
      [2, 3],
    ],
    [[1, 3]],
  ]);
  expect(stepsOfRows([[0], [1], [1, 2], [3], [3, 4], [3, 5], [3, 5, 6]], "late")).toEqual([
    [[3, 5]],
    [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
  ]);
  expect(stepsOfRows([[0], [0, 1], [1, 2]], "early")).toEqual([
    [
      [0, 1],
      [1, 2],
    ],
  ]);
});

describe("tuneHierarchical", () => {
  const shape = (width: number, blockCount: number) => ({ width, blockCount, sentCount: 1 });

  test("by the median of turns, for each element", async () => {
    const asked: string[] = [];
    const found = await tuneHierarchical(
      [shape(64, 4), shape(64, 8), shape(128, 8)],
      ({ width, blockCount }) => {
        asked.push(`${width}/${blockCount}`);
        const isDisturbed = asked.length < 3;
        return isDisturbed ? 1e6 : width * blockCount;
      },
      { rounds: 3 },
    );
    expect(asked.slice(0, 4)).toEqual(["64/4", "64/8", "128/8", "64/4"]);
    expect(found.map(({ timePerElement }) => timePerElement)).toEqual([4, 8, 8]);
    expect(found[0]?.shape).toEqual(shape(64, 4));
  });

  test("bad input", async () => {
    await expect(tuneHierarchical([], () => 1)).rejects.toThrow(/"shapes" must be at least one/);
    await expect(tuneHierarchical([shape(64, 3)], () => 1)).rejects.toThrow(/a divisor of the width 64/);
    await expect(tuneHierarchical([shape(64, 4)], () => Number.NaN)).rejects.toThrow(/"time" must be/);
    await expect(tuneHierarchical([shape(64, 4)], () => 1, { rounds: 0 })).rejects.toThrow(
      /"rounds" must be/,
    );
  });
});
