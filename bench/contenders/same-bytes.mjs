/** @typedef {import("./operator-columns.mjs").ColumnArray} ColumnArray */

/** @param {ArrayBufferView} view */
const bytesOf = (view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength);

/** @param {string} what @param {ColumnArray} actual @param {ColumnArray} expected @throws {Error} where a bit differs */
export function checkSameBytes(what, actual, expected) {
  if (actual.length !== expected.length) throw new Error(`${what} has length ${actual.length}`);
  if (bytesOf(actual).equals(bytesOf(expected))) return;
  const at = expected.findIndex((value, i) => !Object.is(value, actual[i]));
  throw new Error(`${what} is wrong at ${at}: ${actual[at]}, expected ${expected[at]}`);
}
