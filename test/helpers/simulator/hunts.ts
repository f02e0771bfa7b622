import { explore } from "../../../src/simulator/explore.ts";
import { DyadicRun, poisonedMemory, runEpochs } from "../../../src/simulator/look-back-run.ts";
import { blind, fair, stickingToTheSecond } from "../../../src/simulator/schedules.ts";
import { type Rules, SMALL } from "../../../src/simulator/setting.ts";
import type { Schedule } from "../../../src/simulator/simulation.ts";
import { HASHED, seeded } from "../../../src/simulator/values.ts";
import { randomRun } from "./random-run.ts";

/** Ways to find a mistake in rules. Each throws if it finds one. */
export const HUNTS: Readonly<Record<string, (rules: Rules) => void>> = {
  fair: (rules) => overSizes(rules, fair),
  sticking: (rules) => new DyadicRun({ ...SMALL, tileCount: 2 }, rules).finish(stickingToTheSecond),
  blind: (rules) => overSizes(rules, blind),
  exhaustive: (rules) => {
    const size = { ...SMALL, tileCount: 3 };
    const run = new DyadicRun(size, rules, HASHED, poisonedMemory(size, 1, seeded(5)));
    const { loop } = explore(run.simulation, (simulation) => {
      for (const written of simulation.written) run.judge(written);
      if (simulation.live().length === 0) run.judgeCounters(simulation);
    });
    if (loop !== undefined) throw new Error(`hangs after ${loop.length} steps`);
  },
  random: (rules) => {
    for (let seed = 0; seed < 400; seed++) randomRun(seed, rules);
  },
  epochs: (rules) => {
    const size = { ...SMALL, capacity: 6, lastEpoch: 3 };
    for (let seed = 0; seed < 40; seed++) runEpochs(size, rules, 12, seeded(seed));
  },
};

function overSizes(rules: Rules, schedule: Schedule): void {
  for (const [groupBits, tileCount] of [
    [1, 1],
    [1, 9],
    [2, 17],
    [5, 70],
  ] as const) {
    for (const workgroupCount of [1, 3, 8]) {
      const size = { ...SMALL, groupBits, tileCount, capacity: tileCount, workgroupCount, pollLimit: 4 };
      new DyadicRun(size, rules).finish(schedule);
    }
  }
}
