import { describe, expect, it } from "vitest";
import { caretOf, errorOf } from "../../test/helpers/language/program-errors.ts";
import { compile, ProgramError, run, UnsupportedError } from "../language.ts";
import { MOST_NODES } from "./cost/meter.ts";

describe("sizes", () => {
  it.each([
    ["def f [n] (xs: [n]i32) (ys: [3]i32) = zip xs ys", "expected [n]_, got [3]i32"],
    ["def f (xs: [2]i32) (ys: [3]i32) = zip xs ys", "expected [2]_, got [3]i32"],
    ["def f [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys", "expected [n]_, got [m]i32"],
    ["def f = [[1, 2], [3]]", "got [1](i32|"],
    ["def f [n] (xs: [n]i32): [n]i32 = [1, 2]", "expected [n]i32, got [2]"],
  ])("that types know: %j", (text, message) => {
    expect(errorOf(() => compile(text)).message).toContain(message);
  });

  it.each([
    [
      "def f [n] (xs: [n]i32) (ys: [n]i32) = n",
      [[1, 2], [3]],
      "1:29: expected an array of length n = 2, got length 1",
    ],
    [
      "def f (xs: [3]i32) (ys: []i32) = 0",
      [[1, 2], [3]],
      "1:12: expected an array of length 3, got length 2",
    ],
    [
      "def f (xs: []i32) (ys: []i32) = map2 (+) xs ys",
      [[1, 2], [3]],
      "1:33: expected map2 of arrays of one length, got lengths 2 and 1",
    ],
    [
      "def f (xs: []i32) (ys: []i32) = zip xs ys",
      [[1, 2], [3]],
      "zip of arrays of one length, got lengths 2 and 1",
    ],
    [
      "def f [n] (xs: [n]i32) (ys: []i32): [n]i32 = filter (> 1) xs",
      [[1, 2], [3]],
      "1:37: expected an array of length n = 2, got length 1",
    ],
    [
      "def f (xs: []i32) (ys: []i32) = scatter xs [0, 1] ys",
      [[1, 2], [3]],
      "scatter of arrays of one length",
    ],
    ["def f (xs: []i32) (ys: []i32) = take 3 xs", [[1, 2], [3]], "expected take of at most 2, got 3"],
    ["def f (xs: []i32) (ys: []i32) = xs[1:3]", [[1, 2], [3]], "1:35: expected a slice within 0:2, got 1:3"],
    ["def f (xs: []i32) (ys: []i32) = xs[1:0]", [[1, 2], [3]], "expected a slice within 0:2, got 1:0"],
    [
      "def f (xs: []i32) (ys: []i32) = iota (length ys - 2)",
      [[1, 2], [3]],
      "iota with a length that is not negative, got -1",
    ],
    [
      "def f (xs: []i32) (ys: []i32) = head xs",
      [[], [3]],
      "expected head of an array with elements, got an empty one",
    ],
  ])("that a run finds: %j", (text, operands, message) => {
    const typed = operands.map((items) => Int32Array.from(items as readonly number[]));
    const program = compile(text);
    expect(errorOf(() => program.interpret("f", typed)).message).toContain(message);
    // Executors say the same; where they say it otherwise is in the place alone.
    expect(() => run(program, "f", typed)).toThrow(ProgramError);
  });
});

describe("an index outside", () => {
  const xs = Int32Array.of(0, 1, 2, 7);
  it.each([
    ["of an element", "xs[4]", "index 4", "4]"],
    ["of an element before the first", "xs[length xs - 5]", "index -1", "- 5"],
    ["in a map", "map (\\i -> xs[i+1]) (iota 4)", "index 4", "+1]"],
    ["in a scan's operator", "#[expression(left-fold)] scan (\\a b -> xs[a+b]) 0 xs", "index 14", "+b]"],
    [
      "in a reduce's operator",
      "#[expression(left-fold)] reduce (\\a b -> xs[a-b-1]) 0 xs",
      "index -2",
      "-1]",
    ],
    ["in a filter", "filter (\\x -> xs[x] > 0) xs", "index 7", "x] > 0"],
    ["in a loop", "loop x = 0 for i < 9 do xs[i]", "index 4", "i]"],
    ["of a row", "[[1, 2], [3, 4]][1, 2]", "index 2", "2]"],
    ["of an empty array", "xs[4:][0]", "index 0", "0]"],
  ])("%s", (_, term, index, at) => {
    const program = compile(`entry main (xs: []i32) = ${term}`);
    const { message, frame } = errorOf(() => program.interpret("main", [xs]));
    expect(message).toContain(`got ${index}`);
    expect(caretOf(frame).startsWith(at)).toBe(true);
  });

  it("in a map is the same error on an executor", () => {
    const program = compile("entry main (xs: []i32) = map (\\i -> xs[i+1]) (iota 4)");
    const interpreted = errorOf(() => program.interpret("main", [xs]));
    expect(errorOf(() => run(program, "main", [xs]))).toEqual(interpreted);
  });
});

describe("limits", () => {
  it("fuel ends a program that would not, and says how much there was", () => {
    const endless = compile("entry main (x: i32) =\n  loop x while true do x");
    expect(errorOf(() => endless.interpret("main", [1], { fuel: 1000 })).message).toMatch(
      /^program:2:\d+: expected an end within 1000 units of work \("fuel"\), got a longer way$/m,
    );
    expect(errorOf(() => run(endless, "main", [1], { fuel: 1000 })).message).toMatch(
      /^program:2:3: expected an end within 1000 turns \("fuel"\)/,
    );
    expect(compile("entry main (x: i32) = x + 1").interpret("main", [1], { fuel: 3 })).toBe(2);
    expect(() => compile("entry main (x: i32) = x + 1").interpret("main", [1], { fuel: 2 })).toThrow("fuel");
  });

  it("a graph that is too large is not unfolded, and the limit is said", () => {
    const program = compile("entry main (n: i64) = iota n");
    expect(() => program.unfold("main", [BigInt(MOST_NODES)])).toThrow(UnsupportedError);
    expect(() => program.unfold("main", [BigInt(MOST_NODES)])).toThrow(
      "more than 200000 nodes; take a smaller input",
    );
    expect(program.unfold("main", [BigInt(MOST_NODES - 2)]).places.length).toBe(MOST_NODES);
    expect(program.cost("main", [BigInt(MOST_NODES)]).work).toBe(MOST_NODES + 2);
  });
});

describe("what executors have not", () => {
  const xs = Int32Array.of(3, 1, 2);
  it.each([
    ["a foldl within a map", "map (\\x -> foldl (\\a b -> a + b * x) 0 xs) xs", ""],
    [
      "segments by an operator that sees an element",
      "map (\\x -> segmented_scan (\\a b -> a + b + x) 0 (map (> 1) xs) xs) xs",
      "",
    ],
    ["bins of arrays", "reduce_by_index [[0]] (map2 (+)) [0] [0] (map (\\x -> [x]) (xs[:1]))", ""],
  ])("%s is refused, with who has it", (_, term, place) => {
    const program = compile(
      `entry main (xs: []i32) = ${term.replace(/\b(segmented_scan|reduce_by_index)/, "#[expression(left-fold)] $1")}`,
    );
    expect(() => program.interpret("main", [xs])).not.toThrow();
    let refusal: unknown;
    try {
      run(program, "main", [xs]);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(UnsupportedError);
    expect((refusal as UnsupportedError).subject).toMatch(/on "wasm"/);
    expect((refusal as UnsupportedError).subject).toContain(`(program:${place}`);
    expect((refusal as UnsupportedError).remedy).toMatch(/^the interpreter has it/);
  });
});

it("operands that are arrays of arrays stand within others", () => {
  const program = compile("entry main (n: i32) (rows: ([][]i32, i32)) = map (\\r -> length r) rows.0");
  const operands = [1, [[Int32Array.of(1), Int32Array.of(2, 3)], 3]];
  expect(program.interpret("main", operands)).toEqual(BigInt64Array.of(1n, 2n));
  expect(run(program, "main", operands)).toEqual(BigInt64Array.of(1n, 2n));
  expect(() => run(program, "main", [1, [[Int32Array.of(1), 2], 3]])).toThrow(
    '"operands[1][0][1]" must be an array of i32, got 2',
  );
});

describe("an assertion that does not hold", () => {
  it.each([
    ["alone", "assert (length xs > 9) 1"],
    ["in a map", "map (\\x -> assert (x > 1) x) xs"],
    ["in a branch of a map", "map (\\x -> if x > 2 then assert (x > 3) x else 0) xs"],
    ["of arrays in a map", "map (\\x -> reduce (+) 0 (assert (x > 1) (replicate 2 x))) xs"],
  ])("is an error, with its place: %s", (_, term) => {
    const program = compile(`entry main (xs: []i32): ${term.startsWith("map") ? "[]" : ""}i32 = ${term}`);
    const xs = [Int32Array.of(3, 1, 2)];
    const expected = errorOf(() => program.interpret("main", xs));
    expect(expected.message).toContain("expected an assertion that holds, got one that does not");
    expect(caretOf(expected.frame).startsWith("assert")).toBe(true);
    expect(errorOf(() => run(program, "main", xs))).toEqual(expected);
  });

  it("is none where nobody asks", () => {
    const program = compile("entry main (xs: []i32) = map (\\x -> if x > 9 then assert false x else 0) xs");
    expect(run(program, "main", [Int32Array.of(3, 1)])).toEqual(Int32Array.of(0, 0));
    expect(program.interpret("main", [Int32Array.of(3, 1)])).toEqual(Int32Array.of(0, 0));
  });
});

describe("operands of a run", () => {
  const program = compile("entry main (xs: []i32) (x: f64) (b: bool) = 0");
  it.each([
    ["mian", [], /"entry" must be .*main/],
    ["main", [[1]], /"operands" must be 3 operands of "main", got 1/],
    ["main", [[1.5], 1, true], /"operands\[0\]\[0\]" must be a value of i32, got 1\.5/],
    ["main", [1, 1, true], /"operands\[0\]" must be an array of i32, got 1/],
    ["main", [[1], "1", true], /"operands\[1\]" must be a value of f64, got "1"/],
    ["main", [[1], 1, 1], /"operands\[2\]" must be a value of bool, got 1/],
  ])("%s %j", (entry, operands, message) => {
    expect(() => program.interpret(entry, operands)).toThrow(message);
    expect(() => run(program, entry, operands)).toThrow(message);
  });

  it("columns of an array of tuples are of one length", () => {
    const pairs = compile("entry main (xs: [](i32, i32)) = length xs");
    const operands = [[Int32Array.of(1, 2), Int32Array.of(1, 2, 3)]];
    const message = '"operands[0]" must be columns of one length, got lengths 2 and 3';
    expect(() => pairs.interpret("main", operands)).toThrow(message);
    expect(() => run(pairs, "main", operands)).toThrow(message);
  });
});
