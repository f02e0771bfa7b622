import { describe, expect, it } from "vitest";
import { parseProgram } from "../text/parse-program.ts";
import { inferProgram } from "./infer-program.ts";
import { printType } from "./print-type.ts";

/** The types of a text's definitions, as they are written. */
function typesOf(text: string): Readonly<Record<string, string>> {
  const { schemes } = inferProgram(parseProgram(text));
  return Object.fromEntries([...schemes].map(([name, { type }]) => [name, printType(type)]));
}

function typeOf(term: string, parameters = ""): string {
  return typesOf(`def it ${parameters} = ${term}`).it;
}

describe("types are inferred", () => {
  it.each([
    ["1", "i32"],
    ["1.5", "f64"],
    ["1e3", "f64"],
    ["1 + 1.5", "f64"],
    ["1u32", "u32"],
    ["1 + 1f32", "f32"],
    ["true", "bool"],
    ["-1", "i32"],
    ["!1", "i32"],
    ["!true", "bool"],
    ["1 < 2", "bool"],
    ["1 == 2 && 1.5 != 2", "bool"],
    ["[1, 2.5]", "[2]f64"],
    ["[[1], [2]]", "[2][1]i32"],
    ["(1, true, [])", "(i32, bool, [0]_)"],
    ["()", "()"],
    ["{x = 1, y = 2.5}", "{x: i32, y: f64}"],
    ["(1, 2.5).1", "f64"],
    ["{x = 1}.x", "i32"],
    ["if true then 1 else 2i64", "i64"],
    ["iota 3", "[]i64"],
    ["i32.highest", "i32"],
    ["f32.nan", "f32"],
    ["f64.i32 1", "f64"],
    ["u64.popc 5", "i32"],
    ["i32.get_bit", "i32 -> i32 -> i32"],
    ["(+ 1.5)", "f64 -> f64"],
    ["(1u64 -)", "u64 -> u64"],
    ["(<)", "i32 -> i32 -> bool"],
    ["\\x -> x", "_ -> _"],
    ["\\x y -> x + y * 0.5", "f64 -> f64 -> f64"],
    ["\\(x, _) -> x + 1i64", "(i64, _) -> i64"],
    ["\\{x, y = z} -> x && z", "{x: bool, y: bool} -> bool"],
    ["map", "(_ -> _) -> []_ -> []_"],
    ["map (\\x -> x > 0.5)", "[]f64 -> []bool"],
    ["reduce (+) 0u32", "[]u32 -> u32"],
    ["zip [1] [2.5]", "[1](i32, f64)"],
    ["unzip (zip [1] [2.5])", "([1]i32, [1]f64)"],
    ["loop x = 1 for i < 10 do x * 2", "i32"],
    ["loop x = 1i64 for i < 10 do x + i", "i64"],
    ["loop (x, s) = (1, 0.5) while x < 9 do (x + 1, s)", "(i32, f64)"],
    ["loop s = 0 for x in [1.5] do s + x", "f64"],
    ["[1, 2][0]", "i32"],
    ["[[1.5]][0, 0]", "f64"],
    ["[1, 2][1:]", "[]i32"],
    ["[1, 2] |> map (+ 1) |> reduce (+) 0", "i32"],
    ["i32.i64 <| length <| [1.5]", "i32"],
    ["(1: i64)", "i64"],
    ["let f x y = x * y in f 1.5 2", "f64"],
    ["let f (x: i64): i64 = x in f 2", "i64"],
    ["copy [true]", "[1]bool"],
    ["min 1 2.5", "f64"],
  ])("%s : %s", (term, type) => {
    expect(typeOf(term)).toBe(type);
  });

  it("from the parameters' types", () => {
    expect(typeOf("xs[i]", "(xs: [][]f32) (i: u32)")).toBe("[][]f32 -> u32 -> []f32");
    expect(typeOf("\\(x: i64) -> (x, y)", "(y: bool)")).toBe("bool -> i64 -> (i64, bool)");
    expect(typeOf("(f x).0", "(f: i32 -> (bool, i32)) x")).toBe("(i32 -> (bool, i32)) -> i32 -> bool");
    expect(typeOf("map f xs", "f xs")).toBe("(_ -> _) -> []_ -> []_");
  });

  it("the operands of a function before its functions, whatever their order", () => {
    expect(typeOf("map (\\p -> p.0) xs", "(xs: [](i32, f64))")).toBe("[](i32, f64) -> []i32");
    expect(typeOf("reduce (\\a b -> {v = a.v + b.v}) {v = 0} xs", "(xs: []{v: i64})")).toBe(
      "[]{v: i64} -> {v: i64}",
    );
    expect(typeOf("map2 (\\p q -> p.x + q) ps qs", "(ps: []{x: f32}) qs")).toBe(
      "[]{x: f32} -> []f32 -> []f32",
    );
  });
});

describe("definitions", () => {
  it("are general in the types that they name, and in what nothing confines", () => {
    expect(
      typesOf(`
        def same 'a (x: a): a = x
        def swap 't 'u (x: t, y: u): (u, t) = (y, x)
        def apply f x = f x
        def uses = (same 1, same true, swap (1, 2.5), apply (+ 1) 2, apply (\\x -> !x) true)`),
    ).toEqual({
      same: "a -> a",
      swap: "(t, u) -> (u, t)",
      apply: "(_ -> _) -> _ -> _",
      uses: "(i32, bool, (f64, i32), i32, bool)",
    });
  });

  it("are of one type where an operator confines it: i32, or f64 with a point", () => {
    expect(typesOf("def twice x = x + x def half x = x * 0.5 def both = (twice 1, half 1)")).toEqual({
      twice: "i32 -> i32",
      half: "f64 -> f64",
      both: "(i32, f64)",
    });
    expect(() => typesOf("def twice x = x + x def f = twice 1.5")).toThrow("expected i32, got f64|f32");
  });

  it("say no more than they hold for", () => {
    expect(() => typesOf("def f 'a (x: a): a = 1")).toThrow("expected a, got i32|");
    expect(() => typesOf("def f 'a 'b (x: a): b = x")).toThrow("expected b, got a");
    expect(() => typesOf("def f 'a (x: a) = x + x")).toThrow("got a");
  });

  it.each([
    ["let id x = x in (id 1, id true)", "(i32, bool)"],
    ["let id = \\x -> x in (id id) 1.5", "f64"],
    [
      "let pair = \\x y -> (x, y) let same = pair in (same 1 true, same true 1.5)",
      "((i32, bool), (bool, f64))",
    ],
    [
      "let (f, g) = (\\x -> x, \\x -> (x, x)) in (f 1, f true, g 1, g true)",
      "(i32, bool, (i32, i32), (bool, bool))",
    ],
    ["let p = {f = \\x -> x} in (p.f 1, p.f true)", "(i32, bool)"],
    ["let z xs ys = zip xs ys in (z [1] [true], z [1, 2] [0.5, 1])", "([1](i32, bool), [2](i32, f64))"],
    ["let first (x, _) = x in (first (1, true), first (true, 1))", "(i32, bool)"],
    [
      "let outer x = let inner y = (x, y) in (inner 1, inner true) in (outer 1.5, outer [()])",
      "(((f64, i32), (f64, bool)), (([1](), i32), ([1](), bool)))",
    ],
  ])("within a term are as general: %s", (term, type) => {
    expect(typeOf(term)).toBe(type);
  });

  it.each([
    ["\\f -> (f 1, f true)", "got bool"], // what a function is given is of one type
    ["\\g -> let h y = g y in (h 1, h true)", "got bool"], // and so is what is made of it
    ["let twice x = x + x in (twice 1.5, twice 1i32)", "got i32"],
    ["let e = [] in (concat e [1.5], concat e [true])", "got [1]bool"], // one value, made once
    ["let apply = (\\f -> \\x -> f x) (\\x -> x) in (apply 1, apply true)", "got bool"],
    ["loop f = \\x -> x for i < 3 do \\y -> if f true then f y + 1 else y", "got bool"],
  ])("are of one type where something fixes it: %s", (term, message) => {
    expect(() => typeOf(term)).toThrow(message);
  });

  it("that are values are of one type, that of their first use", () => {
    expect(typesOf("def none = [] def more = concat none [1.5]").none).toBe("[0]f64");
    expect(() => typesOf("def none = [] def a = concat none [1.5] def b = concat none [true]")).toThrow(
      "got [1]bool",
    );
    // A function that uses one is no more general than it.
    expect(() => typesOf("def none = [] def f x = concat none [x] def a = (f 1.5, f true)")).toThrow(
      "got bool",
    );
    expect(() => typesOf("def none 'a: []a = []")).toThrow("expected a function, where types are named");
  });

  it("may take names that the language has, inside", () => {
    expect(typeOf("map + 1", "(map: i64)")).toBe("i64 -> i64");
    expect(typesOf("def length (x: f64) = x def f = length 1")).toEqual({ length: "f64 -> f64", f: "f64" });
  });
});

describe("sizes", () => {
  it("are part of types as far as they are known", () => {
    expect(
      typesOf("def f [n] (xs: [n]f64) (ys: [n]f64) = (map2 (+) xs ys, n, scan (+) 0 xs, filter (> 0) xs)").f,
    ).toBe("[n]f64 -> [n]f64 -> ([n]f64, i64, [n]f64, []f64)");
    expect(typesOf("def f [n] [m] (a: [n][m]i32) = (transpose a, zip a (map (\\r -> r[0]) a))").f).toBe(
      "[n][m]i32 -> ([m][n]i32, [n]([m]i32, i32))",
    );
    expect(typesOf("def f [n] (xs: [n]i32): [n]i32 = xs def g = (f [1, 2], f [])").g).toBe(
      "([2]i32, [0]i32)",
    );
  });

  it.each([
    ["def f [n] (xs: [n]i32): [n]i32 = xs def g (ys: [3]i32): [2]i32 = f ys", "expected [2]i32, got [3]i32"],
    ["def f [n] [m] (xs: [n]i32) (ys: [m]i32): [n]i32 = ys", "expected [n]i32, got [m]i32"],
    ["def f [n] (xs: [n]i32) = zip xs [1, 2]", "expected [n]_, got [2]"],
  ])("that differ are refused: %s", (text, message) => {
    expect(() => typesOf(text)).toThrow(message);
  });

  it("of a choice are those that both sides have", () => {
    expect(typeOf("if c then xs else map (+ 1) xs", "[n] (c: bool) (xs: [n]i32)")).toBe(
      "bool -> [n]i32 -> [n]i32",
    );
    expect(typeOf("if c then [1] else []", "(c: bool)")).toBe("bool -> []i32");
    expect(typeOf("if c then (xs, [1]) else (ys, [2])", "[n] [m] (c: bool) (xs: [n]i32) (ys: [m]i32)")).toBe(
      "bool -> [n]i32 -> [m]i32 -> ([]i32, [1]i32)",
    );
    expect(() => typeOf("if c then [[1]] else [2]", "(c: bool)")).toThrow("expected [][]");
  });

  it("that types do not know are left to the run, and those of a loop", () => {
    expect(typeOf("zip (filter (> 0) xs) xs", "[n] (xs: [n]i32)")).toContain("](i32, i32)");
    expect(typeOf("loop ys = xs while length ys > 1 do ys[1:]", "[n] (xs: [n]i32)")).toBe("[n]i32 -> []i32");
  });
});

describe("literals", () => {
  it("are in the range of their type; hexadecimal digits are bits", () => {
    for (const text of [
      "-2147483648",
      "2147483647",
      "0xFFFFFFFF: i32",
      "4294967295u32",
      "-1u32",
      "18446744073709551615u64",
      "-9223372036854775808i64",
      "1 + 4294967295: i64",
      "16777217f32",
    ]) {
      expect(() => typeOf(text)).not.toThrow();
    }
    for (const text of [
      "2147483648",
      "-2147483649",
      "0x1FFFFFFFF: i32",
      "4294967296: u32",
      "9223372036854775808i64",
    ]) {
      expect(() => typeOf(text), text).toThrow(/expected a number of [iu]\d\d, from -?\d+ to \d+, got/);
    }
  });
});
