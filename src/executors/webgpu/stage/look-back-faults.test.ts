import { expect, it } from "vitest";
import { affine } from "../../../../test/helpers/operators/mixing.ts";
import { describeOnAdapters } from "../../../../test/webgpu/adapters.ts";
import { checkPlan } from "../../../../test/webgpu/check-same-bits.ts";
import { contractOf } from "../../../conformance/contract-of.ts";
import { columnContract } from "../../../contracts/column-contract.ts";
import { blockDyadic } from "../../../expressions/expression.ts";
import type { Inspection } from "../call-binder.ts";

describeOnAdapters((adapter) => {
  const isSlow = adapter.name === "lavapipe"; // seconds to compile a kernel

  it("ends with the same bits whatever is withheld, reversed or unseen, by either fallback", async () => {
    const device = await adapter.device();
    const contract = columnContract(
      contractOf({ operator: affine, type: "u32", expression: blockDyadic(32) }),
    );
    const cases: readonly (Inspection & { readonly pollLimit: number })[] = [
      { faults: ["reverse"], pollLimit: 1 },
      { faults: ["withhold"], faultMask: 0, pollLimit: 1 },
      { faults: ["blind"], pollLimit: 1 },
    ];
    for (const algorithm of ["look-back:scalar-fallback", "look-back:decoupled-fallback"] as const) {
      for (const { pollLimit, ...inspected } of isSlow ? cases.slice(2) : cases) {
        const setting = { algorithm, shape: { threads: 64, strips: 1, run: 2 }, inspected, pollLimit };
        const counters = await checkPlan(device, contract, "inclusive-scan", setting, [4096]);
        const isWithheld = inspected.faults.includes("withhold");
        if (!isWithheld && adapter.isCostly(inspected.faults))
          expect(counters?.recomputed).toBeGreaterThan(20);
      }
    }
  }, 300_000);
});
