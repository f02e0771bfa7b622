import { describe, expect, it } from "vitest";
import { runCallOn } from "../../src/algorithms/run-call.ts";
import { fusingJavascriptExecutor } from "../../src/executors/javascript/primitives/fusing-javascript-executor.ts";
import { fusingWasmExecutor } from "../../src/executors/wasm/primitives/fusing-wasm-executor.ts";
import { ArrayProgram } from "../../src/language/array-program.ts";
import { ProgramError } from "../../src/language/program-error.ts";
import { parseProgram } from "../../src/language/text/parse-program.ts";

const wasm = fusingWasmExecutor(undefined, 0);

/** Who runs programs. The interpreter comes first: the others are held to what it says. */
const RUNNERS = {
  interpreter: (program: ArrayProgram, operands: readonly unknown[]) => program.interpret("main", operands),
  javascript: (program: ArrayProgram, operands: readonly unknown[]) =>
    runCallOn(fusingJavascriptExecutor, program.callOf("main", operands)),
  wasm: (program: ArrayProgram, operands: readonly unknown[]) =>
    runCallOn(wasm, program.callOf("main", operands)),
} as const;

function programOf(text: string): ArrayProgram {
  return new ArrayProgram(parseProgram(text));
}

/** What comes of running a program: its value, or the message of the program's error. */
function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof ProgramError) return error.sentence;
    throw error;
  }
}

/** A place where a type says a size, `@`, of an array that has m elements where it should have three. */
interface Place {
  readonly before?: string; // definitions that the body uses
  readonly body: string;
}

const PLACES: Readonly<Record<string, Place>> = {
  "a parameter": {
    before: "def f [n] (_: [n]i64) (k: i64) (xs: [@]i64) = length xs + k * 0",
    body: "f zs k (iota m)",
  },
  "a parameter's part": {
    before: "def f [n] (_: [n]i64) (k: i64) (xs: [@]i64, {y}) = length xs + k * y",
    body: "f zs k (iota m, {y = 0})",
  },
  "a result": {
    before: "def f [n] (_: [n]i64) (k: i64) (m: i64): [@]i64 = map (+ k) (iota m)",
    body: "length (f zs k m)",
  },
  "a part of a result": {
    before: "def f [n] (_: [n]i64) (k: i64) (m: i64): (i64, {x: [@]i64}) = (k, {x = iota m})",
    body: "(f zs k m).0 * 0 + m",
  },
  "the result of a function that is a result": {
    before: "def f [n] (_: [n]i64) (k: i64): i64 -> [@]i64 = \\q -> iota (q + k - 3)",
    body: "length (f zs k m)",
  },
  "an ascription": { body: "length (iota m: [@]i64)" },
  "an ascription that nothing uses": { body: "let xs = (iota m: [@]i64) in m" },
  "an ascription of a record": { body: "length ({x = iota m, y = 1}: {x: [@]i64, y: i32}).x" },
  "an ascription of what a filter leaves": { body: "length (filter (< m) zs: [@]i64)" },
  "an ascription of what concat gives": { body: "length (concat (iota 1) (iota (m - 1)): [@]i64)" },
  "an ascription of a zip": { body: "length (zip (iota m) (iota m): [@](i64, i64))" },
  "an ascription of a slice": { body: "length (zs[:m]: [@]i64)" },
  "an ascription of a take": { body: "length (take m zs: [@]i64)" },
  "an ascription of a scan": { body: "length (scan (+) 0 (iota m): [@]i64)" },
  "an ascription of a choice": { body: "length ((if k > 0 then iota m else zs): [@]i64)" },
  "a branch": { body: "length (if k > 0 then (iota m: [@]i64) else zs)" },
  "a let": { body: "let xs: [@]i64 = iota m in length xs" },
  "a let whose name nothing uses": { body: "let _: [@]i64 = iota m in m" },
  "a let's part": { body: "let (xs: [@]i64, y) = (iota m, 0) in length xs + y" },
  "a let's tuple": { body: "let (xs, y): ([@]i64, i64) = (iota m, 0) in length xs + y" },
  "a let's record": { body: "let {x = (xs: [@]i64)} = {x = iota m} in length xs" },
  "a let of a function": { body: "let g: i64 -> [@]i64 = \\q -> iota q in length (g m)" },
  "a local function's parameter": { body: "let f (xs: [@]i64) = length xs in f (iota m)" },
  "a local function's result": { body: "let f (q: i64): [@]i64 = iota q in length (f m)" },
  "a lambda's parameter": { body: "(\\(xs: [@]i64) -> length xs) (iota m)" },
  "a lambda's second parameter": { body: "(\\x (xs: [@]i64) -> length xs + x) 0 (iota m)" },
  "a lambda's result": { body: "(\\q -> length (iota q: [@]i64)) m" },
  "a lambda that is piped to": { body: "iota m |> (\\(xs: [@]i64) -> length xs)" },
  "a lambda that is handed over": {
    before: "def on f x = f x",
    body: "on (\\(xs: [@]i64) -> length xs) (iota m)",
  },
  "what a function that is handed over gives": {
    before: "def f [n] (_: [n]i64) (k: i64) (g: i64 -> [@]i64) (m: i64) = length (g m) + k * 0",
    body: "f zs k (\\q -> iota q) m",
  },
  "what a function of the language that is handed over gives": {
    before: "def f [n] (_: [n]i64) (k: i64) (g: i64 -> [@]i64) (m: i64) = length (g m) + k * 0",
    body: "f zs k (replicate m) 1",
  },
  "what a function that is handed over takes": {
    before: "def f [n] (_: [n]i64) (k: i64) (g: i64 -> [@]i64 -> i64) (m: i64) = g 0 (iota m) + k * 0",
    body: "f zs k (\\x xs -> length xs + x) m",
  },
  "a function among other values": {
    before: "def f [n] (_: [n]i64) (k: i64) (g: i64 -> [@]i64, y: i64) (m: i64) = length (g m) + y + k * 0",
    body: "f zs k (\\q -> iota q, 0) m",
  },
  "a loop's first value": { body: "length (loop (xs: [@]i64) = iota m for i < 2 do map (+ 1) xs)" },
  "a loop's first value, of no turns": {
    body: "length (loop (xs: [@]i64) = iota m for i < 0 do map (+ 1) xs)",
  },
  "what a turn gives": { body: "length (loop (xs: [@]i64) = iota 3 for i < 1 do iota m)" },
  "what a turn gives to the next": {
    body: "length (loop (xs: [@]i64) = iota 3 for i < 2 do if i == 0 then iota m else xs)",
  },
  "a loop while": { body: "length (loop (xs: [@]i64) = iota 3 while xs[0] < 1 do map (+ 1) (iota m))" },
  "a loop's part": { body: "length (loop ((xs: [@]i64), y) = (iota m, 0) for i < 2 do (xs, y + 1)).0" },
  "within a map": { body: "reduce (+) 0 (map (\\z -> let xs: [@]i64 = iota m in xs[0]) zs) + m" },
  "rows of a parameter": {
    before: "def f [n] (_: [n]i64) (k: i64) (xs: [][@]i64) = length xs[0] + k * 0",
    body: "f zs k [iota m]",
  },
  "rows of an array that is written": { body: "length ([iota 3, iota m]: [][@]i64)[1]" },
  "rows of a map": { body: "length (map (\\_ -> iota m) zs: [][@]i64)[0]" },
  "rows of tuples": {
    body: "length (zip zs (map (\\_ -> iota m) zs): [](i64, [@]i64))[0].1",
  },
  "rows that a loop goes over": {
    body: "loop s = 0 for (row: [@]i64) in [iota m] do s + length row",
  },
  "rows of no rows": { body: "length (transpose (replicate m (iota 0)): [][@]i64) + m" },
};

const SIZES = { constant: "3", variable: "k", "size parameter": "n" } as const;

describe("a size holds wherever a type says it", () => {
  const cases = Object.entries(PLACES).flatMap(([place, { before = "", body }]) =>
    Object.entries(SIZES).map(([kind, size]) => {
      const written = `${before}\nentry main [n] (zs: [n]i64) (k: i64) (m: i64) = ${body}`;
      const text = written.replaceAll("@", size);
      // The place of the bracket, in the text that was written.
      const lines = written.slice(0, written.indexOf("[@]")).split("\n");
      const at = `program:${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
      const called = size === "3" ? "3" : `${size} = 3`;
      return { place, kind, text, at, called };
    }),
  );

  it.each(cases)("$kind, in $place", ({ text, at, called }) => {
    const program = programOf(text);
    const operands = (m: bigint): readonly unknown[] => [BigInt64Array.of(0n, 1n, 2n), 3n, m];
    for (const run of Object.values(RUNNERS)) {
      expect(outcomeOf(() => run(program, operands(2n)))).toBe(
        `${at}: expected an array of length ${called}, got length 2`,
      );
      expect(outcomeOf(() => run(program, operands(3n)))).toBe(3n);
    }
  });

  it("and is that of the name which is seen there", () => {
    const text =
      "def f [n] (xs: [n]i64) = let n = n + 1 in (concat xs [0]: [n]i64)\nentry main (m: i64) = f (iota m)";
    for (const run of Object.values(RUNNERS)) {
      expect(run(programOf(text), [2n])).toEqual(BigInt64Array.of(0n, 1n, 0n));
    }
    const later = programOf("def f (n: i64) (xs: [n]i64): [n]i64 = xs\nentry main (m: i64) = f m (iota 3)");
    expect(later.interpret("main", [3n])).toEqual(BigInt64Array.of(0n, 1n, 2n));
    for (const run of Object.values(RUNNERS)) {
      expect(outcomeOf(() => run(later, [2n]))).toBe(
        "program:1:21: expected an array of length n = 2, got length 3",
      );
    }
  });

  it.each([
    ["def f (k: i32) (xs: [k]i32) = xs", "1:22: expected i64 (i64.i32 converts), got i32"],
    ["def f [n] (n: i64) = n", 'expected names that differ, got "n" twice'],
    ["def f [n] [n] (xs: [n]i32) = n", 'expected names that differ, got "n" twice'],
  ])("which is of i64, and no other one: %s", (text, message) => {
    expect(() => programOf(text)).toThrow(message);
  });

  it("is no business of a branch that is not taken", () => {
    const text = "entry main (m: i64) = if m == 3 then length (iota m: [3]i64) else m";
    for (const run of Object.values(RUNNERS)) expect(run(programOf(text), [2n])).toBe(2n);
  });
});

describe("what has no value is an error where an element asks for it, and nowhere else", () => {
  const NONE = new BigInt64Array(0);
  const TWO = BigInt64Array.of(1n, 2n);
  const OUTSIDE = "expected an index from 0 to 1, got index 7";
  it.each<[string, BigInt64Array, unknown]>([
    ["map (\\x -> let ys: [3]i64 = iota n in ys[0] + x) xs", NONE, NONE],
    ["map (\\x -> let ys: [3]i64 = iota n in ys[0] + x) xs", TWO, "an array of length 3, got length 2"],
    ["map (\\x -> if x > 9 then (iota n: [3]i64)[0] else x) xs", TWO, TWO],
    ["map (\\x -> if x > 1 then (iota n: [3]i64)[0] else x) xs", TWO, "an array of length 3, got length 2"],
    ["map (\\x -> if x < 9 then x else if x > 1 then xs[7] else xs[8]) xs", TWO, TWO],
    ["map (\\x -> if x > 9 then xs[7] else x) xs", TWO, TWO],
    ["map (\\x -> if x > 1 then xs[7] else x) xs", TWO, OUTSIDE],
    ["map (\\x -> x > 9 && xs[7] > 0) xs", TWO, Uint8Array.of(0, 0)],
    ["map (\\x -> x < 9 || xs[7] > 0) xs", TWO, Uint8Array.of(1, 1)],
    ["map (\\x -> x > 1 && xs[7] > 0) xs", TWO, OUTSIDE],
    ["map (\\x -> (x + xs[7], x > 1)) xs[0:0]", TWO, [NONE, new Uint8Array(0)]],
    ["filter (\\x -> xs[7] > x) xs[0:0]", TWO, NONE],
    ["filter (\\x -> xs[7] > x) xs", TWO, OUTSIDE],
    ["(partition (\\x -> xs[7] > x) xs[0:0]).1", TWO, NONE],
    ["any (\\x -> xs[7] > x) (filter (> 5) xs)", TWO, false],
    ["all (\\x -> xs[7] > x) (filter (> 5) xs)", TWO, true],
    ["map (\\x -> x + xs[7]) (filter (> 5) xs)", TWO, NONE],
    ["map (\\x -> x + xs[7]) (filter (> 1) xs)", TWO, OUTSIDE],
    ["tabulate (n - n) (\\i -> xs[i + 7])", TWO, NONE],
    ["map2 (\\x y -> x + y + xs[7]) xs xs", NONE, NONE],
  ])("%s of %s", (term, xs, expected) => {
    const program = programOf(`entry main [n] (xs: [n]i64) = ${term}`);
    for (const run of Object.values(RUNNERS)) {
      const outcome = outcomeOf(() => run(program, [xs]));
      if (typeof expected === "string") expect(outcome).toContain(expected);
      else expect(outcome).toEqual(expected);
    }
  });
});

describe("a type that is named is of one shape", () => {
  const i32 = (...items: number[]): Int32Array => Int32Array.from(items);
  it.each<[string, readonly unknown[], unknown]>([
    [
      "def pair 't (x: t) (y: t) = 1",
      [i32(1), i32(2, 3)],
      '1:24: expected a value of the shape [1], which "t" has here, got [2]',
    ],
    ["def pair 't (x: t) (y: t) = 1", [i32(1, 2), i32(2, 3)], 1],
    ["def pair 't (x: (i32, t)) = 1 def two x y = pair (1, x)", [i32(1), i32(2, 3)], 1],
    [
      "def pair 't (x: t, y: {z: t}) = 1",
      [i32(1), i32(2, 3)],
      '1:27: expected a value of the shape [1], which "t" has here, got [2]',
    ],
    ["def pair 't (x: t) (y: t): t = if length [0] == 1 then x else y", [i32(1), i32(2)], i32(1)],
  ])("%s of %j", (text, [x, y], expected) => {
    const call = text.includes("{z") ? "pair (x, {z = y})" : text.includes("two") ? "two x y" : "pair x y";
    const program = programOf(`${text}\nentry main (x: []i32) (y: []i32) = ${call}`);
    for (const run of Object.values(RUNNERS)) {
      const outcome = outcomeOf(() => run(program, [x, y]));
      expect(outcome).toEqual(typeof expected === "string" ? `program:${expected}` : expected);
    }
  });

  it("in a result, in a body, and in rows", () => {
    const longer = programOf(
      "def f 't (x: t) (g: t -> t): t = g x\nentry main (x: []i32) = f x (\\y -> concat y y)",
    );
    const within = programOf(
      "def f 't (x: t) (g: t -> t) = let y: t = g x in 1\nentry main (x: []i32) = f x (\\y -> concat y y)",
    );
    for (const run of Object.values(RUNNERS)) {
      expect(outcomeOf(() => run(longer, [i32(1)]))).toContain(
        '1:30: expected a value of the shape [1], which "t" has',
      );
      expect(outcomeOf(() => run(within, [i32(1)]))).toContain(
        '1:38: expected a value of the shape [1], which "t" has',
      );
    }
    const rows = programOf("def f 't (x: t) (xs: []t) = 1\nentry main (x: []i32) (xs: [][]i32) = f x xs");
    expect(rows.interpret("main", [i32(1), [i32(1), i32(2)]])).toBe(1);
    expect(() => rows.interpret("main", [i32(1), [i32(1, 2)]])).toThrow("of the shape [1], which");
  });
});

describe("a size that no operand says is told by each use", () => {
  const MK = "def mk [k] (x: i64): [k]i64 = replicate k x\n";
  const OF = "def of [n] (_g: i32 -> [n]i32): i64 = n\n";
  const UP = "def up [n]: [n]i64 = iota n\n";
  it.each<[string, unknown]>([
    [`${OF}entry main (m: i64) = of (replicate 3)`, 3n],
    [`${OF}entry main (m: i64) = of (replicate m)`, 4n],
    [`${OF}entry main (m: i64) = of (\\x -> map (+ x) (replicate (2 * m) 1))`, 8n],
    [`${OF}entry main (m: i64) = of (\\x -> [x, x])`, 2n],
    [
      `${OF}def two [k] (ys: [k]i32) = of (\\x -> map (+ x) ys)\nentry main (m: i64) = two (replicate m 0)`,
      4n,
    ],
    [`${MK}entry main (m: i64) = (mk 7: [2]i64)`, BigInt64Array.of(7n, 7n)],
    [`${MK}entry main (m: i64) = (mk 7: [m]i64)`, BigInt64Array.of(7n, 7n, 7n, 7n)],
    [`${MK}entry main (m: i64): [2]i64 = mk m`, BigInt64Array.of(4n, 4n)],
    [`${MK}entry main (m: i64) = let xs: [2]i64 = mk 1 in (mk 2 : [1]i64)`, BigInt64Array.of(2n)],
    [`${MK}entry main (m: i64) = map2 (+) (mk 1) [m, 2 * m]`, BigInt64Array.of(5n, 9n)],
    [`${MK}entry main (m: i64) = let f (xs: [3]i64) = reduce (+) 0 xs in f (mk m)`, 12n],
    [
      `${MK}def f [n] (xs: [n]i64): [n]i64 = map2 (+) xs (mk 1)\nentry main (m: i64) = f (iota 2)`,
      BigInt64Array.of(1n, 2n),
    ],
    [
      `${MK}def three [n] (x: i64): [n]i64 = map (+ x) (mk 1)\nentry main (m: i64) = (three 1: [2]i64)`,
      BigInt64Array.of(2n, 2n),
    ],
    [
      `${UP}entry main (m: i64) = unzip (zip up (replicate (m / 2) 2i32))`,
      [BigInt64Array.of(0n, 1n), Int32Array.of(2, 2)],
    ],
    [`${UP}entry main (m: i64) = map2 (+) up [1, 2] |> reduce (+) 0`, 4n],
    [`${UP}entry main (m: i64) = let h ys = zip ys up in (h [m, m]).length`, undefined],
    [`${UP}def table = [5i64, 6]\nentry main (m: i64) = map2 (+) up table`, BigInt64Array.of(5n, 7n)],
  ])("%s", (text, expected) => {
    if (expected === undefined) {
      expect(() => programOf(text)).toThrow(ProgramError);
      return;
    }
    const program = programOf(text);
    for (const run of Object.values(RUNNERS)) expect(run(program, [4n])).toEqual(expected);
  });

  it.each([
    ["entry g [k] (xs: []i32) = k", '1:1: expected the size "k" in the type of a parameter that is data'],
    [
      "entry g [k] (x: i64): [k]i64 = replicate k x",
      '1:1: expected the size "k" in the type of a parameter that is',
    ],
    [
      "def g [k] (xs: []i32) = k",
      '1:1: expected the size "k" in the type of a parameter or the result, got none',
    ],
    ["def g [k] = 1", '1:1: expected the size "k" in the type of a parameter or the result, got none'],
    [
      `${MK}def f = mk 1`,
      '2:9: expected something that says the size "k" of "mk", as a type [8]t or [n]t does, got none',
    ],
    [`${MK}def f (x: i64) = mk x`, 'the size "k" of "mk"'],
    [`${MK}def f = length (mk 1)`, 'the size "k" of "mk"'],
    [`${MK}def f (p: i64 -> bool) xs = zip (mk 1) (filter p xs)`, 'the size "k" of "mk"'],
    [`${MK}def f (c: bool) = zip (mk 1) (if c then [1] else [1, 2])`, 'the size "k" of "mk"'],
    [`${MK}def g = mk`, 'the size "k" of "mk"'],
    // It is not known yet where it is asked for.
    [
      `${UP}def f (x: i64) = zip up (let y = x * 2 in replicate y 1)`,
      'the size "n" of "up", as a type [8]t or [n]t does, got one that is not known here',
    ],
    [`${OF}def f = of (\\x -> iota (i64.i32 x) |> map i32.i64)`, "got one that is not known here"],
    // What is told is one size, also within a function that would be general.
    [`${UP}def f = let h ys = zip ys up in (h [1, 2], h [1, 2, 3])`, "expected [2]_, got [3]"],
  ])("or refused: %s", (text, message) => {
    expect(() => programOf(text)).toThrow(message);
  });

  it("but where nothing needs it: then it is what types have in common, use by use", () => {
    const same = "def same [n]: ([n]i64 -> [n]i64) = \\xs -> filter (\\x -> x >= 0) xs\n";
    const program = programOf(`${same}entry main (xs: []i64) = (same xs, same (concat xs xs))`);
    for (const run of Object.values(RUNNERS)) {
      expect(run(program, [BigInt64Array.of(1n)])).toEqual([BigInt64Array.of(1n), BigInt64Array.of(1n, 1n)]);
      expect(outcomeOf(() => run(program, [BigInt64Array.of(1n, -1n)]))).toBe(
        "program:1:26: expected an array of length n = 2, got length 1",
      );
    }
  });

  it("so that a definition with one is no entry", () => {
    const program = programOf(MK);
    expect(() => program.interpret("mk", [1n])).toThrow('"mk", of which no operand says the size "k"');
    expect(() => program.callOf("mk", [1n])).toThrow('"mk", of which no operand says the size "k"');
  });

  it("and checked where the use says another one", () => {
    const program = programOf(`${MK}entry main (m: i64) = zip3 (mk 1) (iota m) [1, 2]`);
    expect(program.interpret("main", [2n])).toBeDefined();
    for (const run of Object.values(RUNNERS)) {
      expect(outcomeOf(() => run(program, [3n]))).toMatch(/zip3 of arrays of one length, got lengths/);
    }
  });
});
