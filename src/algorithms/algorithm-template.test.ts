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
    [
      "mean",
      { input: "f16" },
      /"input" must be of 32 or 64 bits for buffers of a device, such as f32, which f16 widens to, got "f16"/,
    ],
    ["unique", { input: "bool" }, /"input" must be an element type, or a record/],
    ["sort", { input: "f64", bits: [3, 99] }, /"bits"/],
  ] as const;
  for (const [name, options, message] of refused) {
    expect(() => algorithmTemplate(name, options), name).toThrow(InvalidArgumentError);
    expect(() => algorithmTemplate(name, options), name).toThrow(message);
  }
});
