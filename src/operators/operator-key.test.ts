import { expect, it } from "vitest";
import { add, max } from "./built-in.ts";
import { OPERATORS, type Operator, type RecordOperator } from "./operator.ts";
import { operatorKey } from "./operator-key.ts";
import { parseOperator } from "./text/parse-operator.ts";

const sum = (factor: number): Operator =>
  parseOperator(`(left: u32, right) => left + right * ${factor}`) as Operator;

it("is one for operators that are made alike, whatever their names", () => {
  expect(operatorKey(sum(3))).toBe(operatorKey(sum(3)));
  expect(operatorKey(OPERATORS.mark({ ...sum(3), name: "another" }))).toBe(operatorKey(sum(3)));
  expect(operatorKey(sum(3))).not.toBe(operatorKey(sum(5)));
});

it("tells apart what differs in types, in starts and in what is known of them", () => {
  const record = parseOperator("(left: { a: bool }, right) => { a: left.a ^ right.a }") as RecordOperator;
  const keys = [
    operatorKey(add, "f64"),
    operatorKey(add, "f32"),
    operatorKey(max, "f64"),
    operatorKey(sum(3)),
    operatorKey(OPERATORS.mark({ ...sum(3), isCommutative: true })),
    operatorKey(OPERATORS.mark({ ...sum(3), isAssociative: () => true })),
    operatorKey(OPERATORS.mark({ ...sum(3), start: () => 1 })),
    operatorKey(OPERATORS.mark({ ...sum(3), identity: () => 0 })),
    operatorKey(record),
    operatorKey(OPERATORS.mark({ ...record, isAssociative: true })),
    operatorKey(OPERATORS.mark({ ...record, start: [1] })),
    operatorKey(OPERATORS.mark({ ...add, start: () => -0, hash: "0" }), "f64"),
    operatorKey(OPERATORS.mark({ ...add, start: () => 0, hash: "0" }), "f64"),
  ];
  expect(new Set(keys).size).toBe(keys.length - 1 + Number(add.start("f64") === undefined));
});

it("is never given twice, however many there are", () => {
  const keys = Array.from({ length: 3000 }, (_, factor) => operatorKey(sum(factor)));
  expect(new Set(keys).size).toBe(3000);
});
