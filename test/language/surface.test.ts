import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openPool } from "../../src/executors/workers/pool.ts";
import { PRELUDE_NAMES } from "../../src/language/text/prelude.ts";
import { compile, javascriptExecutor, parseProgram, printProgram, run, runOn } from "../../src/language.ts";
import { workersHere } from "../helpers/workers/workers.ts";
import { PRELUDE, PRELUDE_OF_ROWS, SURFACE } from "./surface.ts";
import { FORMS } from "./surface-forms.ts";
import { FUNCTIONS } from "./surface-functions.ts";

// What people write who know Futhark: on every executor with the interpreter's bits, and printed as it can be read again.

const pool = openPool({ count: 2, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 32 });
afterAll(async () => (await pool).close());

const PROGRAMS = [...SURFACE, ...FORMS, ...FUNCTIONS, ...PRELUDE, ...PRELUDE_OF_ROWS];

describe("a program of a feature", () => {
  it.each(PROGRAMS)("gives what it says: $feature", ({ text, operands, value }) => {
    const program = compile(text);
    expect(program.interpret("main", operands)).toEqual(value);
    const { work, span } = program.cost("main", operands);
    expect(1 <= span && span <= work).toBe(true);
  });

  it.each(PROGRAMS)(
    "has the same bits on wasm, plain loops and workers: $feature",
    async ({ text, operands, value }) => {
      const program = compile(text);
      expect(run(program, "main", operands)).toEqual(value);
      expect(run(program, "main", operands, { on: javascriptExecutor })).toEqual(value);
      const host = { executor: (await pool).executor() };
      expect(await runOn(host, program, "main", operands)).toEqual(value);
    },
  );

  it.each(PROGRAMS)("is printed as a program of the same value: $feature", ({ text, operands, value }) => {
    const printed = printProgram(parseProgram(text));
    expect(printProgram(parseProgram(printed))).toBe(printed);
    expect(compile(printed).interpret("main", operands)).toEqual(value);
  });
});

describe("the prelude", () => {
  it("is used by these programs in all its names", () => {
    const texts = PROGRAMS.map(({ text }) => text).join("\n");
    expect(PRELUDE_NAMES.filter((name) => !new RegExp(`\\b${name}\\b`).test(texts))).toEqual([
      "unflatten_to",
    ]);
  });

  it("is behind what a program calls by its names, and sees nothing of a program", () => {
    const text =
      "def id (x: i32) = x + 1 def scatter (x: i32) = x entry main (xs: []i32) = xs with [id 0] = scatter 7";
    expect(compile(text).interpret("main", [Int32Array.of(1, 2)])).toEqual(Int32Array.of(1, 7));
    expect(compile(text).entries.map(({ name }) => name)).toEqual(["id", "scatter", "main"]);
  });

  it("fails where it is used", () => {
    const act = (text: string) => () => compile(text).interpret("main", [Int32Array.of(1, 2, 3)]);
    expect(act("entry main (xs: []i32) =\n  xs with [3] = 0")).toThrow(
      "program:2:6: expected an index from 0 to 2, got index 3",
    );
    expect(act("entry main (xs: []i32) =\n  1 + length (unflatten 2 2 xs)")).toThrow(
      "program:2:15: expected an array of length 4, got length 3",
    );
    expect(act("entry main (xs: []i32) =\n  xs with [1:3] = [1]")).toThrow(
      "program:2:6: expected scatter of arrays of one length, got lengths 2 and 1",
    );
  });
});

describe("an update", () => {
  it("takes as much work in an array of any length", () => {
    const work = (length: bigint) => {
      const program = compile("entry main (n: i64) = let xs = replicate n 0 in xs with [0] = 1");
      return program.cost("main", [length]).work - Number(length);
    };
    expect(work(1000n)).toBe(work(10n));
  });

  it("changes nothing that is seen by another name", () => {
    const program = compile(`
entry main (n: i64) =
  let a = (replicate n 0i64) with [1] = 5
  in map (\\x -> (a with [x] = 9)[1] + x) a`);
    const expected = BigInt64Array.from({ length: 40 }, (_, i) => (i === 1 ? 10n : 5n));
    expect(program.interpret("main", [40n])).toEqual(expected);
  });
});

describe("attributes", () => {
  it("of other compilers are noted, and one that is nearly a tree is refused", () => {
    const { notes } = compile("#[inline]\nentry main (x: i32) = #[incremental_flattening(no_outer)] id x");
    expect(notes).toEqual([
      { line: 1, column: 1, message: "#[inline] has no effect here" },
      { line: 2, column: 23, message: "#[incremental_flattening(no_outer)] has no effect here" },
    ]);
    expect(() => compile("entry main (xs: []i32) = #[expresion(left-fold)] reduce (+) 0 xs")).toThrow(
      /program:1:26: expected an attribute: expression\(…\), or .*, got "#\[expresion/,
    );
  });
});

describe("the remainder and the scaling of floats", () => {
  it("are those of JavaScript and of one rounding", () => {
    const program = compile(`
entry mod (xs: []f64) (ys: []f64) = map2 (%) xs ys
entry mod32 (xs: []f32) (ys: []f32) = map2 (%) xs ys
entry scale (xs: []f64) (ks: []i32) = map2 f64.ldexp xs ks`);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double(), fc.double(), fc.integer({ min: -2200, max: 2200 }))),
        (rows) => {
          const [xs, ys] = [0, 1].map((part) => Float64Array.from(rows, (row) => row[part]));
          const [xs32, ys32] = [xs, ys].map((values) => Float32Array.from(values));
          expect(program.interpret("mod", [xs, ys])).toEqual(xs.map((x, i) => canonical(x % ys[i])));
          expect(run(program, "mod", [xs, ys])).toEqual(xs.map((x, i) => canonical(x % ys[i])));
          expect(run(program, "mod32", [xs32, ys32])).toEqual(xs32.map((x, i) => canonical(x % ys32[i])));
          const exact = rows.map(([x, , k]) => scaled(x, k));
          expect(run(program, "scale", [xs, Int32Array.from(rows, (row) => row[2])])).toEqual(
            Float64Array.from(exact),
          );
        },
      ),
      { seed: 2026, numRuns: 60 },
    );
  });
});

/** The one NaN that programs give. */
function canonical(x: number): number {
  return Number.isNaN(x) ? Number.NaN : x;
}

/** x · 2^k, rounded once, by whole numbers of any length. */
function scaled(x: number, k: number): number {
  if (!Number.isFinite(x) || x === 0) return x;
  let [whole, power] = [Math.abs(x), k];
  for (; !Number.isInteger(whole); power--) whole *= 2;
  const sign = x < 0 ? -1 : 1;
  if (power >= 0) return sign * Number(BigInt(whole) << BigInt(power));
  if (power >= -1074) return sign * whole * 2 ** power;
  const lost = 2n ** BigInt(-1074 - power);
  const [kept, rest] = [BigInt(whole) / lost, BigInt(whole) % lost];
  const isUp = 2n * rest > lost || (2n * rest === lost && kept % 2n === 1n);
  return sign * Number(kept + (isUp ? 1n : 0n)) * 2 ** -1074;
}
