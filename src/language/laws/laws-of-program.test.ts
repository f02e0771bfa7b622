import { describe, expect, it } from "vitest";
import { ArrayProgram } from "../array-program.ts";
import { parseProgram } from "../text/parse-program.ts";

const compile = (text: string): ArrayProgram => new ArrayProgram(parseProgram(text, "laws.sb"));

describe("operators of a program", () => {
  it("refuses one that is not associative, with operands and both sides", () => {
    expect(() => compile("def f (xs: []i32) = reduce (-) 0 xs")).toThrow(
      /^laws\.sb:1:21: expected reduce of an operator that is associative; or name a tree: #\[expression\(…\)\], got one for which x = .*, y = .*, z = .*: \(x · y\) · z = .*, but x · \(y · z\) = /,
    );
    expect(() => compile("def f (xs: []f64) = scan (\\a b -> a + b * 0.5) 0 xs")).toThrow(
      "scan of an operator",
    );
  });

  it.each([
    ["subtraction of floats", "def f (xs: []f64) = reduce (-) 0 xs"],
    ["an average of floats", "def f (xs: []f32) = reduce (\\a b -> (a + b) * 0.5) 0 xs"],
    ["an average of integers", "def f (xs: []i32) = reduce (\\a b -> (a + b) / 2) 0 xs"],
    ["one field of two", "def f (xs: [](f64, f64)) = reduce (\\(a, b) (c, d) -> (a + c, b - d)) (0, 0) xs"],
    ["a distance", "def f (xs: []f64) = reduce (\\a b -> f64.abs (a - b)) 0 xs"],
    ["a geometric mean, of roots", "def f (xs: []f64) = reduce (\\a b -> f64.sqrt (a * b)) 1 xs"],
    ["rounding that is asked for", "def f (xs: []f64) = reduce (\\a b -> f64.round (a + b * 0.3)) 0 xs"],
    ["bits", "def f (xs: []u32) = reduce (\\a b -> a ^ (b << 1)) 0 xs"],
    ["a hash that wraps", "def f (xs: []u32) = reduce (\\a b -> a * 31 + b) 0 xs"],
    ["bools", "def f (xs: []bool) = reduce (\\a b -> a && !b) true xs"],
  ])("refuses %s, by numbers", (_, text) => {
    expect(() => compile(text)).toThrow(/operator that is associative; .* got one for which x = /);
    expect(() => compile(text)).not.toThrow(/NaN|Infinity|-0\b|e\+/);
  });

  it.each([
    ["pairs of sums", "def f (xs: [](f64, f64)) = reduce (\\(a, b) (c, d) -> (a + c, b + d)) (0, 0) xs"],
    [
      "a record of built-in operators",
      "def f (xs: []{x: f64, y: {z: f32}}) = reduce (\\a b -> {x = a.x + b.x, y = {z = a.y.z * b.y.z}}) {x = 0, y = {z = 1}} xs",
    ],
    ["a built-in one, wrapped", "def f (xs: []f32) = reduce (\\a b -> (a + b) * 1) 0 xs"],
    ["the larger by a comparison", "def f (xs: []f64) = reduce (\\a b -> if a < b then b else a) 0 xs"],
    [
      "argmin of floats",
      "def f (xs: []f32) = reduce (\\(a, i) (b, j) -> if b < a then (b, j) else (a, i)) (f32.inf, -1) (zip xs (indices xs))",
    ],
    ["lengths of vectors", "def f (xs: []f64) = reduce (\\a b -> f64.sqrt (a * a + b * b)) 0 xs"],
    ["affine maps", "def f (xs: [](f64, f64)) = scan (\\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) xs"],
    [
      "the largest sum of a segment, which may wrap",
      "def f (xs: []i32) = reduce (\\(t, p, s, b) (t2, p2, s2, b2) -> (t + t2, i32.max p (t + p2), i32.max s2 (s + t2), i32.max (i32.max b b2) (s + p2))) (0, 0, 0, 0) (map (\\x -> (x, x, x, x)) xs)",
    ],
  ])("takes %s: rounding, NaNs and wrap-around are for checkLaws", async (_, text) => {
    const program = compile(text);
    const [finding] = await program.checkLaws({ solver: "none" });
    expect(finding.verdict.kind).toBe("refuted");
  });

  it("takes it where a tree is named, and the operators that are built in", () => {
    expect(() => compile("def f (xs: []i32) = #[expression(left-fold)] reduce (-) 0 xs")).not.toThrow();
    expect(() => compile("def f (xs: []f64) = reduce (+) 0 xs * reduce f64.max 0 xs")).not.toThrow();
    expect(() => compile("def f (xs: []f64) = reduce (\\a b -> a + b) 0 xs")).not.toThrow();
  });

  it("asks reduce_comm for commutativity too", () => {
    const argmax =
      "(\\(a, i) (b, j) -> if a < b then (b, j) else (a, i)) (i32.smallest, -1) (zip xs (indices xs))";
    expect(() => compile(`def f (xs: []i32) = reduce ${argmax}`)).not.toThrow();
    expect(() => compile(`def f (xs: []i32) = reduce_comm ${argmax}`)).toThrow(
      /reduce_comm of an operator that is commutative; or use reduce, got one for which x = /,
    );
  });

  it("looks through functions that hand it on, and tells of it where it is handed over", () => {
    const fold = "def fold 'a (op: a -> a -> a) (e: a) (xs: []a): a = reduce op e xs";
    expect(() => compile(`${fold}\ndef f (xs: []i32) = fold (-) 0 xs`)).toThrow(
      /^laws\.sb:2:21: expected reduce of an operator that is associative/,
    );
    expect(() => compile(`${fold}\ndef f (xs: []i32) = fold (+) 0 xs`)).not.toThrow();
    const again = `${fold}\ndef again op = let go xs = fold (\\a b -> op b a) 0 xs in go`;
    expect(() => compile(`${again}\ndef f (xs: []i32) = again (\\a b -> a - b) xs`)).toThrow("laws.sb:3:21");
    const named = "def f (xs: []i32) = let fold op = #[expression(left-fold)] reduce op 0 xs in fold (-)";
    expect(() => compile(named)).not.toThrow();
    expect(() => compile("def f (xs: []i32) = let op = (-) let same = op in scan same 0 xs")).toThrow("1:51");
    expect(() => compile("def minus = \\a b -> a - b def f (xs: []i32) = scan minus 0 xs")).toThrow(
      "scan of an",
    );
  });

  it("takes a name for what it stands for", () => {
    const hidden = [
      "def op (a: i32) b = a - b def f op (xs: []i32) = reduce op 0 xs",
      "def op (a: i32) b = a - b def f (xs: []i32) = (\\op -> reduce op 0 xs) (+)",
      "def op (a: i32) b = a - b def f (xs: []i32) = let (op, _) = ((+), 1) in reduce op 0 xs",
      "def op (a: i32) b = a - b def f (xs: []i32) = loop s = 0 for op < 3 do i32.i64 op + reduce (\\a b -> a + b) s xs",
      "def reduce (op: i32 -> i32 -> i32) (e: i32) (xs: []i32) = op e xs[0] def f xs = reduce (-) 0 xs",
    ];
    for (const text of hidden) expect(() => compile(text), text).not.toThrow();
  });

  it("says what is proved", async () => {
    const program = compile(
      "def f (xs: []u32) = reduce (\\a b -> a + b + a * b) 0 xs\ndef g (xs: []u32) = reduce (+) 0 xs",
    );
    const findings = await program.checkLaws({ solver: "none" });
    expect(
      findings.map(({ line, construct, verdict }) => [line, construct, verdict.question.law, verdict.kind]),
    ).toEqual([
      [1, "reduce", "associative", "proved"],
      [1, "reduce", "left-identity", "proved"],
      [1, "reduce", "right-identity", "proved"],
    ]);
  });

  it("asks whether what a reduce begins with is neutral, where that is known", async () => {
    const verdictsOf = async (neutral: string): Promise<readonly string[]> => {
      const operator = "\\(x: (i32, bool)) (y: (i32, bool)) -> (x.0 + y.0, x.1 || y.1)";
      const program = compile(`def f (k: i32) (xs: [](i32, bool)) = reduce (${operator}) ${neutral} xs`);
      const findings = await program.checkLaws({ solver: "none" });
      return findings.map(({ verdict }) => `${verdict.question.law} ${verdict.kind}`);
    };
    expect(await verdictsOf("(0, false)")).toEqual([
      "associative proved",
      "left-identity proved",
      "right-identity proved",
    ]);
    expect(await verdictsOf("(1, false)")).toEqual([
      "associative proved",
      "left-identity refuted",
      "right-identity refuted",
    ]);
    expect(await verdictsOf("(k, false)")).toEqual(["associative proved"]);
  });

  it("leaves out what only a run knows", async () => {
    const program = compile(
      "def f (k: i32) (xs: []i32) = reduce (\\a b -> a * k + b) 0 xs\ndef g 'a (o: a -> a -> a) (z: a) xs = reduce o z xs",
    );
    expect(await program.checkLaws({ solver: "none" })).toEqual([]);
  });
});
