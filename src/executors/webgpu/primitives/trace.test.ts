import { expect, test, vi } from "vitest";
import { gpuParts } from "../../../../test/helpers/webgpu/gpu-parts.ts";
import { serialPlans } from "../../../../test/helpers/webgpu/serial-plan.ts";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { flagsOf, partsOf, wordsOf } from "../../../../test/webgpu/check-primitives.ts";
import { contractOf } from "../../../conformance/contract-of.ts";
import { columnContract } from "../../../contracts/column-contract.ts";
import { blockDyadic } from "../../../expressions/expression.ts";
import { add } from "../../../operators/built-in.ts";
import { binary, constant, left } from "../../../operators/term.ts";
import type { GpuParts } from "../gpu-parts.ts";
import { Recording } from "./recording.ts";
import { stepKey } from "./trace.ts";
import { openWebGpuPrimitives } from "./webgpu-primitives.ts";

const isOdd = () => binary("equal", binary("and", left("u32"), constant("u32", 1)), constant("u32", 1));
const sum = () =>
  columnContract(
    contractOf({
      operator: add,
      type: "u32",
      expression: blockDyadic(32),
      initial: { value: 7, placement: "outside" },
    }),
  );

/** The odd ones of some words, and their sum and 7. */
async function oddOnes(parts: GpuParts, words: Uint32Array): Promise<readonly unknown[]> {
  const on = openWebGpuPrimitives(parts, undefined);
  const placed = on.place(words);
  const [kept] = await on.compact([placed], (await on.map([isOdd()], [placed]))[0]);
  const found = await on.take(kept);
  const [total] = await on.reduce(sum(), [kept]);
  const taken = [found, await on.take(total)];
  on.release();
  return taken;
}

function expected(words: Uint32Array): readonly unknown[] {
  const odd = words.filter((word) => word % 2 === 1);
  return [odd, Uint32Array.of(odd.reduce((total, word) => (total + word) >>> 0, 7))];
}

describeOnQuickAdapter((adapter) => {
  test("a call that takes the steps of another records nothing and makes no buffer; other lengths are other steps", async () => {
    const parts = partsOf(await adapter.device());
    expect(await oddOnes(parts, wordsOf(900, 1))).toEqual(expected(wordsOf(900, 1)));
    const recorded = vi.spyOn(Recording.prototype, "fork");
    const made = vi.spyOn(parts.core.device, "createBuffer");
    const two = await Promise.all([2, 3].map((seed) => oddOnes(parts, wordsOf(900, seed))));
    expect(two).toEqual([2, 3].map((seed) => expected(wordsOf(900, seed))));
    expect(recorded).toHaveBeenCalledTimes(0);
    made.mockClear();
    await oddOnes(parts, wordsOf(900, 4));
    expect(made).toHaveBeenCalledTimes(0);
    recorded.mockRestore();
    made.mockRestore();
    for (const length of [0, 1, 901]) {
      expect(await oddOnes(parts, wordsOf(length, 5))).toEqual(expected(wordsOf(length, 5)));
    }
  }, 60_000);

  test("what could not be compiled is tried again", async () => {
    let tries = 0;
    const make = serialPlans(8);
    const parts = gpuParts(await adapter.device(), async (...given) => {
      tries++;
      if (tries === 1) throw new Error("not yet");
      return make(...given);
    });
    const run = async () => {
      const on = openWebGpuPrimitives(parts, undefined);
      const [total] = await on.reduce(sum(), [on.place(flagsOf(5).fill(1, 0, 1))]);
      try {
        return await on.take(total);
      } finally {
        on.release();
      }
    };
    await expect(run()).rejects.toThrow("not yet");
    expect(await run()).toHaveLength(1);
    expect(tries).toBe(2);
  });

  test("parts are told apart by what they record", async () => {
    const on = openWebGpuPrimitives(partsOf(await adapter.device()), undefined);
    const [one, other] = [on.place(wordsOf(3, 1)), on.place(wordsOf(3, 1))];
    expect(stepKey([one, 1, true])).toBe(stepKey([one, 1, true]));
    expect(stepKey(one)).not.toBe(stepKey(other));
    expect(stepKey([isOdd()])).toBe(stepKey([isOdd()]));
    expect(stepKey(sum())).toBe(stepKey(sum()));
    expect(stepKey(-0)).not.toBe(stepKey(0));
    expect(stepKey({ kind: "column", vector: one })).not.toBe(stepKey({ kind: "column", vector: other }));
    on.release();
  });
});
