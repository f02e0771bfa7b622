import { describe, expect, it } from "vitest";
import {
  type AnyDefined,
  arrayOf,
  branch,
  build,
  define,
  entry,
  f64,
  i32,
  i64,
  iota,
  list,
  loopFor,
  run,
} from "../../language.ts";

const ints = arrayOf(i32, "n");
const half = define("half", { n: i64 }, ({ n }) => n.divide(2));

describe("what does not fit is refused while building", () => {
  const body = (of: (operands: { x: never; y: never; xs: never }) => unknown) => () =>
    entry("bad", { x: i32, y: f64, xs: ints }, of as never);
  type Loose = Readonly<Record<string, (...operands: unknown[]) => Loose>>;
  const loose = (of: (x: Loose, y: Loose, xs: Loose) => unknown) =>
    body(({ x, y, xs }) => of(x as Loose, y as Loose, xs as Loose));

  it.each<[string, () => unknown, string]>([
    ["another type", loose((x, y) => x.add(y)), '"i32.add(…)" must be i32, got f64'],
    ["a constant that the type has not", loose((x) => x.add(0.5)), "an integer of i32, got 0.5"],
    ["a boolean", loose((x) => x.equal(x).and(true)), '"bool.and(…)" must be bool, got true: JavaScript'],
    ["a method of another type", loose((x) => x.sqrt()), '"i32.sqrt" must be one of add'],
    ["a near miss", loose((_, __, xs) => xs.reducee()), "nearest: reduce"],
    [
      "a combine of another type",
      loose((_, y, xs) => xs.reduce(() => y, 0)),
      '"reduce(combine)" must be i32, got f64',
    ],
    ["a test that is none", loose((x, _, xs) => xs.filter(() => x)), '"filter(test)" must be bool, got i32'],
    [
      "another value for nothing",
      loose((_, y, xs) => xs.scan((a: unknown) => a, y)),
      '"scan(…, value)" must be i32',
    ],
    ["no function", loose((x, _, xs) => xs.map(x)), '"map(…)" must be a function of nodes, got a Node'],
    [
      "options",
      loose((_, __, xs) => xs.reduce((a: unknown) => a, 0, "left-fold")),
      "{ expression } with its name",
    ],
    ["too few operands", loose((x) => x.add()), '"i32.add(…)" must be given 1 operand, got 0'],
    ["a result that is no node", loose(() => "x"), '"the result of bad" must be a node, or a tuple'],
    [
      "a type that is none",
      () => define("bad", { x: Number as never }, () => i32(1)),
      '"parameters.x" must be a type',
    ],
    [
      "a name twice",
      () =>
        build(
          define("a", {}, () => i32(1)),
          define("a", {}, () => i32(2)),
        ),
      '"a" twice',
    ],
    ["a literal", () => i32(2 ** 31), '"i32" must be given an integer of i32, got 2147483648'],
    ["an operand of a definition", () => half({ n: i32(1) as never }), '"half.n" must be i64, got i32'],
    [
      "loops that change their type",
      loose((x) => loopFor(2, x as never, () => f64(1) as never)),
      '"loopFor(…, body)" must be i32',
    ],
    [
      "branches of two types",
      loose((x, y) =>
        branch(
          x.less(1) as never,
          () => x as never,
          () => y as never,
        ),
      ),
      '"branch(…, second)" must be i32, got f64',
    ],
    ["items of two types", loose((x, y) => list(x as never, y as never)), '"list[1]" must be i32, got f64'],
    ["no pairs", loose((_, __, xs) => xs.unzip()), "an array of pairs or triples, got []i32"],
  ])("%s", (_, act, message) => {
    expect(act).toThrow(message);
  });

  it("a node outside the function that made it", () => {
    let leaked: unknown;
    expect(
      loose((x, _, xs) => {
        xs.map((each: unknown) => {
          leaked = each;
          return each;
        });
        return x.add(leaked);
      }),
    ).toThrow(
      '"i32" must be used in the function, branch or definition whose body made it, got a use outside',
    );
    expect(loose(() => leaked)).toThrow("got a use outside");
  });

  it.each<[string, (x: Loose, xs: Loose) => unknown]>([
    ["<", (x) => (x as never) < 1],
    ["+", (x) => (x as never) + 1],
    ["text", (x) => `${x}`],
    ["an index", (x, xs) => (xs as unknown as unknown[])[x as never]],
    ["JSON", (_, xs) => JSON.stringify({ xs })],
    ["spreading", (_, xs) => Object.assign(xs, { x: 1 })],
  ])("%s of a node", (_, of) => {
    expect(loose((x, __, xs) => of(x, xs))).toThrow(
      /^"(i32|\[\]i32)" must be a value of the program, not of JavaScript/,
    );
  });
});

describe("a node that only JavaScript has looked at is refused", () => {
  type Loose = Readonly<Record<string, (...operands: unknown[]) => Loose>>;
  type Body = (x: Loose, xs: Loose) => unknown;
  const building = (of: Body) => () =>
    entry("bad", { x: i32, xs: ints }, ({ x, xs }) => of(x as never, xs as never) as never);

  it.each<[string, string, Body]>([
    ["?:", "i32.less(…)", (x) => (x.less(1) ? x : x.add(1))],
    [
      "if in a combine",
      "i32.less(…)",
      (_, xs) =>
        xs.reduce((left: Loose, right: Loose) => {
          if (left.less(right)) return right;
          return left;
        }, 0),
    ],
    ["&& in a test", "i32.less(…)", (_, xs) => xs.filter((x: Loose) => x.less(3) && x.greater(1))],
    ["! of a condition", "[]i32.any(…)", (x, xs) => (!xs.any((y: Loose) => y.less(1)) ? x : x)],
    [
      "a branch",
      "i32.abs()",
      (x) =>
        branch(
          x.less(1) as never,
          () => (x.abs() ? x : x) as never,
          () => x as never,
        ),
    ],
    ["a loop", "i32.equal(…)", (x) => loopFor(3, x as never, (y: Loose) => (y.equal(1) ? y : y) as never)],
    ["the result of a definition", "half(…)", (x) => (half({ n: 1 }) ? x : x)],
    ["a function", "iota(…)", (x) => (iota(3) ? x : x)],
  ])("%s", (_, node, of) => {
    expect(building(of)).toThrow(
      `"${node}" must be part of the result, got one that nothing uses: to JavaScript's if`,
    );
    expect(building(of)).toThrow("write branch(condition, () => first, () => second), .and(), .or(), .not()");
  });

  it("and not what is used in part, made elsewhere, or constant", () => {
    const none = f64(-Infinity);
    const built = entry("fine", { xs: arrayOf(f64), x: f64 }, ({ xs, x }) => {
      const [low] = xs.partition((each) => each.less(1));
      const inner = define("inner", { n: i64 }, ({ n }) => n.add(1));
      f64(2);
      return list(low.reduce((left, right) => left.max(right), none).max(x), inner({ n: 1 }).convert(f64));
    });
    const other = entry("other", { xs: arrayOf(f64) }, ({ xs }) =>
      xs.reduce((left, right) => left.max(right), none),
    );
    const program = build(built, other);
    expect(run(program, "fine", [Float64Array.of(0, 3), 0.5])).toEqual(Float64Array.of(0.5, 2));
    expect(run(program, "other", [Float64Array.of()])).toBe(-Infinity);
  });
});

it("errors of types, laws and runs have a place in the text that is printed", () => {
  const index = build(entry("far", { xs: ints }, ({ xs }) => xs.at(7)));
  expect(() => run(index, "far", [Int32Array.of(1)])).toThrow(
    "program:1:33: expected an index from 0 to 0, got index 7",
  );
  const refuted = entry("refuted", { xs: ints }, ({ xs }) => xs.reduce((x, y) => x.subtract(y), 0));
  expect(() => build(refuted)).toThrow(/^program:1:\d+: expected .*associative/);
  expect([
    ...build(refutedButNamed())
      .cost("left", [Int32Array.of(1, 2)])
      .workByLine.keys(),
  ]).toEqual([1]);
});

function refutedButNamed(): AnyDefined {
  return entry("left", { xs: ints }, ({ xs }) =>
    xs.reduce((x, y) => x.subtract(y), 0, { expression: "left-fold" }),
  );
}
