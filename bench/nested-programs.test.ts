import { afterAll, describe, expect, test, vi } from "vitest";
import {
  NESTED_CASES,
  NESTED_PROGRAMS,
  type NestedCase,
  QUICK_NESTED_CASES,
} from "./cases/nested-programs.mjs";
import { checkNested, openNested } from "./contenders/nested/nested.mjs";

// Threads of these sources: the language comes from them too, and tells them what its terms call.
vi.mock("samebits/workers", () => import("../test/workers/door-here.ts"));

const CASES: readonly NestedCase[] = QUICK_NESTED_CASES;

const opened = openNested(CASES.map(({ executor }) => executor));
afterAll(async () => (await opened).close());

describe("nested programs of the benchmark", () => {
  test("run on every executor", () => {
    for (const { name } of NESTED_PROGRAMS) {
      const on = NESTED_CASES.filter(({ program }) => program.name === name).map(({ executor }) => executor);
      expect(on).toEqual(["javascript", "wasm", "workers", "webgpu"]);
    }
  });

  test.each(CASES)(
    "$program.name on $executor has the answer of its peers",
    async (each) => {
      const { has, callsOf } = await opened;
      if (!has(each.executor)) return expect(each.executor).toBe("webgpu");
      const calls = callsOf(each);
      const answers = { nested: await calls.nested(), byHand: await calls.byHand?.(), loop: calls.loop() };
      checkNested(each, answers);
      expect(() => checkNested(each, { ...answers, loop: [] })).toThrow(/another answer than the loop/);
      const { byHand } = answers;
      if (byHand === undefined) return;
      expect(() => checkNested(each, { ...answers, byHand: [] })).toThrow(/than what is written by hand/);
    },
    60_000,
  );
});
