import { once } from "node:events";
import { Worker } from "node:worker_threads";
import ts from "typescript";
import { describe, expect, it, test } from "vitest";
import { OWNER_PROGRAMS } from "../../../test/helpers/synthesis/programs.ts";
import { runStages } from "../../../test/helpers/synthesis/run-scan.ts";
import {
  compilerErrors,
  type HierarchicalModule,
  loadModule,
  transpiled,
} from "../../../test/networks/compile-emitted.ts";
import { describeOnQuickAdapter } from "../../../test/webgpu/adapters.ts";
import { applyNetwork } from "../../networks/run-network.ts";
import { evaluateBody } from "../../operators/evaluate.ts";
import { bodyOf } from "../../operators/operator.ts";
import { operator, u32 } from "../../operators.ts";
import { expandHierarchical } from "../hierarchical/expand-hierarchical.ts";
import type { HierarchicalProgram } from "../hierarchical/hierarchical-program.ts";
import {
  add as addTerm,
  all,
  and,
  ceilLog2,
  compare,
  COUNTER as i,
  integer,
  THREAD as j,
  modulo,
  WIDTH as N,
  powerOfTwo,
  subtract,
  variable,
} from "../programs/build-terms.ts";
import type { ProgramPhase } from "../programs/network-program.ts";
import { emitHierarchicalJavaScript, emitHierarchicalTypeScript } from "./emit-hierarchical-typescript.ts";
import { emitHierarchicalWgsl } from "./emit-hierarchical-wgsl.ts";

const levels = ceilLog2(N);
const next = addTerm(j, integer(1));
const twice = powerOfTwo(addTerm(i, integer(1)));
const none = { phases: [] };

/** What synthesis finds for one value sent: trees up in the blocks, a scan of their totals, trees down. */
const FENWICK: HierarchicalProgram = {
  sentCount: 1,
  lengths: "powers of two",
  sent: subtract(N, integer(1)),
  first: { phases: [OWNER_PROGRAMS["brent-kung"].phases[0]] },
  middle: OWNER_PROGRAMS.sklansky,
  // The Fenwick tree: rows that begin the block take up what comes before it; the way down puts them together.
  entry: all([compare(and(j, next), "equal", integer(0)), compare(j, "less", subtract(N, integer(1)))]),
  last: {
    phases: [
      {
        first: integer(0),
        count: subtract(levels, integer(1)),
        direction: "down",
        guard: all([compare(twice, "lessOrEqual", j), compare(modulo(next, twice), "equal", powerOfTwo(i))]),
        source: subtract(j, powerOfTwo(i)),
        destination: j,
      },
    ],
  },
};

/** Two values of each block, no first and no last stage: blocks of two. */
const TWO_SENT: HierarchicalProgram = {
  sentCount: 2,
  lengths: "any",
  sent: addTerm(variable("t"), subtract(N, variable("T"))),
  first: none,
  middle: OWNER_PROGRAMS["kogge-stone"],
  entry: compare(j, "less", integer(0)),
  last: none,
};

const PROGRAMS = { FENWICK, TWO_SENT };

const join = (left: string, right: string): string => `(${left} ${right})`;
const wires = (width: number): string[] => Array.from({ length: width }, (_, wire) => `e${wire}`);

describe.each(Object.entries(PROGRAMS))("%s as TypeScript", (name, program) => {
  test("gives the brackets of its networks, whatever the length and the number of blocks", () => {
    const { scanInPlace } = loadModule<HierarchicalModule>(emitHierarchicalTypeScript(program));
    let seen = 0;
    for (let width = 1; width <= 40; width++) {
      for (const blockCount of [1, 2, 3, 4, 7, 8, 16]) {
        const least = Math.ceil(width / blockCount);
        if (blockCount > width || least < program.sentCount || (name === "TWO_SENT" && least > 2)) continue;
        const found = wires(width);
        scanInPlace(found, blockCount, join);
        const network = expandHierarchical(program, width, blockCount);
        expect(found, `${width} in ${blockCount}`).toEqual(applyNetwork(network, wires(width), join));
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(name === "TWO_SENT" ? 4 : 100);
  });
});

/** A worker that holds the blocks of numbers b ≡ index, in shared memory, and runs the emitted stages on them. */
const WORKER = `
const { parentPort, workerData } = require("node:worker_threads");
const { text, data, made, N, K, index, count } = workerData;
const stages = {};
new Function("exports", text)(stages);
const add = (left, right) => left + right;
const own = Array.from({ length: K }, (_, b) => b).filter((b) => b % count === index);
const blockOf = (b) => new Float64Array(data).subarray(b * N, (b + 1) * N);
for (const b of own) {
  const block = blockOf(b);
  stages.first(block, N, add);
  new Float64Array(made).set(stages.sent(block, N), b * stages.T);
}
parentPort.on("message", () => {
  for (const b of own) {
    stages.enter(blockOf(b), N, b, new Float64Array(made), add);
    stages.last(blockOf(b), N, add);
  }
  parentPort.close();
});
parentPort.postMessage("first");
`;

test("workers that hold blocks run its stages, with the bits of one thread", async () => {
  const [N, K, count, length] = [16, 8, 2, 123];
  const input = Float64Array.from({ length }, (_, place) => 1 / (place + 3));
  const [data, made] = [length, K].map((values) => new SharedArrayBuffer(8 * values));
  new Float64Array(data).set(input);
  const text = transpiled(emitHierarchicalTypeScript(FENWICK));
  const add = (left: number, right: number): number => left + right;
  const workers = Array.from(
    { length: count },
    (_, index) => new Worker(WORKER, { eval: true, workerData: { text, data, made, N, K, index, count } }),
  );
  await Promise.all(workers.map((worker) => once(worker, "message")));
  const { middle } = loadModule<HierarchicalModule>(emitHierarchicalTypeScript(FENWICK));
  middle(new Float64Array(made), K, add);
  const exits = workers.map((worker) => once(worker, "exit"));
  for (const worker of workers) worker.postMessage("last");
  await Promise.all(exits);
  const expected = applyNetwork(expandHierarchical(FENWICK, length, K), [...input], add);
  expect([...new Float64Array(data)]).toEqual(expected);
});

test("the compiler has nothing against them, and they are readable", async () => {
  const text = emitHierarchicalTypeScript(FENWICK, { title: "Fenwick" });
  await expect(text).toMatchFileSnapshot("snapshots/fenwick.ts.txt");
  const modules = { "/fenwick.ts": text, "/two.ts": emitHierarchicalTypeScript(TWO_SENT) };
  expect(compilerErrors(modules)).toEqual([]);
});

test("as JavaScript they are what the compiler leaves of them", () => {
  // Destinations that are not seen to rise with j go through a list.
  const pairs: ProgramPhase = {
    ...{ first: integer(0), count: integer(1), direction: "up", source: j },
    guard: all([compare(modulo(j, integer(2)), "equal", integer(0)), compare(next, "less", N)]),
    destination: addTerm(j, modulo(next, integer(2))),
  };
  const programs = [FENWICK, TWO_SENT, { ...FENWICK, first: { phases: [pairs] } }];
  const bare = (code: string): string => code.replace(/\/\*.*?\*\/|\/\/.*$|\s/gms, "");
  for (const program of programs) {
    const { outputText } = ts.transpileModule(emitHierarchicalTypeScript(program), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    expect(bare(emitHierarchicalJavaScript(program))).toBe(bare(outputText));
  }
  expect(emitHierarchicalJavaScript(programs[2])).toContain("const taken = [];");
});

test("stages whose pairs lead down are refused, and rows that are not there", () => {
  const down = {
    phases: [
      { ...OWNER_PROGRAMS["kogge-stone"].phases[0], source: j, destination: subtract(j, powerOfTwo(i)) },
    ],
  };
  expect(() => emitHierarchicalTypeScript({ ...FENWICK, middle: down })).toThrow(
    /"program.middle" must be pairs that lead up/,
  );
  const widths = { blockLength: 8, blockCount: 2 };
  expect(() => emitHierarchicalWgsl(FENWICK, { blockLength: 6, blockCount: 2 })).toThrow(
    /"blockLength" must be a power of two for this program, got 6/,
  );
  expect(() => emitHierarchicalWgsl({ ...FENWICK, sent: N }, widths)).toThrow(/a row from 0 to 7, got 8/);
});

const mix = operator(u32, (left, right) =>
  left.multiply(0x9e3779b1).rotateLeft(13).add(right.xor(0x85ebca6b).multiply(0xc2b2ae35)),
);

describeOnQuickAdapter((adapter) => {
  it("three dispatches give the brackets, with a last block in part", async () => {
    const body = bodyOf(mix);
    for (const [program, blockLength, blockCount, length] of [
      [FENWICK, 16, 5, 75],
      [FENWICK, 8, 8, 64],
      [FENWICK, 64, 16, 1023],
      [TWO_SENT, 2, 9, 17],
    ] as const) {
      const stages = emitHierarchicalWgsl(program, { blockLength, blockCount }, { operator: mix });
      const input = Uint32Array.from({ length }, (_, place) => Math.imul(place + 1, 0x9e3779b1));
      const found = await runStages(
        await adapter.device(),
        stages,
        blockLength,
        blockCount * program.sentCount,
        input,
      );
      const network = expandHierarchical(program, length, blockCount);
      const expected = applyNetwork(network, [...input], (left, right) =>
        Number(evaluateBody(body, [left], [right])[0]),
      );
      expect(found).toEqual(Uint32Array.from(expected));
    }
  });

  it("has as many barriers as its steps need", () => {
    const [first, middle, last] = emitHierarchicalWgsl(
      FENWICK,
      { blockLength: 64, blockCount: 16 },
      { operator: mix },
    );
    expect([first, middle, last].map(({ barrierCount }) => barrierCount)).toEqual([6, 4, 5]);
  });
});
