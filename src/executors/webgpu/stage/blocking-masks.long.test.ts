import { expect, it } from "vitest";
import { affine } from "../../../../test/helpers/operators/mixing.ts";
import { countersOf, runPlan } from "../../../../test/helpers/webgpu/run-plan.ts";
import { describeOnAdapters } from "../../../../test/webgpu/adapters.ts";
import { contractOf } from "../../../conformance/contract-of.ts";
import { generateData } from "../../../conformance/data/generate-data.ts";
import { columnContract } from "../../../contracts/column-contract.ts";
import { blockDyadic, linearCarry } from "../../../expressions/expression.ts";
import { elementPlan } from "../../executor.ts";
import { javascriptExecutor } from "../../javascript/javascript-executor.ts";
import type { Inspection } from "../call-binder.ts";
import { planScan, type ScanPlan } from "../plan-scan.ts";
import type { Algorithm } from "./algorithm.ts";

const TILES = 256;
const SHAPE = { threads: 64, strips: 1, run: 2 };
const LENGTH = TILES * 128;
const ROUNDS = 7;

/** Those that wait for other workgroups: what is withheld costs them time. */
const WAITING: readonly Algorithm[] = [
  "dyadic-look-back",
  "look-back:decoupled-fallback",
  "look-back:scalar-fallback",
  "chained-scan",
];

/** The seed's masks, 2^i − 1: a tile publishes nothing where (tile + 1) AND mask is 0. */
const MASKS = Array.from({ length: 9 }, (_, i) => 2 ** i - 1);

interface Blocked {
  readonly plan: ScanPlan;
  readonly times: number[];
}

describeOnAdapters((adapter) => {
  it("has the same bits under every blocking mask by every algorithm that waits; counts and times of docs/notes/gpu-scan-algorithms.md", async () => {
    const device = await adapter.device();
    const input = generateData({ data: "bits", type: "u32", length: LENGTH, seed: 3n });
    for (const algorithm of WAITING) {
      const expression = algorithm === "chained-scan" ? linearCarry(32) : blockDyadic(32);
      const contract = columnContract(contractOf({ operator: affine, type: "u32", expression }));
      const expected = elementPlan(javascriptExecutor.plan(contract)).inclusiveScan(input);
      const plans: Blocked[] = [];
      for (const inspected of [{ faults: [] } as Inspection, ...MASKS.map(withheldBy)]) {
        const setting = { algorithm, shape: SHAPE, inspected };
        plans.push({ plan: await planScan(device, contract, "inclusive-scan", setting), times: [] });
      }
      for (let round = 0; round < ROUNDS; round++) {
        for (const { plan, times } of round % 2 === 0 ? plans : [...plans].reverse()) {
          const start = performance.now();
          const [found] = await runPlan(device, plan, [input]);
          times.push(performance.now() - start);
          expect(found).toEqual(expected);
        }
      }
      for (const [i, { plan, times }] of plans.entries()) {
        const { polls, fallbacks, recomputed, lookBackSteps } = await countersOf(device, plan);
        const counts = [polls, fallbacks, recomputed, lookBackSteps].map((count) =>
          Math.round(count / ROUNDS),
        );
        const throughput = Math.min(...plans[0].times) / Math.min(...times);
        const mask = i === 0 ? "none" : `2^${i - 1} - 1`;
        console.log(`| ${[adapter.name, algorithm, mask, ...counts, throughput.toFixed(2)].join(" | ")} |`);
        plan.release();
      }
    }
  }, 900_000);
});

function withheldBy(faultMask: number): Inspection {
  return { faults: ["withhold"], faultMask };
}
