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
    const saturating =
      "def f (xs: []i32) = let add a b = let s = a + b in if a > 0 && b > 0 && s < 0 then i32.highest else s in";
    expect(() => compile(`${saturating} segmented_scan add 0 (map (> 0) xs) xs`)).toThrow(
      "segmented_scan of an operator",
    );
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
    expect(findings.map(({ line, construct, verdict }) => [line, construct, verdict.kind])).toEqual([
      [1, "reduce", "proved"],
    ]);
  });

  it("leaves out what only a run knows", async () => {
    const program = compile(
      "def f (k: i32) (xs: []i32) = reduce (\\a b -> a * k + b) 0 xs\ndef g 'a (o: a -> a -> a) (z: a) xs = reduce o z xs",
    );
    expect(await program.checkLaws({ solver: "none" })).toEqual([]);
  });
});
