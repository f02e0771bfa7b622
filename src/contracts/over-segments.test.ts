import { expect, test } from "vitest";
import type { TypedContract } from "./contract.ts";
import { overSegments, type SegmentRuleOption } from "./over-segments.ts";
import { printContract } from "./print.ts";
import { resolveContract } from "./resolve.ts";

function line(options: SegmentRuleOption, expression?: string): string {
  return printContract(
    overSegments(resolveContract({ expression }, "reduce", "f64") as TypedContract, options),
  );
}

test("a contract over segments says their rule, and one without has no word of them", () => {
  expect(line({})).toBe("add f64 block-dyadic:32 initial=none segments=restart v1");
  expect(line({ segmentRule: "lifted" }, "interleaved:1")).toContain(" segments=lifted v1");
  expect(Object.keys(resolveContract({}, "reduce", "f64"))).not.toContain("segments");
});

test("refuses rules that are none, and to lift what has no tree over elements in their order", () => {
  expect(() => line({ segmentRule: "restarts" as "restart" })).toThrow("(nearest: restart)");
  expect(() => line({ segmentRule: "lifted" }, "exact")).toThrow(
    '"segmentRule" must be "restart" for "exact", which has no tree to lift, got "lifted"',
  );
  expect(() => line({ segmentRule: "lifted" }, "interleaved:16")).toThrow(
    'must be "restart" for "interleaved:16", whose lanes take elements out of their order',
  );
});
