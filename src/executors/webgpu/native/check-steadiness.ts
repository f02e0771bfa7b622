import { answerOf } from "../answer-of.ts";
import type { Certificate } from "../certificate.ts";
import type { GpuPlan } from "../gpu-plan.ts";
import { steadinessInputs } from "./steadiness-inputs.ts";

/** Tiles of a check: two groups, so that roots of groups are published, folded by who misses them, and merged into one of the level above. */
const TILES = 66;

/**
 * Whether a native plan whose workgroups wait for each other has the same bits whatever they see: a root that its owner publishes and one that is recomputed for
 * a reader come of two places of one kernel, which a compiler may have made differently of the same text.
 *
 * Runs the very pipeline twice over the same data, hostile on purpose: as ever, and with publications withheld. The plan must be idle.
 */
export async function checkSteadiness(
  device: GPUDevice,
  plan: GpuPlan,
  tileLength: number,
): Promise<Certificate> {
  let checked = 0;
  for (const { name, elements } of steadinessInputs(Math.min(TILES * tileLength, plan.chunkLength - 1))) {
    const seen = new Uint32Array((await answerOf(device, plan, elements)).buffer);
    const recomputed = new Uint32Array((await answerOf(device, plan, elements, true)).buffer);
    const place = seen.findIndex((word, i) => word !== recomputed[i]);
    if (place >= 0) return { holds: false, fact: `${name}: value ${place} depends on who computed a root` };
    checked += seen.length;
  }
  return { holds: true, fact: `${checked} values did not depend on who computed a root` };
}
