import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  looseOperator,
  looseSelect,
  PAIR,
  refusalOf,
  type Untyped,
} from "../../../test/helpers/operators/builder.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { evaluateBody, evaluateTerm } from "../evaluate.ts";
import { bodyOf } from "../operator.ts";
import * as term from "../term.ts";
import { operator } from "./builder.ts";
import type { Node, NodesOf } from "./node.ts";
import { bool, f32, f64, i32, i64, u32, u64 } from "./scalar-types.ts";
import { select } from "./select.ts";

const SEED = 20260301;

describe("methods", () => {
  /** The term of `left.NAME(…given)`, whatever its type turns out to be; undefined where the type has no such method. */
  const traced = (type: ScalarType, name: string, ...given: unknown[]): term.Term | undefined => {
    for (const value of term.BINARY_OPERATIONS.equal) {
      try {
        const built = looseOperator({ operand: type, value }, ({ operand }, right) => {
          const operands = name in term.BINARY_OPERATIONS ? [right.operand] : given;
          return { operand, value: operand[name](...operands) };
        });
        return bodyOf(built).terms[1];
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
      }
    }
    return undefined;
  };
  const { left, right } = term;

  it("exist for every operation, on the types where it is defined and nowhere else", () => {
    for (const [name, types] of Object.entries({ ...term.UNARY_OPERATIONS, ...term.BINARY_OPERATIONS })) {
      for (const type of term.BINARY_OPERATIONS.equal) {
        if (!types.includes(type)) {
          expect(traced(type, name), `${name} ${type}`).toBeUndefined();
          continue;
        }
        const expected =
          name in term.UNARY_OPERATIONS
            ? term.unary(name as term.UnaryOperation, left(type))
            : term.binary(name as term.BinaryOperation, left(type), right(type));
        expect(traced(type, name), `${name} ${type}`).toEqual(expected);
      }
    }
  });

  it("convert and cast between all types that allow it", () => {
    for (const from of term.BINARY_OPERATIONS.equal) {
      for (const to of term.BINARY_OPERATIONS.add) {
        expect(traced(from, "convert", to)).toEqual(term.convert(to, left(from)));
        if (to !== from && !term.BITCASTS[from].includes(to)) continue;
        expect(traced(from, "bitcast", to)).toEqual(term.bitcast(to, left(from)));
      }
    }
    expect(traced("i32", "convert", f64)).toEqual(term.convert("f64", left("i32")));
    expect(traced("f32", "bitcast", u32)).toEqual(term.bitcast("u32", left("f32")));
  });

  it("compare like JavaScript does, the swapped and the denied ones too", () => {
    const flags = {
      left: f64,
      right: f64,
      less: bool,
      lessOrEqual: bool,
      greater: bool,
      greaterOrEqual: bool,
    };
    const custom = operator({ ...flags, equal: bool, notEqual: bool }, (left) => {
      const [first, second] = [left.left, left.right];
      return {
        left: first,
        right: second,
        less: first.less(second),
        lessOrEqual: first.lessOrEqual(second),
        greater: first.greater(second),
        greaterOrEqual: first.greaterOrEqual(second),
        equal: first.equal(second),
        notEqual: first.notEqual(second),
      };
    });
    const some = fc.oneof(fc.constantFrom(Number.NaN, 0, -0, Infinity, 1), fc.double());
    fc.assert(
      fc.property(some, some, (first, second) => {
        const values = evaluateBody(bodyOf(custom), [first, second, 0, 0, 0, 0, 0, 0], []);
        const expected = [
          first < second,
          first <= second,
          first > second,
          first >= second,
          first === second,
          first !== second,
        ];
        expect(values.slice(2)).toEqual(expected.map(Number));
      }),
      { seed: SEED },
    );
  });

  it("say what they do to operands, through the evaluator", () => {
    const rows: readonly (readonly [
      (left: NodesOf<"i32">, right: NodesOf<"i32">) => NodesOf<"i32">,
      number,
    ])[] = [
      [(left, right) => left.remainder(right), -17 % 5],
      [(left, right) => left.shiftLeft(right), -17 << 5],
      [(left, right) => left.shiftRight(right), -17 >> 5],
      [(left) => left.shiftRight(33), -17 >> 1],
      [(left) => left.negate().countTrailingZeros(), 0],
      [(left) => left.convert(f32).sqrt().convert(i32), 0],
      [
        (left) =>
          left
            .convert(i64)
            .multiply(2n ** 31n)
            .convert(f64)
            .bitcast(u64)
            .shiftRight(52)
            .convert(i32),
        0xc22,
      ],
    ];
    for (const [body, expected] of rows) {
      expect(evaluateTerm(operator(i32, body).term("i32"), -17, 5)).toBe(expected);
    }
  });
});

describe("constants", () => {
  const valueIn = (type: ScalarType, constant: unknown): Scalar =>
    evaluateTerm(bodyOf(looseOperator(type, () => constant)).terms[0], 0, 0);

  it("are nodes of their type", () => {
    expect(valueIn("i32", i32(-5))).toBe(-5);
    expect(valueIn("u32", u32(2 ** 32 - 1))).toBe(2 ** 32 - 1);
    expect(valueIn("i64", i64(-5))).toBe(-5n);
    expect(valueIn("u64", u64(5n))).toBe(5n);
    expect(valueIn("u64", u64(2 ** 53 - 1))).toBe(2n ** 53n - 1n);
    expect(valueIn("f64", f64(0.1))).toBe(0.1);
    expect(valueIn("f64", f64(Number.NaN))).toBeNaN();
    expect(Object.is(valueIn("f32", f32(-0)), -0)).toBe(true);
  });

  it("of f32 are rounded to nearest, and only where f32 is written", () => {
    expect(valueIn("f32", f32(0.1))).toBe(Math.fround(0.1));
    expect(valueIn("f32", f32(1e300))).toBe(Infinity);
    expect(() => operator(f32, (left) => left.add(0.1))).toThrow(
      '"left.add(0.1)" must be given a number that f32 has exactly (f32(x) rounds to nearest), got 0.1',
    );
  });

  it("of integers and bools are exact or refused", () => {
    expect(() => i32(2.5)).toThrow('"i32" must be given an integer of i32, got 2.5');
    expect(() => i32(2 ** 31)).toThrow(InvalidArgumentError);
    expect(() => u32(-1)).toThrow(InvalidArgumentError);
    expect(() => u32(-0)).toThrow("got -0");
    expect(() => i64(2 ** 53)).toThrow("as a bigint or a safe number, got 9007199254740992");
    expect(() => u64(-1n)).toThrow("got -1n");
    expect(() => bool(1 as never)).toThrow('"bool" must be given true or false, got 1');
    expect(() => f64("1" as never)).toThrow('"f64" must be given a number, got "1"');
  });

  it("are not made of nodes", () => {
    expect(refusalOf((left) => f32(left.index as never))).toContain("use left.index.convert(f32)");
    expect(refusalOf((left) => bool(left.index as never))).toContain("use left.index.notEqual(0)");
  });

  it("may be used in more than one operator", () => {
    const half = f64(0.5);
    const builds = [
      operator(f64, (left) => left.multiply(half)),
      operator(f64, (_, right) => half.multiply(right)),
    ];
    expect(builds.map((built) => evaluateTerm(built.term("f64"), 4, 6))).toEqual([2, 3]);
  });
});

describe("select", () => {
  it("takes nodes, plain objects and constants on either side", () => {
    const custom = operator(PAIR, (left, right) => {
      const isLess = left.value.less(right.value);
      const index = select(isLess, 0, right.index);
      return select(isLess, { value: left.value.negate(), index }, { value: 3, index: right.index });
    });
    expect(evaluateBody(bodyOf(custom), [1, 5], [2, 6])).toEqual([-1, 0]);
    expect(evaluateBody(bodyOf(custom), [2, 5], [2, 6])).toEqual([3, 6]);
  });

  it.each<[string, Untyped, string]>([
    ["a boolean", ({ value }, right) => looseSelect(value === right.value, value, 1), "use .equal()"],
    [
      "a number",
      ({ value }) => looseSelect(value, value, 1),
      '"the condition of select(left.value, left.value, 1)" must be given bool, got f32 (left.value); a comparison',
    ],
    [
      "two types",
      (left, right) => looseSelect(left.value.less(1), left, { value: 1, index: right.value }),
      '"index of select(left.value.less(1), left, { value, index })" must be given u32, got f32 (right.value)',
    ],
    [
      "a field too few",
      (left) => looseSelect(left.value.less(1), left, { value: 1 }),
      '"index" in one alone',
    ],
    [
      "a field too many",
      (left) => looseSelect(left.value.less(1), { value: left.value }, left),
      '"index" in one alone',
    ],
    [
      "no node",
      (left) => looseSelect(left.value.less(1), 1, 2),
      "must be given a node or a record of nodes, got 1 and 2",
    ],
    ["a record and a scalar", (left) => looseSelect(left.value.less(1), left, 2), "got left and 2"],
  ])("refuses %s", (_, body, message) => {
    expect(refusalOf(body)).toContain(message);
  });
});

describe("what JavaScript would do with a node", () => {
  it.each<[string, Untyped]>([
    ["<", (left, right) => left.value < right.value],
    ["+", (left, right) => (left.value as never) + (right.value as never)],
    ["unary -", (left) => -left.value],
    // biome-ignore lint/suspicious/noDoubleEquals: what is tested
    ["== with a number", (left) => (left.value as unknown) == 1],
    ["text", (left) => `${left.value}`],
    ["String()", (left) => String(left)],
    ["Math.max", (left, right) => Math.max(left.value as never, right.value as never)],
    ["an index", (left) => [1, 2][left.index as never]],
    ["JSON", (left) => JSON.stringify({ left })],
    ["valueOf", (left) => left.value.valueOf()],
    ["toString", (left) => left.value.toString()],
    ["BigInt()", (left) => BigInt(left.index as never)],
  ])("throws: %s", (_, body) => {
    expect(refusalOf(body)).toMatch(
      /^"left(\.\w+)?" must be a value of the operator, not of JavaScript, got a use /,
    );
  });

  it("says what to write instead", () => {
    expect(refusalOf((left, right) => left.value < right.value)).toContain(".less() for <");
    expect(refusalOf((left, right) => left < right)).toContain("use its fields");
  });

  it.each<[string, Untyped, string]>([
    [
      "a field",
      (left) => left.valeu,
      '"left.valeu" must be one of value, index (nearest: value), got "valeu"',
    ],
    ["a method", (left, right) => left.value.les(right.value), "(nearest: less)"],
    ["indexing", (left) => left[0], '"left.0" must be one of value, index, got "0"'],
    ["a name of Object.prototype", (left) => left.isPrototypeOf, '"left.isPrototypeOf" must be one of'],
  ])("refuses a name that is not there: %s", (_, body, message) => {
    expect(refusalOf(body)).toContain(message);
  });

  it("lists the methods that the type has, and no others", () => {
    expect(refusalOf((left) => left.value.x)).toMatch(/sqrt.*greaterOrEqual/);
    expect(refusalOf((left) => left.value.x)).not.toContain("countOnes");
    expect(refusalOf((left) => left.index.x)).not.toContain("sqrt");
  });

  it("refuses assignments", () => {
    const assign = (target: object, field: string): unknown => Object.assign(target, { [field]: 1 });
    expect(refusalOf((left) => assign(left, "value"))).toContain("nodes do not change");
    expect(refusalOf((left) => assign(left, "other"))).toContain("got an assignment to other");
    expect(refusalOf((left) => assign(left.value, "other"))).toContain("got an assignment to other");
  });

  it("lets be what consoles, promises and test runners ask", async () => {
    let node: Node<"f32"> | undefined;
    let record: NodesOf<{ value: "f32"; index: "u32" }> | undefined;
    operator(PAIR, (left, right) => {
      node = left.value.less(right.value).convert(f32);
      record = left;
      return { value: node, index: left.index };
    });
    expect(inspect({ node })).toBe("{ node: Node(left.value.less(right.value).convert(f32)) }");
    expect(inspect(record)).toBe("Node(left)");
    expect(Object.prototype.toString.call(node)).toBe("[object Node]");
    expect(await node).toBe(node);
    expect(() => expect(record).toEqual({ value: 1 })).toThrow(/expected Node\(left\) to deeply equal/);
    expect(Object.keys(record ?? {})).toEqual(["value", "index"]);
  });
});

describe("errors of types", () => {
  it.each<[string, Untyped, string]>([
    [
      "two types",
      (left, right) => left.value.less(right.index),
      '"left.value.less(right.index)" must be given f32, got u32 (right.index); .convert(f32) makes it one',
    ],
    [
      "a method of floats on integers",
      (left) => left.index.add(1).sqrt(),
      '"left.index.add(1).sqrt()" must be called on f64 or f32, got u32',
    ],
    [
      "a method of integers on bools",
      (left) => left.value.less(1).add(1),
      '"left.value.less(1).add(1)" must be called on',
    ],
    [
      "a boolean",
      (left) => left.value.less(true),
      '"left.value.less(true)" must be given a node of f32, got true (JavaScript\'s own ===',
    ],
    ["a negative u32", (left) => left.index.equal(-1), "must be given an integer of u32, got -1"],
    ["text", (left) => left.index.add("1"), 'must be given a node of u32 or a constant, got "1"'],
    [
      "a record",
      (left, right) => left.index.add(right),
      '"left.index.add(right)" must be given a node of u32 or a constant, got right',
    ],
    ["no operand", (left) => left.index.add(), "must be given 1 operand, got 0"],
    ["two operands", (left) => left.index.add(1, 2), '"left.index.add(1, 2)" must be given 1 operand, got 2'],
    ["an operand too many", (left) => left.index.not(1), "must be given 0 operands, got 1"],
    [
      "convert to bool",
      (left) => left.index.convert(bool),
      '"left.index.convert(bool)" must be given one of the types f64, f32,',
    ],
    ["convert to nothing", (left) => left.index.convert(Number), "got a function"],
    [
      "a cast to another width",
      (left) => left.index.bitcast(f64),
      "must be given one of the types u32, f32, i32, got f64",
    ],
    [
      "a method on its own",
      ({ value: { add } }) => add(1),
      '".add()" must be called on a node, got undefined',
    ],
  ])("name the path: %s", (_, body, message) => {
    expect(refusalOf(body)).toContain(message);
  });

  it("stay short on large terms", () => {
    const body: Untyped = (left, right) => {
      let deep = left.value;
      for (let i = 0; i < 50; i++) deep = looseSelect(deep.less(right.value), deep.add(deep), deep);
      return deep.less(right.index);
    };
    const message = refusalOf(body);
    expect(message).toContain("…");
    expect(message.length).toBeLessThan(1000);
  });
});
