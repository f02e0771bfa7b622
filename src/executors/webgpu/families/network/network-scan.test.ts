import { expect, it } from "vitest";
import { mix } from "../../../../../test/helpers/operators/mixing.ts";
import { countersOf, runPlan } from "../../../../../test/helpers/webgpu/run-plan.ts";
import { describeOnQuickAdapter } from "../../../../../test/webgpu/adapters.ts";
import { checkPlan, checkSameBits } from "../../../../../test/webgpu/check-same-bits.ts";
import { contractOf } from "../../../../conformance/contract-of.ts";
import { generateData } from "../../../../conformance/data/generate-data.ts";
import { columnContract } from "../../../../contracts/column-contract.ts";
import { blockDyadic, type Expression } from "../../../../expressions/expression.ts";
import { networkExpression } from "../../../../expressions/network-expression.ts";
import { networksAt } from "../../../../networks/generators/networks-at.ts";
import { checkIntervals } from "../../../../networks/validators/check-intervals.ts";
import { add } from "../../../../operators/built-in.ts";
import { hashArray } from "../../../../values/hash.ts";
import { elementPlan } from "../../../executor.ts";
import { networksJavascriptExecutor } from "../../../javascript/networks-javascript-executor.ts";
import { planContract } from "../../plan-contract.ts";
import { kernelSetting, tileLimits } from "../../setting.ts";

/** Every generated network of some widths that is a scan for all associative operators, and blocks of other lengths than powers of two. */
const ANY: readonly Expression[] = [
  ...[3, 12, 33, 100].map(blockDyadic),
  ...[2, 3, 8, 12, 16, 33, 64].flatMap((width) =>
    networksAt(width)
      .filter(({ network }) => checkIntervals(network).holds)
      .map(({ name }) => networkExpression(name, width)),
  ),
];

describeOnQuickAdapter((adapter) => {
  it("has the bits of a plain loop for any network, setting and algorithm that joins dyadic ranges", async () => {
    await checkSameBits(await adapter.device(), {
      operator: mix,
      expressions: ANY,
      observations: ["inclusive-scan", "exclusive-scan", "reduce"],
      algorithms: [undefined, "reduce-then-scan", "reduce-then-scan:raking", "scan-then-propagate"],
      runs: 1, // of kernels that compile for seconds; the long run has a hundred times as many
    });
  }, 300_000);

  it("has those of blocks whose length is no power of two", async () => {
    const contract = columnContract(contractOf({ operator: mix, type: "u32", expression: blockDyadic(12) }));
    const setting = { shape: { threads: 64, strips: 1, run: 2 }, chunkLevel: 5 };
    await checkPlan(await adapter.device(), contract, "inclusive-scan", setting, [1, 11, 12, 777, 9001]);
  }, 300_000);

  it("has them in each form: a block to a thread, by steps, by steps that read what they write; and where roots are withheld", async () => {
    const device = await adapter.device();
    const cases = [
      { of: networkExpression("serial", 5), form: "pairs", observation: "exclusive-scan" },
      { of: networkExpression("brent-kung", 64), form: "steps", observation: "reduce" },
      { of: networkExpression("kogge-stone", 12), form: "overlapping-steps", observation: "inclusive-scan" },
    ] as const;
    for (const { of, form, observation } of cases) {
      const contract = columnContract(
        contractOf({
          ...{ operator: mix, type: "u32", expression: of, direction: "backward" },
          initial: { value: 77, placement: form === "steps" ? "first" : "outside" },
        }),
      );
      const setting = { shape: { threads: 64, strips: 1, run: 2 }, chunkLevel: 5, pollLimit: 1 };
      const { blockNetwork } = kernelSetting(contract, observation, tileLimits(device), setting);
      expect(blockNetwork?.form).toBe(form);
      const inspected = { faults: ["withhold", "reverse"], faultMask: 3 } as const;
      const lengths = [1, of.network.width, 777, 9001];
      const counters = await checkPlan(device, contract, observation, { ...setting, inspected }, lengths);
      if (observation !== "reduce") expect(counters?.recomputed).toBeGreaterThan(20);
    }
  }, 300_000);

  it("adds clean f32 natively, and all else on bits", async () => {
    const device = await adapter.device();
    const contract = columnContract(
      contractOf({
        operator: add,
        type: "f32",
        expression: networkExpression("brent-kung", 12),
      }),
    );
    const shape = { threads: 64, strips: 1, run: 4 };
    const plan = await planContract(device, contract, "inclusive-scan", { shape, inspected: { faults: [] } });
    expect(plan.certificate?.holds).toBe(true);
    for (const data of ["narrow", "special"] as const) {
      const before = await countersOf(device, plan);
      const input = generateData({ data, type: "f32", length: 9001, seed: 5n });
      const [found] = await runPlan(device, plan, [input]);
      const expected = elementPlan(networksJavascriptExecutor.plan(contract)).inclusiveScan(input);
      expect(hashArray(found as Float32Array)).toBe(hashArray(expected as Float32Array));
      const { native, integer } = await countersOf(device, plan);
      const tiles = { native: native - before.native, integer: integer - before.integer };
      expect(tiles).toEqual(data === "narrow" ? { native: 47, integer: 0 } : { native: 0, integer: 47 });
    }
    plan.release();
  }, 300_000);
});
