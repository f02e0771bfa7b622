import { expect } from "vitest";
import type { GpuPlan } from "../../src/executors/webgpu/gpu-plan.ts";

/** No bracket here is deeper. */
const DEPTH = 128;

/**
 * Expects what a plan over f32 gave to be its contract's sums, or products, up to rounding: WGSL lets each operation give either neighbour of the exact value, and take
 * subnormals for zero.
 */
export function checkNear(plan: GpuPlan, input: Float32Array, found: Float32Array): void {
  const { operator, direction, initial } = plan.contract;
  const isProduct = operator.name === "multiply";
  const combine = isProduct ? (l: number, r: number) => l * r : (l: number, r: number) => l + r;
  const ordered = direction === "backward" ? [...input].reverse() : [...input];
  const isExclusive = plan.observation === "exclusive-scan";
  const identity = isProduct ? 1 : 0;
  let value = initial === undefined ? identity : (initial.value[0] as number);
  let size = Math.abs(value);
  const bounds = ordered.map((element) => {
    const before = { value, size };
    value = combine(value, element);
    size = combine(size, Math.abs(element));
    return isExclusive ? before : { value, size };
  });
  const shown = plan.observation === "reduce" ? bounds.slice(-1) : bounds;
  const placed = direction === "backward" && plan.observation !== "reduce" ? shown.reverse() : shown;
  expect(found.length).toBe(placed.length);
  const depth = isProduct ? input.length : DEPTH;
  const far = placed.findIndex(
    (each, i) => !(Math.abs(found[i] - each.value) <= depth * (2 ** -23 * each.size + 2 ** -126)),
  );
  expect({ far, found: found[far] }).toEqual({ far: -1, found: undefined });
}
