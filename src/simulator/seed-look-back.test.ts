import { describe, expect, it } from "vitest";
import {
  SeedWorkgroup,
  WITH_FALLBACK,
  WITHOUT_FALLBACK,
} from "../../test/helpers/simulator/seed-look-back.ts";
import {
  fair,
  lookBackRun,
  runBy,
  SMALL,
  stickingToTheSecond,
} from "../../test/helpers/simulator/simulated-runs.ts";
import { explore } from "./explore.ts";
import { Memory } from "./memory.ts";
import { type Schedule, scheduleOf } from "./schedules.ts";
import { RULES } from "./setting.ts";
import { Simulation } from "./simulation.ts";
import { FreeMagma, seeded } from "./values.ts";
import type { Table } from "./walker.ts";

function seedSimulation(table: Table, tileCount: number, magma = new FreeMagma()): Simulation {
  const memory = Memory.of(Array.from({ length: 2 * tileCount }, () => 0));
  return Simulation.of(
    memory,
    [0, 1].map(() => new SeedWorkgroup(table, magma, tileCount)),
  );
}

function run(simulation: Simulation, schedule: Schedule): void {
  for (let stepCount = 0; ; stepCount++) {
    const step = schedule(simulation, stepCount);
    if (step === undefined) return;
    simulation.step(step);
  }
}

describe("the seed's look-back without fallback", () => {
  it("ends where everybody is scheduled", () => {
    const simulation = seedSimulation(WITHOUT_FALLBACK, 8);
    run(simulation, fair);
    expect(simulation.written.map(({ tile }) => tile).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("hangs on one multiprocessor whose scheduler sticks to tile 1: it comes back to the same state", () => {
    const simulation = seedSimulation(WITHOUT_FALLBACK, 2);
    const seen = new Set<string>();
    let repeated = 0;
    for (let stepCount = 0; stepCount < 1000; stepCount++) {
      const step = stickingToTheSecond(simulation, stepCount);
      if (step === undefined) break;
      expect(stepCount < 4 || step.workgroup === 1).toBe(true);
      simulation.step(step);
      if (seen.has(simulation.key())) repeated++;
      seen.add(simulation.key());
    }
    expect(repeated).toBeGreaterThan(900);
    expect(simulation.written).toEqual([]);
  });

  it("has a loop among the interleavings of two tiles", () => {
    const { verdict, steps } = explore(seedSimulation(WITHOUT_FALLBACK, 2), () => undefined, 2_000_000);
    expect(verdict).toBe("loops");
    expect(steps.length).toBeGreaterThan(0);
  });
});

describe("the seed's look-back with fallback", () => {
  it("ends under the same scheduler", () => {
    const simulation = seedSimulation(WITH_FALLBACK, 2);
    run(simulation, stickingToTheSecond);
    expect(simulation.written.map(({ tile }) => tile)).toEqual([1, 0]);
  });

  const anyOrder = (seed: number) => scheduleOf({ order: "random", loads: "any" }, seeded(seed));

  it("makes other brackets under other schedules, where dyadic look-back makes one", () => {
    const seeds = Array.from({ length: 100 }, (_, seed) => seed);
    const ofSeed = new Set<string>();
    const ofOurs = new Set<string>();
    for (const seed of seeds) {
      const magma = new FreeMagma();
      const simulation = seedSimulation(WITH_FALLBACK, 4, magma);
      run(simulation, anyOrder(seed));
      const ours = lookBackRun(SMALL, RULES, magma);
      runBy(ours, anyOrder(seed));
      for (const { tile, prefix = 0 } of simulation.written) if (tile === 3) ofSeed.add(magma.text(prefix));
      for (const { tile, prefix = 0 } of ours.simulation.written)
        if (tile === 3) ofOurs.add(magma.text(prefix));
    }
    expect([...ofSeed].sort()).toEqual(["((t0 t1) t2)", "(t0 (t1 t2))"]);
    expect([...ofOurs]).toEqual(["((t0 t1) t2)"]);
  });

  it("ends in every interleaving of three tiles", () => {
    const { verdict, endCount } = explore(seedSimulation(WITH_FALLBACK, 3), () => undefined, 2_000_000);
    expect(verdict).toBe("ends");
    expect(endCount).toBeGreaterThan(0);
  });
});
