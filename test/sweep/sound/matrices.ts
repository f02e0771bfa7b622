import * as matrices from "../../../src/matrices.ts";
import { fn } from "../../../src/operators.ts";
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

const lines = { axis: 0, keepAxes: true };
const sums = { ...lines, expression: "block-dyadic:4", accumulate: "f64" };
const positive = fn`(x: f64) => x > 0`;

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
  sum: () => [square(), options({ ...sums, output: column() })],
  mean: () => [square(), options({ ...sums, output: column() })],
  variance: () => [square(), options({ ...sums, correction: 1, output: column() })],
  standardDeviation: () => [square(), options({ ...sums, correction: 1, output: column() })],
  norm: () => [square(), options({ ...sums, p: 1, output: column() })],
  logSumExp: () => [square(), options({ ...sums, output: column() })],
  softmax: () => [
    square(),
    options({ axis: 0, expression: "block-dyadic:4", accumulate: "f64", output: new Float64Array(4) }),
  ],
  minMax: () => [square(), options({ axis: [1, 0], keepAxes: true })],
  argMin: () => [square(), options({ ...lines, output: new Uint32Array(2) })],
  argMax: () => [square(), options({ ...lines, output: new Uint32Array(2) })],
  count: () => [square(), positive, options(lines)],
  any: () => [square(), positive, options(lines)],
  all: () => [square(), positive, options(lines)],
  median: () => [square(), options(lines)],
  quantile: () => [square(), [0.25, 0.75], options({ ...lines, method: 6 })],
  dot: () => [square(), square(), options({ ...sums, output: column() })],
  squaredDistance: () => [square(), square(), options({ ...sums, output: column() })],
  covariance: () => [square(), square(), options({ ...sums, correction: 1, output: column() })],
  correlation: () => [square(), square(), options({ ...sums, output: column() })],
  reduce: () => [square(), options({ ...along, keepAxes: true, output: column() })],
  slice: () => [square(), [[0, 2, 1], 1]],
  sort: () => [square(), options({ axis: [0, 1], descending: true, output: new Float64Array(4) })],
  topK: () => [square(), 1, options({ axis: 1, order: "smallest" })],
  cumulativeProduct: () => [
    square(),
    options({
      axis: [1, 0],
      expression: "block-dyadic:4",
      direction: "backward",
      accumulate: "f64",
      output: new Float64Array(4),
    }),
  ],
  differences: () => [square(), options({ axis: 0, order: 1, output: column() })],
  summedAreaTable: () => [
    square(),
    options({ expression: "block-dyadic:4", accumulate: "f64", output: new Float64Array(4) }),
  ],
  transpose: () => [square(), [1, 0]],
  widen: () => [
    { array: Uint16Array.of(0x3c00, 0x4000), shape: [2, 1], strides: [1, 1], offset: 0 },
    options({ type: "f16", accumulate: "f64" }),
  ],
  outer: () => [column(), column(), options({ accumulate: "f64", output: new Float64Array(4) })],
};
