import { describe, expect, it } from "vitest";
import { emptyTally, randomRun } from "../../test/helpers/simulator/random-run.ts";
import { exploreSize, runEpochs, SMALL } from "../../test/helpers/simulator/simulated-runs.ts";
import { RULES } from "./setting.ts";
import { FreeMagma, seeded } from "./values.ts";

it("200,000 random schedules end with the one answer", () => {
  const tally = emptyTally();
  for (let seed = 0; seed < 200_000; seed++) randomRun(seed, RULES, tally);
  expect(tally.steps).toBeGreaterThan(50_000_000);
  expect(tally.starved).toBeGreaterThan(50_000);
});

it("5,000 cycles of epochs on one table", () => {
  const size = { ...SMALL, capacity: 6, lastEpoch: 3 };
  for (let seed = 0; seed < 5000; seed++) runEpochs(size, RULES, 12, seeded(seed));
});

describe("every interleaving, every lane, every age of a load:", () => {
  it.each([
    { tileCount: 3, workgroupCount: 2, rootWordCount: 2 },
    { tileCount: 3, workgroupCount: 3 },
    { tileCount: 4, workgroupCount: 2, pollLimit: 2 },
    { tileCount: 4, workgroupCount: 3 },
    { tileCount: 5, workgroupCount: 2 },
    { tileCount: 5, workgroupCount: 2, groupBits: 2 },
    { tileCount: 6, workgroupCount: 2 },
  ])("%j", (change) => {
    const size = { ...SMALL, ...change, capacity: change.tileCount };
    expect(exploreSize(size, RULES, new FreeMagma(), 8_000_000, 1).verdict).toBe("ends");
  });
});
