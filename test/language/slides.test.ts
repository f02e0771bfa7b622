import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ArrayProgram, compile, fitGrowth, run, workEfficiency } from "../../src/language.ts";

// The algorithms of the slides (Henriksen and Oancea), their inputs and outputs number by number, and what they cost.

const textOf = (name: string): string => readFileSync(`examples/language/${name}.sb`, "utf8");
const example = (name: string): ArrayProgram => compile(textOf(name), { source: `${name}.sb` });
const i32 = (...items: number[]): Int32Array => Int32Array.from(items);
const i64 = (...items: number[]): BigInt64Array => BigInt64Array.from(items, BigInt);
const u32 = (...items: number[]): Uint32Array => Uint32Array.from(items);
const bools = (...items: number[]): boolean[] => items.map((item) => item === 1);
const counting = (length: number): Int32Array => Int32Array.from({ length }, (_, i) => (i * 7) % 10);

/** The interpreter's answer, which is that of an executor. */
function answer(program: ArrayProgram, entry: string, ...operands: unknown[]): unknown {
  const value = program.interpret(entry, operands);
  expect(run(program, entry, operands)).toEqual(value);
  return value;
}

describe("npow2, padpow2 and red", () => {
  const program = example("reduction");
  it("have the values of the slides, and those at the edges", () => {
    const powers = [0, 1, 2, 3, 4, 5, 10, 100, 1025].map((n) =>
      Number(program.interpret("npow2", [BigInt(n)])),
    );
    // 2, and not 1, for 0 and 1: the loop begins there.
    expect(powers).toEqual([2, 2, 2, 4, 4, 8, 16, 128, 2048]);
    expect(answer(program, "padpow2", -1, i32(1, 2, 3))).toEqual(i32(1, 2, 3, -1));
    expect(answer(program, "red", counting(100))).toBe(450);
    expect(answer(program, "red", i32())).toBe(0);
    expect(answer(program, "total", i32())).toBe(0);
  });

  it("contracts halves, which needs an operator that commutes", () => {
    const contraction = compile(`
      def larger (ax: i32, ai: i32) (bx: i32, bi: i32) = if ax < bx then (bx, bi) else (ax, ai)
      entry fold xs = #[expression(left-fold)] reduce larger (i32.smallest, -1) xs
      entry contract (xs: [](i32, i32)) =
        let xs = loop xs while length xs > 1 do let n = length xs / 2 in map2 larger xs[0:n] xs[n:2*n]
        in xs[0]`);
    const pairs = [i32(1, 5, 5, 0), i32(0, 1, 2, 3)];
    expect(contraction.interpret("fold", [pairs])).toEqual([5, 1]);
    expect(contraction.interpret("contract", [pairs])).toEqual([5, 2]);
  });

  it("is as efficient as the reduce that the language has, and as a loop", () => {
    const loop = compile("entry sum [n] (xs: [n]i32) = loop s = 0 for x in xs do s + x");
    const red = growth(program, "red", [16, 64, 256, 1024, 4096], "corrected");
    const sum = growth(loop, "sum", [16, 64, 256, 1024, 4096], "corrected");
    expect([sum.work.form, sum.span.form]).toEqual(["n", "n"]);
    expect(workEfficiency(red.work, sum.work)?.isEfficient).toBe(true);
    // 32 for every doubling, in both sets of equations.
    for (const model of ["verbatim", "corrected"] as const) {
      const spans = [1024, 2048, 4096].map((n) => program.cost("red", [counting(n)], { model }).span);
      expect([spans[1] - spans[0], spans[2] - spans[1]]).toEqual([32, 32]);
    }
  });
});

/** The forms of work and span over sizes that double. */
function growth(
  program: ArrayProgram,
  entry: string,
  sizes: readonly number[],
  model: "verbatim" | "corrected",
  operandOf: (n: number) => unknown = counting,
) {
  const costs = sizes.map((n) => program.cost(entry, [operandOf(n)], { model }));
  return {
    work: fitGrowth(
      sizes,
      costs.map(({ work }) => work),
    ),
    span: fitGrowth(
      sizes,
      costs.map(({ span }) => span),
    ),
  };
}

describe("the published equations give the forms of the slides", () => {
  it.each<[string, string, [string, string], ((n: number) => unknown)?]>([
    ["increment", "inc_scalar", ["n", "n"]],
    ["increment", "inc_par", ["n", "1"]],
    ["reduction", "npow2", ["log n", "log n"], BigInt],
    ["reduction", "red", ["n", "log n"]],
    ["scans", "brute_force", ["n^2", "log n"]],
    ["scans", "hillis_steele", ["n log n", "log n"]],
    ["scans", "two_sweeps", ["n", "log n"]],
    ["scans", "built_in", ["n", "log n"]],
    ["filter", "by_scan", ["n", "log n"]],
    ["radix-sort", "radix_sort", ["n", "log n"], (n) => Uint32Array.from(counting(n))],
  ])("%s: %s costs %j", (file, entry, forms, operandOf) => {
    const { work, span } = growth(example(file), entry, [16, 32, 64, 128, 256, 512], "verbatim", operandOf);
    expect([work.form, span.form]).toEqual(forms);
  });

  it("S > W of three programs, and of none when corrected", () => {
    const red = example("reduction");
    const empty = compile("entry made = iota 0 entry mapped = map (\\x -> x + 1) (iota 0)");
    const cases = [
      [empty, "made", []],
      [empty, "mapped", []],
      [red, "red", [i32(1, 2)]],
    ] as const;
    for (const [program, entry, operands] of cases) {
      const verbatim = program.cost(entry, operands, { model: "verbatim" });
      expect(verbatim.span).toBeGreaterThan(verbatim.work);
      const { work, span } = program.cost(entry, operands);
      expect(span).toBeLessThanOrEqual(work);
    }
  });
});

describe("scans", () => {
  const program = example("scans");
  const entries = ["brute_force", "hillis_steele", "two_sweeps", "built_in"];

  it("of 1, 2, 3, 4, inclusive and exclusive", () => {
    for (const entry of entries)
      expect(program.interpret(entry, [i32(1, 2, 3, 4)])).toEqual(i32(1, 3, 6, 10));
    const exclusive = compile("entry main (xs: []i32) = exscan (+) 0 xs");
    expect(answer(exclusive, "main", i32(1, 2, 3, 4))).toEqual(i32(0, 1, 3, 6));
    for (const entry of entries) expect(program.interpret(entry, [i32(7)])).toEqual(i32(7));
  });

  /** How many additions of elements a program does: one addition more for each costs two more. */
  const additions = (entry: string, from: string, n: number): number => {
    const text = textOf("scans");
    const at = text.indexOf(from, text.indexOf(`entry ${entry} `));
    const doubled = compile(`${text.slice(0, at)}(${from} + 0)${text.slice(at + from.length)}`);
    const [more, less] = [doubled, program].map((each) => each.cost(entry, [counting(n)]).work);
    return (more - less) / 2;
  };

  it.each([
    [4, 5],
    [8, 17],
    [16, 49],
    [1024, 9217],
  ])("Hillis and Steele add m·2^m − (2^m − 1) times for n = %d", (n, adds) => {
    expect(additions("hillis_steele", "ys[i-d] + ys[i]", n)).toBe(adds);
  });

  it.each([
    [8, 7, 4],
    [16, 15, 11],
    [1024, 1023, 1013],
  ])("two sweeps add n − 1 and n − 1 − log2 n times for n = %d", (n, up, down) => {
    const inUpSweep = additions("two_sweeps", "ys[p-d] + ys[p]", n);
    expect(inUpSweep).toBe(up);
    const text = textOf("scans");
    const second = text.lastIndexOf("ys[p-d] + ys[p]");
    const doubled = compile(`${text.slice(0, second)}(ys[p-d] + ys[p] + 0)${text.slice(second + 15)}`);
    const [more, less] = [doubled, program].map((each) => each.cost("two_sweeps", [counting(n)]).work);
    expect((more - less) / 2).toBe(down);
  });

  it("are work-efficient, or not", () => {
    const sizes = [16, 32, 64, 128, 256];
    const loop = compile(
      "entry main [n] (xs: [n]i32) = (loop (ys, s) = (copy xs, 0) for i < n do (scatter ys [i] [s + xs[i]], s + xs[i])).0",
    );
    expect(answer(loop, "main", i32(1, 2, 3, 4))).toEqual(i32(1, 3, 6, 10));
    const sequential = growth(loop, "main", sizes, "corrected");
    expect([sequential.work.form, sequential.span.form]).toEqual(["n", "n"]);
    const verdicts = entries.map((entry) =>
      workEfficiency(growth(program, entry, sizes, "corrected").work, sequential.work),
    );
    expect(verdicts.map((verdict) => verdict?.isEfficient)).toEqual([false, false, true, true]);
  });
});

describe("filter", () => {
  const program = example("filter");
  it("has the flags, offsets and result of the slides", () => {
    const steps = compile(`
      entry main [n] (as: [n]i32) =
        let keep = map (\\a -> if a >= 0 then 1 else 0) as
        let offsets1 = scan (+) 0 keep
        let offsets = map2 (\\i k -> if k == 1 then i - 1 else -1) offsets1 keep
        let count = if n == 0 then 0 else last offsets1
        in (keep, offsets1, offsets, scatter (replicate (i64.i32 count) 0) (map i64.i32 offsets) as)`);
    expect(answer(steps, "main", i32(-1, 2, -3, 4, 5, -6))).toEqual([
      i32(0, 1, 0, 1, 1, 0),
      i32(0, 1, 1, 2, 3, 3),
      i32(-1, 0, -1, 1, 2, -1),
      i32(2, 4, 5),
    ]);
  });

  it.each([
    [i32(-1, 2, -3, 4, 5, -6), i32(2, 4, 5)],
    [i32(), i32()],
    [i32(-1, -2), i32()],
    [i32(3, 4), i32(3, 4)],
    [i32(-1), i32()],
    [i32(0), i32(0)],
  ])("of %j", (input, output) => {
    for (const entry of ["by_scan", "built_in"]) expect(answer(program, entry, input)).toEqual(output);
  });
});

it("scatter ignores what is outside, and the last of several values at one index stays", () => {
  const program = compile("entry main (xs: []i32) (is: []i64) (vs: []i32) = scatter xs is vs");
  const scattered = (is: number[], vs: number[]): unknown =>
    answer(program, "main", i32(0, 0, 0, 0), i64(...is), i32(...vs));
  expect(scattered([3, -1, 0, 4, 9], [1, 2, 3, 4, 5])).toEqual(i32(3, 0, 0, 1));
  expect(scattered([2, 2, 2], [7, 8, 9])).toEqual(i32(0, 0, 9, 0));
  expect(scattered([2, 2], [7, 7])).toEqual(i32(0, 0, 7, 0));
  expect(scattered([], [])).toEqual(i32(0, 0, 0, 0));
});

describe("radix sort", () => {
  const program = example("radix-sort");
  it("by digits of ten is stable, as in the picture", () => {
    const decimal = compile(`
      def step (xs: []i32) (d: i32) =
        loop ys = [] for k < 10 do concat ys (filter (\\x -> x / d % 10 == k) xs)
      entry main (xs: []i32) =
        let ones = step xs 1
        let tens = step ones 10
        in (ones, tens, step tens 100)`);
    expect(answer(decimal, "main", i32(326, 453, 608, 835, 751, 435, 704, 690))).toEqual([
      i32(690, 751, 453, 704, 835, 435, 326, 608),
      i32(704, 608, 326, 835, 435, 751, 453, 690),
      i32(326, 435, 453, 608, 690, 704, 751, 835),
    ]);
  });

  it("has the indices of the slides in its first step", () => {
    const step = textOf("radix-sort").split("\nentry radix_sort ")[0];
    const opened = compile(
      step
        .replace(": [n]u32 =\n", "=\n")
        .replace(
          /in scatter.*/,
          "in (bits, bits_neg, offs, idxs0, idxs1, idxs2, idxs, scatter (copy xs) (map i64.i32 idxs) xs)",
        ),
    );
    expect(answer(opened, "radix_sort_step", u32(0, 1, 2, 3, 4), 0)).toEqual([
      i32(0, 1, 0, 1, 0),
      i32(1, 0, 1, 0, 1),
      3,
      i32(1, 0, 2, 0, 3),
      i32(0, 4, 0, 5, 0),
      i32(1, 4, 2, 5, 3),
      i32(0, 3, 1, 4, 2),
      u32(0, 2, 4, 1, 3),
    ]);
  });

  it("goes on bit by bit", () => {
    const step = (xs: unknown, bit: number): unknown => answer(program, "radix_sort_step", xs, bit);
    const first = step(u32(5, 3, 0, 7, 2, 6, 1, 4), 0);
    const second = step(first, 1);
    expect([first, second, step(second, 2)]).toEqual([
      u32(0, 2, 6, 4, 5, 3, 7, 1),
      u32(0, 4, 5, 1, 2, 6, 3, 7),
      u32(0, 1, 2, 3, 4, 5, 6, 7),
    ]);
  });

  it("sorts signed numbers, the largest and none", () => {
    expect(answer(program, "radix_sort_i32", i32(3, -1, 2 ** 31 - 1, -(2 ** 31), 0))).toEqual(
      i32(-(2 ** 31), -1, 0, 3, 2 ** 31 - 1),
    );
    expect(answer(program, "radix_sort", u32(2 ** 32 - 1, 0, 2 ** 31))).toEqual(u32(0, 2 ** 31, 2 ** 32 - 1));
    expect(answer(program, "radix_sort", u32())).toEqual(u32());
  });

  it("is 32 times a step", () => {
    const xs = u32(...counting(64));
    const step = program.cost("radix_sort_step", [xs, 0]);
    const { work, span } = program.cost("radix_sort", [xs]);
    expect(work / step.work).toBeGreaterThan(32);
    expect(work / step.work).toBeLessThan(34);
    expect(span / step.span).toBeGreaterThan(32);
    expect(span / step.span).toBeLessThan(34);
  });
});

describe("segments", () => {
  const program = example("segments");
  it.each([
    [
      [1, 0, 1, 0, 0, 1],
      [0, 1, 2, 3, 4, 5],
      [0, 1, 2, 5, 9, 5],
      [1, 9, 5],
    ],
    [
      [0, 0, 1, 0],
      [1, 2, 3, 4],
      [1, 3, 3, 7],
      [3, 7],
    ], // index 0 begins a segment whatever its flag says
    [
      [1, 1, 1],
      [4, 5, 6],
      [4, 5, 6],
      [4, 5, 6],
    ],
    [[0, 0, 0], [4, 5, 6], [4, 9, 15], [15]],
    [[1], [4], [4], [4]],
    [[0], [4], [4], [4]],
    [[], [], [], []],
  ])("%j of %j", (flags, values, prefixes, totals) => {
    const operands = [bools(...flags), i32(...values)];
    for (const entry of ["lifted", "built_in"]) {
      expect(answer(program, entry, ...operands)).toEqual(i32(...prefixes));
    }
    expect(answer(program, "totals", ...operands)).toEqual(i32(...totals));
  });

  it("have a lifted operator that is proved to be associative", async () => {
    const [{ construct, verdict }] = await program.checkLaws({ solver: "none" });
    expect(construct).toBe("scan");
    expect(verdict.kind).not.toBe("refuted");
  });
});

describe("a generalised histogram", () => {
  it("goes over all values, and ignores indices outside", () => {
    const program = example("histogram");
    expect(answer(program, "sums", i32(10, 20, 30), i64(0, 2, 0, 9, -1), i32(1, 2, 3, 4, 5))).toEqual(
      i32(14, 20, 32),
    );
    expect(answer(program, "sums", i32(), i64(0, 1), i32(1, 2))).toEqual(i32());
    expect(answer(program, "sums", i32(1, 2), i64(), i32())).toEqual(i32(1, 2));
    expect(answer(program, "counts", i64(0, 2, 2, 7, -1))).toEqual(i32(1, 0, 2));
  });

  it("is as deep as its fullest bin", () => {
    const program = example("histogram");
    const spanOf = (indexOf: (i: number) => number, n: number): number => {
      const is = i64(...Array.from({ length: n }, (_, i) => indexOf(i)));
      return program.cost("sums", [new Int32Array(n), is, counting(n)]).span;
    };
    expect(spanOf((i) => i, 256)).toBe(spanOf((i) => i, 1024));
    expect(spanOf(() => 0, 1024)).toBeGreaterThan(spanOf(() => 0, 256));
  });
});

describe("argmax", () => {
  const program = example("argmax");
  it("takes the first of equal values, whichever operator", () => {
    for (const entry of ["argmax", "argmax_tie"]) {
      expect(answer(program, entry, i32(3, 9, 2, 9, 1))).toEqual([9, 1n]);
      expect(answer(program, entry, i32(-5))).toEqual([-5, 0n]);
    }
    expect(answer(program, "argmax", i32())).toEqual([-(2 ** 31), -1n]);
    expect(answer(program, "argmax_tie", i32())).toEqual([-(2 ** 31), 2n ** 63n - 1n]);
    // (smallest, -1) is no neutral element: to its right stands a pair with the same value.
    expect(answer(program, "argmax", i32(-(2 ** 31)))).toEqual([-(2 ** 31), 0n]);
  });

  it("commutes only with a tie-break", () => {
    const published = textOf("argmax").replace("  reduce (", "  reduce_comm (");
    expect(() => compile(published)).toThrow(/reduce_comm of an operator that is commutative/);
  });

  it("is not asked of operators that are built in", () => {
    const program = compile(
      "entry main (xs: []i32) = (reduce_comm (+) 0 xs, reduce_comm i32.max i32.smallest xs)",
    );
    expect(answer(program, "main", i32(3, 9, 2))).toEqual([14, 9]);
  });
});
