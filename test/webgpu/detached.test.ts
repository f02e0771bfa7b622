import { expect, it, vi } from "vitest";
import { webGpuExecutor } from "../../src/executors/webgpu/machine.ts";
import { checkDisturbed, DISTURBED_CALLS } from "../disturbed-call.ts";
import { describeOnQuickAdapter } from "./adapters.ts";
import { partsOf } from "./check-primitives.ts";

vi.setConfig({ testTimeout: 300_000 });

describeOnQuickAdapter((adapter) => {
  it.each(DISTURBED_CALLS)(
    "$name: an array that is moved leaves the right answer or a typed error",
    async (call) => {
      const executor = webGpuExecutor(partsOf(await adapter.device()));
      const outcomes: string[] = [];
      for (const disturbance of ["is transferred", "shrinks"] as const) {
        for (const turns of [0, 2, 5, 40]) {
          for (const which of ["input", "output"] as const) {
            const outcome = await checkDisturbed(executor, call, disturbance, which, 1003, turns);
            if (which === "input") outcomes.push(outcome);
          }
        }
      }
      expect(outcomes).toContain("refused");
      expect(await checkDisturbed(executor, call, "stays", "output", 1003, 0)).toBe("right");
    },
  );
});
