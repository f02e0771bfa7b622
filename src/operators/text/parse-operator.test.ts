import { describe, expect, it } from "vitest";
import { toHex } from "../../values/bits.ts";
import type { Scalar } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { add, treeHash } from "../built-in.ts";
import { hashOf } from "../define-operator.ts";
import { evaluateBody } from "../evaluate.ts";
import { bodyOf } from "../operator.ts";
import { binary, constant, left, right, select, unary } from "../term.ts";
import { parseOperator } from "./parse-operator.ts";

/** The value of a body over two i32, in a text that is only the body. */
function ofInts(body: string, leftValue = 12, rightValue = 5): Scalar {
  return evaluateBody(bodyOf(parseOperator(`(left: i32, right) => ${body}`)), [leftValue], [rightValue])[0];
}

function bitsIn(type: string, number: string): string {
  const operator = parseOperator(`(left: ${type}, right) => ${number}`);
  const [value] = evaluateBody(bodyOf(operator), [], []);
  return toHex(type as "f32", value);
}

describe("parseOperator", () => {
  it("makes the terms that the text says", () => {
    const [l, r] = [left("f64"), right("f64")];
    const hash = (body: string): string | undefined => parseOperator(`(left: f64, right) => ${body}`).hash;
    expect(hash("left + right * left")).toBe(hashOf("f64", [binary("add", l, binary("multiply", r, l))]));
    expect(hash("if left > right then 1 else -left")).toBe(
      hashOf("f64", [select(binary("less", r, l), constant("f64", 1), unary("negate", l))]),
    );
    expect(hash("if left >= right || left != right then left else right")).toBe(
      hashOf("f64", [
        select(binary("or", binary("lessOrEqual", r, l), unary("not", binary("equal", l, r))), l, r),
      ]),
    );
  });

  it("binds as the table of precedence says, and associates to the left", () => {
    expect(ofInts("left - right - 2")).toBe(5);
    expect(ofInts("left - right * 2 + 1")).toBe(3);
    expect(ofInts("left / right * 2 % 3")).toBe(1);
    expect(ofInts("1 + left << 1")).toBe(26);
    expect(ofInts("left & 6 | 1 ^ 8")).toBe((12 & 6) | (1 ^ 8));
    expect(ofInts("if left & 4 == 4 then 1 else 0")).toBe(1); // comparisons bind looser than bits
    expect(ofInts("if left < 0 || left > 1 && right == 5 then 1 else 0")).toBe(1);
    expect(ofInts("-left + ~right")).toBe(-12 + ~5);
    expect(ofInts("let x = left + 1 in let y = x * x in y - x")).toBe(156);
    expect(ofInts("(if left < right then 1 else 2) + 10")).toBe(12);
    expect(ofInts("if left < right then 1 else 2 + 10")).toBe(12);
    expect(ofInts("left # to the end\n // and this\n + right")).toBe(17);
  });

  it("reads every function", () => {
    expect(ofInts("min(left, right) + max(left, right) * abs(-3)")).toBe(41);
    expect(ofInts("rotate_left(left, 31) + count_leading_zeros(left)")).toBe(6 + 28);
    expect(ofInts("count_trailing_zeros(left) * 10 + count_ones(left)")).toBe(22);
    expect(
      ofInts(
        "i32(sqrt(f64(left) + 4) + floor(1.5f64) + ceil(1.5f64) + truncate(2.5f64) + round_even(3.5f64))",
      ),
    ).toBe(13);
    expect(ofInts("bitcast_i32(1.0f32)")).toBe(0x3f800000);
    expect(ofInts("i32(left < right)")).toBe(0);
  });

  it("works on records column by column, and takes fields in any order", () => {
    const text = `operator pick (a: { position: { x: f32, y: f32 }, index: u32 }, b: { position: {x: f32, y: f32}, index: u32 }) =>
      let nearer = if a.position.x < b.position.x then a else b in
      { index: nearer.index + 1, position: { y: 2, x: nearer.position.y } }
      start { index: 7, position: { x: 1 / 4, y: -0 } }
      identity { position: { x: inf, y: 0 }, index: 0xffffffff }
      where v => v.position.x == v.position.x`;
    const operator = parseOperator(text);
    expect(operator.name).toBe("pick");
    expect(evaluateBody(bodyOf(operator), [1, 10, 3], [2, 20, 4])).toEqual([10, 2, 4]);
    expect(operator.kind === "record-operator" && operator.start).toEqual([0.25, -0, 7]);
    expect(operator.claims?.identity).toEqual([Infinity, 0, 2 ** 32 - 1]);
    expect(operator.claims?.carrier).toEqual(binary("equal", left("f32", 0), left("f32", 0)));
  });

  it("starts at the identity where no start is given", () => {
    const operator = parseOperator("operator sum (left: i64, right) = left + right identity 0");
    expect(operator.kind === "operator" && operator.start("i64")).toBe(0n);
    expect(operator.kind === "operator" && operator.identity("i64")).toBe(undefined); // claimed, not known
  });

  it("gives numbers the type of what they stand beside", () => {
    const same = (text: string, typed: string): void => {
      const hash = (body: string) => parseOperator(`(left: { a: f32, b: u64 }, right) => ${body}`).hash;
      expect(hash(text), text).toBe(hash(typed));
    };
    same("{ a: 1, b: 2 }", "{ a: 1f32, b: 2u64 }");
    same("{ a: (1 + 2) * left.a, b: left.b }", "{ a: (1f32 + 2f32) * left.a, b: left.b }");
    same(
      "{ a: if 3 < left.a then 1 else min(2, -1) , b: 0 }",
      "{ a: if 3f32 < left.a then 1f32 else min(2f32, -1f32), b: 0u64 }",
    );
    same(
      "if left.b == 18446744073709551615 then { b: 1, a: 2 } else left",
      "if left.b == 18446744073709551615u64 then { a: 2f32, b: 1u64 } else left",
    );
    same("{ a: f32(0.1), b: u64(7) << 3 }", "{ a: 0.1f32, b: 7u64 << 3u64 }");
    same("{ a: 1e3, b: 1e3 }", "{ a: 1000.0, b: 1000 }");
  });

  it("rounds decimals once, to nearest, ties to even", () => {
    expect(bitsIn("f64", "0.1")).toBe("3fb999999999999a");
    expect(bitsIn("f32", "0.1")).toBe("3dcccccd");
    expect(bitsIn("f32", "16777217")).toBe("4b800000"); // halfway, to even
    expect(bitsIn("f32", "16777219")).toBe("4b800002");
    // Halfway is 1 + 2^−24; these are an f64's rounding away from it, on either side.
    expect(bitsIn("f32", "1.00000005960464477539062500000000000000000001")).toBe("3f800001");
    expect(bitsIn("f32", "1.000000059604644775390625")).toBe("3f800000");
    expect(bitsIn("f32", "-1.00000005960464477539062500000000000000000001")).toBe("bf800001");
    expect(bitsIn("f32", "1.00000017881393432617187499999999999999999999")).toBe("3f800001");
    expect(bitsIn("f32", "1.000000178813934326171875")).toBe("3f800002");
    expect(
      bitsIn(
        "f32",
        "7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743319094181060791015625e-46",
      ),
    ).toBe("00000000");
    expect(
      bitsIn(
        "f32",
        "7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743319094181060791015626e-46",
      ),
    ).toBe("00000001");
    expect(bitsIn("f32", "340282356779733661637539395458142568447.99999")).toBe("7f7fffff"); // below where f32 overflows
    expect(bitsIn("f32", "-0")).toBe("80000000");
    expect(bitsIn("f32", "1e-400")).toBe("00000000");
    expect(bitsIn("f64", "-inf")).toBe("fff0000000000000");
    expect(bitsIn("f32", "nan")).toBe("7fc00000");
    expect(bitsIn("i32", "-2147483648")).toBe("80000000");
    expect(bitsIn("i32", "-0")).toBe("00000000");
    expect(bitsIn("u64", "0xffffffffffffffff")).toBe("ffffffffffffffff");
    expect(bitsIn("f64", "0x10")).toBe("4030000000000000");
    expect(bitsIn("i64", "120e-1")).toBe("000000000000000c");
  });

  it("says what the built-ins are", () => {
    expect(parseOperator("(left: f64, right) => left + right").hash).toBe(hashOf("f64", [add.term("f64")]));
    const text = `(l: u64, r) =>
      let z = l * 0x9e3779b97f4a7c15 + rotate_left(r, 29) * 0xc2b2ae3d27d4eb4f + 0x165667b19e3779f9 in
      let y = (z ^ z >> 32) * 0xd6e8feb86659fd93 in
      y ^ y >> 32`;
    expect(parseOperator(text).hash).toBe(hashOf("u64", [treeHash.term("u64")]));
  });

  it("refuses what is no text", () => {
    expect(() => parseOperator(7 as unknown as string)).toThrow(InvalidArgumentError);
  });
});
