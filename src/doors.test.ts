import { describe, expect, it } from "vitest";
import type { Tree } from "./expressions/expression.ts";
import * as expressions from "./expressions.ts";
import * as main from "./index.ts";
import * as javascript from "./javascript.ts";
import * as sums from "./sums.ts";

const DOORS = { samebits: main, "samebits/javascript": javascript, "samebits/sums": sums };

describe.each(Object.entries(DOORS))("the door %s", (_, door) => {
  it("gives reduce and the scans, with operators, expressions and initial values", () => {
    const prices = Float64Array.of(3, 1, 2);
    const prefixes = door.inclusiveScan(prices);
    expect(prefixes.at(-1)).toBe(door.reduce(prices));
    const output = new Float64Array(3);
    door.inclusiveScan(prices, {
      operator: door.max,
      expression: door.blockDyadic(256),
      initial: 2.5,
      output,
    });
    expect(output).toEqual(Float64Array.of(3, 3, 3));
    expect(door.exclusiveScan(prices)).toEqual(Float64Array.of(0, 3, 4));
  });

  it("prints and reads contracts", () => {
    const plan = door.prepare({ type: "f32", accumulate: "f64", determinism: "everywhere" });
    const line = door.printContract(plan.contract);
    expect(line).toBe("add f32 sum=f64 block-dyadic:32 initial=none v1");
    expect(door.parseContract(line)).toEqual(plan.contract);
  });

  it("runs plain functions and own expressions on the javascript executor, and says so", () => {
    const bracket = (left: string, right: string): string => `(${left} ${right})`;
    expect(door.reduce(["a", "b", "c"], { operator: bracket })).toBe("((a b) c)");
    const rightFold = door.defineExpression("right-fold", (length) => rightFoldFrom(0, length));
    expect(door.reduce(["a", "b", "c"], { operator: bracket, expression: rightFold })).toBe("(a (b c))");
    expect(door.inclusiveScan(Float64Array.of(1, 2, 3), { expression: rightFold })).toEqual(
      Float64Array.of(1, 3, 6),
    );
    expect(door.prepare({ operator: bracket }).achieved.executor).toBe("javascript");
    expect(door.prepare({ type: "f64", expression: rightFold }).achieved.executor).toBe("javascript");
  });

  it("refuses a scan by bisection that was not asked for twice", () => {
    const scan = (): unknown => door.inclusiveScan(Float64Array.of(1), { expression: door.bisection });
    expect(scan).toThrow(door.UnsupportedError);
    expect(scan).toThrow("iteratedPairwise");
  });

  it("names everything that the documentation uses", () => {
    for (const name of ["hashArray", "toHex", "fromHex", "treeHash"])
      expect(Object.keys(door)).toContain(name);
  });
});

it("have the same names, but for library memory, which only WebAssembly has, and a counter", () => {
  const namesBeyond = (door: object, other: object): readonly string[] =>
    Object.keys(door)
      .filter((name) => !(name in other))
      .sort();
  expect(namesBeyond(main, javascript)).toEqual(["allocate", "wasmExecutor"]);
  expect(namesBeyond(javascript, main)).toEqual(["countCombines"]);
  expect(namesBeyond(main, sums)).toEqual([]);
  expect(namesBeyond(sums, main)).toEqual(["countCombines"]);
  expect(main.reduce).not.toBe(javascript.reduce);
});

describe("sums without an order", () => {
  const readings = Float64Array.of(1, 1e30, 1, -1e30);

  it.each([
    ["samebits/sums", sums],
    ["samebits/javascript", javascript],
  ])("are served by %s", (_, door) => {
    for (const expression of ["exact", door.exact, door.binned(4)]) {
      expect(door.reduce(readings, { expression })).toBe(2);
      expect(door.inclusiveScan(readings, { expression }).at(-1)).toBe(2);
      expect(door.prepare({ type: "f64", expression }).achieved.determinism).toBe("everywhere");
    }
  });

  it("are refused by samebits, which names the door that has them", () => {
    for (const expression of ["exact", main.exact, main.binned(2)]) {
      expect(() => main.reduce(readings, { expression })).toThrow(main.UnsupportedError);
      expect(() => main.prepare({ type: "f64", expression })).toThrow("samebits/sums");
    }
  });

  it("take library memory, and plain functions beside it", () => {
    const { array, release } = sums.allocate("f64", 4);
    array.set(readings);
    expect(sums.reduce(array, { expression: sums.exact })).toBe(2);
    expect(sums.inclusiveScan(array, { expression: "exact", output: array }).at(-1)).toBe(2);
    release();
    expect(sums.reduce(["a", "b"], { operator: (left: string, right: string) => left + right })).toBe("ab");
  });
});

describe("the door samebits/expressions", () => {
  const readers = ["depthOf", "errorBound", "propertiesOf", "symbolic", "symbolicScan"];

  it("alone has what only readers of trees ask for", () => {
    const own = Object.keys(expressions).filter((name) => !(name in main));
    expect(own.sort()).toEqual(readers);
  });

  it("has the expressions of the main door, the same ones", () => {
    const shared = Object.entries(expressions).filter(([name]) => !readers.includes(name));
    for (const [name, value] of shared) expect(value, name).toBe(Reflect.get(main, name));
    expect(Object.keys(expressions)).toContain("blockDyadic");
    expect(expressions.symbolic(main.iteratedPairwise, 3)).toBe("((x0 + x1) + x2)");
  });
});

function rightFoldFrom(start: number, length: number): Tree {
  return start === length - 1 ? start : { left: start, right: rightFoldFrom(start + 1, length) };
}
