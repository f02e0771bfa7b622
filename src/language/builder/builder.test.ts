import { describe, expect, it } from "vitest";
import {
  type AnyDefined,
  arrayOf,
  bool,
  branch,
  build,
  called,
  compile,
  define,
  entry,
  f64,
  i32,
  i64,
  iota,
  list,
  loopFor,
  loopOver,
  loopWhile,
  map2,
  map3,
  map4,
  map5,
  parseProgram,
  printProgram,
  replicate,
  run,
  size,
  tabulate,
  u32,
  zip,
  zip3,
} from "../../language.ts";

/** What a builder made is what the text gives: the same terms, places aside. */
function expectText(text: string, ...definitions: readonly AnyDefined[]): void {
  const { program } = build(...definitions).typed;
  const expected = parseProgram(text);
  expect(printProgram(program)).toBe(printProgram(expected));
  expect(withoutPlaces(program.definitions)).toEqual(withoutPlaces(expected.definitions));
  compile(text);
}

function withoutPlaces(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part) => {
      if (key === "at") return undefined;
      return typeof part === "bigint" ? `${part}n` : part;
    }),
  );
}

const ints = arrayOf(i32, "n");
const npow2 = define("npow2", { n: i64 }, ({ n }) =>
  loopWhile(
    i64(2),
    (a) => a.less(n),
    (a) => a.multiply(2),
  ),
);

describe("a built program is that of the text", () => {
  it("with calls, sizes and results", () => {
    const padpow2 = define(
      "padpow2",
      { ne: i32, v: ints },
      ({ ne, v }) => v.concat(replicate(npow2({ n: size("n") }).subtract(size("n")), ne)),
      { gives: arrayOf(i32) },
    );
    const red = entry("red", { xs: arrayOf(i32) }, ({ xs }) =>
      loopWhile(
        padpow2({ ne: 0, v: xs }),
        (ys) => ys.length().greater(1),
        (ys) => {
          const n = called("n", ys.length().divide(2));
          return map2((x, y) => x.add(y), ys.slice(0, n), ys.slice(n, n.multiply(2)));
        },
      ).at(0),
    );
    const text = `
      def npow2 (n: i64) = loop x = 2i64 while x < n do x * 2
      def padpow2 [n] (ne: i32) (v: [n]i32): []i32 = concat v (replicate (npow2 n - n) ne)
      entry red (xs: []i32) = (loop x = padpow2 0 xs while length x > 1 do let n = length x / 2 in map2 (+) x[0:n] x[n:n*2])[0]`;
    expectText(text, red);
    expect(run(build(red), "red", [Int32Array.of(1, 2, 3, 4, 5)])).toBe(15);
    expect(build(npow2, red).entries.map(({ name }) => name)).toEqual(["npow2", "padpow2", "red"]);
  });

  it("with every function over arrays", () => {
    const flags = arrayOf(bool, "n");
    const all = entry("all_of_them", { xs: ints, fs: flags, is: arrayOf(i64, "n") }, ({ xs, fs, is }) => [
      xs.map((x) => x.add(1)),
      map3((x, y, z) => x.add(y).add(z), xs, xs, xs),
      map4(
        (x, y, z, a) =>
          branch(
            a,
            () => x,
            () => y.max(z),
          ),
        xs,
        xs,
        xs,
        fs,
      ),
      map5((x, y, z, a, b) => x.add(y).add(z).add(a).add(b), xs, xs, xs, xs, xs),
      xs.reduce((x, y) => x.add(y), 0),
      xs.reduceCommutative((x, y) => x.max(y), 0),
      xs.scan((x, y) => x.multiply(y), 1, { expression: "left-fold" }),
      xs.exscan((x, y) => x.min(y), 9),
      xs.segmentedScan((x) => x, 0, fs),
      xs.segmentedReduce((_, y) => y, 0, fs),
      xs.filter((x) => x.greater(0)),
      xs.partition((x) => x.lessOrEqual(2)),
      xs.any((x) => x.equal(3)).or(fs.all((x) => x.not())),
      xs.scatter(is, xs.reverse()),
      xs.reduceByIndex((x, y) => x.add(y), 0, is, xs.sort()),
      xs.foldl((x, y) => x.subtract(y), i32(-5)),
      xs.rotate(-1).take(2).drop(1).concat(list(xs.head(), xs.last())),
      iota(3).concat(xs.indices()),
      tabulate(2, (x) => x.convert(f64)),
      zip(xs, fs).unzip(),
      zip3(xs, fs, is).unzip()[2],
      list(list(i32(1)), list(i32(2)))
        .transpose()
        .flatten(),
    ]);
    expectText(
      `entry all_of_them [n] (xs: [n]i32) (fs: [n]bool) (is: [n]i64) = (
        map (\\x -> x + 1) xs, map3 (\\x y z -> x + y + z) xs xs xs,
        map4 (\\x y z a -> if a then x else i32.max y z) xs xs xs fs,
        map5 (\\x y z a b -> x + y + z + a + b) xs xs xs xs xs,
        reduce (+) 0 xs, reduce_comm i32.max 0 xs, #[expression(left-fold)] scan (*) 1 xs, exscan i32.min 9 xs,
        segmented_scan (\\x _ -> x) 0 fs xs, segmented_reduce (\\_ x -> x) 0 fs xs,
        filter (\\x -> x > 0) xs, partition (\\x -> x <= 2) xs,
        any (\\x -> x == 3) xs || all (\\x -> !x) fs,
        scatter xs is (reverse xs), reduce_by_index xs (+) 0 is (sort xs), foldl (-) (-5i32) xs,
        concat (drop 1 (take 2 (rotate (-1) xs))) [head xs, last xs], concat (iota 3) (indices xs),
        tabulate 2 f64.i64, unzip (zip xs fs), (unzip3 (zip3 xs fs is)).2, flatten (transpose [[1i32], [2i32]]))`,
      all,
    );
  });

  it("with operations of every type", () => {
    const whole = entry("whole", { x: u32, y: u32 }, ({ x, y }) => [
      x.subtract(y).divide(3).remainder(5).shiftLeft(1).shiftRight(y),
      x.and(y).or(7).xor(1).not(),
      [x.countLeadingZeros(), x.countTrailingZeros(), x.countOnes()],
      x.getBit(3),
      x.notEqual(y).and(x.greaterOrEqual(y)),
    ]);
    const real = entry("real", { x: f64 }, ({ x }) => ({
      far: x.add(0.5).multiply(Number.NEGATIVE_INFINITY).min(Number.NaN),
      near: [x.abs().sqrt().floor(), x.negate().ceil().truncate().roundEven().convert("f32")],
    }));
    expectText(
      `entry whole (x: u32) (y: u32) = (((x - y) / 3 % 5) << 1 >> y, !((x & y | 7) ^ 1),
         (u32.clz x, u32.ctz x, u32.popc x), u32.get_bit 3 x, x != y && x >= y)
       entry real (x: f64) = {far = f64.min ((x + 0.5) * (-f64.inf)) f64.nan,
         near = (f64.floor (f64.sqrt (f64.abs x)), f32.f64 (f64.round (f64.trunc (f64.ceil (-x)))))}`,
      whole,
      real,
    );
  });

  it("with tuples and records taken apart where they are bound", () => {
    const argmax = entry("argmax", { xs: ints }, ({ xs }) =>
      zip(xs, xs.indices()).reduce(
        ([ax, ai], [bx, bi]) =>
          branch(
            ax.less(bx),
            () => [bx, bi],
            () => [ax, ai],
          ),
        [-9, -1],
      ),
    );
    const sums = entry("sums", { xs: ints }, ({ xs }) => {
      const { low, high } = loopOver(xs, { low: i32(0), high: i32(0) }, ({ low, high }, x) => ({
        low: low.min(x),
        high: high.max(x),
      }));
      return high.subtract(low);
    });
    const powers = entry(
      "powers",
      {},
      () => loopFor(5, [i64(1), i64(0)], ([x, y], i) => [x.add(x), y.add(i)])[0],
    );
    const again = entry("again", {}, () => loopFor(5, i64(1), (x) => x.add(x)));
    expectText(
      `entry argmax [n] (xs: [n]i32) =
         reduce (\\x y -> if x.0 < y.0 then y else x) (-9, -1) (zip xs (indices xs))
       entry sums [n] (xs: [n]i32) =
         let {low = v1, high = v2} = loop {low = x, high = y} = {low = 0i32, high = 0i32}
           for z in xs do {low = i32.min x z, high = i32.max y z}
         in v2 - v1
       entry powers = (loop (x, y) = (1i64, 0i64) for z < 5 do (x + x, y + z)).0
       entry again = loop x = 1i64 for y < 5 do x + x`,
      argmax,
      sums,
      powers,
      again,
    );
    expect(run(build(argmax), "argmax", [Int32Array.of(3, 9, 2, 9)])).toEqual([9, 1n]);
    expect(run(build(powers), "powers", [])).toBe(32n);
  });
});

describe("a const", () => {
  it("is a let where it stands, when it is used more than once or by a function that is made later", () => {
    const mean = entry("mean", { xs: arrayOf(f64, "n") }, ({ xs }) => {
      const total = xs.reduce((x, y) => x.add(y), 0);
      const once = xs.length().convert(f64);
      return xs
        .map((x) => {
          const share = x.divide(total);
          return share.multiply(share);
        })
        .concat(list(once));
    });
    expectText(
      `entry mean [n] (xs: [n]f64) =
         let v1 = reduce (+) 0 xs
         in concat (map (\\x -> let v2 = x / v1 in v2 * v2) xs) [f64.i64 (length xs)]`,
      mean,
    );
  });

  it("stays within the branch that makes it", () => {
    const safe = entry("safe", { xs: ints, i: i64 }, ({ xs, i }) =>
      branch(
        i.less(xs.length()),
        () => {
          const x = xs.at(i);
          return x.multiply(x);
        },
        () => 0,
      ),
    );
    expectText(
      "entry safe [n] (xs: [n]i32) (i: i64) = if i < length xs then let v1 = xs[i] in v1 * v1 else 0",
      safe,
    );
    expect(run(build(safe), "safe", [Int32Array.of(3), 5n])).toBe(0);
  });

  it("takes a value apart where it is bound, once", () => {
    const both = entry("both", { xs: ints }, ({ xs }) => {
      const [low, [high, count]] = loopOver(xs, [i32(0), [i32(0), i64(0)]], ([x, [y, n]], each) => [
        x.min(each),
        [y.max(each), n.add(1)],
      ]);
      return xs.map((x) => [x.subtract(low), low, high, count]);
    });
    expectText(
      `entry both [n] (xs: [n]i32) =
         let (v1, (v2, v3)) = loop (x, (y, z)) = (0i32, (0i32, 0i64)) for a in xs do (i32.min x a, (i32.max y a, z + 1))
         in map (\\x -> (x - v1, v1, v2, v3)) xs`,
      both,
    );
    const once = entry("once", { xs: ints }, ({ xs }) => {
      const [, others] = xs.partition((x) => x.less(3));
      const pair = called("pair", [others, others.length()]);
      return [pair, pair[1], xs.map((x) => x.add(others.at(0)))];
    });
    expectText(
      `entry once [n] (xs: [n]i32) =
         let v1 = (partition (\\x -> x < 3) xs).1
         let pair = (v1, length v1)
         in (pair, pair.1, map (\\x -> x + v1[0]) xs)`,
      once,
    );
  });

  it("is not lost among thousands", () => {
    const long = entry("long", { x: i32 }, ({ x }) => {
      let sum = x;
      for (let i = 0; i < 2000; i++) sum = sum.add(x);
      return sum;
    });
    expect(run(build(long), "long", [3])).toBe(6003);
    const doubled = entry("doubled", { x: i32 }, ({ x }) => {
      let sum = x;
      for (let i = 0; i < 200; i++) sum = sum.add(sum);
      return sum;
    });
    expect(run(build(doubled), "doubled", [3])).toBe(0);
  });

  it("has the name that it is called by, which nothing else takes", () => {
    const named = entry("named", { x: i32 }, ({ x }) => {
      const y = called("y", x.add(1));
      return list(x).map((each) => each.add(y));
    });
    expectText("entry named (x: i32) = let y = x + 1 in map (\\z -> z + y) [x]", named);
    expect(() => entry("named", { x: i32 }, ({ x }) => called("x", x.add(1)))).toThrow(
      '"name" must be a name that nothing around has, got "x"',
    );
    expect(() => called("map", i32(1))).toThrow("not one that the language has");
    expect(() => define("loop", {}, () => i32(1))).toThrow('"name" must be a name');
  });
});
