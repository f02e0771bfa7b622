import fc from "fast-check";
import { expect } from "vitest";
import { contractOf } from "../../src/conformance/contract-of.ts";
import { generateData } from "../../src/conformance/data/generate-data.ts";
import { type ColumnContract, columnContract } from "../../src/contracts/column-contract.ts";
import type { InitialValue } from "../../src/contracts/contract.ts";
import { elementPlan } from "../../src/executors/executor.ts";
import { networksJavascriptExecutor } from "../../src/executors/javascript/networks-javascript-executor.ts";
import type { KernelSetting } from "../../src/executors/webgpu/kernels/kernel-setting.ts";
import { type PlanSetting, planScan } from "../../src/executors/webgpu/plan-scan.ts";
import type { Algorithm } from "../../src/executors/webgpu/stage/algorithm.ts";
import type { Expression } from "../../src/expressions/expression.ts";
import type { Operator } from "../../src/operators/operator.ts";
import type { Scalar } from "../../src/values/element-types.ts";
import { countersOf, runPlan } from "../helpers/webgpu/run-plan.ts";

const SEED = 20_261_121;

interface Case {
  readonly operator: Operator;
  readonly expressions: readonly Expression[];
  readonly observations: readonly KernelSetting["observation"][];
  readonly algorithms: readonly (Algorithm | undefined)[];
  readonly runs: number;
}

/** Random contracts, shapes and lengths: a plan has the bits of the javascript executor. */
export async function checkSameBits(device: GPUDevice, given: Case): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        algorithm: fc.constantFrom(...given.algorithms),
        expression: fc.constantFrom(...given.expressions),
        observation: fc.constantFrom(...given.observations),
        direction: fc.constantFrom("forward" as const, "backward" as const),
        placement: fc.constantFrom(undefined, "outside" as const, "first" as const),
        shape: fc.record({
          threads: fc.constantFrom(64, 128),
          strips: fc.constantFrom(1, 2),
          run: fc.constantFrom(1, 2),
        }),
        chunkLevel: fc.constantFrom(5, 6, 10),
        rakeLevel: fc.constantFrom(0, 2, 4),
        lengths: fc.tuple(
          fc.integer({ min: 1, max: 300 }),
          fc.integer({ min: 1, max: 20_000 }),
          fc.integer({ min: 1, max: 40_000 }),
        ),
      }),
      async ({ expression, observation, direction, placement, shape, lengths, ...setting }) => {
        const placed = observation === "exclusive-scan" ? (placement ?? "outside") : placement;
        const initial: InitialValue<Scalar> | undefined = placed && { value: 77, placement: placed };
        const contract = columnContract(
          contractOf({
            operator: given.operator,
            type: "u32",
            expression,
            direction,
            initial,
          }),
        );
        const run = Math.min(shape.run, shortestBlock(expression));
        // Emulated workgroups that hold a ticket do make progress.
        const options = { ...setting, shape: { ...shape, run }, assumeForwardProgress: true };
        await checkPlan(device, contract, observation, options, lengths);
      },
    ),
    { seed: SEED, numRuns: given.runs, endOnFailure: true },
  );
}

/** A plan over data of some lengths against the javascript executor; what it counted, if it is inspected. */
export async function checkPlan(
  device: GPUDevice,
  contract: ColumnContract,
  observation: KernelSetting["observation"],
  setting: PlanSetting,
  lengths: readonly number[],
): Promise<Awaited<ReturnType<typeof countersOf>> | undefined> {
  const { expression } = contract;
  const isWhole = expression.kind === "bisection";
  const plan = await planScan(device, contract, observation, {
    ...setting,
    ...(isWhole && { chunkLevel: undefined }),
  });
  const expected = elementPlan(networksJavascriptExecutor.plan(contract));
  for (const length of lengths) {
    const input = generateData({ data: "bits", type: "u32", length, seed: 3n });
    const [found] = await runPlan(device, plan, [input]);
    if (observation === "reduce") expect([...found]).toEqual([expected.reduce(input)]);
    else if (observation === "inclusive-scan") expect(found).toEqual(expected.inclusiveScan(input));
    else expect(found).toEqual(expected.exclusiveScan(input));
  }
  const counters = setting.inspected && (await countersOf(device, plan));
  plan.release();
  return counters;
}

/** Runs of a thread are no longer than blocks; blocks of one element are one block, where they are dyadic. */
function shortestBlock(expression: Expression): number {
  if (expression.kind === "network") return 2 ** Math.floor(Math.log2(expression.network.width));
  if (expression.kind === "linearCarry") return expression.blockLength;
  return expression.kind === "blockDyadic" && expression.blockLength > 1 ? expression.blockLength : 4;
}
