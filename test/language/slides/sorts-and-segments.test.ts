import { describe, expect, it } from "vitest";
import { compile } from "../../../src/language.ts";
import { answer, bools, counting, example, i32, i64, textOf, u32 } from "./slides.ts";

describe("A9 and A10: radix sort", () => {
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

describe("A11 and A12: segments", () => {
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

describe("A13: a generalised histogram", () => {
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
