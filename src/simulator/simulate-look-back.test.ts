import { describe, expect, it } from "vitest";
import { sweep } from "../../test/sweep/sweep.ts";
import {
  exploreLookBack,
  InvalidArgumentError,
  LOOK_BACK_MUTANTS,
  type LookBackOptions,
  type LookBackSimulation,
  simulateLookBack,
  UnsupportedError,
} from "../simulator.ts";
import { seeded } from "./values.ts";

const SMALL: LookBackOptions = { tiles: 4, groupLength: 2, pollLimit: 1 };

/** What a root of tiles `first` to `last` must be: the tiles' own halves. */
function bracketOf(first: number, last: number): string {
  if (first === last) return `t${first}`;
  const half = (last - first + 1) / 2;
  return `(${bracketOf(first, first + half - 1)} ${bracketOf(first + half, last)})`;
}

function thrown(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

describe("simulateLookBack", () => {
  it("writes each tile once, with the one bracket of its prefix, by any schedule", () => {
    const prefixes = new Set<string>();
    for (let seed = 0n; seed < 50n; seed++) {
      const simulation = simulateLookBack({ ...SMALL, tiles: 8, workgroups: 3, table: "old-words", seed });
      simulation.run({ order: "random", loads: "any", seed });
      const { written, fault } = simulation.state();
      expect(fault).toBeUndefined();
      const byTile = [...written].sort((left, right) => left.tile - right.tile);
      prefixes.add(byTile.map(({ prefix }) => prefix ?? "none").join());
    }
    expect([...prefixes]).toEqual([
      [
        "none",
        "t0",
        "(t0 t1)",
        "((t0 t1) t2)",
        "((t0 t1) (t2 t3))",
        "(((t0 t1) (t2 t3)) t4)",
        "(((t0 t1) (t2 t3)) (t4 t5))",
        "(((t0 t1) (t2 t3)) ((t4 t5) t6))",
      ].join(),
    ]);
  });

  it("tells of each step of a run, which is the run without a listener", () => {
    const schedule = { order: "random", loads: "any", seed: 3n, stopped: [1], stoppedAfter: 20 } as const;
    const [heard, plain] = [simulateLookBack(SMALL), simulateLookBack(SMALL)];
    const told: (readonly [number, string])[] = [];
    const count = heard.run(schedule, 1000, ({ workgroup, word }) => {
      expect(heard.state().stepCount).toBe(told.push([workgroup, word]));
    });
    expect([count, told.length]).toEqual([plain.run(schedule, 1000), count]);
    expect(heard.state()).toEqual(plain.state());
    expect(told[0][1]).toBe("ticket");
    expect(told.slice(20).every(([workgroup]) => workgroup === 0)).toBe(true);
    expect(simulateLookBack(SMALL).run({}, 5, () => {})).toBe(5);
    expect(thrown(() => heard.run({}, 1, "aloud" as never))).toMatchObject({ argument: "onStep" });
  });

  it("shows roots where they stand in the table", () => {
    const simulation = simulateLookBack({ ...SMALL, tiles: 12, groupLength: 4, rootWords: 2 });
    simulation.run();
    const { entries } = simulation.state();
    expect(entries).toHaveLength(12 + 3);
    for (const { first, last, root, publishedWords, wordCount } of entries) {
      expect(root).toBe(bracketOf(first, last));
      expect([publishedWords, wordCount]).toEqual([4, 4]);
    }
  });

  it("names the range that a word of the table belongs to", () => {
    const simulation = simulateLookBack({ ...SMALL, tiles: 12, groupLength: 4 });
    const stored = new Set<string>();
    while (!simulation.isOver) {
      const [choice] = simulation.choices();
      const { operation, word, range } = simulation.step({ ...choice, age: 0 });
      if (operation === "store" && word === "table") stored.add(`${range?.first}-${range?.last}`);
    }
    const shown = simulation.state().entries.map(({ first, last }) => `${first}-${last}`);
    expect([...stored].sort()).toEqual(shown.sort());
  });

  it("goes through the phases of a workgroup, and shows what it waits for and folds", () => {
    const simulation = simulateLookBack({ ...SMALL, tickets: "backwards", workgroups: 1 });
    const phases = new Set<string>();
    let folds = 0;
    while (!simulation.isOver) {
      const [{ phase, tile, waiting, folding }] = simulation.state().workgroups;
      phases.add(phase);
      if (phase === "waiting") expect(waiting.length).toBeGreaterThan(0);
      if (phase !== "folding") expect(folding).toBeUndefined();
      else {
        folds++;
        expect(folding?.next).toBeLessThanOrEqual((folding?.last ?? -2) + 1);
        expect(tile).toBeGreaterThan(folding?.last ?? tile ?? 0);
      }
      simulation.run({}, 1);
    }
    expect(folds).toBeGreaterThan(0);
    expect([...phases].sort()).toEqual(["drawing", "folding", "leaving", "publishing", "waiting"]);
    expect(simulation.state().workgroups).toEqual([
      { phase: "done", tile: undefined, waiting: [], folding: undefined },
    ]);
  });

  it("gives states that stay as they are", () => {
    const simulation = simulateLookBack(SMALL);
    const before = simulation.state();
    const shown = JSON.stringify(before);
    simulation.run();
    expect(JSON.stringify(before)).toBe(shown);
    expect(simulation.state().stepCount).toBeGreaterThan(before.stepCount);
  });

  it("runs again by the steps of its choices", () => {
    const first = simulateLookBack(SMALL);
    const again = simulateLookBack(SMALL);
    for (let turn = 0; !first.isOver; turn++) {
      const choices = first.choices();
      const { workgroup, lane, ageCount } = choices[(turn * 7) % choices.length];
      const step = { workgroup, lane, age: turn % ageCount };
      expect(again.step(step)).toEqual(first.step(step));
    }
    expect(again.state()).toEqual(first.state());
  });

  it("stops workgroups, and the others write all but their tiles", () => {
    const simulation = simulateLookBack({ ...SMALL, tiles: 8, workgroups: 3 });
    simulation.run({ stopped: [1, 2], stoppedAfter: 15 });
    expect(simulation.isOver).toBe(false);
    expect(simulation.state().written.length).toBeGreaterThanOrEqual(6);
    expect(() => simulation.nextRun()).toThrow(UnsupportedError);
    expect(() => simulation.nextRun()).toThrow(/workgroups 1, 2 of this one are not done/);
    simulation.run();
    expect(simulation.state().written).toHaveLength(8);
  });

  it("goes on to the next run on one table, whose epochs come back", () => {
    const simulation = simulateLookBack({ ...SMALL, epochBits: 2 });
    const epochs = [];
    for (let run = 0; run < 7; run++) {
      if (run > 0) simulation.nextRun({ tiles: 1 + (run % 4), lateStores: run % 2 === 0 ? "all" : "none" });
      simulation.run({ order: "random", loads: "any", seed: BigInt(run) });
      const { epoch, fault, written } = simulation.state();
      expect(fault).toBeUndefined();
      expect(
        written.every(({ prefix }) => prefix === undefined || run === 0 || prefix.includes(`r${run}t`)),
      ).toBe(true);
      epochs.push(epoch);
    }
    expect(epochs).toEqual([1, 2, 3, 1, 2, 3, 1]);
  });
});

describe("a mutant", () => {
  const found = (simulation: LookBackSimulation, seed: bigint): boolean => {
    const coin = seeded(seed);
    for (let run = 0; run < 12; run++) {
      // Runs of other lengths leave words that only a clearing ends, or a store that lands after it.
      if (run > 0) simulation.nextRun({ tiles: 1 + coin(6), lateStores: coin(2) === 0 ? "all" : "none" });
      simulation.run({ order: "random", loads: "any", staleness: 30, seed: BigInt(coin(2 ** 32)) });
      if (simulation.state().fault !== undefined) return true;
    }
    return false;
  };

  it.each([undefined, ...LOOK_BACK_MUTANTS])("is found, and the protocol is not: %s", (mutant) => {
    let isFound = false;
    for (let seed = 0n; seed < 60n && !isFound; seed++) {
      const table = seed % 2n === 0n ? "old-words" : "zeroed";
      isFound = found(simulateLookBack({ ...SMALL, tiles: 6, mutant, epochBits: 2, table, seed }), seed);
    }
    expect(isFound).toBe(mutant !== undefined);
  });
});

describe("exploreLookBack", () => {
  it("says that every schedule ends", () => {
    const { verdict, endCount, steps, fault } = exploreLookBack({ ...SMALL, tiles: 3 });
    expect({ verdict, steps, fault }).toEqual({ verdict: "ends", steps: [], fault: undefined });
    expect(endCount).toBeGreaterThan(0);
  });

  it("gives the steps that lead to a fault, for a simulation of the same setting", () => {
    const options: LookBackOptions = { ...SMALL, mutant: "a root is read before it is published" };
    const { verdict, steps, fault } = exploreLookBack(options);
    expect(verdict).toBe("wrong");
    const simulation = simulateLookBack(options);
    for (const step of steps) simulation.step(step);
    expect(simulation.state().fault).toBe(fault);
    expect(simulation.choices()).toEqual([]);
  });

  it("stops at a limit, and says so", () => {
    expect(exploreLookBack({ ...SMALL, stateLimit: 100 })).toMatchObject({
      verdict: "unfinished",
      stateCount: 100,
    });
  });
});

describe("arguments", () => {
  it.each([
    [{ tiles: 0 }, '"tiles" must be an integer from 1 to 1024, got 0'],
    [{ tiles: 4, groupLength: 3 }, '"groupLength" must be one of 2, 4, 8, 16, 32, got 3'],
    [
      { tiles: 4, tilesPerWorkgroup: "one", workgroups: 2 },
      '"workgroups" must be an integer from 4 to 1024, got 2',
    ],
    [
      { tiles: 4, tickets: "forward" },
      '"tickets" must be one of forwards, backwards (nearest: forwards), got "forward"',
    ],
    [{ tiles: 4, polls: 3 }, /"options" must be of names/],
  ])("%j", (options, message) => {
    expect(() => simulateLookBack(options as LookBackOptions)).toThrow(message);
  });

  it("of a step name what is possible", () => {
    const simulation = simulateLookBack(SMALL);
    expect(() => simulation.step({ workgroup: 2, lane: 0, age: 0 })).toThrow(
      '"workgroup" must be one of 0, 1, not done yet, got 2',
    );
    simulation.run();
    expect(thrown(() => simulation.step({ workgroup: 0, lane: 0, age: 0 }))).toBeInstanceOf(
      InvalidArgumentError,
    );
  });

  it("of every method are checked", async () => {
    const fresh = () => simulateLookBack(SMALL);
    const ended = () => {
      const simulation = fresh();
      simulation.run();
      return simulation;
    };
    const schedule = {
      order: "random",
      loads: "any",
      staleness: 30,
      seed: 1n,
      stopped: [0],
      stoppedAfter: 5,
    };
    const methods = [
      [(step: never) => fresh().step(step), [{ workgroup: 0, lane: 0, age: 0 }]],
      [(given: never, limit: never) => fresh().run(given, limit), [schedule, 10]],
      [(options: never) => ended().nextRun(options), [{ tiles: 1, lateStores: "all" }]],
    ] as const;
    for (const [call, sound] of methods)
      expect(await sweep(call as never, [() => structuredClone(sound)], () => {})).toEqual([]);
  });
});
