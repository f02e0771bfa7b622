import type { Schedule } from "../../../src/simulator/schedules.ts";
import type { Rules } from "../../../src/simulator/setting.ts";
import { seeded } from "../../../src/simulator/values.ts";
import { randomRun } from "./random-run.ts";
import {
  blind,
  exploreSize,
  fair,
  HASHED,
  lookBackRun,
  runBy,
  runEpochs,
  SMALL,
  stickingToTheSecond,
} from "./simulated-runs.ts";

/** Ways to find a mistake in rules. Each throws if it finds one. */
export const HUNTS: Readonly<Record<string, (rules: Rules) => void>> = {
  fair: (rules) => overSizes(rules, fair),
  sticking: (rules) => runBy(lookBackRun({ ...SMALL, tileCount: 2 }, rules), stickingToTheSecond),
  blind: (rules) => overSizes(rules, blind),
  exhaustive: (rules) => {
    const { verdict, fault } = exploreSize({ ...SMALL, tileCount: 3 }, rules, HASHED, 2_000_000, 5);
    if (verdict !== "ends") throw new Error(`${verdict}: ${fault}`);
  },
  random: (rules) => {
    for (let seed = 0; seed < 400; seed++) randomRun(seed, rules);
  },
  epochs: (rules) => {
    const size = { ...SMALL, capacity: 6, lastEpoch: 3 };
    for (let seed = 0; seed < 80; seed++) runEpochs(size, rules, 12, seeded(seed));
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
      runBy(lookBackRun(size, rules), schedule);
    }
  }
}
