import { expect, test } from "vitest";
import { isLong } from "../../test/extent.ts";
import { HASHED, lookBackRun, runBy, SMALL } from "../../test/helpers/simulator/simulated-runs.ts";
import { publicationsOf } from "../look-back/protocol.ts";
import { FALLBACK_ROWS } from "../look-back/transitions.ts";
import type { LookBackRun } from "./look-back-run.ts";
import { type Schedule, scheduleOf } from "./schedules.ts";
import { RULES, type Rules, type Size } from "./setting.ts";
import { seeded } from "./values.ts";
import { tableOf } from "./walker.ts";

/** As it was: what is folded goes to the lane that asked, and to nobody else. */
const PRIVATE: Rules = {
  ...RULES,
  fallback: tableOf(FALLBACK_ROWS.map((row) => (row.when === "completesRange" ? { ...row, do: [] } : row))),
};

const TILES = 256;
const GROUP = 32;

/** A workgroup for each tile. */
const SIZE: Size = {
  ...SMALL,
  ...{ tileCount: TILES, capacity: TILES, workgroupCount: TILES, isPersistent: false, groupBits: 5 },
};

/**
 * So many workgroups are resident, in the order of their tickets; any of them goes next, in bursts, with loads of any age. Those at the ends
 * of groups stand still for ever once they have a ticket, so that ranges come of folds alone.
 */
function unfair(residents: number, seed: number): Schedule {
  const next = scheduleOf({ order: "random", loads: "any" }, seeded(seed));
  const drawing = scheduleOf({ order: "turns" });
  return (run, stepCount) => {
    if (stepCount < 2 * TILES) return drawing(run, stepCount); // a ticket and the epoch
    const fed = run.live().filter((workgroup) => workgroup % GROUP !== GROUP - 1);
    const resident = {
      live: () => fed.slice(0, residents),
      laneCount: (workgroup: number) => run.laneCount(workgroup),
      ageCount: (workgroup: number, lane: number) => run.ageCount(workgroup, lane),
    };
    return next(resident, stepCount);
  };
}

/** Ranges whose published root is not the one that their owner would publish. */
function wrongRoots({ setting, simulation: { memory } }: LookBackRun): readonly number[] {
  const { groupBits } = setting.size;
  return Array.from({ length: TILES }, (_, tile) => tile).filter((tile) =>
    publicationsOf(tile, groupBits).some((published) => {
      const words = setting.loads(published.entry, "load").map(({ address }) => memory.newest(address));
      return setting.rules.isPublished(words, 1) && setting.decoded(words) !== setting.root(published);
    }),
  );
}

function countsOf(rules: Rules, residents: number, pollLimit: number) {
  const run = lookBackRun({ ...SIZE, pollLimit }, rules, HASHED);
  runBy(run, unfair(residents, residents));
  expect(wrongRoots(run)).toEqual([]);
  expect(run.simulation.written.length).toBe(TILES - TILES / GROUP);
  return run.setting.counts;
}

test.each(isLong ? [2, 4, 16, 64, 256] : [2, 16])(
  "of %i resident workgroups few fold a range again, and all find the one root",
  (residents) => {
    const pollLimit = isLong ? 64 : 8;
    const [before, after] = [PRIVATE, RULES].map((rules) => countsOf(rules, residents, pollLimit));
    expect(before.fallbacks).toBeGreaterThan(300); // nearly each of 384 reads
    expect(after.fallbacks).toBeLessThan(before.fallbacks / 4);
    expect(after.looks).toBeLessThan(before.looks / 8);
  },
);
