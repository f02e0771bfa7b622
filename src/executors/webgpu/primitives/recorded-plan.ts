// Scans whose kernels are those of segments, as plans: an array is one segment.

import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { printExpression } from "../../../expressions/print.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import type { GpuPlan, GpuRange } from "../gpu-plan.ts";
import { wordCount } from "../kernels/value.wgsl.ts";
import { ELSEWHERE } from "../serving.ts";
import type { GpuVector } from "./lazy-flags.ts";
import { PreparedAlgorithm } from "./prepared-algorithm.ts";
import type { Makers } from "./program.ts";

/** Compiles the scan. @throws what compiling throws */
export async function recordedPlan(
  makers: Makers,
  contract: ColumnContract,
  observation: Exclude<Observation, "reduce">,
): Promise<GpuPlan> {
  const { maxStorageBufferBindingSize, maxBufferSize } = makers.core.device.limits;
  const room = Math.min(maxStorageBufferBindingSize, maxBufferSize) / 4 / wordCount(contract.sums);
  // One more where an initial value stands first.
  const chunkLength = Math.min(2 ** 30, Math.floor(room)) - 2;
  const prepared = await PreparedAlgorithm.prepare(makers, {
    arguments: [{ types: contract.types }],
    longest: chunkLength,
    // Refusals have been asked for: of a scan by halves, whether it is allowed.
    record: (on, input) => {
      const ends = [on.fill("u32", 0, 1), on.lengthOf(input[0])] as readonly GpuVector[];
      const offsets = on.concat(ends[0], ends[1]) as GpuVector;
      return on.segmented(contract, observation, input, offsets, undefined) as readonly GpuVector[];
    },
  });
  const named = (ranges: readonly GpuRange[]) =>
    ranges.map((range) => ({ ...range, name: "output", room: Number.POSITIVE_INFINITY }));
  return {
    contract,
    observation,
    chunkLength,
    encode(encoder, { input, output, length, chunk }) {
      if (chunk !== undefined) {
        throw new UnsupportedError(
          `a scan by ${printExpression(contract.expression)} of more than ${chunkLength} elements`,
          "it needs all of them at once, and this device holds no more",
          ELSEWHERE,
        );
      }
      prepared.encode(encoder, {
        arguments: [{ columns: named(input), length }],
        output: named(output),
        counts: [],
      });
    },
    release: () => prepared.release(),
  };
}
