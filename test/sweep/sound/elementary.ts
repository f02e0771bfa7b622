import { BINARY_FUNCTIONS, UNARY_FUNCTIONS } from "../../../src/elementary/names.ts";
import type { Sound } from "../room.ts";

const floats = (): Float64Array => Float64Array.of(0.25, 0.5);

/** Arguments of every function of samebits/elementary: arrays, and behind a blank numbers. */
export const ELEMENTARY: Sound = Object.fromEntries([
  ...["sqrt", ...UNARY_FUNCTIONS].flatMap((name) => [
    [name, () => [floats(), { output: floats() }]],
    [`${name} of a number`, () => [0.5]],
  ]),
  ...BINARY_FUNCTIONS.flatMap((name) => [
    [name, () => [floats(), floats(), { output: floats() }]],
    [`${name} of numbers`, () => [0.5, 2]],
  ]),
]);
