import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Loose,
  looseOperator,
  looseSelect,
  PAIR,
  refusalOf,
  type Untyped,
} from "../../../test/helpers/operators/builder.ts";
import { bodyOf } from "../operator.ts";
import { elementFunction, operator } from "./builder.ts";
import { bool, f32, f64, u32 } from "./scalar-types.ts";

const SEED = 20261201;
const FLAGGED = { value: f64, flag: bool, at: { on: bool } };

/** What an `if` of the body does. */
const whichever = (condition: unknown, first: Loose, second: Loose): Loose => (condition ? first : second);

describe("a node that only JavaScript has looked at is refused", () => {
  it.each<[string, string, Untyped]>([
    [
      "if",
      "left.value.less(right.value)",
      (left, right) => {
        if (left.value.less(right.value)) return right;
        return left;
      },
    ],
    ["?:", "left.value.less(right.value)", (left, right) => (left.value.less(right.value) ? right : left)],
    ["&&", "left.value.less(1)", (left, right) => left.value.less(1) && right],
    [
      "&& of conditions",
      "left.value.less(1)",
      (left, right) => looseSelect(left.value.less(1) && right.value.less(1), left, right),
    ],
    [
      "|| of values",
      "left.value.max(0)",
      (left, right) => ({ ...right, index: (left.value.max(0) && right.index) || left.index }),
    ],
    ["!", "left.value.less(1)", (left, right) => (!left.value.less(1) ? left : right)],
    ["===", "left.value.add(1)", (left, right) => (left.value.add(1) === right.value ? left : right)],
    [
      "while",
      "left.index.less(1)",
      (left, right) => {
        while (left.index.less(1)) return right;
        return left;
      },
    ],
    [
      "switch",
      "left.index.add(1)",
      (left, right) => {
        switch (left.index.add(1)) {
          case right.index:
            return right;
          default:
            return left;
        }
      },
    ],
    [
      "within select",
      "left.value.less(1)",
      (left, right) => looseSelect(right.value.less(2), left.value.less(1) ? right : left, left),
    ],
    [
      "a whole record of select",
      "select(left.value.less(1), left.value, right.value)",
      (left, right) => (looseSelect(left.value.less(1), left, right) ? right : left),
    ],
    [
      "a statement in vain",
      "left.value.add(right.value)",
      (left, right) => [left.value.add(right.value), left][1],
    ],
  ])("%s", (_, node, body) => {
    const message = refusalOf(body);
    expect(message).toContain(`"${node}" must be part of the result, got one that nothing uses`);
    expect(message).toContain("if, ?:, && and ||");
    expect(message).toContain("write select(condition, first, second), .and(), .or(), .not()");
  });

  it.each<[string, string, Untyped]>([
    ["&&", "left.flag", ({ flag }, right) => ({ ...right, flag: (flag as unknown) && right.flag })],
    [
      "?:",
      "right.flag",
      (left, { flag, ...rest }) => ({ ...left, value: (flag as unknown) ? rest.value : left.value }),
    ],
    ["if", "left.at.on", (left, right) => ({ ...right, value: whichever(left.at.on, left, right).value })],
    [
      "!",
      "left.flag",
      ({ flag, value }, right) => ({ ...right, value: !(flag as unknown) ? value : right.value }),
    ],
    [
      "of a record of select",
      "select(left.flag, left.flag, right.flag)",
      (left, right) => {
        const { flag, value } = looseSelect(left.flag, left, right);
        return { ...right, value: whichever(flag, value, right.value) };
      },
    ],
  ])("%s of a bool that is read", (_, node, body) => {
    expect(refusalOf(body, FLAGGED)).toContain(`"${node}" must be part of the result`);
  });

  it("in what the laws are meant for, and in element functions", () => {
    expect(() =>
      operator(f64, (left, right) => left.add(right), {
        where: (value) => value.less(1) && value.greater(-1),
      }),
    ).toThrow('"value.less(1)" must be part of the result');
    expect(() => elementFunction(f64, (value) => (value.less(0) ? value.negate() : value))).toThrow(
      '"element.less(0)" must be part of the result',
    );
    expect(() => elementFunction(f64, (value) => value.less(0) && value.greater(-1))).toThrow(
      '"element.less(0)" must be part of the result',
    );
  });
});

describe("what is used is not refused", () => {
  it("however it comes into the result", () => {
    const builds: readonly Untyped[] = [
      (left, right) => looseSelect(left.value.less(right.value), right, left),
      // One field of a record of select is enough.
      (left, right) => ({
        value: looseSelect(left.value.less(right.value), left, right).value,
        index: left.index.max(right.index),
      }),
      (left, right) => ({ ...left, value: [left.value, right.value].reduce((sum, each) => sum.add(each)) }),
      (left) => ({ value: left.value.convert(f32 as never), index: left.index }), // makes nothing
      (left) => ({ value: 1, index: (left.value as never) === 1 ? 1 : 2 }),
    ];
    for (const build of builds) expect(() => looseOperator(PAIR, build)).not.toThrow();
  });

  it("constants of no operator, shared between calls and never used", () => {
    const [half, unused] = [f64(0.5), f64(1).add(2)];
    const built = [0, 1].map(() => operator(f64, (left) => left.multiply(half)));
    expect(built[0].hash).toBe(built[1].hash);
    expect(unused).toBeDefined();
  });

  it("nodes of an operator around another one that is built meanwhile", () => {
    const outer = operator(f64, (left, right) => {
      const sum = left.add(right);
      operator(f64, (one, other) => one.multiply(other));
      elementFunction(u32, (element) => element.add(1));
      return sum;
    });
    expect(bodyOf(outer).terms[0].kind).toBe("binary");
  });

  it("bools that are spread, listed or taken with the rest", () => {
    const builds: readonly Untyped[] = [
      (left) => ({ ...left, flag: bool(true) }),
      (left, right) => ({ ...left, flag: left.flag.or(right.flag), at: { on: bool(false) } }),
      ({ value, ...rest }, right) => ({ ...rest, ...right, value }),
      (left, right) => Object.fromEntries([...Object.entries(right), ["flag", left.flag]]),
      (left, right) => ({ ...looseSelect(left.flag, left, right), flag: bool(true) }),
    ];
    for (const build of builds) expect(() => looseOperator(FLAGGED, build)).not.toThrow();
  });

  it("any body that returns all it has made, and none that leaves one out", () => {
    const step = fc.record({
      first: fc.nat(),
      second: fc.nat(),
      name: fc.constantFrom("add", "min", "multiply"),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), (steps, leaveOut) => {
        const build = (): unknown =>
          looseOperator(f64, (left, right) => {
            const nodes: Loose[] = [left, right];
            const open = new Set<Loose>();
            for (const { first, second, name } of steps) {
              const [one, other] = [nodes[first % nodes.length], nodes[second % nodes.length]];
              const made = one[name](other);
              for (const each of [one, other]) open.delete(each);
              open.add(made);
              nodes.push(made);
            }
            const rest = [...open].slice(leaveOut ? 1 : 0);
            return rest.length === 0 ? left : rest.reduce((sum, each) => sum.add(each));
          });
        if (leaveOut) expect(build).toThrow("must be part of the result");
        else expect(build).not.toThrow();
      }),
      { seed: SEED },
    );
  });
});
