import { describe, expect, it } from "vitest";
import { HUNTS } from "../../test/helpers/simulator/hunts.ts";
import { emptyTally, randomRun } from "../../test/helpers/simulator/random-run.ts";
import {
  blind,
  exploreSize,
  fair,
  HASHED,
  lookBackRun,
  runBy,
  SMALL,
  stickingToTheSecond,
} from "../../test/helpers/simulator/simulated-runs.ts";
import { LOOK_BACK_MUTANTS, type LookBackMutant, MUTANTS } from "./mutants.ts";
import { scheduleOf } from "./schedules.ts";
import { RULES } from "./setting.ts";
import { FreeMagma, seeded } from "./values.ts";

/** The mistakes, and the hunts that find them; those that find nothing show what an ordinary test would overlook. */
const FOUND_BY: Readonly<Record<LookBackMutant, readonly (keyof typeof HUNTS)[]>> = {
  "halves of a range in the wrong order": ["fair", "blind", "exhaustive", "random", "epochs"],
  "the epoch is ignored": ["exhaustive", "random", "epochs"],
  "the epoch is read from one word": ["exhaustive", "random", "epochs"],
  "a root is read before it is published": ["fair", "sticking", "blind", "exhaustive", "random", "epochs"],
  "a fold takes what is not published": ["sticking", "blind", "exhaustive", "random", "epochs"],
  "a range is published before it is known": ["fair", "blind", "exhaustive", "random", "epochs"],
  "a lane waits for ever": ["sticking", "blind", "exhaustive", "random", "epochs"],
  "what is recomputed is read back from the table": ["blind", "exhaustive", "random", "epochs"],
  "a fold publishes a range before it is complete": ["fair", "blind", "exhaustive", "random", "epochs"],
  "tiles are counted, not workgroups": ["fair", "sticking", "blind", "exhaustive", "random", "epochs"],
  "the table is never cleared": ["epochs"],
  "the table is cleared once in a cycle of epochs": ["epochs"],
};

describe("every hunt passes the protocol:", () => {
  it.each(Object.entries(HUNTS))("%s", (_, hunt) => {
    expect(() => hunt(RULES)).not.toThrow();
  });
});

describe.each(LOOK_BACK_MUTANTS)("the mutant: %s", (name) => {
  it.each(Object.entries(HUNTS))("under the hunt: %s", (huntName, hunt) => {
    const isFound = FOUND_BY[name].includes(huntName);
    if (isFound) expect(() => hunt(MUTANTS[name])).toThrow(/^(?!.*has a bug)/);
    else expect(() => hunt(MUTANTS[name])).not.toThrow();
  });
});

describe("every interleaving, every lane, every age of a load ends with the one answer:", () => {
  it.each([
    { tileCount: 2, workgroupCount: 2 },
    { tileCount: 3, workgroupCount: 3, isPersistent: false },
    { tileCount: 2, workgroupCount: 2, rootWordCount: 2 },
    { tileCount: 3, workgroupCount: 2, pollLimit: 0 },
    { tileCount: 3, workgroupCount: 2, pollLimit: 3 },
    { tileCount: 4, workgroupCount: 2 },
  ])("%j", (change) => {
    const size = { ...SMALL, ...change };
    const { verdict, endCount } = exploreSize(size, RULES, new FreeMagma(), 2_000_000, 1);
    expect(verdict).toBe("ends");
    expect(endCount).toBeGreaterThan(0);
  });
});

describe("workgroups that never come back", () => {
  const size = { ...SMALL, tileCount: 8, capacity: 8, workgroupCount: 3, groupBits: 1 };

  it("hold up nobody, whoever they are and whenever they stop", () => {
    for (const starved of [[0], [1], [2], [0, 1], [1, 2], [0, 2]]) {
      for (let after = 0; after < 120; after++) {
        const run = lookBackRun(size);
        runBy(run, scheduleOf({ order: "random", stopped: starved, stoppedAfter: after }, seeded(after)));
        const fed = run.simulation.live().filter((actor) => !starved.includes(actor));
        expect(fed).toEqual([]);
        expect(run.simulation.written.length).toBeGreaterThanOrEqual(size.tileCount - starved.length);
      }
    }
  });

  it("leave all but their own tiles to the last one", () => {
    const run = lookBackRun(size);
    runBy(run, scheduleOf({ order: "random", stopped: [0, 1], stoppedAfter: 12, seed: 3n }));
    const written = run.simulation.written.map(({ tile }) => tile);
    expect(written.length).toBeGreaterThanOrEqual(6);
  });
});

describe("nothing is seen of the others", () => {
  it("and every root that is not a workgroup's own is recomputed", () => {
    const size = { ...SMALL, tileCount: 40, capacity: 40, workgroupCount: 5, groupBits: 2, pollLimit: 2 };
    const run = lookBackRun(size);
    runBy(run, blind);
    expect(run.setting.counts.accepted).toBe(0);
    expect(run.setting.counts.recomputed).toBe((40 * 39) / 2);
  });

  it("read-modify-writes see it all the same, once there are polls enough", () => {
    const size = { ...SMALL, tileCount: 40, capacity: 40, workgroupCount: 5, groupBits: 2, pollLimit: 64 };
    const run = lookBackRun(size);
    runBy(run, blind);
    expect(run.setting.counts.fallbacks).toBe(0);
  });
});

it("a workgroup alone never waits and never falls back", () => {
  const size = { ...SMALL, tileCount: 200, capacity: 200, workgroupCount: 1, groupBits: 5 };
  const run = lookBackRun(size);
  runBy(run, scheduleOf({ order: "first" }));
  const reads = Array.from({ length: 200 }, (_, tile) => run.setting.readsOf(tile).length);
  const readCount = reads.reduce((sum, count) => sum + count, 0);
  expect(run.setting.counts).toEqual({
    polls: readCount,
    accepted: readCount,
    fallbacks: 0,
    recomputed: 0,
    looks: 0,
  });
});

it("fair schedules need no fallback where workgroups may wait long enough", () => {
  const size = { ...SMALL, tileCount: 64, capacity: 64, workgroupCount: 16, groupBits: 5, pollLimit: 64 };
  const run = lookBackRun(size, RULES, HASHED);
  runBy(run, fair);
  expect(run.setting.counts.fallbacks).toBe(0);
});

it("the scheduler of the seed's example is no obstacle", () => {
  const run = lookBackRun({ ...SMALL, tileCount: 2, pollLimit: 20 });
  runBy(run, stickingToTheSecond);
  expect(run.setting.counts).toEqual({ polls: 20, accepted: 0, fallbacks: 1, recomputed: 1, looks: 1 });
});

it("3,000 random schedules: roots of the whole range of fortune, one answer", () => {
  const tally = emptyTally();
  for (let seed = 1000; seed < 4000; seed++) randomRun(seed, RULES, tally);
  expect(tally.runs).toBe(3000);
  expect(tally.accepted).toBeGreaterThan(10_000);
  expect(tally.recomputed).toBeGreaterThan(10_000);
  expect(tally.starved).toBeGreaterThan(500);
});
