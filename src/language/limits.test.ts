import { describe, expect, it } from "vitest";
import { compile, InvalidArgumentError, ProgramError, run } from "../language.ts";

const FUEL = 2e6;
const INPUT = [Int32Array.of(1, 2, 3)];

/** Lets whose values double from one to the next. */
function doubled(count: number, open: string, close: string): string {
  const lets = Array.from({ length: count }, (_, i) => {
    const name = i === 0 ? "xs" : `a${i}`;
    return `let a${i + 1} = ${open}${name}, ${name}${close} in `;
  });
  return `${lets.join("")}a${count}`;
}

describe("types that double", () => {
  it.each([
    ["tuples", doubled(40, "(", ")")],
    ["records", doubled(40, "{p = ", "}").replaceAll(/, (\w+)\}/g, ", q = $1}")],
    ["functions", doubled(40, "(\\_ -> (", "))")],
    [
      "functions of functions",
      "let d = \\x -> (x, x) in let e = \\x -> d (d x) in let f = \\x -> e (e x) in let g = \\x -> f (f x) in g (g xs)",
    ],
    ["operands", `(\\f -> f ${"(1, ".repeat(30)}1${")".repeat(30)}) (${doubled(20, "(", ")")})`],
  ])("are refused, by where they are too large: %s", (_, term) => {
    expect(() => compile(`def main (xs: []i32) = ${term}`)).toThrow(
      /^program:1:\d+: expected a type of at most 4096 parts, written out, and 500 levels, got a larger one$/,
    );
  });

  it("are refused where definitions make them", () => {
    const text =
      "def d x = (x, x)\ndef e x = d (d x)\ndef f x = e (e x)\ndef g x = f (f x)\ndef main (x: i32) = g (g x)";
    expect(() => compile(text)).toThrow(/a type of at most 4096 parts/);
  });

  it("are let through as long as they are small, with the errors that they had", () => {
    const program = compile(`def main (xs: []i32) = (${doubled(8, "(", ")")}).0.1.0.1.0.1.0.1`);
    expect(program.interpret("main", INPUT)).toEqual(INPUT[0]);
    expect(() => compile(`def main (xs: []i32): i32 = ${doubled(9, "(", ")")}`)).toThrow(/…/);
  });
});

describe("memory counts against fuel", () => {
  it.each([
    "loop ys = xs for i < 60 do concat ys ys",
    "iota 2000000000",
    "iota 9223372036854775807",
    "replicate 900000000 1",
    "tabulate 900000000 (\\i -> i)",
    "flatten (replicate 30000 (replicate 30000 1))",
    "transpose (replicate 30000 (replicate 30000 1))",
    "map (\\_ -> iota 1000000) (iota 1000000)",
    "loop ys = iota 1000000 while true do reverse ys",
    "loop ys = iota 1000000 while true do ys[0:]",
    "loop p = (1, 2) while true do (p.1, p.0)",
    "loop xss = [[1]] while true do concat xss [[1, 2, 3]]",
  ])("of the interpreter: %s", (term) => {
    const program = compile(`def main (xs: []i32) = ${term}`);
    let error: unknown;
    try {
      program.interpret("main", INPUT, { fuel: FUEL });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ProgramError);
    expect((error as ProgramError).limit).toBe("fuel");
  });

  it.each([
    ["loop ys = xs for i < 60 do concat ys ys", "arrays of at most 268435456 bytes"],
    ["iota 2000000000", "arrays of at most 268435456 bytes"],
    ["replicate 900000000 1", "arrays of at most 268435456 bytes"],
    ["tabulate 900000000 (\\i -> i)", "arrays of at most 268435456 bytes"],
    ["scan (+) 0 (iota 900000000)", "arrays of at most 268435456 bytes"],
    ["filter (\\i -> i > 3) (iota 900000000)", "arrays of at most 268435456 bytes"],
    ["iota 5000000000", "a length of at most 4294967295"],
  ])("of executors: %s", (term, message) => {
    const program = compile(`def main (xs: []i32) = ${term}`);
    expect(() => run(program, "main", INPUT, { fuel: 250_000 })).toThrow(message);
  });

  it("of executors, together with time: what is read and written again and again is many turns", () => {
    const program = compile("def main (xs: []i32) = loop ys = iota 1000000 while true do scan (+) 0 ys");
    expect(() => run(program, "main", INPUT, { fuel: 2000 })).toThrow('an end within 2000 turns ("fuel")');
  });

  it("of what is written in many places where it stands in one", () => {
    const program = compile(`def main (xs: []i32) = ${doubled(40, "[", "]")}`);
    expect(() => program.interpret("main", INPUT)).toThrow(
      /^"entry" must be of at most \d+ elements with this "fuel", got \d+$/,
    );
    const nested = compile("def main (x: i32) = replicate 100000 (replicate 100000 (replicate 100000 x))");
    expect(() => nested.interpret("main", [1])).toThrow(InvalidArgumentError);
    expect(
      compile("def main (x: i32) = length (replicate 100000 (replicate 100000 x))").interpret("main", [1]),
    ).toBe(100000n);
  });

  it("of operands", () => {
    const program = compile("def main (xs: []i32) = reduce (+) 0 xs");
    expect(() => program.cost("main", [new Int32Array(20_000_000)], { fuel: FUEL })).toThrow(
      '"operands[0]" must be of at most 16777216 elements with this "fuel", got 20000000',
    );
  });

  it("is not asked for where elements are folded as they are computed", () => {
    const program = compile("def main (xs: []i32) = reduce (+) 0 (map (\\i -> i + 1) (iota 20000000))");
    expect(run(program, "main", INPUT)).toBe(200000010000000n);
  });
});

describe("random data", () => {
  it.each([
    ["[]i32", 2 ** 29],
    ["[][]i32", 20_000],
    ["[][][](i32, f64)", 1000],
    ["[1000000000]i32", 1],
  ])("are refused before they are made: %s of %d", (type, size) => {
    const program = compile(`def main (xs: ${type}) = xs`);
    expect(() => program.randomOperands("main", size)).toThrow(
      /^"size" must be such that there are at most 134217728 elements, got \d+$/,
    );
  });
});
