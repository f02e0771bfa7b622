import { expect, it } from "vitest";
import { mix } from "../../../../../test/helpers/operators/mixing.ts";
import { describeOnQuickAdapter } from "../../../../../test/webgpu/adapters.ts";
import { checkSameBits } from "../../../../../test/webgpu/check-same-bits.ts";
import { contractOf } from "../../../../conformance/contract-of.ts";
import { columnContract } from "../../../../contracts/column-contract.ts";
import { bisection, interleaved } from "../../../../expressions/expression.ts";
import { UnsupportedError } from "../../../../values/errors.ts";
import { planScan } from "../../plan-scan.ts";

describeOnQuickAdapter((adapter) => {
  const isSlow = adapter.name === "lavapipe"; // seconds to compile a kernel

  it("reduces lanes and halves to the bits of a plain loop", async () => {
    await checkSameBits(await adapter.device(), {
      operator: mix,
      expressions: [bisection, ...[1, 2, 3, 16, 100, 128, 3000, 50_000].map(interleaved)],
      observations: ["reduce"],
      algorithms: [undefined],
      runs: isSlow ? 2 : 12,
    });
  }, 300_000);

  it("refuses more lanes than the device binds", async () => {
    const device = await adapter.device();
    const contract = columnContract(
      contractOf({ operator: mix, type: "u32", expression: interleaved(2 ** 40) }),
    );
    await expect(planScan(device, contract, "reduce")).rejects.toThrow(UnsupportedError);
  });
});
