import { describe, expect, it } from "vitest";
import {
  type Loose,
  looseOperator,
  looseSelect,
  PAIR,
  refusalOf,
  type Untyped,
} from "../../../test/helpers/operators/builder.ts";
import { columnsOf, type ValueType } from "../../values/value-types.ts";
import { defineOperator, hashOf } from "../define-operator.ts";
import { evaluateBody, evaluateTerm } from "../evaluate.ts";
import { bodyOf } from "../operator.ts";
import * as term from "../term.ts";
import { termList } from "../term-list.ts";
import { operator } from "./builder.ts";
import type { Node } from "./node.ts";
import { bool, f32, f64, i32, i64, u64 } from "./scalar-types.ts";
import { select } from "./select.ts";

describe("the term of a body", () => {
  it("is what its methods say, on one element", () => {
    const custom = operator(f64, (left, right) => left.add(right).add(left.multiply(right)));
    const [left, right] = [term.left("f64"), term.right("f64")];
    const expected = term.binary(
      "add",
      term.binary("add", left, right),
      term.binary("multiply", left, right),
    );
    expect(custom.hash).toBe(hashOf("f64", [expected]));
    expect(custom.kind).toBe("operator");
    expect(custom.types).toEqual(["f64"]);
    expect(evaluateTerm(custom.term("f64"), 2, 3)).toBe(11);
  });

  it("is one for each column of a record, in the order of its fields", () => {
    const larger = operator(PAIR, (left, right) => select(left.value.less(right.value), right, left));
    const isLess = term.binary("less", term.left("f32", 0), term.right("f32", 0));
    const expected = [
      term.select(isLess, term.right("f32", 0), term.left("f32", 0)),
      term.select(isLess, term.right("u32", 1), term.left("u32", 1)),
    ];
    expect(larger.hash).toBe(hashOf({ value: "f32", index: "u32" }, expected));
    expect(larger.type).toEqual({ value: "f32", index: "u32" });
    expect(evaluateBody(bodyOf(larger), [1, 7], [2, 9])).toEqual([2, 9]);
    expect(evaluateBody(bodyOf(larger), [2, 7], [2, 9])).toEqual([2, 7]);
  });

  it("follows nested records, by field and whole", () => {
    const type = { head: "bool", at: { x: f64, y: { low: "i64", high: i64 } } } as const;
    const nested = operator(type, (left, right) => ({
      at: { y: select(right.head, right.at.y, left.at.y), x: left.at.x.max(right.at.x) },
      head: left.head.or(right.head),
    }));
    expect(nested.columns.map(({ path }) => path.join("."))).toEqual([
      "head",
      "at.x",
      "at.y.low",
      "at.y.high",
    ]);
    expect(evaluateBody(bodyOf(nested), [0, 1, 5n, 6n], [1, 2, 7n, 8n])).toEqual([1, 2, 7n, 8n]);
    expect(evaluateBody(bodyOf(nested), [1, 3, 5n, 6n], [0, 2, 7n, 8n])).toEqual([1, 3, 5n, 6n]);
  });

  it("takes an operand as it is, spread or taken apart", () => {
    const last = operator(PAIR, (_, right) => right);
    const spread = operator(PAIR, (left, right) => ({ ...right, index: left.index }));
    const apart = operator(PAIR, ({ index }, { index: _, ...rest }) => ({ ...rest, index }));
    expect(bodyOf(last).terms).toEqual([term.right("f32", 0), term.right("u32", 1)]);
    expect(bodyOf(spread).terms).toEqual([term.right("f32", 0), term.left("u32", 1)]);
    expect(apart.hash).toBe(spread.hash);
  });

  it("shares what a const names", () => {
    const shared = operator(f64, (left, right) => {
      let power = left.multiply(right);
      for (let i = 0; i < 100; i++) power = power.multiply(power);
      return power;
    });
    expect(termList(bodyOf(shared).terms).nodes).toHaveLength(103);
  });

  it("has the constants that are written, in columns and operands", () => {
    const custom = operator({ big: u64, small: f32, flag: bool }, (left, right) => ({
      big: left.big.add(1).add(5n).add(u64(2)),
      small: 0.5,
      flag: bool(true).and(right.flag),
    }));
    expect(evaluateBody(bodyOf(custom), [10n, 0, 0], [0n, 0, 1])).toEqual([18n, 0.5, 1]);
  });

  it("is the same whether types are values or names", () => {
    const named = operator({ value: "f32", index: "u32" }, (left) => left);
    expect(operator(PAIR, (left) => left).hash).toBe(named.hash);
    expect(operator("i32", (left, right) => left.xor(right)).hash).toBe(
      operator(i32, (left, right) => left.xor(right)).hash,
    );
  });

  it("does not change with the description afterwards", () => {
    const description: Record<string, typeof f64> = { x: f64 };
    const custom = operator(description, (left) => left);
    description.y = f64;
    expect(custom.type).toEqual({ x: "f64" });
  });
});

describe("what a body returns", () => {
  it.each<[string, Untyped, string]>([
    [
      "nothing",
      () => undefined,
      '"result" must be a record of value, index, got undefined: does the function return its value?',
    ],
    [
      "a scalar for a record",
      (left) => left.value,
      '"result" must be a record of value, index, got left.value',
    ],
    ["an array", (left) => [left.value, left.index], "got an Array of length 2"],
    ["a promise", async (left) => left, "got a Promise"],
    ["a method", (left) => left.value.add, "got a function"],
    [
      "a field too few",
      ({ value }) => ({ value }),
      '"result.index" must be given, as every field is, got none',
    ],
    [
      "a field that is undefined",
      ({ value }) => ({ value, index: undefined }),
      '"result.index" must be a node of u32, got undefined',
    ],
    [
      "a field too many",
      (left) => ({ ...left, indx: 1 }),
      '"result" must be of fields that are each one of value, index (nearest: index), got "indx"',
    ],
    [
      "a field of another type",
      ({ value }) => ({ value, index: value }),
      '"result.index" must be given u32, got f32 (left.value); .convert(u32) makes it one',
    ],
    [
      "a constant that is not exact",
      ({ index }) => ({ value: 0.1, index }),
      '"result.value" must be given a number that f32 has exactly',
    ],
    ["an answer of ===", (left, right) => ({ ...left, value: left.value === right.value }), "use .equal()"],
  ])("is refused where it is %s", (_, body, message) => {
    expect(refusalOf(body)).toContain(message);
  });

  it("is refused for a single element as well", () => {
    expect(() => looseOperator(f64, () => undefined)).toThrow(
      '"result" must be a node of f64, got undefined',
    );
    expect(() => looseOperator(f64, (left, right) => left === right)).toThrow("use .equal()");
    expect(() => looseOperator(f64, (left) => left.less(1))).toThrow(
      '"result" must be given f64, got bool (left.less(1))',
    );
  });

  it("may not be of another operator, nor mixed with it", () => {
    let foreign: unknown;
    looseOperator(f32, (left) => {
      foreign = left;
      return left;
    });
    expect(refusalOf((left) => left.value.add(foreign))).toBe(
      '"left.value.add(left)" must be of the operands of one operator, got nodes of two calls of operator',
    );
    expect(refusalOf((left) => ({ ...left, value: foreign }))).toContain(
      "got left of another call of operator",
    );
    const chosen: Untyped = (left) => looseSelect(left.value.less(1), foreign, 1);
    expect(refusalOf(chosen)).toContain("nodes of two calls");
  });

  it("may not be too deep or too large", () => {
    const chain = (length: number, step: (value: Node<"f64">, i: number) => Node<"f64">) => (): unknown =>
      operator(f64, (left) => {
        let value: Node<"f64"> = left;
        for (let i = 0; i < length; i++) value = step(value, i);
        return value;
      });
    expect(chain(200, (value) => value.add(1))).not.toThrow();
    expect(chain(1000, (value) => value.add(value))).toThrow(/a term at most \d+ deep/);
    expect(chain(20_000, (value) => value.add(1))).toThrow(/a term (at most \d+ deep|of at most \d+ nodes)/);
    const wide = (): unknown =>
      operator(f64, (left) => {
        let row: Node<"f64">[] = Array.from({ length: 4096 }, (_, i) => left.add(i));
        while (row.length > 1)
          row = row.filter((_, i) => i % 2 === 0).map((node, i) => node.add(row[2 * i + 1]));
        return row[0];
      });
    expect(wide).toThrow(/a term of at most \d+ nodes/);
  });
});

describe("options", () => {
  it("name the operator, which is called custom otherwise", () => {
    expect(operator(f64, (left) => left).name).toBe("custom");
    expect(operator(f64, (left) => left, { name: "first-of" }).name).toBe("first-of");
    expect(() => operator(f64, (left) => left, { name: "First" })).toThrow('"name" must be in kebab-case');
  });

  it("give a start and an identity in the shape of the type, by column", () => {
    const first = operator(PAIR, (left) => left, { identity: { value: -Infinity, index: 0 } });
    expect(first.claims?.identity).toEqual([-Infinity, 0]);
    expect(first.start).toEqual([-Infinity, 0]);
    const both = operator({ big: u64, flag: bool }, (left) => left, {
      identity: { big: 1, flag: true },
      start: { flag: false, big: 2n },
    });
    expect([both.claims?.identity, both.start]).toEqual([
      [1n, 1],
      [2n, 0],
    ]);
    const scalar = operator(i64, (left, right) => left.add(right), { identity: 0n, start: 7 });
    expect([scalar.start("i64"), scalar.claims?.identity]).toEqual([7n, [0n]]);
    expect(scalar.identity("i64")).toBeUndefined(); // a claim is not a proof
    expect(operator(f64, (left) => left).start("f64")).toBeUndefined();
  });

  it("give the values for which laws are meant", () => {
    const custom = operator(PAIR, (left) => left, {
      where: (value) => value.index.less(10).and(value.value.equal(value.value)),
    });
    const expected = term.binary(
      "and",
      term.binary("less", term.left("u32", 1), term.constant("u32", 10)),
      term.binary("equal", term.left("f32", 0), term.left("f32", 0)),
    );
    expect(custom.claims).toEqual({ carrier: expected });
    expect(custom.hash).toBe(operator(PAIR, (left) => left).hash);
    expect(operator(f64, (left) => left, { where: (value) => value.less(1) }).claims?.carrier).toEqual(
      term.binary("less", term.left("f64"), term.constant("f64", 1)),
    );
  });

  it.each<[string, object, string]>([
    ["a misspelt name", { nane: "x" }, "(nearest: name)"],
    [
      "an identity that is not exact",
      { identity: { value: 0.1, index: 0 } },
      '"identity.value" must be a number that f32 has exactly',
    ],
    ["an identity with a field too few", { identity: { value: 0 } }, '"identity.index" must be given'],
    [
      "a start with a field too many",
      { start: { value: 0, index: 0, x: 0 } },
      '"start" must be of fields that are each one of value, index, got "x"',
    ],
    [
      "a start out of range",
      { start: { value: 0, index: -1 } },
      '"start.index" must be an integer of u32, got -1',
    ],
    ["a start that is a scalar", { start: 0 }, '"start" must be an object with value, index, got 0'],
    ["a carrier that is no function", { where: true }, '"where" must be a function of nodes, got true'],
    [
      "a carrier that is no bool",
      { where: (value: Loose) => value.index },
      '"where" must be given bool, got u32 (value.index)',
    ],
    ["a carrier of ===", { where: (value: Loose) => (value.index as unknown) === 0 }, "use .equal()"],
    [
      "a carrier with types mixed",
      { where: (value: Loose) => value.index.less(value.value) },
      '"value.index.less(value.value)" must be given u32',
    ],
  ])("refuse %s", (_, options, message) => {
    expect(() => looseOperator(PAIR, (left) => left, options)).toThrow(message);
  });

  it("refuse what is no object, and a body that is no function", () => {
    expect(() => looseOperator(PAIR, (left) => left, null as never)).toThrow(
      '"options" must be an object, got null',
    );
    expect(() => looseOperator(PAIR, 5 as never)).toThrow('"body" must be a function of nodes, got 5');
  });
});

describe("types", () => {
  it.each<[string, unknown, string]>([
    ["a name that is none", "f16", "must be one of f64, f32"],
    [
      "a typed array",
      { value: Float32Array },
      '"type.value" must be a scalar type or a record of types, got a function',
    ],
    ["an empty record", {}, "a record with at least one field"],
    ["an array", [f32], "got an Array of length 1"],
    ["a bool on its own", bool, 'such as { flag: "bool" }'],
  ])("refuse %s", (_, type, message) => {
    expect(() => looseOperator(type, (left) => left)).toThrow(message);
  });

  it("refuse a record within itself", () => {
    const endless: Record<string, unknown> = { value: f32 };
    endless.inner = { endless };
    expect(() => looseOperator(endless, (left) => left)).toThrow(
      '"type.inner.endless" must be a finite record',
    );
  });

  it("may have fields with the names of methods and of JavaScript", () => {
    const names = ["add", "constructor", "toString", "then", "type", "__proto__", "length"];
    const type = Object.fromEntries(names.map((name) => [name, "f64"]));
    const built = looseOperator(type, (left, right) =>
      Object.fromEntries(names.map((name) => [name, left[name].max(right[name])])),
    );
    expect(bodyOf(built).columns).toHaveLength(names.length);
    const same = columnsOf(type as ValueType).map((_, column) =>
      term.binary("max", term.left("f64", column), term.right("f64", column)),
    );
    expect(built.hash).toBe(defineOperator(type as { readonly add: "f64" }, same).hash);
  });
});
