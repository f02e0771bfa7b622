import { expect, test } from "vitest";
import { ARGMAX, ARGMAX_TIE_BREAK } from "../../test/helpers/laws/operators.ts";
import { add } from "../operators/built-in.ts";
import { argMax } from "../operators/combinators/arg-by.ts";
import { segmented } from "../operators/combinators/segmented.ts";
import { explain } from "./explain.ts";

const NONE = { solver: "none" } as const;

test("without a solver, combinations that no sample shows are not called impossible", async () => {
  const text = await explain(ARGMAX, "associative", NONE);
  expect(text).toContain("8 combinations, 2 not seen among 2000 samples, 6 to look at\n");
  expect(text).toContain("No case was seen in which the sides differ.\n");
});

test("a case in which the sides differ has both and operands", async () => {
  expect(await explain(ARGMAX, "commutative", NONE)).toBe(`\
argmax on {value:i32,index:i32}: commutative, x · y = y · x

  a  x.value < y.value
  b  y.value < x.value

4 combinations, 1 not seen among 2000 samples, 3 to look at

  a b
  T F   both  { value: y.value, index: y.index }
  F T   both  { value: x.value, index: x.index }
  F F   left  { value: x.value, index: x.index }
        right { value: y.value, index: y.index }
        they differ: x = { value: 0, index: 0 }, y = { value: 0, index: 1 }

The sides differ in 1 of 3 cases.
`);
});

test("sides that read differently may be equal", async () => {
  expect(await explain(segmented(add, "i32"), "associative", NONE)).toBe(`\
segmented-add on {value:i32,isHead:bool}: associative, (x · y) · z = x · (y · z)

  a  y.isHead
  b  z.isHead

4 combinations, 4 to look at

  a b
  T T   both  { value: z.value, isHead: true }
  T F   both  { value: y.value + z.value, isHead: true }
  F T   both  { value: z.value, isHead: true }
  F F   left  { value: x.value + y.value + z.value, isHead: x.isHead }
        right { value: x.value + (y.value + z.value), isHead: x.isHead }
        they are equal

The sides are equal in every case that can occur.
`);
});

test("without choices there is one case", async () => {
  expect(await explain(add, "associative", { type: "f64", ...NONE })).toMatch(
    /^add on f64: .*\n\n {2}left {2}x \+ y \+ z\n {2}right x \+ \(y \+ z\)\n {2}they differ: x = .*\n\nThe sides differ in 1 of 1 cases\.\n$/,
  );
});

test("with many conditions only those that matter, and no more cases than asked for", async () => {
  const text = await explain(argMax("i32"), "associative", NONE);
  expect(text).toContain("No case was seen in which the sides differ.");
  const few = await explain(ARGMAX_TIE_BREAK, "associative", { mostCases: 3, ...NONE });
  expect(few).toContain("the first 3 cases of more");
  expect(few.split("\n").length).toBeLessThan(40);
});
