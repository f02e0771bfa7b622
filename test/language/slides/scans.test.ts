import { describe, expect, it } from "vitest";
import { compile, workEfficiency } from "../../../src/language.ts";
import { answer, counting, example, growth, i32, i64, textOf } from "./slides.ts";

describe("A3 to A6: scans", () => {
  const program = example("scans");
  const entries = ["brute_force", "hillis_steele", "two_sweeps", "built_in"];

  it("of 1, 2, 3, 4, inclusive and exclusive", () => {
    for (const entry of entries)
      expect(program.interpret(entry, [i32(1, 2, 3, 4)])).toEqual(i32(1, 3, 6, 10));
    const exclusive = compile("entry main (xs: []i32) = exscan (+) 0 xs");
    expect(answer(exclusive, "main", i32(1, 2, 3, 4))).toEqual(i32(0, 1, 3, 6));
    for (const entry of entries) expect(program.interpret(entry, [i32(7)])).toEqual(i32(7));
  });

  it("exclusive, of any length by padding", () => {
    for (const n of [0, 1, 2, 3, 4, 7, 8, 100]) {
      const exclusive = compile("entry main (xs: []i32) = exscan (+) 0 xs").interpret("main", [counting(n)]);
      expect(answer(program, "exclusive", counting(n))).toEqual(exclusive);
    }
  });

  /** How many additions of elements a program does at one place, the first of these words from `after` on: one addition more for each costs two more. */
  const additions = (entry: string, words: string, n: number, after = `entry ${entry} `): number => {
    const text = textOf("scans");
    const at = text.indexOf(words, text.indexOf(after, text.indexOf(`entry ${entry} `)));
    const doubled = compile(`${text.slice(0, at)}(${words} + 0)${text.slice(at + words.length)}`);
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
  ])(
    "two sweeps add n − 1 and n − 1 − log2 n times for n = %d; exclusive, n − 1 and n − 1",
    (n, up, down) => {
      expect(additions("two_sweeps", "ys[p-d] + ys[p]", n)).toBe(up);
      expect(additions("two_sweeps", "ys[p-d] + ys[p]", n, "let (down, _)")).toBe(down);
      expect(additions("exclusive", "ys[p-d] + ys[p]", n)).toBe(n - 1);
      expect(additions("exclusive", "ys[p] + ys[p-d]", n, "let (down, _)")).toBe(n - 1);
    },
  );

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

describe("A7: filter", () => {
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

it("A8: scatter ignores what is outside, and the last of several values at one index stays", () => {
  const program = compile("entry main (xs: []i32) (is: []i64) (vs: []i32) = scatter xs is vs");
  const scattered = (is: number[], vs: number[]): unknown =>
    answer(program, "main", i32(0, 0, 0, 0), i64(...is), i32(...vs));
  expect(scattered([3, -1, 0, 4, 9], [1, 2, 3, 4, 5])).toEqual(i32(3, 0, 0, 1));
  expect(scattered([2, 2, 2], [7, 8, 9])).toEqual(i32(0, 0, 9, 0));
  expect(scattered([2, 2], [7, 7])).toEqual(i32(0, 0, 7, 0));
  expect(scattered([], [])).toEqual(i32(0, 0, 0, 0));
});
