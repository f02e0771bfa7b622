import { expect, it } from "vitest";
import { compile, run } from "../../language.ts";
import { printProgram } from "../text/print-program.ts";

it.each([
  ["1.00000005960464477539062500001", 1.0000001192092896],
  ["1.00000005960464477539062500001f32", 1.0000001192092896],
  ["-1.00000005960464477539062500001", -1.0000001192092896],
  ["-1.000_000178813934326171874_99f32", -1.0000001192092896],
  ["1.00000005960464477539062499999", 1],
  ["1.0000000596046448", 1.0000001192092896],
  ["1.000000059604644775390625", 1],
  ["9223372586610589697", 2 ** 63 + 2 ** 40],
  ["-0x8000008000000001", -(2 ** 63 + 2 ** 40)],
  ["9223372586610589697f32", 2 ** 63 + 2 ** 40],
  ["340282356779733661637539395458142568447.0", 2 ** 128 - 2 ** 104],
  ["-0.0", -0],
])("%s is rounded to f32 once", (text, value) => {
  const program = compile(`def main (x: f32): f32 = x * ${text}`);
  const printed = compile(printProgram(program.typed.program));
  expect(program.interpret("main", [1])).toBe(value);
  expect(run(program, "main", [1])).toBe(value);
  expect(printed.interpret("main", [1])).toBe(value);
});

it("is an f64 where its use asks for that", () => {
  const program = compile("def main (x: f64): f64 = x * 1.00000005960464477539062500001");
  expect(program.interpret("main", [1])).toBe(1 + 2 ** -24);
  expect(printProgram(program.typed.program)).toContain("x * 1.00000005960464477539062500001");
});
