import { describe, expect, it } from "vitest";
import { caretOf, errorOf } from "../../test/helpers/language/program-errors.ts";
import { compile } from "../language.ts";

describe("a text that is no program", () => {
  it.each([
    ["def f (x: i32) = (x +", "1:22: expected a value, got the end of the text"],
    ["def f (x: i32) = x +\n  * 2", '2:3: expected a value, got "*"'],
    ["loop f = 1", '1:1: expected "def" or "entry", got "loop"'],
    ["def f = if true then 1", '1:23: expected "else" and a value (there is always one), got the end'],
    ["def f = let x = 1 x", '1:20: expected "in" and where the name is used, got the end of the text'],
    ["def f = 1 < 2 < 3", '1:15: expected one comparison; two are joined by &&, got "<"'],
    ["def f = [1, 2", '1:14: expected "]" or a comma, got the end of the text'],
    ["def f (xs: []i32) = xs[]", '1:24: expected a value, got "]"'],
    ["def f = loop (x, 1) = 2 while true do 3", '1:18: expected a name or a pattern, got "1"'],
    ["def f = loop x = 1 do 2", '1:20: expected "for" or "while", got "do"'],
    ["def f = loop x = 1 for (a, b) < 3 do x", '1:31: expected "in" and an array, got "<"'],
    ["def f = \\x x", '1:13: expected "->" and the body, got the end of the text'],
    ["def f = 1 # 2", '1:11: expected a comment that begins with --, got "#"'],
    ["def f = 1 $ 2", '1:11: expected a name, a number or a symbol, got "$"'],
    ["def then = 1", '1:5: expected a name to define that is not a reserved word, got "then"'],
    ["def f (x: [3.5]i32) = x", '1:12: expected a size: a number, the name of one, or nothing, got "3.5"'],
    ["def f = 5000000000i32", '1:9: expected a number that its type has, got "5000000000i32"'],
    ["def f = 99999999999999999999", '1:9: expected a number that its type has, got "99999999999999999999"'],
    ["def f = #[expression(left-fold)] 3", "1:35: expected an application after an attribute, got the end"],
    ["def f = (+ 1", '1:13: expected ")" after the operand of a section, got the end of the text'],
    ["def f = {x = 1, = 2}", '1:17: expected the name of a field, got "="'],
  ])("%j", (text, message) => {
    expect(errorOf(() => compile(text)).message).toContain(`program:${message}`);
  });

  it.each([
    [
      "def f (n: i32): i32 = if n < 2 then 1 else n * f (n - 1)",
      /^program:1:48: .*a loop .*segments.*quicksort\.sb does, got "f"/,
    ],
    [
      "def f (n: i32) = let g x = if x < 2 then x else g (x - 1) in g n",
      /^program:1:49: .*a loop .*segments.*, got "g"/,
    ],
    [
      "def f (n: i32) = g n\ndef g (n: i32) = n",
      /^program:1:18: expected a name that is defined before its use, got "g"/,
    ],
  ])("that calls what is not defined yet says what to write: %j", (text, message) => {
    expect(errorOf(() => compile(text)).message).toMatch(message);
  });

  it("is shown with a caret, also behind tabs and with other ends of lines", () => {
    const { message, frame } = errorOf(() =>
      compile("def f =\r\n\t\t1 +\r\n\t\t] 2\r\n", { source: "f.sb" }),
    );
    expect(message).toBe(`f.sb:3:3: expected a value, got "]"\n${frame}`);
    expect(frame).toBe("\t\t] 2\n\t\t^");
  });

  it("may not be nested without end", () => {
    const deep = `def f = ${"(".repeat(600)}1${")".repeat(600)}`;
    expect(errorOf(() => compile(deep)).message).toMatch(/expected terms nested at most 500 deep/);
    const types = `def f (x: ${"[]".repeat(600)}i32) = x`;
    expect(errorOf(() => compile(types)).message).toMatch(/nested at most 500 deep/);
  });
});

describe("what is missing", () => {
  it.each([
    [
      "def f (x: i32) =\n  if x > 1 then 2\ndef g = 1",
      '2:18: expected "else" and a value (there is always one), got "def"',
    ],
    ["def f (x: i32) =\n  (x + 1\ndef g = 1", '2:9: expected "," or ")", got "def"'],
    [
      "def f (x: i32) =\n  let y = x + 1\n  y * 2\ndef g = 1",
      '2:16: expected "in" and where the name is used, got "y"',
    ],
    [
      "def f (x: i32) =\n  let y =\n    x\n    + 1\ndef g = 1",
      '4:8: expected "in" and where the name is used, got "def"',
    ],
    ["def f (x: i32) =\n  [x, 2\ndef g = 1", '2:8: expected "]" or a comma, got "def"'],
    ["def f (x: i32) =\n  if x > 1\n  2 else 3", '2:11: expected "then" and a value, got "2"'],
  ])("is missed where it is missing: %j", (text, message) => {
    expect(errorOf(() => compile(text)).message).toContain(`program:${message}`);
  });
});

describe("modules that are made of modules", () => {
  it("without end are refused", () => {
    const doubled = Array.from({ length: 30 }, (_, i) => {
      return `module m${i + 1} (P: S) = { module a = m${i} P module b = m${i} P }`;
    });
    const text = `module m0 (P: S) = { def f = P.g } ${doubled.join(" ")} module all = m30 { def g = 1 }`;
    expect(errorOf(() => compile(text)).message).toContain(
      "modules of at most 10000 definitions in all, got more",
    );
  });
});

describe("what other languages write", () => {
  it.each([
    [
      "def f (xs: []i32) = reduce + 0 xs",
      'expected "(+)", as an operator is written that is handed to reduce, got "+"',
      "+ 0 xs",
    ],
    ["def f (xs: []i32) = [x * x | x <- xs]", "as there are no comprehensions: map (\\x -> …) xs", "| x"],
    ["def f (xs: []i32) = [x * x for x in xs]", "as there are no comprehensions: map (\\x -> …) xs", "for x"],
    ["def f (xs: []i32) = xs.length", "(functions come first: length xs)", ".length"],
    ["def f (xs: []i32) = len xs", '(here: length xs), got "len"', "len"],
    ["def f (xs: []f64) = sum xs", "f64.sum xs", "sum"],
    ["def lenght2 = 1 def f (xs: []i32) = lenght xs", '(nearest: length), got "lenght"', "lenght xs"],
    ["def f (x: i32) = unflaten x", "(nearest: unflatten)", "unflaten"],
    ["def f (x: f64) = f64.lgamma x", "(not here: nothing says which bits it gives)", "f64.lgamma"],
    ["def f (xs: []i32) = map +1 xs", '"(+ …)", as an operator is written that is handed to map', "+1 xs"],
    ["def f (xs: []i32) = map (x -> x + 1) xs", "(a function begins with a backslash: \\x -> …)", "-> x"],
    ["def f (xs: []i32) = map(\\x -> x + 1, xs)", "(operands stand side by side: f x y)", "(\\x"],
    ["def f (xs: []i32) = xs.sum", "(here: reduce (+) 0 xs, or f64.sum xs)", ".sum"],
    ["def f (xs: []f64) = 2 * xs", "(element by element: map2 (*) xs ys, map (* y) xs)", "xs"],
    ["def f (x: f64) = x ^ 2", "(a power is x ** y)", "x ^"],
    ["def f (x: f64) = sqrt x", "(here: of a type, as f64.sqrt or f32.sqrt)", "sqrt"],
    ["def f (n: i32) = iota n", "expected i64 (i64.i32 converts), got i32", "n"],
    ["def f (x: i32) = x /= 1", 'expected "!=", by which values differ, got "/="', "/="],
    ["def f (x: i32) = x > 1 ? 2 : 3", "expected if … then … else …", "?"],
    ["def f (x: i32) = let y := 3 in y", 'expected "=" (let y = … in …)', ":="],
    ["def f (x: i32) =\n  y = 3\n  in y", "let x = … in … names a value", "= 3"],
    ["def f (xs: i32[]) = xs", "expected []i32 for an array", "["],
    ["def f (xs: [i32]) = xs", "(an array of it is []i32)", ")"],
    ["def f (x: i32) -> i32 = x", '":" and the type that it gives', "->"],
    ["// adds\ndef f (x: i32) = x", "expected a comment that begins with --", "//"],
    ["def f (x: i32) = while x > 1 do x", "(loop acc = e while … do … is one)", "while"],
    ["def f (x: i32) = True", "(here: true)", "True"],
    ["def f (x: i32) = y", 'expected a name that is defined, got "y"', "y"],
    ["def f (x: f16) = x", "(not here: no executor has it; f32 is the narrowest float)", "f16"],
    ["def f (x: int) = x", "(here: i32 or i64)", "int"],
    ["def f (xs: []i32) = map_stream (+ 1) xs", "(not here: write map)", "map_stream"],
    ["def f (x: f64) = f64.fma x x x", "(not here: executors round twice, as mad does)", "f64.fma"],
    ['def f = 1 import "lib/list"', "what is imported, written here: a program is one text", "import"],
    ['module m = import "lib/list"', "what is imported, written here: a program is one text", "import"],
    ["def f (g: i32 -> i32) = g == g", "expected _, got i32 -> i32", "g == g"],
    ["def f 't (x: t) = x == x", "expected _, got t", "x == x"],
    ["def f = (1, true) == (1, 2)", "expected (i32|", "(1, 2)"],
    ["module m = { def k = 1 } def f = m.j", 'expected one of k, got "j"', "j"],
    ["module m (P: S) = { def f = P.g } module n = m k", 'expected the name of a module, got "k"', "k"],
    ["module m (P: S) = { def f = P.g } module n = m { def h = 1 }", 'expected one of h, got "g"', "g }"],
    ["def f (x: i32) = 1..2", '"...", "..<" or "..>", and where the range ends', ""],
  ])("is answered with the right form: %j", (text, message, at) => {
    const { message: told, frame } = errorOf(() => compile(text));
    expect(told).toContain(message);
    expect(caretOf(frame).startsWith(at)).toBe(true);
  });
});

describe("a match", () => {
  const types = "type opt = #none | #some i32 ";
  it.each([
    [
      "def f (x: opt) = match x case #none -> 1",
      "expected a case for every value, got some that no case has",
      "match",
    ],
    [
      "def f (x: (opt, opt)) = match x case (#none, _) -> 1 case (_, #none) -> 2",
      "a case for every value",
      "match",
    ],
    ["def f (x: i32) = match x case 1 -> 1 case 2 -> 2", "a case for every value", "match"],
    [
      "def f (x: (bool, bool)) = match x case (true, false) -> 1 case (false, _) -> 2",
      "a case for every value",
      "match",
    ],
    [
      "type one = #none | #one def g (x: one) = 1 type two = #one | #two def f = g #one",
      "expected {none_one': i32}, got {one_two': i32}",
      "#one",
    ],
    ["def f = #left", "written, as in (#left : #left | #…)", "#left"],
    ["def f (x: opt) = match x case #som y -> y case _ -> 0", '(nearest: #some), got "#som"', "#som y"],
    [
      "def f (x: opt) = match x case #some -> 1 case _ -> 0",
      "#some with 1 parts, of one type, got 0",
      "#some ->",
    ],
    ["def f: opt = #some 1 2", "#some with 1 parts, of one type, got 2", "#some 1 2"],
    ["def f: opt = #some 1.5", "expected {", "type"],
    ["def f (x: opt) = match x", 'expected "case" and a pattern, got the end of the text', ""],
    ["type t = #a | #a", 'a constructor of another name, got "#a"', "#a"],
  ])("is refused where it has no value: %j", (text, message, at) => {
    const { message: told, frame } = errorOf(() => compile(types + text));
    expect(told).toContain(message);
    if (at !== "type") expect(caretOf(frame).startsWith(at)).toBe(true);
  });

  it("of all values by parts is none of these", () => {
    const cases =
      "case (true, #none) -> 1 case (false, _) -> 2 case (_, #some 3) -> 3 case (true, #some y) -> y";
    const program = compile(
      `${types} def f (b: bool) (x: i32) = match (b, if x > 0 then #some x else #none) ${cases}`,
    );
    expect([program.interpret("f", [true, 0]), program.interpret("f", [false, 0])]).toEqual([1, 2]);
    expect([program.interpret("f", [true, 3]), program.interpret("f", [true, 4])]).toEqual([3, 4]);
  });
});

describe("a type that does not fit", () => {
  it.each([
    ["def f (x: i32) = x + 1.5", "expected i32, got f64|f32", "1.5"],
    ["def f (x: f64) = x & 1", "expected i32|i64|u32|u64, got f64", "x & 1"],
    ["def f (x: i32) = if x then 1 else 2", "expected bool, got i32", "x then"],
    ["def f (x: i32) = if true then x else 2.0", "expected i32, got f64|f32", "2.0"],
    ["def f (x: i32) = x 1", "expected i32, got a function, or one operand too many", "1"],
    ["def f (x: i32) = map (\\y -> y) x", "expected []_, got i32", "x"],
    ["def f (xs: []f64) = reduce (&) 0 xs", "expected f64 -> f64 -> f64, got (i32|i64|u32|u64) -> ", "(&)"],
    ["def f (xs: []i32) = scan (\\a b -> a < b) 0 xs", "expected i32, got bool", "< b"],
    ["def f (xs: []i32) = filter (\\x -> x + 1) xs", "expected bool, got i32", "+ 1"],
    ["def f (xs: []i32) = xs[0.5]", "expected i32|i64|u32|u64, got f64|f32", "0.5"],
    ["def f (x: i32) = loop y = x while y do y", "expected bool, got i32", "y do"],
    ["def f (x: i32) = loop y = x for i < 3 do (y, i)", "expected i32, got (i32, i32|i64|u32|u64)", "(y, i)"],
    [
      "def f (xs: []i32) = #[expression(left-fold)] map (+ 1) xs",
      'expected one of reduce, reduce_comm, scan, exscan, segmented_scan, segmented_reduce, reduce_by_index after an attribute, got "map"',
      "map",
    ],
    [
      "def f (xs: []i32) = let reduce f x = f x in #[expression(exact)] reduce f xs",
      'after an attribute, got "reduce"',
      "reduce f xs",
    ],
    [
      "def f (xs: []i32) = #[expression(left-fol)] reduce (+) 0 xs",
      '(nearest: left-fold), got "left-fol"',
      "reduce",
    ],
    ["def f [n]: [n]i64 = iota n def g = f", 'something that says the size "n" of "f"', "f"],
    ["def f (t: (i32, f64)) = t.2", 'expected a component of the tuple, got "2" of (i32, f64)', ".2"],
    ["def f (r: {x: i32}) = r.y", 'expected a field of the record, got "y" of {x: i32}', ".y"],
    ["def f (x: i32) = x.y", 'expected a record or a tuple, got "y" of i32', ".y"],
    ["def f = (1.5).x", 'expected a record or a tuple, got "x" of f64|f32', ".x"],
    ["def f xs = map (\\x -> x.0) xs", 'its field "0", got one to annotate', ".0"],
    ["def f (x: a) = x", 'expected a scalar type, or a type that the definition names as \', got "a"', "a)"],
    ["def f 'a (x: a): i32 = x", "expected i32, got a", "x"],
    ["def f (a, a) = a", 'expected names that differ, got "a" twice', "a)"],
    ["def f = 1 def f = 2", 'expected names that differ, got "f" twice', "def f = 2"],
    ["def f = \\x -> x x", "expected _, got a function", "x"],
    [
      "def f (x: i32) = x + 3000000000",
      "expected a number of i32, from -2147483648 to 2147483647",
      "3000000000",
    ],
    ["def f = 2147483648i32", "expected a number of i32", "2147483648i32"],
    ["def f = -2147483649", "expected a number of i32", "-2147483649"],
  ])("%j", (text, message, at) => {
    const { message: told, frame } = errorOf(() => compile(text));
    if (message.startsWith("expected _")) expect(told).toMatch(/type that is not part of itself/);
    else expect(told).toContain(message);
    expect(caretOf(frame).startsWith(at)).toBe(true);
  });

  it("is of another rank", () => {
    expect(errorOf(() => compile("def f (xs: []i32) = xs[0][1]")).message).toContain("expected []_, got i32");
    expect(errorOf(() => compile("def f (xs: []i32) = xs[0, 1]")).message).toContain(
      "expected [][]_, got []i32",
    );
    expect(errorOf(() => compile("def f (xs: [][]i32) = reduce (+) 0 xs")).message).toContain("got [][]i32");
    expect(errorOf(() => compile("def f (xs: []i32) = flatten xs")).message).toContain("got []i32");
    expect(errorOf(() => compile("def f = [1, [2]]")).message).toContain("got [1](i32|i64|u32|u64|f64|f32)");
  });
});

describe("names that nothing has", () => {
  it.each([
    ["def f (xs: []i32) = redcue (+) 0 xs", "nearest: reduce"],
    ["def f (total: i32) = totl + 1", "nearest: total"],
    ["def square (x: i32) = x * x def f = squrae 2", "nearest: square"],
    ["def f (x: i32) = g x def g (x: i32) = x", 'got "g"'], // definitions see those before them
    ["def f (x: i32) = i32.sqrt x", 'got "i32.sqrt"'],
    ["def f (i: f64) = i32 i", "a conversion names both types, such as i32.f64), got the type i32"],
    ["def f (xs: []i32) = map f64 xs", "such as f64.i64), got the type f64"],
    [
      "def f [n] (xs: [m]i32) = n",
      "expected a number, a size that the definition names in brackets, or a name of i64",
    ],
  ])("%j", (text, message) => {
    expect(errorOf(() => compile(text)).message).toContain(message);
  });
});

describe("what other languages write", () => {
  it.each([
    ["entry f (x: bool) (y: bool): bool = x and y", /:1:39: expected a && b, of two bools, got "and"/],
    ["entry f (x: bool): bool = true or x", /:1:32: expected a \|\| b, of two bools, got "or"/],
    [
      "entry f (x: i32): i32 = (lambda x: x + 1) x",
      /:1:26: expected \\x -> …, a function of x, got "lambda"/,
    ],
    [
      "entry f (x: i32) = if x > 0 then 1 elif x < 0 then 2 else 3",
      /:1:36: expected else if … then … else …, got "elif"/,
    ],
    [
      "entry f (x: i32) = match x with | 0 -> 1 | _ -> 2",
      /:1:28: expected match x case … -> … case … -> …, got "with"/,
    ],
    ["entry f (x: i32) = { x + 1 }", /:1:20: expected a term without braces: .*, got "{"/],
    ["entry f (x: i32) { let y = x in y }", /:1:18: expected a term without braces: .*, got "{"/],
  ])("is answered with what is written here: %s", (text, message) => {
    expect(() => compile(text)).toThrow(message);
  });

  it("is what it was where the language has it", () => {
    const program = compile(`
type point = {x: i32, y: i32}
def and_all (p: {x: bool}) = and [p.x, true]
entry f (lambda: i32) (elif: i32): bool =
  let p = {x = lambda, y = elif} let x = 1 let y = 2 let q = {x, y}
  in and_all {x = p.x == q.x} && or (map (== 2) [lambda, elif])`);
    expect(program.interpret("f", [1, 2])).toBe(true);
  });
});
