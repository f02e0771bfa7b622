import * as matrices from "../../../src/matrices.ts";
import { options } from "../options.ts";
import type { Sound } from "../room.ts";

const square = (): object => ({
  array: Float64Array.of(1, 2, 3, 4),
  shape: [2, 2],
  strides: [2, 1],
  offset: 0,
});
const column = (): Float64Array => Float64Array.of(1, 2);
const product = {
  accumulate: "f64",
  expression: "block-dyadic:4",
  semiring: { add: "min", multiply: "add" },
};

const along = {
  axis: 0,
  operator: "add",
  accumulate: "f64",
  expression: "block-dyadic:4",
  direction: "backward",
  initial: 1,
  initialPlacement: "first",
  allowQuadratic: true,
};

export const MATRICES: Sound = {
  matricesOn: () => [matrices.javascriptExecutor],
  wasmExecutor: () => [],
  multiply: () => [
    square(),
    square(),
    options({ ...product, transposeA: true, transposeB: true, output: new Float64Array(4) }),
  ],
  multiplyVector: () => [square(), column(), options({ ...product, transposeA: true, output: column() })],
  argsort: () => [square(), options({ axis: 1, descending: true, output: new Uint32Array(4) })],
  boxSum: () => [square(), { from: [0, 0], to: [1, 2] }],
  exclusiveScan: () => [square(), options({ ...along, output: new Float64Array(4) })],
  inclusiveScan: () => [square(), options({ ...along, output: new Float64Array(4) })],
  mean: () => [
    square(),
    options({ axis: 0, keepAxes: true, expression: "block-dyadic:4", accumulate: "f64", output: column() }),
  ],
  minMax: () => [square(), options({ axis: [1, 0], keepAxes: true })],
  reduce: () => [square(), options({ ...along, keepAxes: true, output: column() })],
  slice: () => [square(), [[0, 2, 1], 1]],
  sort: () => [square(), options({ axis: [0, 1], descending: true, output: new Float64Array(4) })],
  summedAreaTable: () => [
    square(),
    options({ expression: "block-dyadic:4", accumulate: "f64", output: new Float64Array(4) }),
  ],
  transpose: () => [square(), [1, 0]],
  outer: () => [column(), column(), options({ accumulate: "f64", output: new Float64Array(4) })],
};
