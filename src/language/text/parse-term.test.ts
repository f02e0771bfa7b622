import { describe, expect, it } from "vitest";
import type { ArrayTerm, Pattern } from "../term.ts";
import { parseProgram } from "./parse-program.ts";
import { printProgram } from "./print-program.ts";
import { printTypeSyntax } from "./print-term.ts";

function bodyOf(text: string): ArrayTerm {
  return parseProgram(`def it = ${text}`).definitions[0].body;
}

/** A term with a parenthesis around everything that is made of parts: what binds to what. */
function brackets(term: ArrayTerm): string {
  switch (term.kind) {
    case "literal":
      return String(term.value);
    case "variable":
      return term.name;
    case "lambda":
      return `(\\${term.parameters.map(patternText).join(" ")} -> ${brackets(term.body)})`;
    case "section":
      return `(${[term.left, term.right].map((side) => (side ? brackets(side) : "_")).join(term.symbol)})`;
    case "apply":
      return `(${[term.function, ...term.operands].map(brackets).join(" ")})`;
    case "infix":
      return `(${brackets(term.left)} ${term.symbol} ${brackets(term.right)})`;
    case "prefix":
      return `(${term.symbol}${brackets(term.operand)})`;
    case "let":
      return `(let ${patternText(term.pattern)} = ${brackets(term.value)} in ${brackets(term.body)})`;
    case "if":
      return `(if ${[term.condition, term.first, term.second].map(brackets).join(" ")})`;
    case "tuple":
    case "array":
      return `${term.kind}(${term.items.map(brackets).join(", ")})`;
    case "record":
      return `{${term.fields.map(({ name, value }) => `${name}=${brackets(value)}`).join(", ")}}`;
    case "field":
      return `(${brackets(term.of)}.${term.name})`;
    case "index":
      return `${brackets(term.array)}[${term.indices.map(brackets).join(", ")}]`;
    case "slice":
      return `${brackets(term.array)}[${[term.start, term.end].map((end) => (end ? brackets(end) : "")).join(":")}]`;
    case "loop":
      return `(loop ${patternText(term.pattern)} = ${brackets(term.initial)} ${term.form.kind} do ${brackets(term.body)})`;
    case "ascription":
      return `(${brackets(term.term)}: ${printTypeSyntax(term.type)})`;
    case "update":
      return `(${brackets(term.of)} with ${term.name} = ${brackets(term.value)})`;
    default:
      return term satisfies never;
  }
}

function patternText(pattern: Pattern): string {
  const typed = pattern.type === undefined ? "" : `:${printTypeSyntax(pattern.type)}`;
  if (pattern.kind === "name") return pattern.name + typed;
  if (pattern.kind === "any") return `_${typed}`;
  const parts =
    pattern.kind === "tuple"
      ? pattern.items.map(patternText)
      : pattern.fields.map((field) => `${field.name}=${patternText(field.pattern)}`);
  return `<${parts.join(",")}>${typed}`;
}

describe("what binds to what", () => {
  it.each([
    ["a + b * c", "(a + (b * c))"],
    ["a - b - c", "((a - b) - c)"],
    ["a / b % c * d", "(((a / b) % c) * d)"],
    ["a || b && c == d", "(a || (b && (c == d)))"],
    ["a | b ^ c & d", "(((a | b) ^ c) & d)"],
    ["a & b << c + d", "(a & (b << (c + d)))"],
    ["a < b | c", "(a < (b | c))"],
    ["-a * b", "((-a) * b)"],
    ["!a && b", "((!a) && b)"],
    ["-f x", "(-(f x))"],
    ["- -a", "(-(-a))"],
    ["f a + g b", "((f a) + (g b))"],
    ["f a.x b[0]", "(f (a.x) b[0])"],
    ["f [0]", "(f array(0))"],
    ["f[0]", "f[0]"],
    ["f (-1)", "(f -1)"],
    ["f -1", "(f - 1)"],
    ["f \\x -> x + 1", "(f (\\x -> (x + 1)))"],
    ["map (+ 1) xs", "(map (_+1) xs)"],
    ["(a * b +)", "((a * b)+_)"],
    ["(1 -)", "(1-_)"],
    ["(- 1)", "-1"],
    ["(-)", "(_-_)"],
    ["(< a + b)", "(_<(a + b))"],
    ["if a then b else c + d", "(if a b (c + d))"],
    ["1 + if a then b else c", "(1 + (if a b c))"],
    ["let x = 1 let y = 2 in x + y", "(let x = 1 in (let y = 2 in (x + y)))"],
    ["let x = 1 in let y = 2 in x", "(let x = 1 in (let y = 2 in x))"],
    ["let f x (y, _) = x in f", "(let f = (\\x <y,_> -> x) in f)"],
    ["let f (x: i32): i64 = x in f", "(let f = (\\x:i32 -> (x: i64)) in f)"],
    ["let {x, y = (a, b)}: t = r in x", "(let <x=x,y=<a,b>>:t = r in x)"],
    ["loop x for i < 3 do x", "(loop x = x for do x)"],
    ["loop (x, y) while x do (y, x)", "(loop <x,y> = tuple(x, y) while do tuple(y, x))"],
    ["loop s = 0 for (a, b) in zs do s", "(loop s = 0 forIn do s)"],
    ["a |> f b |> g", "(g (f b a))"],
    ["f <| g <| a", "(f (g a))"],
    ["a |> f <| b", "(f a b)"],
    ["a + 1 |> f", "(f (a + 1))"],
    ["t.0.1.x", "(((t.0).1).x)"],
    ["t.0[1].x[2:]", "((t.0)[1].x)[2:]"],
    ["xs[a:b+1]", "xs[a:(b + 1)]"],
    ["xs[:]", "xs[:]"],
    ["xs[i, j][k]", "xs[i, j][k]"],
    ["x: i32", "(x: i32)"],
    ["(x: []i32)[0]", "(x: []i32)[0]"],
    ["i32.max a b", "(i32.max a b)"],
    ["i32.max", "i32.max"],
    ["(a, b,)", "tuple(a, b)"],
    ["(a)", "a"],
    ["()", "tuple()"],
    ["{x = 1, y}", "{x=1, y=y}"],
    ["{}", "{}"],
    ["[[1], []]", "array(array(1), array())"],
    ["a -- b\n+ c -- d", "(a + c)"],
    ["#[expression(left-fold)] f a", "(f a)"],
    ["x' + 'y", "(x' + 'y)"],
  ])("%s", (text, expected) => {
    expect(brackets(bodyOf(text))).toBe(expected);
    const printed = printProgram(parseProgram(`def it = ${text}`));
    expect(brackets(parseProgram(printed).definitions[0].body)).toBe(expected);
  });
});

describe("literals", () => {
  it.each([
    ["0", 0n, "whole"],
    ["1_000", 1000n, "whole"],
    ["0xFF", 255n, "whole"],
    ["0x1f32", 0x1f32n, "whole"],
    ["0xff_ff", 65535n, "whole"],
    ["0b1010", 10n, "whole"],
    ["18446744073709551616", 2n ** 64n, "whole"],
    ["1.5", 1.5, "real"],
    ["1e3", 1000, "real"],
    ["1.5e-3", 0.0015, "real"],
    ["1i32", 1, "i32"],
    ["0xFFu32", 255, "u32"],
    ["0xFFu64", 255n, "u64"],
    ["5f32", 5, "f32"],
    ["0.1f32", Math.fround(0.1), "f32"],
    ["1.00000005960464477539062500001f32", 1.0000001192092896, "f32"],
    ["-0b101f32", -5, "f32"],
    ["1.00000005960464477539062500001", 1 + 2 ** -24, "real"],
    ["1e3f64", 1000, "f64"],
    ["-3", -3n, "whole"],
    ["-0.0", -0, "real"],
    ["-2147483648i32", -2147483648, "i32"],
    ["true", 1, "bool"],
    ["false", 0, "bool"],
  ])("%s", (text, value, type) => {
    const term = bodyOf(text);
    expect(term).toMatchObject({ kind: "literal", type });
    expect(term.kind === "literal" && Object.is(term.value, value)).toBe(true);
    const printed = parseProgram(printProgram(parseProgram(`def it = ${text}`))).definitions[0].body;
    expect(printed.kind === "literal" && Object.is(printed.value, value)).toBe(true);
  });

  it.each([
    "1.5i32",
    "1e400",
    "18446744073709551617",
    "0x1FFFFFFFFu32",
    "1i12",
    "1u3",
    "2.0u64",
    "0b_f32",
    "0b_",
  ])("%s is none", (text) => {
    expect(() => bodyOf(text)).toThrow();
  });
});

describe("definitions", () => {
  it("have sizes, types, patterns and a result", () => {
    const [{ kind, name, sizes, types, parameters, result }] = parseProgram(
      "entry f [n] 'a [m] 'b (xs: [n][m]a) (g: a -> b) {x, y = (z: [4]f64)} _ : (b, [n]*[m]a) = x",
    ).definitions;
    expect([kind, name, sizes, types]).toEqual(["entry", "f", ["n", "m"], ["a", "b"]]);
    expect(parameters.map(patternText)).toEqual(["xs:[n][m]a", "g:a -> b", "<x=x,y=z:[4]f64>", "_"]);
    expect(result && printTypeSyntax(result)).toBe("(b, [n][m]a)");
  });

  it("have types that print as they are written", () => {
    for (const type of [
      "i32",
      "[]f64",
      "[n][8](i32, bool)",
      "{x: i32, y: []f64}",
      "(i32 -> bool) -> []i32 -> ()",
    ]) {
      const [{ parameters }] = parseProgram(`def f (x: ${type}) = x`).definitions;
      expect(parameters[0].type && printTypeSyntax(parameters[0].type)).toBe(type);
    }
  });

  it("may be none", () => {
    expect(parseProgram("  -- nothing\n").definitions).toEqual([]);
    expect(printProgram(parseProgram(""))).toBe("");
  });

  it("know where each term begins", () => {
    const body = bodyOf("f (a + b)");
    expect(body).toMatchObject({ at: 9, operands: [{ at: 14, left: { at: 12 }, right: { at: 16 } }] });
  });
});

it("attributes stay with their application", () => {
  const text = "def f xs = #[expression(block-dyadic:64)] scan (+) 0 xs";
  expect(printProgram(parseProgram(text))).toBe(`${text}\n`);
  expect(() => parseProgram("def f xs = #[expresion(exact)] scan (+) 0 xs")).toThrow(
    'an attribute: expression(…), or one that compilers alone look at, got "#[expresion(exact)]"',
  );
});
