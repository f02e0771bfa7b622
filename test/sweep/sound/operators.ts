import { f64 as f64InLanguage } from "../../../src/language.ts";
import * as operators from "../../../src/operators.ts";
import { operatorNamed } from "../../../src/vocabulary.ts";
import { options } from "../options.ts";
import type { Sound } from "../room.ts";

const { f64, i32, u32 } = operators;
const add = operatorNamed("add");
const multiply = operatorNamed("multiply");
const sum = operators.operator(i32, (left, right) => left.add(right), { name: "sum", identity: 0 });
const record = { value: "f64", index: "u32" } as const;
const leaf = (side: "left" | "right"): object => ({ kind: side, type: "f64", column: 0 });
const term = (): object => ({
  kind: "binary",
  type: "f64",
  operation: "add",
  first: leaf("left"),
  second: { kind: "constant", type: "f64", value: 1 },
});
const condition = (): object => ({
  kind: "binary",
  type: "bool",
  operation: "less",
  first: leaf("left"),
  second: leaf("left"),
});
const columns = (): object => [{ path: ["value"], type: "f64" }];
const strings = (...texts: readonly string[]): object => Object.assign([...texts], { raw: [...texts] });
/** Of whatever stands there. */
const leftOf = (left: unknown): unknown => left;

export const OPERATORS: Sound = {
  operator: () => [
    { ...record },
    leftOf,
    options({
      name: "mine",
      start: { value: 0, index: 1 },
      identity: { value: 0, index: 1 },
      where: (value: { value: { lessOrEqual(of: number): unknown } }) => value.value.lessOrEqual(1),
    }),
  ],
  elementFunction: () => [{ ...record }, leftOf],
  defineOperator: () => [
    "f64",
    [term()],
    options({
      name: "mine",
      start: [0],
      claims: { identity: [0], carrier: condition() },
      derivation: { combinator: "dual", parts: [sum] },
    }),
  ],
  defineElementFunction: () => ["f64", "f64", [term()]],
  isElementFunction: () => [operators.fn`(value: f64) => value`],
  encodeOperator: () => [add, "f64"],
  decodeOperator: () => [operators.encodeOperator(sum)],
  parseOperator: () => ["(left: f64, right) => left + right", options({ source: "a.op" })],
  explainOperator: () => ["(left: f64, right) => left + right", options({ source: "a.op" })],
  parseElementFunction: () => ["value > 15", options({ source: "a.op", type: { value: "f32" } })],
  printOperator: () => [add, "f64"],
  printTerm: () => [term(), operators.leafNames([{ path: [], type: "f64" }])],
  leafNames: () => [columns(), "left", "right"],
  op: () => [strings("(left: f64, right) => left + right + ", ""), 1],
  "op of an operator": () => [strings("(left: i32, right) => ", "(left, right)"), sum],
  fn: () => [strings("(value: f64) => value + ", ""), 1],
  select: () => [operators.bool(true), f64(1), 2],
  "select of records": () => [operators.bool(true), { a: f64(1) }, { a: 2 }],
  typeFrom: () => [{ value: f64, index: "u32" }, "type"],
  "typeFrom of the language": () => [f64InLanguage],
  f64: () => [1],
  f32: () => [1],
  i64: () => [1n],
  u64: () => [1n],
  i32: () => [1],
  u32: () => [1],
  bool: () => [true],
  affine: () => [add, multiply, "f64"],
  applyStateMap: () => [0x10, 1],
  "applyStateMap of many states": () => [0x10n, 1],
  argBy: () => [[operatorNamed("max"), "f64"], u32, options({ tieBreak: "none" })],
  argMax: () => ["f64", "u32", options({ tieBreak: "lowestIndex" })],
  argMin: () => [f64, u32, options({ tieBreak: "lowestIndex" })],
  brackets: () => [],
  carryLookAhead: () => ["u32"],
  dual: () => [add, "f64"],
  lifted: () => [add, "f64"],
  matrices2x2: () => [add, multiply, "f64"],
  maxSegmentSum: () => ["f64"],
  packStateMap: () => [[1, 0]],
  polynomial: () => [31, "u32"],
  product: () => [{ sum: [add, "f64"], both: sum }],
  runningMean: () => ["f64"],
  runningVariance: () => ["f64"],
  segmented: () => [add, "f64"],
  stateMap: () => [4],
};
