import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { simulate } from "../../../test/helpers/synthesis/simulate.ts";
import { type HierarchicalModule, loadModule } from "../../../test/networks/compile-emitted.ts";
import { reverseNetwork } from "../../networks/direction.ts";
import { generateNetwork } from "../../networks/generators/generate-network.ts";
import { networksAt } from "../../networks/generators/networks-at.ts";
import type { Network } from "../../networks/network.ts";
import { applyNetwork } from "../../networks/run-network.ts";
import type { IntegerProgramSolver } from "../../solvers/integer-program.ts";
import { openHighs } from "../../solvers/open-highs.ts";
import { openZ3Sat } from "../../solvers/open-z3.ts";
import { expandHierarchical } from "../hierarchical/expand-hierarchical.ts";
import { synthesizeHierarchicalProgram } from "../hierarchical/synthesize-hierarchical-program.ts";
import { synthesizeLeaf } from "../leaf/synthesize-leaf.ts";
import { synthesizePairIndex } from "../pair-index/synthesize-pair-index.ts";
import { expandProgram } from "../programs/expand-program.ts";
import type { NetworkProgram } from "../programs/network-program.ts";
import { emitHierarchicalTypeScript } from "./emit-hierarchical-typescript.ts";
import { emitHierarchicalWgsl } from "./emit-hierarchical-wgsl.ts";
import { emitProgramTypeScript } from "./emit-program-typescript.ts";
import { emitProgramWgsl } from "./emit-program-wgsl.ts";

/*
 * What the synthesisers really give, through the emitters: programs in whatever form they come.
 */

const join = (left: string, right: string): string => `(${left} ${right})`;
const wires = (width: number): string[] => Array.from({ length: width }, (_, wire) => `e${wire}`);
const bracketsOf = (network: Network): readonly string[] => applyNetwork(network, wires(network.width), join);

function expectEmitted(program: NetworkProgram, direction: "forward" | "backward"): void {
  const { scanInPlace } = loadModule(emitProgramTypeScript(program));
  for (const width of [1, 2, 3, 5, 8, 13, 16, 32, 45, 64]) {
    const expected = bracketsOf(expandProgram(program, width));
    const found = wires(width);
    scanInPlace(found, join);
    expect(found).toEqual(expected);
    const { plan } = emitProgramWgsl(program, width);
    const rising = Array.from({ length: plan.invocationCount }, (_, index) => index);
    for (const order of [rising, [...rising].reverse()]) {
      expect(simulate(plan, direction, order)).toEqual(expected);
    }
  }
}

describe("leaf synthesis", () => {
  const names = networksAt(16).map(({ name }) => name);

  test.each(names)("%s", (name) => {
    const found = synthesizeLeaf(generateNetwork(name, 16));
    if (found.kind !== "program") throw new Error(found.reason);
    expectEmitted(found.program, "forward");
  });

  test("backward", () => {
    for (const name of ["sklansky", "kogge-stone", "brent-kung", "scan-scan-add:4"]) {
      const found = synthesizeLeaf(reverseNetwork(generateNetwork(name, 16)));
      if (found.kind !== "program") throw new Error(found.reason);
      expectEmitted(found.program, "backward");
    }
  });
});

describe("the pair-index form", () => {
  let solver: IntegerProgramSolver;
  beforeAll(async () => {
    solver = await openHighs();
  });
  afterAll(() => solver.close());

  test.each(["kogge-stone", "sklansky"])("%s", async (name) => {
    const found = await synthesizePairIndex(generateNetwork(name, 16), solver);
    if (found.status !== "found") throw new Error(found.status);
    expectEmitted(found.networkProgram, "forward");
  });
});

test("the cheapest hierarchical scan", async () => {
  const solver = await openZ3Sat();
  const found = await synthesizeHierarchicalProgram(solver);
  await solver.close();
  if (found.kind !== "program") throw new Error(found.reason);
  const { scanInPlace } = loadModule<HierarchicalModule>(emitHierarchicalTypeScript(found.program));
  for (const [width, blockCount] of [
    [16, 4],
    [64, 8],
    [61, 8],
    [100, 7],
  ]) {
    const values = wires(width);
    scanInPlace(values, blockCount, join);
    expect(values).toEqual(bracketsOf(expandHierarchical(found.program, width, blockCount)));
  }
  const stages = emitHierarchicalWgsl(found.program, { blockLength: 8, blockCount: 8 });
  expect(stages.map(({ workgroups }) => workgroups)).toEqual(["blocks", "one", "blocks"]);
}, 60_000);
