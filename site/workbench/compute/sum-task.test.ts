import { describe, expect, test } from "vitest";
import { firstDifference } from "./first-difference.ts";
import { answerSum, type MeasuredRow } from "./sum-task.ts";
import type { DrawnNode } from "./tree-of-sum.ts";

const NUMBERS = "1e16 1 1 1 -1e16 1";
const ORDERS = ["iterated-pairwise", "interleaved:2", "network:kogge-stone:4"];

const measured = async (
  contract: string,
  data: string,
  expressions: readonly string[] = [],
): Promise<readonly MeasuredRow[]> => {
  const { rows } = await answerSum({ contract, data, expressions });
  return rows.filter((row): row is MeasuredRow => row.kind === "measured");
};

test("four orders of 1e16 + 1 + 1 + 1 − 1e16 + 1 say 1, 2, 3 and 4, and the true sum is 4", async () => {
  const expressions = ["iterated-pairwise", "interleaved:2", "exact"];
  const answer = await answerSum({
    contract: "add f64 left-fold initial=none v1",
    data: NUMBERS,
    expressions,
  });
  expect(answer.rows.map((row) => row.kind === "measured" && row.value)).toEqual(["1", "2", "3", "4"]);
  expect(answer.trueSum).toBe("4");
  expect(answer.dataHash).toMatch(/^[0-9a-f]{16}$/);
});

describe("a tree", () => {
  test.each([
    "add f64 left-fold initial=none v1",
    "add f32 block-dyadic:2 initial=none v1",
    "add f32 sum=f64 interleaved:4 initial=none v1",
    "add f64 linear-carry:2 backward initial=none v1",
    "add f64 bisection initial=3ff0000000000000@first v1",
    "max i32 left-fold initial=none v1",
    "tree-hash u64 iterated-pairwise initial=none v1",
  ])("has the bits of the reduce at its root: %s", async (contract) => {
    const data = /[iu](32|64) /.test(contract)
      ? "3 1 4 1 5 9 2 6 5 3 5"
      : "0.1 0.2 -7e9 0.3 0.6 1e10 0.1 1e-3 7";
    for (const row of await measured(contract, data, contract.startsWith("add f64") ? ORDERS : [])) {
      expect([row.line, row.tree?.at(-1)?.bits]).toEqual([row.line, row.bits]);
    }
  });

  test("tells what an addition rounds away, and what was wrong below it", async () => {
    const [{ tree = [] }] = await measured("add f64 left-fold initial=none v1", NUMBERS);
    const additions = tree.filter((node) => node.left >= 0);
    expect(additions.map((node) => node.ownError)).toEqual([-1, -1, -1, 0, 0]);
    expect(additions.map((node) => node.inheritedError)).toEqual([0, -1, -2, -3, -3]);
    expect(additions.map((node) => node.covers)).toEqual(["x0, x1", "x0…x2", "x0…x3", "x0…x4", "x0…x5"]);
  });

  test("of too many numbers is not drawn, and of an order-free sum there is none; both say so", async () => {
    const [row] = await measured("add f64 left-fold initial=none v1", "tenths 20001");
    expect([row.tree, row.whyNoTree]).toEqual([
      undefined,
      "Trees are drawn up to 20000 numbers; these are 20001.",
    ]);
    const [exact] = await measured("add f64 exact initial=none v1", NUMBERS);
    expect([exact.tree, exact.whyNoTree]).toEqual([undefined, expect.stringMatching(/^exact has no tree/)]);
  });

  test.each(["left-fold", "block-dyadic:32", "interleaved:4"])(
    "of more than 512 numbers is drawn by ranges, with the same bits at the root, down to elements: %s",
    async (expression) => {
      const question = {
        contract: `add f64 ${expression} initial=none v1`,
        data: "tenths 3000",
        expressions: [],
      };
      let node = "";
      let sum: string | undefined;
      for (let depth = 0; depth < 60; depth++) {
        const [row] = (await answerSum({ ...question, node })).rows as readonly MeasuredRow[];
        const tree = row.tree ?? [];
        const root = tree[tree.length - 1];
        if (node === "") expect([root.bits, root.covers]).toEqual([row.bits, "x0…x2999"]);
        if (sum !== undefined) expect(root.value).toBe(sum);
        const ranges = tree.filter(({ path }) => path !== undefined);
        if (ranges.length === 0) return expect(tree.some(({ element }) => element >= 0)).toBe(true);
        expect(tree.length).toBeLessThanOrEqual(2 * 63 + 1);
        node = ranges[0].path ?? "";
        sum = ranges[0].value;
      }
      throw new Error("no end of ranges");
    },
  );

  test("of 512 numbers is drawn whole, by every order", async () => {
    const rows = await measured("add f64 left-fold initial=none v1", "gen-sum 512 seed 3", ORDERS);
    for (const row of rows) expect(row.tree).toHaveLength(1023);
  });
});

describe("two trees", () => {
  const treeOf = async (expression: string, data: string): Promise<readonly DrawnNode[]> =>
    (await measured(`add f64 ${expression} initial=none v1`, data))[0].tree ?? [];

  test("part at the first addition that one of them has not", async () => {
    const [one, other] = [await treeOf("iterated-pairwise", NUMBERS), await treeOf("left-fold", NUMBERS)];
    const difference = firstDifference(one, other);
    expect(difference && [one[difference.here].covers, other[difference.there].covers]).toEqual([
      "x2, x3",
      "x0…x3",
    ]);
  });

  test("that are the same do not", async () => {
    const [one, other] = [
      await treeOf("block-dyadic:8", NUMBERS),
      await treeOf("iterated-pairwise", NUMBERS),
    ];
    expect(firstDifference(one, other)).toBeUndefined();
  });
});

describe("bad input is a typed error that names the place", () => {
  const fails = (contract: string, data: string): Promise<unknown> =>
    answerSum({ contract, data, expressions: [] }).then(
      () => undefined,
      (error: unknown) => error,
    );

  test.each([
    ["add f64 left-fld initial=none v1", NUMBERS, "expression", '"left-fld"'],
    ["ad f64 left-fold initial=none v1", NUMBERS, "operator", '"ad"'],
    ["add f64 left-fold initial=none v2", NUMBERS, "version", '"v2"'],
    ["add f16 sum=f32 left-fold initial=none v1", NUMBERS, "type", '"f16"'],
    ["add f64 left-fold initial=none v1", "1 2 three", "data", '"three" as number 3'],
    ["add i32 left-fold initial=none v1", "1 2.5", "data", '"2.5" as number 2'],
    ["add u32 left-fold initial=none v1", "1 -2", "data", '"-2" as number 2'],
    ["add f64 left-fold initial=none v1", "tenth 100", "data", '"tenth"'],
    ["add f64 left-fold initial=none v1", "tenths 1e9", "data", '"1e9"'],
    ["add f64 left-fold initial=none v1", "tenths 100 sead 1", "data", '"sead"'],
    ["add u32 left-fold initial=none v1", "tenths 100", "data", '"tenths"'],
  ])("%s of %s", async (contract, data, argument, actual) => {
    expect(await fails(contract, data)).toMatchObject({ name: "InvalidArgumentError", argument, actual });
  });

  test("no numbers and no initial value", async () => {
    expect(await fails("add f64 left-fold initial=none v1", "  ")).toMatchObject({ name: "EmptyInputError" });
  });

  test("of another order stands in its row, and the rest is computed", async () => {
    const { rows } = await answerSum({
      contract: "add f64 left-fold initial=none v1",
      data: NUMBERS,
      expressions: ["pairwize", "exact"],
    });
    expect(rows.map((row) => row.kind)).toEqual(["measured", "faulty", "measured"]);
  });
});
