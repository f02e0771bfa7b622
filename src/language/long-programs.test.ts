import { describe, expect, it } from "vitest";
import { compile, javascriptExecutor, ProgramError, parseProgram, printProgram, run } from "../language.ts";

const X = 3;

function repeated(text: string, count: number, between = ""): string {
  return Array(count).fill(text).join(between);
}

function rows(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join("\n");
}

/** Long, and not nested. */
const LONG: readonly (readonly [name: string, term: string, value: number])[] = [
  ["pipes", `x ${repeated("|> (+ 1)", 10_000, " ")}`, 10_003],
  ["pipes through functions", `x ${repeated("|> i32.max 2 |> (\\v -> v + 1)", 2000, " ")}`, 2003],
  ["additions", repeated("x", 20_000, " + "), 60_000],
  ["mixed levels", repeated("x * 2 + x", 5000, " - "), -14_988],
  ["conditions", `if ${repeated("x > 0", 5000, " && ")} then 1 else 2`, 1],
  ["lets", `${rows(30_000, (i) => `let a${i} = ${i === 0 ? "x" : `a${i - 1}`} + 1`)} in a29999`, 30_003],
  [
    "lets of arrays",
    `${rows(3000, (i) => `let a${i} = map (+ 1) ${i === 0 ? "[x]" : `a${i - 1}`}`)} in a2999[0]`,
    3003,
  ],
  ["an array", `reduce (+) 0 [${repeated("x", 200_000, ", ")}]`, 600_000],
  ["a tuple", `(${repeated("x", 4000, ", ")}).7`, 3],
  ["a record", `{${rows(4000, (i) => `f${i} = x,`)}}.f7`, 3],
  ["fields", `${repeated("{a = ", 400)}x${repeated("}", 400)}${repeated(".a", 400)}`, 3],
  ["slices", `([x, x]${repeated("[0:]", 5000)})[1]`, 3],
  ["alternatives", `${rows(400, (i) => `if x == ${i} then ${i} else`)} 7`, 3],
  ["comments", `${repeated("-- c\n", 100_000)} x`, 3],
];

describe("long programs", () => {
  it.each(LONG)("compile, run, cost and print: %s", (_, term, value) => {
    const text = `def main (x: i32) = ${term}`;
    const program = compile(text);
    expect(program.interpret("main", [X])).toBe(value);
    expect(run(program, "main", [X])).toBe(value);
    expect(run(program, "main", [X], { on: javascriptExecutor })).toBe(value);
    expect(program.cost("main", [X]).work).toBeGreaterThan(0);
    const printed = printProgram(parseProgram(text));
    expect(printProgram(parseProgram(printed))).toBe(printed);
    expect(compile(printed).interpret("main", [X])).toBe(value);
  });

  it("have many definitions", () => {
    const text = rows(5000, (i) => `def f${i} (x: i32): i32 = x + ${i}`);
    expect(compile(`${text}\ndef main (x: i32) = f4999 x`).interpret("main", [X])).toBe(5002);
  });
});

const DEEP = 200_000;

/** Nested deeper than a parser that recurses goes. */
const NESTED: readonly (readonly [name: string, text: string])[] = [
  ["parentheses", `def main (x: i32) = ${repeated("(", DEEP)}x${repeated(")", DEEP)}`],
  ["brackets", `def main (x: i32) = ${repeated("[", DEEP)}x${repeated("]", DEEP)}`],
  ["braces", `def main (x: i32) = ${repeated("{a = ", DEEP)}x${repeated("}", DEEP)}`],
  ["indices", `def main (xs: []i64) = ${repeated("xs[", DEEP)}0${repeated("]", DEEP)}`],
  ["sections", `def main (x: i32) = ${repeated("(+ ", DEEP)}x${repeated(")", DEEP)}`],
  ["minuses", `def main (x: i32) = ${repeated("- ", DEEP)}x`],
  ["negations", `def main (x: i32) = ${repeated("!", DEEP)}true`],
  ["backward pipes", `def main (x: i32) = ${repeated("(+ 1) <| ", DEEP)}x`],
  ["functions", `def main (x: i32) = ${repeated("\\a -> ", DEEP)}x`],
  ["alternatives", `def main (x: i32) = ${repeated("if true then 1 else ", DEEP)}x`],
  ["loops", `def main (x: i32) = ${repeated("loop y = x for i < 1 do ", DEEP)}x`],
  ["patterns", `def main (x: i32) = let ${repeated("(", DEEP)}a${repeated(")", DEEP)} = x in a`],
  ["arrays in types", `def main (x: ${repeated("[]", DEEP)}i32) = x`],
  ["arrows in types", `def main (x: ${repeated("i32 -> ", DEEP)}i32) = x`],
  ["tuples in types", `def main (x: ${repeated("(", DEEP)}i32${repeated(")", DEEP)}) = x`],
  ["stars in types", `def main (x: ${repeated("*", DEEP)}i32) = x`],
];

describe("what nests without end", () => {
  it.each(NESTED)("is an error with its place: %s", (_, text) => {
    expect(() => compile(text)).toThrow(
      /^program:1:\d+: expected terms nested at most 500 deep, got a deeper one$/,
    );
  });

  it.each([
    ["arrays", rows(600, (i) => `let a${i} = [${i === 0 ? "x" : `a${i - 1}`}]`)],
    ["tuples", rows(600, (i) => `let a${i} = (1, ${i === 0 ? "x" : `a${i - 1}`})`)],
    ["functions", rows(600, (i) => `let a${i} = \\_ -> ${i === 0 ? "x" : `a${i - 1}`}`)],
  ])("is an error in types that grow step by step: %s", (_, lets) => {
    expect(() => compile(`def main (x: i32) = ${lets} in a599`)).toThrow(/and 500 levels, got a larger one/);
  });

  it("is written, and read again, as long as it may be", () => {
    const nested = `def main (x: i32) = ${repeated("- ", 480)}x`;
    const printed = printProgram(parseProgram(nested));
    expect(printProgram(parseProgram(printed))).toBe(printed);
  });
});

describe("calls beyond the engine's stack", () => {
  const calls = rows(12_000, (i) => `def f${i} (x: i32): i32 = ${i === 0 ? "x" : `f${i - 1} x`} + 1`);
  it.each([
    ["one function of the next", `${calls}\ndef main (x: i32) = f11999 x`],
    [
      "functions that a loop composes",
      "def main (x: i32) = (loop f = (+ 1) for i < 100000 do (\\v -> f (v + 1))) x",
    ],
  ])("are an error of the program: %s", (_, text) => {
    const program = compile(text);
    for (const act of [() => program.interpret("main", [X]), () => run(program, "main", [X])]) {
      let error: unknown;
      try {
        act();
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(ProgramError);
      expect((error as ProgramError).limit).toBe("stack");
      expect((error as ProgramError).message).toMatch(
        /no deeper than this engine's stack, got deeper ones$/m,
      );
    }
  });
});
