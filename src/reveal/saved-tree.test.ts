import { describe, expect, test } from "vitest";
import { towardZero } from "../../test/helpers/toward-zero.ts";
import { inclusiveScan, reduce } from "../index.ts";
import { UnsupportedError } from "../values/errors.ts";
import { revealScan } from "./reveal-scan.ts";
import { revealTree } from "./reveal-tree.ts";
import { sumByTree, treeExpression, treeOptions } from "./saved-tree.ts";
import { decodeTree, encodeTree, type SavedSum } from "./tree-file.ts";

const N = 23;

/** From the end, in f64 whatever the elements. */
const fromTheEnd = (input: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = input.length - 1; i >= 0; i--) sum += input[i];
  return sum;
};

const prefixesOf = (input: Float32Array, sum: (part: Float32Array) => number): readonly number[] =>
  Array.from(input, (_, i) => sum(input.subarray(0, i + 1)));

/** Elements that f32 and f64 add to other sums. */
const inputs = (length = N): readonly Float32Array[] =>
  Array.from({ length: 200 }, (_, seed) =>
    Float32Array.from({ length }, (_, i) => Math.sin(seed * 97 + i * i) * 2 ** ((seed * i) % 20)),
  );

async function saved(sum: (input: Float32Array) => number): Promise<SavedSum> {
  const found = await revealTree(sum, { n: N, type: "f32" });
  if (found.kind !== "tree") throw new Error(found.kind);
  return decodeTree(encodeTree(found)) as SavedSum;
}

describe("the arithmetic of a sum goes with its tree", () => {
  test("f32 in f64, a zero first", async () => {
    const wide = await saved(fromTheEnd);
    expect(wide).toMatchObject({ type: "f32", start: "zero", arithmetic: { precision: 53, result: "f64" } });
    const options = treeOptions(wide);
    expect(options).toMatchObject({ type: "f32", accumulate: "f64", initial: 0 });
    for (const input of inputs()) {
      expect(reduce(input, options as object)).toBe(fromTheEnd(input));
      expect(sumByTree(wide, input)).toBe(fromTheEnd(input));
    }
    const zeros = new Float32Array(N).fill(-0);
    expect(reduce(zeros, options as object)).toBe(0);
    expect(sumByTree(wide, zeros)).toBe(0);
  });

  test("f32 in f64, rounded to f32 at last", async () => {
    const rounded = (input: Float32Array): number => Math.fround(fromTheEnd(input));
    const narrow = await saved(rounded);
    expect(narrow.arithmetic).toEqual({ precision: 53, result: "f32" });
    for (const input of inputs()) {
      expect(sumByTree(narrow, input)).toBe(rounded(input));
      expect(Math.fround(reduce(input, treeOptions(narrow) as object) as number)).toBe(rounded(input));
    }
  });

  test("f32 in f32, from −0 on", async () => {
    const own = (input: Float32Array): number => input.reduceRight((sum, value) => Math.fround(sum + value));
    const found = await saved(own);
    expect(treeOptions(found)).toMatchObject({ accumulate: "f32", initial: undefined });
    for (const input of inputs()) expect(reduce(input, treeOptions(found) as object)).toBe(own(input));
  });

  test("f32 rounded toward zero", async () => {
    const cut = await saved(towardZero);
    for (const input of inputs()) expect(sumByTree(cut, input)).toBe(towardZero(input));
    expect(() => treeOptions(cut)).toThrow("a sum whose additions round toward zero is not");
  });

  test("additions that no accumulation type has", async () => {
    const found = await saved(fromTheEnd);
    const long: SavedSum = { ...found, arithmetic: { precision: 64, result: "f64" } };
    expect(() => treeOptions(long)).toThrow("a sum of f32 whose additions keep 64 binary digits is not");
    const hard = Float32Array.from({ length: N }, (_, i) => 1 + (i % 3) * 2 ** -20);
    expect(sumByTree(long, hard)).toBe(fromTheEnd(hard)); // exact in both
    const fused: SavedSum = {
      ...found,
      n: 3,
      tree: { parts: [0, 1, 2] },
      arithmetic: { precision: 24, result: "f32", fused: { guardDigits: 1, rounding: "towardZero" } },
    };
    const again = decodeTree(encodeTree(fused)) as SavedSum;
    expect(again.arithmetic).toEqual(fused.arithmetic);
    expect(() => treeOptions(again)).toThrow("nodes of three operands and more");
    const three = Float32Array.of(2 ** 24, 1.5, 1);
    expect(() => reduce(three, { expression: treeExpression(again) })).toThrow(UnsupportedError);
    expect(sumByTree(again, three)).toBe(2 ** 24 + 2);
  });
});

describe("of a scan the trees of all prefixes are saved", () => {
  test("and computed, in its arithmetic", async () => {
    const scan = (input: Float32Array): readonly number[] => prefixesOf(input, fromTheEnd);
    const found = await revealScan(scan, { n: N, type: "f32" });
    const file = decodeTree(encodeTree(found)) as SavedSum;
    expect(file.prefixes).toHaveLength(N);
    for (const input of inputs()) {
      expect([...inclusiveScan(input, treeOptions(file) as object)]).toEqual(scan(input));
      expect(reduce(input.subarray(0, 9), treeOptions(file) as object)).toBe(
        fromTheEnd(input.subarray(0, 9)),
      );
    }
    const longer = new Float32Array(N + 1);
    expect(() => sumByTree(file, longer)).toThrow(`"input" must be 1 to ${N} elements, as the scan`);
  });

  test("with one arithmetic, though short prefixes would fit another", async () => {
    const scan = (input: Float32Array): readonly number[] => prefixesOf(input, fromTheEnd).map(Math.fround);
    const found = await revealScan(scan, { n: 9, type: "f32" });
    const file = decodeTree(encodeTree(found)) as SavedSum;
    expect(file.arithmetic).toEqual({ precision: 53, result: "f32" });
    for (const input of inputs(9)) {
      const prefixes = Array.from(input, (_, i) => sumByTree(file, input.subarray(0, i + 1)));
      expect(prefixes).toEqual(scan(input));
    }
  });

  test("and of a sum that of its length alone", async () => {
    const whole = await saved(fromTheEnd);
    expect(() => inclusiveScan(new Float32Array(N), treeOptions(whole) as object)).toThrow(
      `"input" must be ${N} elements, as the tree has; of a scan that is revealed, each prefix has its own`,
    );
  });

  test("but only where every prefix is a tree", async () => {
    const mixed = await revealScan(
      (input) => Array.from(input, (value, i) => (i === 1 ? value : fromTheEnd(input.subarray(0, i + 1)))),
      { n: 4 },
    );
    expect(() => encodeTree(mixed)).toThrow(
      '"revealed.prefixes" must be trees, all of them, got prefix 1 of kind',
    );
    const odd = await revealScan((input) => prefixesOf(Float32Array.from(input), fromTheEnd), {
      n: 3,
      type: "f32",
    });
    const [first, second, third] = odd.prefixes as readonly SavedSum[];
    const other = { ...second, arithmetic: { precision: 24, result: "f64" } };
    expect(() => encodeTree({ ...odd, prefixes: [first, other, third] } as never)).toThrow(
      '"revealed.prefixes" must be added in one arithmetic, got another of prefix 1 than of the last',
    );
  });
});

test.each([
  ["no type", '"n":1,"tree":0', 'a file with "type" one of'],
  ["no arithmetic", '"n":1,"type":"f64","start":"none","tree":0', 'a file with "arithmetic" an object'],
  ["a prefix too few", `${facts()},"n":2,"prefixes":[0]`, "must be the trees of 2 prefixes, got 1"],
  [
    "a prefix that is too long",
    `${facts()},"n":2,"prefixes":[[0,1],[0,1]]`,
    "a tree of 1 elements, got one of 2",
  ],
  ["prefixes that are none", `${facts()},"n":2,"prefixes":"x"`, "a tree of indices and lists"],
])("a file with %s is none", (_, body, message) => {
  const text = `{"format":"samebits revealed tree","version":1,${body}}`;
  expect(() => decodeTree(text, { source: "t.json" })).toThrow(message);
});

function facts(): string {
  return '"type":"f64","start":"none","arithmetic":{"precision":53,"result":"f64"}';
}
