import { describe, expect, it } from "vitest";
import {
  ArrayProgram,
  arrayOf,
  compile,
  f64,
  InvalidArgumentError,
  javascriptExecutor,
  parseProgram,
  run,
  runOn,
} from "../language.ts";

const TEXT = "def main (xs: []f64) = reduce (+) 0 xs";
const OPERANDS = [Float64Array.of(1, 2)];

describe("a copy of a program", () => {
  it("is none: its names and terms may be anything", () => {
    const program = parseProgram(TEXT);
    for (const copy of [{ ...program }, structuredClone(program)]) {
      expect(() => new ArrayProgram(copy)).toThrow(/"program" must be one that parseProgram has read/);
    }
  });

  it("that was compiled is not run", () => {
    const compiled = compile(TEXT);
    const copy = Object.assign(Object.create(Object.getPrototypeOf(compiled)), compiled) as ArrayProgram;
    expect(() => run(copy, "main", OPERANDS)).toThrow(/"program" must be a compiled program/);
  });
});

describe("fuel", () => {
  it.each([Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, "x"])(
    "is a number that is used up: not %s",
    (fuel) => {
      const endless = compile("def main (x: i32) = loop y = x while true do y + 1");
      const options = { fuel: fuel as number };
      expect(() => endless.interpret("main", [1], options)).toThrow(InvalidArgumentError);
      expect(() => run(endless, "main", [1], options)).toThrow(/"fuel" must be an integer from 0/);
    },
  );
});

describe("where a program runs", () => {
  it("is an executor that answers at once, or a host of one that does not", async () => {
    const program = compile(TEXT);
    const host = { executor: javascriptExecutor };
    expect(() => run(program, "main", OPERANDS, { on: host as never })).toThrow(
      /"on" must be an executor of/,
    );
    await expect(runOn(javascriptExecutor as never, program, "main", OPERANDS)).rejects.toThrow(/"host"/);
    expect(await runOn(host, program, "main", OPERANDS)).toBe(3);
  });
});

describe("the length of a described array", () => {
  it.each(["n]f64) = 0 -- ", "", "def", 1.5, -1, Symbol("n")])("is a number or a name: not %s", (size) => {
    expect(() => arrayOf(f64, size as never)).toThrow(InvalidArgumentError);
  });
});
