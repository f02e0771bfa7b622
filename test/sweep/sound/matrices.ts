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

export const MATRICES: Sound = {
  matricesOn: () => [matrices.javascriptExecutor],
  wasmExecutor: () => [],
  multiply: () => [
    square(),
    square(),
    options({ ...product, transposeA: true, transposeB: true, output: new Float64Array(4) }),
  ],
  multiplyVector: () => [square(), column(), options({ ...product, transposeA: true, output: column() })],
  outer: () => [column(), column(), options({ accumulate: "f64", output: new Float64Array(4) })],
};
