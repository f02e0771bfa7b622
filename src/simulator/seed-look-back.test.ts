import { describe, expect, it } from "vitest";
import {
  SeedWorkgroup,
  WITH_FALLBACK,
  WITHOUT_FALLBACK,
} from "../../test/helpers/simulator/seed-look-back.ts";
import { explore } from "./explore.ts";
import { DyadicRun } from "./look-back-run.ts";
import { Memory } from "./memory.ts";
import { fair, random, stickingToTheSecond } from "./schedules.ts";
import { RULES, SMALL } from "./setting.ts";
import { runSchedule, Simulation } from "./simulation.ts";
import { FreeMagma, seeded } from "./values.ts";
import type { Table } from "./walker.ts";

function seedSimulation(table: Table, tileCount: number, magma = new FreeMagma()): Simulation {
  const memory = Memory.of(Array.from({ length: 2 * tileCount }, () => 0));
  return Simulation.of(
    memory,
    [0, 1].map(() => new SeedWorkgroup(table, magma, tileCount)),
  );
}

describe("the seed's look-back without fallback", () => {
  it("ends where everybody is scheduled", () => {
    const simulation = seedSimulation(WITHOUT_FALLBACK, 8);
    runSchedule(simulation, fair);
    expect(simulation.written.map(({ tile }) => tile).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("hangs on one multiprocessor whose scheduler sticks to tile 1: it comes back to the same state", () => {
    const simulation = seedSimulation(WITHOUT_FALLBACK, 2);
    const seen = new Set<string>();
    let repeated = 0;
    for (let stepCount = 0; stepCount < 1000; stepCount++) {
      const step = stickingToTheSecond(simulation, stepCount);
      if (step === undefined) break;
      expect(stepCount < 4 || step.actor === 1).toBe(true);
      simulation.step(step);
      if (seen.has(simulation.key())) repeated++;
      seen.add(simulation.key());
    }
    expect(repeated).toBeGreaterThan(900);
    expect(simulation.written).toEqual([]);
  });

  it("has a loop among the interleavings of two tiles", () => {
    const { loop } = explore(seedSimulation(WITHOUT_FALLBACK, 2), () => {});
    expect(loop?.length ?? 0).toBeGreaterThan(0);
  });
});

describe("the seed's look-back with fallback", () => {
  it("ends under the same scheduler", () => {
    const simulation = seedSimulation(WITH_FALLBACK, 2);
    runSchedule(simulation, stickingToTheSecond);
    expect(simulation.written.map(({ tile }) => tile)).toEqual([1, 0]);
  });

  it("makes other brackets under other schedules, where dyadic look-back makes one", () => {
    const seeds = Array.from({ length: 100 }, (_, seed) => seed);
    const ofSeed = new Set<string>();
    const ofOurs = new Set<string>();
    for (const seed of seeds) {
      const magma = new FreeMagma();
      const simulation = seedSimulation(WITH_FALLBACK, 4, magma);
      runSchedule(simulation, random(seeded(seed), 50));
      const run = new DyadicRun(SMALL, RULES, magma);
      run.finish(random(seeded(seed), 50));
      for (const { tile, prefix = 0 } of simulation.written) if (tile === 3) ofSeed.add(magma.text(prefix));
      for (const { tile, prefix = 0 } of run.simulation.written)
        if (tile === 3) ofOurs.add(magma.text(prefix));
    }
    expect([...ofSeed].sort()).toEqual(["((t0 t1) t2)", "(t0 (t1 t2))"]);
    expect([...ofOurs]).toEqual(["((t0 t1) t2)"]);
  });

  it("ends in every interleaving of three tiles", () => {
    const { loop, endCount } = explore(seedSimulation(WITH_FALLBACK, 3), () => {});
    expect(loop).toBeUndefined();
    expect(endCount).toBeGreaterThan(0);
  });
});
