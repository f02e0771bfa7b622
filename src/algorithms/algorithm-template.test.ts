import { expect, test } from "vitest";
import { elementFunction } from "../operators/builder/builder.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { algorithmTemplate } from "./algorithm-template.ts";

const isPositive = elementFunction("f64", (value) => value.greater(0));

test("what is no algorithm, no type or no option is refused, in words", () => {
  const refused = [
    ["filtre", {}, /"name" must be .*filter/],
    ["filter", { input: "f46", predicate: "flags" }, /"input"/],
    ["filter", { input: "f64", predicate: "flags", sorted: true }, /sorted/],
    ["filter", { input: "u32", predicate: isPositive }, /"predicate" must be a function of u32/],
    ["unique", { input: "bool" }, /"input" must be an element type, or a record/],
    ["sort", { input: "f64", bits: [3, 99] }, /"bits"/],
  ] as const;
  for (const [name, options, message] of refused) {
    expect(() => algorithmTemplate(name, options), name).toThrow(InvalidArgumentError);
    expect(() => algorithmTemplate(name, options), name).toThrow(message);
  }
});

test("narrow columns widen, and results are of what they widen to", () => {
  const { arguments: given, results } = algorithmTemplate("sortPairs", { keys: "i8", values: "bf16" });
  expect(given).toMatchObject([
    { name: "keys", type: "i32", narrow: "i8" },
    { name: "values", type: "f32", narrow: "bf16" },
  ]);
  expect(results.map(({ type }) => type)).toEqual(["i32", "f32"]);
  expect(algorithmTemplate("mean", { input: "f32" }).arguments[0].narrow).toBeUndefined();
});
