import * as javascript from "../../../src/javascript.ts";
import { argMax } from "../../../src/operators.ts";
import { options } from "../options.ts";
import type { Sound } from "../room.ts";

const floats = (): Float64Array => Float64Array.of(3, 1, 2);
/** Of any values: an operator that fails by itself is not our failure. */
const lastOf = (_: unknown, right: unknown): unknown => right;
const contract = (): javascript.Contract => javascript.resolveContract({}, "reduce", "f64");
const whole = {
  type: "f64",
  operator: "add",
  expression: "block-dyadic:4",
  initial: 1,
  initialPlacement: "outside",
};

/** What the doors of the everyday functions have in common. */
export const VOCABULARY: Sound = {
  allocate: () => ["f64", 3],
  reduce: () => [floats(), options({ ...whole })],
  "reduce of any values": () => [["a", "b"], options({ operator: lastOf })],
  "reduce of records": () => [records(), options({ operator: recordOperator() })],
  inclusiveScan: () => [floats(), options({ ...whole, direction: "backward", output: new Float64Array(3) })],
  "inclusiveScan of any values": () => [[1, 2], options({ operator: lastOf })],
  "inclusiveScan of records": () => [records(), options({ operator: recordOperator() })],
  exclusiveScan: () => [floats(), options({ ...whole })],
  "exclusiveScan of any values": () => [[1, 2], options({ operator: lastOf, initial: 5 })],
  prepare: () => [options({ ...whole })],
  "prepare of any values": () => [options({ operator: lastOf })],
  countCombines: () => [contract(), 5, "reduce"],
  defineExpression: () => ["mine", () => 0],
  binned: () => [3],
  blockDyadic: () => [4],
  interleaved: () => [4],
  linearCarry: () => [4],
  isOrderFree: () => [javascript.exact],
  parseExpression: () => ["block-dyadic:4", [javascript.defineExpression("mine", () => 0)]],
  printExpression: () => [javascript.blockDyadic(4)],
  operatorNamed: () => ["add"],
  parseContract: () => ["add f64 block-dyadic:32 initial=none v1", { operators: [], expressions: [] }],
  printContract: () => [contract()],
  columnContract: () => [contract()],
  resolveContract: () => [options({ ...whole }), "reduce", "f64"],
  fromHex: () => ["f64", "3ff0000000000000", "argument"],
  toHex: () => ["f64", 1],
  elementTypeOf: () => [floats()],
  newElementArray: () => ["f64", 3],
  hashArray: () => [floats()],
  hashColumns: () => [[floats(), Uint8Array.of(1)]],
  nearestName: () => ["ad", ["add", "max"]],
  oneOf: () => ["ad", ["add", "max"]],
  parseType: () => ["{value:f32,index:u32}", "type"],
  printType: () => [{ value: "f32", index: "u32" }],
};

function records(): object {
  return { value: Float64Array.of(1, 2), index: Uint32Array.of(0, 1) };
}

function recordOperator(): unknown {
  return argMax("f64");
}
