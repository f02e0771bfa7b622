import { expect, test } from "vitest";
import { evaluateBody } from "../operators/evaluate.ts";
import { bodyOf } from "../operators/operator.ts";
import { toHex } from "../values/bits.ts";
import { ELEMENT_TYPES, type Scalar } from "../values/element-types.ts";
import { columnsOf, type ValueType } from "../values/value-types.ts";
import { generateColumns } from "./data/generate-data.ts";
import { mixingOperator } from "./sample-operators.ts";

const TYPES: readonly ValueType[] = [
  ...ELEMENT_TYPES,
  { a: "u32", isOn: "bool" },
  { a: "u64", b: { c: "f32" } },
];

const COUNT = 60;

test.each(TYPES.map((type) => [type] as const))("every tree has a value of its own over %o", (type) => {
  const columns = columnsOf(type);
  const body = bodyOf(mixingOperator(type));
  const data = generateColumns({ columns, data: "narrow", length: COUNT, seed: 5n });
  const records = Array.from({ length: COUNT }, (_, i) => data.map((column): Scalar => column[i]));
  const combine = (left: readonly Scalar[], right: readonly Scalar[]) => evaluateBody(body, left, right);
  const hex = (record: readonly Scalar[]): string =>
    columns.map((column, index) => toHex(column.type, record[index])).join();
  const seen = new Set<string>();
  for (let i = 0; i + 2 < COUNT; i++) {
    const [x, y, z] = records.slice(i, i + 3);
    const trees = [combine(x, y), combine(y, x), combine(combine(x, y), z), combine(x, combine(y, z))];
    for (const tree of trees) seen.add(hex(tree));
    for (const tree of trees)
      expect(tree.every((value) => !Number.isNaN(value) && value !== Infinity)).toBe(true);
  }
  expect(seen.size).toBe(4 * (COUNT - 2));
});

test("each column of either side is mixed into each column", () => {
  const type = { a: "u32", b: "i32", c: "f32" } as const;
  const body = bodyOf(mixingOperator(type));
  const base: readonly Scalar[] = [1, 2, 3];
  const before = evaluateBody(body, base, base);
  for (let column = 0; column < 3; column++) {
    const other = base.map((value, i) => (i === column ? Number(value) + 8 : value));
    for (const after of [evaluateBody(body, other, base), evaluateBody(body, base, other)]) {
      expect(after.filter((value, i) => value === before[i])).toEqual([]);
    }
  }
});
