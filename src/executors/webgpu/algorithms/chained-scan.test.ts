import { expect, it } from "vitest";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { checkPlan, checkSameBits, mix } from "../../../../test/webgpu/check-same-bits.ts";
import { contractOf } from "../../../conformance/contract-of.ts";
import { linearCarry } from "../../../expressions/expression.ts";
import type { Inspection } from "../call-binder.ts";
import { tileLimits } from "../gpu-setting.ts";
import { refusalOf } from "../refusal.ts";

describeOnQuickAdapter((adapter) => {
  const isSlow = adapter.name === "lavapipe"; // seconds to compile a kernel

  it("is a left fold over block roots, for any block that fits a tile", async () => {
    await checkSameBits(await adapter.device(), {
      operator: mix,
      expressions: [1, 2, 8, 32, 64].map(linearCarry),
      observations: ["inclusive-scan", "exclusive-scan", "reduce"],
      algorithms: [undefined],
      runs: isSlow ? 1 : 6,
    });
  }, 300_000);

  it("refuses blocks that are longer than a tile", async () => {
    const limits = tileLimits(await adapter.device());
    const contract = contractOf({ operator: mix, type: "u32", expression: linearCarry(2 ** 13) });
    const refusal = refusalOf({ contract, observation: "reduce", allowQuadratic: false }, limits);
    expect(refusal?.reason).toContain("longer than a tile, which has 4096");
    const short = { ...contract, expression: linearCarry(2 ** 12) };
    expect(
      refusalOf({ contract: short, observation: "reduce", allowQuadratic: false }, limits),
    ).toBeUndefined();
  });

  it("has the same bits whatever is withheld, reversed or unseen", async () => {
    const device = await adapter.device();
    const contract = contractOf({ operator: mix, type: "u32", expression: linearCarry(32) });
    const cases: readonly (Inspection & { readonly pollLimit: number })[] = [
      { faults: ["reverse"], pollLimit: 1 },
      { faults: ["withhold"], faultMask: 0, pollLimit: 1 },
      { faults: ["withhold", "reverse"], faultMask: 3, pollLimit: 1 },
      { faults: ["blind"], pollLimit: 1 },
    ];
    for (const { pollLimit, ...inspected } of isSlow ? cases.slice(3) : cases) {
      const setting = { shape: { threads: 64, strips: 1, run: 2 }, inspected, pollLimit };
      const counters = await checkPlan(device, contract, "inclusive-scan", setting, [4096]);
      expect(counters?.recomputed).toBeGreaterThan(20);
    }
  }, 300_000);
});
