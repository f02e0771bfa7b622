import { expect, it } from "vitest";
import { killed, killThroughRuns, randomFrom } from "../helpers/cluster-kills.ts";
import { withFolder } from "../helpers/cluster-runs.ts";
import { SEED } from "./seed.ts";

it("processes of this machine go through kills of workers and the driver", async () => {
  await withFolder(async (home) => {
    const counts = await killThroughRuns(home, {
      engine: "local:2",
      kills: 60,
      random: randomFrom(SEED),
      pieces: 40,
    });
    console.log(`local: ${killed(counts)} kills ${JSON.stringify(counts)}, seed ${SEED}`);
    expect(killed(counts)).toBe(60);
  });
}, 600_000);
