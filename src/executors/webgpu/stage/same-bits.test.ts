import { expect, it } from "vitest";
import { affine, mix } from "../../../../test/helpers/operators/mixing.ts";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { checkSameBits } from "../../../../test/webgpu/check-same-bits.ts";
import { contractOf } from "../../../conformance/contract-of.ts";
import { columnContract } from "../../../contracts/column-contract.ts";
import { blockDyadic, iteratedPairwise } from "../../../expressions/expression.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import { planScan } from "../plan-scan.ts";
import { ALGORITHMS } from "./algorithm.ts";

const SCANS = ["inclusive-scan", "exclusive-scan"] as const;

const DYADIC = [1, 2, 4, 32, 128, 256, 1024, 2 ** 20].map(blockDyadic).concat(iteratedPairwise);

describeOnQuickAdapter((adapter) => {
  const isSlow = adapter.name === "lavapipe"; // seconds to compile a kernel

  it("has the bits of a plain loop by every algorithm that joins dyadic ranges", async () => {
    await checkSameBits(await adapter.device(), {
      operator: mix,
      expressions: DYADIC,
      observations: SCANS,
      algorithms: [
        "reduce-then-scan",
        "reduce-then-scan:raking",
        "reduce-then-scan:ha-han",
        "scan-then-propagate",
      ],
      runs: isSlow ? 1 : 5,
    });
  }, 300_000);

  it("has the bits of a plain loop by every algorithm, of an associative operator", async () => {
    await checkSameBits(await adapter.device(), {
      operator: affine,
      expressions: DYADIC,
      observations: SCANS,
      algorithms: ALGORITHMS,
      runs: isSlow ? 1 : 5,
    });
  }, 300_000);

  it("refuses what would have other bits", async () => {
    const device = await adapter.device();
    const contract = columnContract(contractOf({ operator: mix, type: "u32", expression: blockDyadic(32) }));
    for (const algorithm of ["look-back:scalar-fallback", "chained-scan"] as const) {
      await expect(planScan(device, contract, "inclusive-scan", { algorithm })).rejects.toThrow(
        UnsupportedError,
      );
    }
  });

  it("refuses what may wait for ever, unless it is told that nobody does", async () => {
    const contract = columnContract(
      contractOf({ operator: affine, type: "u32", expression: blockDyadic(32) }),
    );
    const wish = { algorithm: "look-back:decoupled" } as const;
    await expect(planScan(await adapter.device(), contract, "inclusive-scan", wish)).rejects.toThrow(
      /WebGPU does not promise that they go on; use the algorithm look-back:decoupled-fallback/,
    );
  });
});
