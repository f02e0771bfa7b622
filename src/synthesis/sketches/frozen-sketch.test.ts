import { expect, test } from "vitest";
import { parseSketch, type Sketch } from "../../networks.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { checkSketch } from "./sketch.ts";

const sketch = (): Sketch =>
  parseSketch(
    "f(i) = ?? 1..2; for (i = 0; i < 1; i++) { parallel for (j = f(i); j < N; j++) { a[j] += a[j - 1]; } }",
  );

test("a sketch stays as it was read", () => {
  const { functions } = sketch();
  expect(functions.map(({ name }) => name)).toEqual(["f"]);
  expect(() => (functions as unknown[]).push("g")).toThrow(TypeError);
  expect(Object.isFrozen(functions[0])).toBe(true);
});

test("a copy of one is none: nobody has read it", () => {
  for (const copy of [{ ...sketch() }, structuredClone(sketch()), JSON.parse(JSON.stringify(sketch()))]) {
    expect(() => checkSketch(copy)).toThrow(InvalidArgumentError);
  }
});
