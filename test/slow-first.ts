import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Test files that take ten seconds and more on two cores, the slowest first. They are begun first, so that no core is idle while the other
 * ends a long one: vitest itself goes by the size of files where it has not seen them run.
 */
const SLOWEST = [
  "test/site/site.test.ts",
  "test/browser/browser.test.ts",
  "test/webgpu/conformance.test.ts",
  "test/package/bundlers.test.ts",
  "test/docs/sessions.test.ts",
  "src/conformance/conformance.test.ts",
  "test/workers/workers.test.ts",
  "test/package/memory.thorough.test.ts",
  "test/package/exports.test.ts",
  "test/algorithms/webgpu.test.ts",
  "src/executors/webgpu/primitives/device-functions.test.ts",
  "src/cli/webgpu.test.ts",
  "test/webgpu/document.test.ts",
  "test/webgpu/narrow-buffers.test.ts",
  "test/webgpu/order-free.test.ts",
  "src/executors/webgpu/certificates/certificate.test.ts",
  "src/conformance/golden-vectors.test.ts",
  "src/executors/webgpu/subgroups.test.ts",
  "src/executors/workers/pool.test.ts",
  "test/algorithms/workers.test.ts",
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
