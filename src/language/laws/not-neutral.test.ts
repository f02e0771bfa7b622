import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compile } from "../../language.ts";

const notesOf = (text: string) => compile(text).notNeutral;

describe("a value of nothing", () => {
  it("is noted where samples show that it is not neutral, with the operand and the side", () => {
    const text = readFileSync(new URL("../../../examples/language/argmax.sb", import.meta.url), "utf8");
    const notes = notesOf(text);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatchObject({ line: 8, column: 3 });
    expect(notes[0].message).toMatch(
      /reduce is not neutral on the left: x = \{ c0: -2147483648, c1: .*\}: e · x = \{ c0: -2147483648, c1: -1 \}, not x/,
    );
  });

  it("is noted of scans too, once for a place, and never refused", () => {
    const notes = notesOf("entry main (xs: []i32) = scan (\\a b -> a + b + a * b) 1 xs");
    expect(notes.map(({ message }) => message)).toEqual([
      "the value of nothing in this scan is not neutral on the left: x = 0: e · x = 1, not x",
    ]);
  });

  it("is noted of built-in operators, which leave it out as well", () => {
    const program = compile("entry main (xs: []i32) = reduce (+) 5 xs");
    expect(program.interpret("main", [Int32Array.of(1, 2)])).toBe(3);
    expect(program.notNeutral.map(({ message }) => message)).toEqual([
      "the value of nothing in this reduce is not neutral on the left: x = 0: e · x = 5, not x",
    ]);
  });

  it.each([
    "entry main (xs: []i32) = reduce (\\a b -> a + b + a * b) 0 xs",
    "entry main (xs: []f64) = reduce (\\a b -> a + b) 0 xs",
    "entry main (xs: []i32) (e: i32) = reduce (\\a b -> a + b + a * b) e xs",
    "entry main (xs: []f32) = reduce min f32.inf xs",
    "entry main (xs: []f64) = scan (+) 0 xs",
  ])("is not noted where it is neutral or known to a run alone: %s", (text) => {
    expect(notesOf(text)).toEqual([]);
  });
});
