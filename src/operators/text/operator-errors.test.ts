import { describe, expect, it } from "vitest";
import { OperatorSyntaxError } from "../../values/errors.ts";
import { parseOperator } from "./parse-operator.ts";

function refusal(text: string): OperatorSyntaxError {
  try {
    parseOperator(text, { source: "my.op" });
  } catch (error) {
    if (error instanceof OperatorSyntaxError) return error;
    throw error;
  }
  throw new Error(`parsed: ${text}`);
}

/** Texts of one line, each with its caret and its error: column, expectation, fact. */
const REFUSED = String.raw`
operator Big (left: f32, right) => left
         ^
10: expected a name in kebab-case that is not "function", got "Big"
operator function (left: f32, right) => left
         ^
10: expected a name in kebab-case that is not "function", got "function"
(left: f32, right)
                  ^
19: expected "=>" and the value, got the end of the text
(left: f32) => left
          ^
11: expected "," and the right operand, got ")"
(left: f33, right) => left
       ^
8: expected one of f64, f32, i64, u64, i32, u32, bool, or a record of them (nearest: f32), got "f33"
(left: bool, right) => left
       ^
8: expected a number type, or a record such as { flag: bool }, got bool
(left: f32, left) => left
            ^
13: expected two names, got "left" for both operands
(left: f32, right: f64) => left
                   ^
20: expected f32, as both operands have one type, got f64
(left: { a: f32, a: i32 }, right) => left
                 ^
18: expected each field once, got "a" again
(left: { a: f32, }, right) => left
                 ^
18: expected the name of a field, got "}"
(left: {}, right) => left
        ^
9: expected the name of a field, got "}"
(let: f32, right) => let
 ^
2: expected the name of the left operand that is not a reserved word, got "let"
(left: f32, right) => left +
                            ^
29: expected a value, got the end of the text
(left: f32, right) => (left + right
                                   ^
36: expected ")" to close the parenthesis, got the end of the text
(left: f32, right) => left right
                           ^
28: expected the end of the text, or identity, start or where, got "right"
(left: f32, right) => left + right)
                                  ^
35: expected the end of the text, or identity, start or where, got ")"
(left: f32, right) => left $ right
                           ^
28: expected a name, a number or a symbol, got "$"
(left: f32, right) => "left"
                      ^
23: expected a name, a number or a symbol, got "\"" (there are no strings)
(left: f32, right) => left === right
                           ^
28: expected "==", got "==="
(left: f32, right) => left !== right
                           ^
28: expected "!=", got "!=="
(left: f32, right) => left ** right
                           ^
28: expected "pow(a, b)", or a product, got "**"
(left: f32, right) => left > right ? left : right
                                   ^
36: expected "if … then … else …", got "?"
(left: f32, right) => Math.sqrt(left)
                      ^
23: expected "sqrt" without "Math.", got "Math.sqrt"
(left: f32, right) => lefft
                      ^
23: expected one of left, right (nearest: left), got "lefft"
(left: f32, right) => left.x
                           ^
28: expected no field, as f32 has none, got "x"
(left: f32, right) => left + 1u32
                           ^
28: expected operands of one type for "+" (convert one of them: f32(…)), got f32 and u32
(left: { v: f32, i: u32 }, right) => { v: left.v + left.i, i: 0 }
                                                 ^
50: expected operands of one type for "+" (convert one of them: f32(…)), got f32 and u32
(left: f32, right) => left < right
                           ^
28: expected f32, the type of the operands, got bool
(left: f32, right) => if left then left else right
                         ^
26: expected bool after if, got f32
(left: f32, right) => if left < right then left
                                               ^
48: expected "else" and a value (there is always one), got the end of the text
(left: f32, right) => if left < right then left else 1f64
                                                     ^
54: expected f32 after else, as after then, got f64
(left: f32, right) => left < right < left
                                   ^
36: expected one comparison; two are joined by &&, got "<"
(left: f32, right) => left & right
                           ^
28: expected i64 or u64 or i32 or u32 for "&", got f32
(left: f32, right) => left % right
                           ^
28: expected i64 or u64 or i32 or u32 for "%", got f32
(left: i32, right) => left && right
                           ^
28: expected bool for "&&" (of integers it is &), got i32
(left: i32, right) => !left
                      ^
23: expected bool for "!" (of integers it is ~), got i32
(left: { v: bool }, right) => { v: left.v & right.v }
                                          ^
43: expected i64 or u64 or i32 or u32 for "&" (of bools it is &&), got bool
(left: { v: bool }, right) => { v: ~left.v }
                                   ^
36: expected i64 or u64 or i32 or u32 for "~" (of bools it is !), got bool
(left: { v: bool }, right) => { v: left.v < right.v }
                                          ^
43: expected f64 or f32 or i64 or u64 or i32 or u32 for "<", got bool
(left: { v: bool }, right) => { v: 1 }
                                   ^
36: expected bool, got the number 1
(left: u32, right) => abs(left)
                          ^
27: expected f64 or f32 or i64 or i32 for abs, got u32
(left: i32, right) => 1.5
                      ^
23: expected an integer, as i32 is, got 1.5
(left: i32, right) => 2147483648
                      ^
23: expected an integer from -2147483648 to 2147483647, as i32 is, got 2147483648
(left: u32, right) => -1
                      ^
23: expected an integer from 0 to 4294967295, as u32 is, got -1
(left: i32, right) => nan
                      ^
23: expected an integer, as i32 is, got nan
(left: f32, right) => 1e39
                      ^
23: expected a number that f32 has, or inf, got 1e39
(left: f64, right) => 1x32
                      ^
23: expected one of f64, f32, i64, u64, i32, u32 after the number, got "x32"
(left: f64, right) => 1bool
                      ^
23: expected one of f64, f32, i64, u64, i32, u32 after the number, got "bool"
(left: f64, right) => let x = 1 in left
                              ^
31: expected a type for the number here, as in 1i32, got 1 without one
(left: f64, right) => if 1 < 2 then left else right
                         ^
26: expected a type for the number here, as in 1i32, got 1 without one
(left: f64, right) => let x = inf in left
                              ^
31: expected a type for the number here, as in f64(inf), got inf without one
(left: f64, right) => let x = x + 1 in x
                              ^
31: expected what is defined before, as nothing is defined by itself, got "x"
operator f (left: f64, right) => f(left, right)
                                 ^
34: expected what is defined before, as nothing is defined by itself, got "f"
operator f (left: f64, right) => f
                                 ^
34: expected what is defined before, as nothing is defined by itself, got "f"
(left: f64, right) => let left = right in left
                          ^
27: expected a new name, got "left" again
(left: f64, right) => let x = 1f64 in let x = 2f64 in x
                                          ^
43: expected a new name, got "x" again
(left: f64, right) => let if = 1f64 in left
                          ^
27: expected a name to define that is not a reserved word, got "if"
(left: f64, right) => let x = 1f64 left
                                   ^
36: expected "in" and where "x" is used, got "left"
(left: f64, right) => mim(left, right)
                      ^
23: expected one of abs, sqrt, floor, ceil, truncate, round_even, exp, expm1, exp2, log, log1p, log2, log10, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, cbrt, count_leading_zeros, count_trailing_zeros, count_ones, min, max, pow, atan2, hypot, rotate_left, a number type or bitcast_ and one (nearest: min), got "mim"
(left: f64, right) => roundEven(left)
                      ^
23: expected one of abs, sqrt, floor, ceil, truncate, round_even, exp, expm1, exp2, log, log1p, log2, log10, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, cbrt, count_leading_zeros, count_trailing_zeros, count_ones, min, max, pow, atan2, hypot, rotate_left, a number type or bitcast_ and one (nearest: round_even), got "roundEven"
(left: f64, right) => min(left)
                      ^
23: expected 2 operands for min, got 1
(left: f64, right) => sqrt()
                           ^
28: expected a value, got ")"
(left: f64, right) => bool(left)
                      ^
23: expected a comparison, such as x != 0, to make a bool, got "bool"
(left: f64, right) => f64(bitcast_u32(left))
                                      ^
39: expected u32 or f32 or i32 for bitcast_u32, got f64
(left: { v: f32, i: u32 }, right) => { v: 1 }
                                     ^
38: expected a record with v, i, got one without "i"
(left: { v: f32, i: u32 }, right) => { v: 1, i: 2, i: 3 }
                                                   ^
52: expected each field once, got "i" again
(left: { v: f32, i: u32 }, right) => { v: 1, i: 2, k: 3 }
                                                   ^
52: expected one of the fields v, i, got "k"
(left: { v: f32, i: u32 }, right) => left.v
                                          ^
43: expected {v:f32,i:u32}, the type of the operands, got f32
(left: { v: f32, i: u32 }, right) => left + right
                                          ^
43: expected f64 or f32 or i64 or u64 or i32 or u32 for "+" (of a record, field by field), got {v:f32,i:u32}
(left: { v: f32, i: u32 }, right) => f32(left)
                                         ^
42: expected f64 or f32 or i64 or u64 or i32 or u32 or bool for f32 (of a record, field by field), got {v:f32,i:u32}
(left: f64, right) => 1 + if left < 0 then 1 else 2
                          ^
27: expected parentheses around "if", got "if"
(left: f64, right) => left identity left
                                    ^
37: expected a constant, got "left"
(left: f64, right) => left identity 0 identity 0
                                      ^
39: expected "identity" only once, got "identity"
(left: f64, right) => left identity true
                                    ^
37: expected f64, the type of the operands, got bool
(left: f64, right) => left where v => v
                                      ^
39: expected bool after where, got f64
(left: f64, right) => left where v => right < v
                                      ^
39: expected one of v, got "right"
(left: f64, right) => left then right
                           ^
28: expected the end of the text, or identity, start or where, got "then"
(left: f64, right) => left +* right
                            ^
29: expected a value, got "*"
`;

describe("errors of the operator language", () => {
  it("point to the place, in a message that shows it where there are other lines", () => {
    const error = refusal(
      "operator arg-max (left: { value: f32 }, right) =>\n\tif left.valu < right.value then right else left\n",
    );
    const sentence = 'my.op:2:10: expected one of the fields value (nearest: value), got "valu"';
    expect(error.sentence).toBe(sentence);
    expect(error.message).toBe(`${sentence}\n${error.frame}`);
    expect([error.source, error.line, error.column]).toEqual(["my.op", 2, 10]);
    expect(error.frame).toBe("\tif left.valu < right.value then right else left\n\t        ^");
    expect(error.name).toBe("OperatorSyntaxError");
  });

  const lines = REFUSED.split("\n").slice(1, -1);
  it.each(lines.flatMap((text, i) => (i % 3 === 0 ? [[text, lines[i + 1], lines[i + 2]]] : [])))(
    "%s",
    (text, caret, expected) => {
      const error = refusal(text);
      expect(error.frame).toBe(`${text}\n${caret}`);
      expect(error.message).toBe(`my.op:1:${expected}`);
      expect(error.column).toBe(caret.length);
    },
  );

  it.each([
    ["additions", `(a: f64, b) => ${"a + ".repeat(200_000)}b`],
    ["lets", `(a: f64, b) => ${"let t = a + b in ".repeat(200_000)}t`],
    ["parentheses", `(a: f64, b) => ${"(".repeat(200_000)}a${")".repeat(200_000)}`],
    ["fields", `(a: f64, b) => a${".x".repeat(200_000)}`],
    ["alternatives", `(a: f64, b) => ${"if a < b then a else ".repeat(100_000)}b`],
    ["calls", `(a: f64, b) => ${"min(a, ".repeat(100_000)}b${")".repeat(100_000)}`],
    ["records in types", `(a: ${"{x: ".repeat(100_000)}f64${"}".repeat(100_000)}, b) => a`],
  ])("are of the language however long or deep a text is: %s", (_, text) => {
    expect(() => parseOperator(text)).toThrow(OperatorSyntaxError);
  });

  it("name the end of a text that is empty or only a comment", () => {
    expect(refusal("").message).toBe("my.op:1:1: expected an operator, got the end of the text");
    expect(refusal("\n # nothing\n").message).toBe(
      "my.op:3:1: expected an operator, got the end of the text",
    );
  });

  it("count lines in any ending, and columns in characters", () => {
    const error = refusal("(left: f64, right) =>\r\n  left +\r\n  rihgt\r\n");
    expect([error.line, error.column]).toEqual([3, 3]);
    expect(error.frame).toBe("  rihgt\n  ^");
  });

  it("call the text an operator where it has no name", () => {
    expect(() => parseOperator("(left: f64, right) => x")).toThrow(
      "operator:1:23: expected one of left, right",
    );
  });

  it.each([
    ["parentheses", (n: number) => `${"(".repeat(n)}left${")".repeat(n)}`],
    ["prefixes", (n: number) => `${"- ".repeat(n)}left`],
    ["a chain", (n: number) => `${"left + ".repeat(n)}left`],
    ["ifs", (n: number) => `${"if left < right then left else ".repeat(n)}right`],
    ["calls", (n: number) => `${"sqrt(".repeat(n)}left${")".repeat(n)}`],
    ["records", (n: number) => `${"{ a: ".repeat(n)}left${" }".repeat(n)}`],
    ["fields", (n: number) => `left${".a".repeat(n)}`],
    ["lets", (n: number) => "let x = ".repeat(n)],
  ])("stop %s that are nested too deep before the stack does", (_, text) => {
    for (const depth of [601, 100_000]) {
      const error = refusal(`(left: f64, right) => ${text(depth)}`);
      expect(error.expected).toBe("a text nested at most 600 deep");
    }
  });

  it("stop types that are nested too deep", () => {
    const type = (n: number) => `(left: ${"{ a: ".repeat(n)}f64${" }".repeat(n)}, right) => left`;
    expect(refusal(type(17)).expected).toBe("nested at most 16 deep");
    expect(refusal(type(100_000)).expected).toBe("a text nested at most 600 deep");
  });

  it("stop terms that many lets make too deep or too large, in the body and in clauses", () => {
    const lets = (n: number, first: string) => {
      const more = Array.from({ length: n }, (_, i) => `let x${i + 1} = x${i} + x${i} in`);
      return `let x0 = ${first} in ${more.join(" ")} x${n}`;
    };
    const text = (body: string) => `(left: i64, right) => ${body}`;
    expect(() => parseOperator(text(lets(200, "left")))).not.toThrow();
    for (const body of [
      lets(300, "left"),
      `left identity ${lets(300, "1i64")}`,
      `left where v => 0 < ${lets(300, "v").replace(/^(.*)$/, "($1)")}`,
    ]) {
      expect(refusal(text(body)).expected).toBe("a term at most 256 deep");
    }
    const wide = Array.from({ length: 5000 }, (_, i) => `let x${i} = left + ${i} in`).join(" ");
    const sums = Array.from({ length: 5000 }, (_, i) => `x${i}`);
    const tree = (names: readonly string[]): string =>
      names.length === 1
        ? names[0]
        : `(${tree(names.slice(0, names.length / 2))} + ${tree(names.slice(names.length / 2))})`;
    expect(refusal(text(`${wide} ${tree(sums)}`)).expected).toBe("a term of at most 4096 nodes");
  });

  it("stop a number of too many digits", () => {
    expect(refusal(`(left: f64, right) => ${"1".repeat(1001)}`).expected).toBe(
      "a number of at most 1000 characters",
    );
    expect(refusal("(left: i64, right) => 1e999999999").expected).toContain("an integer from");
    expect(parseOperator("(left: f64, right) => 1e-999999999").hash).toBe(
      parseOperator("(left: f64, right) => 0").hash,
    );
  });
});
