import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take 20 seconds and more on two cores, the slowest first. They are begun first, so that no core is idle while the other
 * ends a long one: vitest itself goes by the size of files where it has not seen them run.
 */
const SLOWEST = [
  "src/conformance/conformance.test.ts",
  "test/webgpu/conformance.test.ts",
  "src/conformance/golden-vectors.test.ts",
  "test/browser/browser.test.ts",
  "test/workers/workers.test.ts",
  "src/executors/webgpu/certificate.test.ts",
  "src/executors/webgpu/order-free/order-free.test.ts",
  "src/executors/webgpu/native/run-to-run.test.ts",
  "src/webgpu.test.ts",
  "src/executors/webgpu/plan-scan.test.ts",
  "src/executors/webgpu/vector-loads.test.ts",
  "src/conformance/suite/custom-operators.test.ts",
];

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files.filter((file) => rankOf(file) === SLOWEST.length));
    const slow = files.filter((file) => rankOf(file) < SLOWEST.length);
    return [...slow.sort((left, right) => rankOf(left) - rankOf(right)), ...others];
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = SLOWEST.findIndex((path) => moduleId.endsWith(`/${path}`));
  return rank === -1 ? SLOWEST.length : rank;
}
