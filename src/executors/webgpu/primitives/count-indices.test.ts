import { it } from "vitest";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { expectSame, wordsOf } from "../../../../test/webgpu/check-primitives.ts";

describeOnQuickAdapter((adapter) => {
  it("counts as plain loops do: in bins of a workgroup's own, in shared ones, and beyond both", async () => {
    const device = await adapter.device();
    for (const [binCount, length] of [
      [1, 1],
      [0, 3],
      [7, 0],
      [100, 5000],
      [2048, 5000],
      [2049, 5000],
      [70_000, 20_000],
    ]) {
      // One in five is beyond, some of them far.
      const indices = wordsOf(length, binCount).map((word, i) =>
        i % 50 === 3 ? word : word % (binCount * 1.25),
      );
      await expectSame(device, [indices], async (on, [column]) => {
        const { counts, outsideCount } = await on.countIndices(column, binCount);
        return [counts, outsideCount];
      });
    }
  }, 60_000);
});
