import { afterAll, describe, expect, test } from "vitest";
import {
  checkDisturbed,
  DISTURBANCES,
  DISTURBED_CALLS,
  type Disturbance,
} from "../../../test/disturbed-call.ts";
import { workersHere } from "../../../test/helpers/workers/workers.ts";
import { openPool } from "./pool.ts";

const setting = { count: 2, start: workersHere(), ownWork: 0, pieceLength: 256 };
const pools = {
  "on workers": await openPool({ ...setting, shortest: 0 }),
  "on the caller's thread": await openPool({ ...setting, shortest: 2 ** 30 }),
};
afterAll(() => Promise.all(Object.values(pools).map((pool) => pool.close())));

const TURNS = [0, 1, 2, 3, 4, 6, 9, 14, 30];

describe.each(Object.entries(pools))("%s", (_, pool) => {
  describe.each(DISTURBED_CALLS)("$name", (call) => {
    test.each((Object.keys(DISTURBANCES) as Disturbance[]).filter((each) => each !== "stays"))(
      "an array that %s leaves the right answer or a typed error",
      async (disturbance) => {
        for (const which of ["input", "output"] as const) {
          const outcomes: string[] = [];
          for (const turns of TURNS) {
            outcomes.push(await checkDisturbed(pool.executor(), call, disturbance, which, 5003, turns));
          }
          if (which === "input") expect(outcomes).toContain("refused");
        }
        // And nothing is left behind that would be in a later call's way.
        expect(await checkDisturbed(pool.executor(), call, "stays", "output", 5003, 0)).toBe("right");
      },
    );
  });
});
