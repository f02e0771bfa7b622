import { describe, expect, it } from "vitest";
import { compile, javascriptExecutor, run, wasmExecutor } from "../../language.ts";

/** A product of 18 × 17 and 17 × 19, told in many ways. */
const PRODUCTS = {
  "columns with a name": "let c = transpose b in map (\\r -> map (\\x -> reduce (+) 0 (map2 (*) r x)) c) a",
  "a transpose within": "map (\\r -> map (\\x -> reduce (+) 0 (map2 (*) r x)) (transpose b)) a",
  "a function of its own": "map (\\r -> map (dot r) (transpose b)) a",
  indices: "tabulate n (\\i -> tabulate p (\\j -> reduce (+) 0 (map (\\l -> a[i, l] * b[l, j]) (iota m))))",
  "columns first": "map (\\x -> map (\\r -> reduce (+) 0 (map2 (*) r x)) a) (transpose b)",
  "factors exchanged":
    "map (\\r -> map (\\x -> reduce (+) 0 (map2 (\\y z -> y * z + 1) x r)) (transpose b)) a",
  "another semiring": "map (\\r -> map (\\x -> reduce T.min 0 (map2 (+) r x)) (transpose b)) a",
  "a left fold":
    "map (\\r -> map (\\x -> #[expression(left-fold)] reduce (+) 0 (map2 (*) r x)) (transpose b)) a",
  "rows of one matrix": "map (\\x -> map (\\y -> reduce (+) 0 (map2 (*) x y)) a) a",
  "columns of one matrix": "let c = transpose a in map (\\x -> map (\\y -> reduce (+) 0 (map2 (*) x y)) c) c",
};

const TEXT = (type: string, body: string): string =>
  `def dot [m] (x: [m]T) (y: [m]T): T = reduce (+) 0 (map2 (*) x y)
entry main [n] [m] [p] (a: [n][m]T) (b: [m][p]T) = ${body}`.replaceAll(/\bT\b/g, type);

function matrix(type: string, rows: number, columns: number, seed: number): unknown[] {
  const make = { f32: Float32Array, i32: Int32Array }[type] ?? Float64Array;
  return Array.from({ length: rows }, (_, i) =>
    new make(columns).map((_, j) => 1e3 * Math.sin(i * columns + j + seed)),
  );
}

function counted(type: string, body: string, operands: readonly unknown[]) {
  return countedText(TEXT(type, body), operands);
}

function countedText(text: string, operands: readonly unknown[]) {
  const program = compile(text);
  const on = wasmExecutor();
  const value = program.interpret("main", operands, { fuel: 1e8 });
  // The second run follows what the first has kept.
  for (const _ of [1, 2]) expect(run(program, "main", operands, { on })).toEqual(value);
  expect(run(program, "main", operands, { on: javascriptExecutor })).toEqual(value);
  const { products, vectorProducts } = on.primitiveCounts;
  return { products, vectorProducts };
}

describe("products of matrices", () => {
  const cells = (body: string): number => (body.includes("b") ? 18 * 17 * 19 : 18 * 18 * 17);
  it.each(Object.entries(PRODUCTS))("are found and have the interpreter's bits: %s", (name, body) => {
    const operands = [matrix("f64", 18, 17, 1), matrix("f64", 17, 19, 2)];
    const { products } = counted("f64", body, operands);
    expect(products).toBe(2 * (name === "columns of one matrix" ? 17 * 17 * 18 : cells(body)));
  });

  it.each(["f32", "i32"])("the same of %s", (type) => {
    const operands = [matrix(type, 18, 17, 1), matrix(type, 17, 19, 2)];
    expect(counted(type, PRODUCTS.indices, operands).products).toBe(2 * cells("b"));
  });

  it.each([
    ["each of a batch with its own", "map2 product as bs"],
    ["columns first, in a map around", "map2 (\\a b -> map (\\c -> map (dot c) a) (transpose b)) as bs"],
    ["all with one", "map (\\a -> product a bs[1]) as"],
  ])("in batches: %s", (_, body) => {
    const text = `def dot [m] (x: [m]f64) (y: [m]f64): f64 = reduce (+) 0 (map2 (*) x y)
def product (a: [][]f64) (b: [][]f64) = map (\\r -> map (dot r) (transpose b)) a
entry main (as: [][][]f64) (bs: [][][]f64) = ${body}`;
    const operands = [1, 2].map((side) =>
      Array.from({ length: 5 }, (_, k) =>
        side === 1 ? matrix("f64", 18, 17, k) : matrix("f64", 17, 19, -k),
      ),
    );
    expect(countedText(text, operands).products).toBe(2 * 5 * cells("b"));
  });

  it("with NaNs, infinities and zeros of both signs", () => {
    const values = [Number.NaN, Number.POSITIVE_INFINITY, -0, 0, 1e308, -1];
    const rows = (count: number, width: number): unknown[] =>
      Array.from({ length: count }, (_, i) =>
        Float64Array.from({ length: width }, (_, j) => values[(i * 7 + j * 5) % (i % 3 === 0 ? 6 : 4)]),
      );
    expect(counted("f64", PRODUCTS.indices, [rows(18, 17), rows(17, 19)]).products).toBeGreaterThan(0);
  });

  it("with one column, and sums of columns", () => {
    const operands = [matrix("f64", 70, 60, 1), matrix("f64", 60, 70, 2)];
    const vector = "let x = map (\\r -> r[0]) b in map (\\r -> reduce (+) 0 (map2 (*) r x)) a";
    expect(counted("f64", vector, operands).vectorProducts).toBe(2 * 70 * 60);
    expect(counted("f64", "map (reduce (+) 0) (transpose b)", operands).vectorProducts).toBe(2 * 70 * 60);
  });

  it.each([
    "map2 (\\r x -> reduce (+) 0 (map2 (*) r x)) a (reverse a)",
    "map (\\r -> map (\\x -> reduce (+) 0 (map2 (*) (map (+ r[0]) r) x)) (transpose b)) a",
    "map (\\r -> map (\\x -> reduce (+) 0 (map2 (*) (reverse r) x)) (transpose b)) a",
    "map (\\r -> map (\\i -> reduce (+) 0 (map2 (*) r a[(3 * i) % n])) (iota 20)) a",
  ])("and what is none has the interpreter's bits as well: %s", (body) => {
    counted("f64", body, [matrix("f64", 18, 17, 1), matrix("f64", 17, 18, 2)]);
  });
});
