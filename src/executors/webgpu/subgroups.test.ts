import fc from "fast-check";
import { expect, it } from "vitest";
import { affine, mix } from "../../../test/helpers/operators/mixing.ts";
import { runPlan } from "../../../test/helpers/webgpu/run-plan.ts";
import { describeOnAdapters, describeOnQuickAdapter } from "../../../test/webgpu/adapters.ts";
import { contractOf } from "../../conformance/contract-of.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import { blockDyadic, type Expression, iteratedPairwise } from "../../expressions/expression.ts";
import type { Operator } from "../../operators/operator.ts";
import { elementPlan } from "../executor.ts";
import { javascriptExecutor } from "../javascript/javascript-executor.ts";
import { compilePipeline } from "./compile-pipeline.ts";
import { laneSource } from "./kernels/lane.wgsl.ts";
import { BUFFER_USAGE, MAP_READ } from "./memory/buffers.ts";
import { chooseSubgroups, type PlanSetting, planScan } from "./plan-scan.ts";
import { kernelSetting } from "./setting.ts";

const SEED = 20_261_121;

const EXPRESSIONS: readonly Expression[] = [1, 2, 4, 32, 128, 1024, 2 ** 20]
  .map(blockDyadic)
  .concat(iteratedPairwise);

const WAYS = ["none", "numbered", "drawn"] as const;

const SHAPES = fc.record({
  threads: fc.constantFrom(64, 256), // look-back has 59 readers
  strips: fc.constantFrom(1, 2, 4, 16),
  run: fc.constantFrom(1, 2, 4),
});

const LENGTHS = fc.array(fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 8_000 })), {
  minLength: 2,
  maxLength: 2,
});

describeOnAdapters((adapter) => {
  it("numbers lanes by subgroup, and by workgroup where a subgroup is not full", async () => {
    const device = await adapter.device();
    const size = device.adapterInfo.subgroupMaxSize;
    for (const way of ["numbered", "drawn"] as const) {
      for (const threads of [size / 2, size, 64]) {
        const level = Math.log2(Math.min(threads, size));
        const lanes = await lanesOf(device, way, threads, (text) => text);
        expect(lanes.map(([lane]) => lane).sort((left, right) => left - right)).toEqual(upTo(threads));
        // The number that went through the subgroup is that of the lane that begins the group.
        expect(lanes).toEqual(lanes.map(([lane]) => [lane, level, lane - (lane % 2 ** level)]));
      }
      const partly = await lanesOf(device, way, 64, (text) =>
        text.replace("* subgroup_size", "* 2u * subgroup_size"),
      );
      expect(partly.map(([lane, level]) => [lane, level])).toEqual(upTo(64).map((lane) => [lane, 0]));
    }
    expect(await chooseSubgroups(device, {})).toBe("numbered");
  }, 120_000);
});

describeOnQuickAdapter((adapter) => {
  const isSlow = adapter.name === "lavapipe"; // seconds to compile a kernel

  const agrees = async (
    used: Operator,
    expression: Expression,
    lengths: readonly number[],
    options: PlanSetting,
  ) => {
    const device = await adapter.device();
    const contract = columnContract(contractOf({ operator: used, type: "u32", expression }));
    const expected = elementPlan(javascriptExecutor.plan(contract));
    for (const observation of isSlow
      ? (["inclusive-scan"] as const)
      : (["inclusive-scan", "reduce"] as const)) {
      const plan = await planScan(device, contract, observation, options);
      for (const length of lengths) {
        const input = generateData({ data: "bits", type: "u32", length, seed: 3n });
        const [found] = await runPlan(device, plan, [input]);
        if (observation === "reduce") expect([...found]).toEqual([expected.reduce(input)]);
        else expect(found).toEqual(expected.inclusiveScan(input));
      }
      plan.release();
    }
  };

  it("has the same bits however lanes are told apart, and without subgroups", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...EXPRESSIONS),
        fc.constantFrom(...WAYS),
        SHAPES,
        LENGTHS,
        async (expression, subgroups, shape, lengths) => {
          const most =
            expression.kind === "blockDyadic" && expression.blockLength > 1 ? expression.blockLength : 4;
          const run = Math.min(shape.run, most);
          await agrees(mix, expression, lengths, { shape: { ...shape, run }, subgroups });
        },
      ),
      { seed: SEED, numRuns: isSlow ? 1 : 3, endOnFailure: true },
    );
  }, 300_000);

  it("takes the faster network, as measured, where an operator is associative", async () => {
    const contract = columnContract(
      contractOf({ operator: affine, type: "u32", expression: blockDyadic(32) }),
    );
    for (const [subgroups, network] of [
      ["numbered", "agnostic"],
      ["none", "dyadic"],
    ] as const) {
      const plan = await planScan(await adapter.device(), contract, "inclusive-scan", { subgroups });
      expect([subgroups, plan.setting.network]).toEqual([subgroups, network]);
      plan.release();
    }
  }, 120_000);

  it("has the same bits by the agnostic network, of an operator that is associative and not commutative", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...EXPRESSIONS),
        fc.constantFrom(...WAYS),
        SHAPES,
        LENGTHS,
        async (expression, subgroups, shape, lengths) => {
          await agrees(affine, expression, lengths, { shape, subgroups, network: "agnostic" });
        },
      ),
      { seed: SEED, numRuns: isSlow ? 1 : 3, endOnFailure: true },
    );
  }, 300_000);
});

it("takes the agnostic network for operators that are known to be associative, and for no others", () => {
  const networkOf = (used: Operator): string => {
    const contract = columnContract(contractOf({ operator: used, type: "u32", expression: blockDyadic(32) }));
    const limits = { threads: 256, bytes: 2 ** 14 };
    return kernelSetting(contract, "inclusive-scan", limits, { network: "agnostic" }).network;
  };
  expect(networkOf(affine)).toBe("agnostic");
  expect(networkOf(mix)).toBe("dyadic");
});

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** By local index: the lane, the subgroup level, and the number of the lane that begins the aligned group, sent through the subgroup. */
async function lanesOf(
  device: GPUDevice,
  subgroups: "numbered" | "drawn",
  threads: number,
  mutate: (text: string) => string,
): Promise<readonly (readonly number[])[]> {
  const contract = columnContract(contractOf({ operator: mix, type: "u32", expression: iteratedPairwise }));
  const setting = kernelSetting(contract, "reduce", { threads, bytes: 2 ** 14 }, { subgroups });
  const { directives, declarations, parameters, prologue } = laneSource(setting);
  const code = `${directives}
const THREADS = ${threads}u;
const THREAD_LEVEL = ${Math.log2(threads)}u;
${declarations}
@group(0) @binding(0) var<storage, read_write> found: array<u32>;
@compute @workgroup_size(${threads})
fn main(${parameters}) {
  ${mutate(prologue)}
  found[3u * local_lane] = lane;
  found[3u * local_lane + 1u] = subgroup_level;
  found[3u * local_lane + 2u] = subgroupShuffle(lane, 0u);
}`;
  const pipeline = await compilePipeline(device, { key: code, code: () => code, layout: () => "auto" });
  const size = 12 * threads;
  const found = device.createBuffer({ size, usage: BUFFER_USAGE.storage | BUFFER_USAGE.copySource });
  const copy = device.createBuffer({ size, usage: BUFFER_USAGE.copyDestination | BUFFER_USAGE.mapRead });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  const entries = [{ binding: 0, resource: { buffer: found } }];
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(1);
  pass.end();
  encoder.copyBufferToBuffer(found, 0, copy, 0, size);
  device.queue.submit([encoder.finish()]);
  await copy.mapAsync(MAP_READ);
  const words = [...new Uint32Array(copy.getMappedRange())];
  return upTo(threads).map((thread) => words.slice(3 * thread, 3 * thread + 3));
}
