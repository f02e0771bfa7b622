import { describe, expect, it } from "vitest";
import type { Scalar } from "../values/element-types.ts";
import { OperatorSyntaxError } from "../values/errors.ts";
import { elementFunction } from "./builder/builder.ts";
import { bool, f32, f64, i32, u32, u64 } from "./builder/scalar-types.ts";
import { select } from "./builder/select.ts";
import { add } from "./built-in.ts";
import { defineElementFunction, type ElementFunction, isElementFunction } from "./element-function.ts";
import { evaluateColumns } from "./evaluate.ts";
import { binary, constant, left, right } from "./term.ts";
import { fn, parseElementFunction } from "./text/parse-element-function.ts";

function valuesOf(element: ElementFunction, ...columns: Scalar[]): readonly Scalar[] {
  return evaluateColumns(element.terms, columns, []);
}

const atLeastZero = defineElementFunction("f64", "bool", [
  binary("lessOrEqual", constant("f64", 0), left("f64")),
]);

describe("an element function", () => {
  it("is the same by text, by builder and by terms", () => {
    const spelled = [
      fn`(value: f64) => value >= 0`,
      fn`(x: f64) = ${0} <= x`,
      elementFunction(f64, (value) => value.greaterOrEqual(0)),
      parseElementFunction("(value: f64) => value >= 0"),
      parseElementFunction("value >= 0", { type: "f64" }),
    ];
    for (const each of spelled) {
      expect(each.hash).toBe(atLeastZero.hash);
      expect(each.type).toBe("f64");
      expect(each.resultType).toBe("bool");
      expect(isElementFunction(each)).toBe(true);
    }
    expect([-1, -0, 0, NaN].map((value) => valuesOf(atLeastZero, value)[0])).toEqual([0, 1, 1, 0]);
  });

  it("takes records, and gives them", () => {
    const spread = fn`(point: { x: f32, at: { y: u32, on: bool } }) => { far: point.x > 2 && point.at.on, y: point.at.y + 1 }`;
    expect(spread.columns.map(({ path }) => path.join("."))).toEqual(["x", "at.y", "at.on"]);
    expect(spread.resultType).toEqual({ far: "bool", y: "u32" });
    expect(valuesOf(spread, 3, 7, 1)).toEqual([1, 8]);
    const built = elementFunction({ x: f32, at: { y: u32, on: bool } }, ({ x, at }) => ({
      far: x.greater(2).and(at.on),
      y: at.y.add(1),
    }));
    expect(built.hash).toBe(spread.hash);
  });

  it("gives a part of a record, or the element itself", () => {
    expect(
      valuesOf(
        elementFunction({ x: f32, y: i32 }, ({ y }) => y),
        1,
        2,
      ),
    ).toEqual([2]);
    expect(
      valuesOf(
        elementFunction({ x: f32, y: i32 }, (point) => point),
        1,
        2,
      ),
    ).toEqual([1, 2]);
    const point = elementFunction({ x: f32, y: i32 }, (each) => select(each.x.less(0), 0, each.y));
    expect(valuesOf(point, -1, 2)).toEqual([0]);
  });

  it("calls operators", () => {
    expect(valuesOf(fn`(x: u64) => ${add}(x, x)`, 3n)).toEqual([6n]);
  });

  it("has another hash for other types, of which the terms know nothing", () => {
    const isTrue = [constant("bool", 1)];
    const of32 = defineElementFunction("f32", "bool", isTrue);
    expect(of32.hash).not.toBe(defineElementFunction("f64", "bool", isTrue).hash);
    expect(of32.hash).not.toBe(defineElementFunction("f32", { isTrue: "bool" }, isTrue).hash);
  });

  it("has the fields of a record in scope where the text has no head", () => {
    const isLate = parseElementFunction("delay > 15 && origin != 3", {
      type: { origin: "u32", delay: "f32" },
    });
    expect(valuesOf(isLate, 2, 16)).toEqual([1]);
    expect(valuesOf(isLate, 3, 16)).toEqual([0]);
    const nested = parseElementFunction("at.x < 0", { type: { n: "u32", at: { x: "f64", y: "f64" } } });
    expect(valuesOf(nested, 0, -1, 5)).toEqual([1]);
    expect(parseElementFunction("(value < 1)", { type: "i64" }).resultType).toBe("bool");
  });
});

describe("it is refused", () => {
  it.each<[string, string]>([
    ["value > 0", 'expected "(" and the element, as in (value: f64) => value > 0, got "value"'],
    ["(left: f64, right) => left", 'expected ")" after the element, got ","'],
    ["(x: f16) => x", "one of f64, f32, i64, u64, i32, u32, bool, or a record of them"],
    ["(x: f64) => 1", "expected a type for the number here, as in 1i32, got 1 without one"],
    ["(x: f64) => x + 1u32", "expected operands of one type"],
    ["(x: f64) => y", 'expected one of x, got "y"'],
    ["(x: f64) => x identity 0", 'expected the end of the text, got "identity"'],
    ["(x: f64) -> x", 'expected "=>" and the value'],
    ["operator less (x: f64) => x", 'expected "(" and the element'],
    ["", 'expected "(" and the element'],
  ])("as text %j", (text, message) => {
    expect(() => parseElementFunction(text)).toThrow(OperatorSyntaxError);
    expect(() => parseElementFunction(text)).toThrow(message);
  });

  it("with its place", () => {
    const source = "where.fn";
    expect(() => parseElementFunction("delay > x", { type: { delay: "f32" }, source })).toThrow(
      'where.fn:1:9: expected one of delay, got "x"',
    );
    expect(() => parseElementFunction(7 as never)).toThrow(
      '"text" must be the text of an element function, got 7',
    );
  });

  it("where the builder gives no node", () => {
    const give = (value: unknown) => () => elementFunction(f64, () => value);
    expect(give(undefined)).toThrow("got undefined: does the function return its value?");
    expect(give(true)).toThrow(
      '"result" must be a node, or a record of nodes (f64(1) makes one of a constant), got true',
    );
    expect(give({ x: 1 })).toThrow('"result.x" must be a node');
    expect(() => elementFunction(f64, 3 as never)).toThrow('"body" must be a function of nodes, got 3');
    const other: unknown[] = [];
    elementFunction(f64, (value) => {
      other.push(value);
      return value;
    });
    expect(give(other[0])).toThrow("of another call");
  });

  it("where terms do not fit", () => {
    expect(() => defineElementFunction("f64", "bool", [left("f64")])).toThrow(
      '"terms[0]" must be bool, got f64',
    );
    expect(() => defineElementFunction("f64", "f64", [])).toThrow(
      '"terms" must be 1, one for each column, got 0',
    );
    expect(() => defineElementFunction("f64", "f64", [right("f64")])).toThrow("over one element, left");
    expect(() => defineElementFunction("f64", "f64", [left("f64", 1)])).toThrow();
    expect(() => defineElementFunction("u64", "f64", [left("f64")])).toThrow();
    expect(u64.type).toBe("u64");
  });
});
