// Loops as people write them, for the engines of the gallery.

/** @param {ArrayLike<number>} input */
export function sum(input) {
  let total = 0;
  for (let i = 0; i < input.length; i++) total += input[i];
  return total;
}

/** @param {Float64Array} input */
export const reduce = (input) => input.reduce((total, value) => total + value);

/** @param {Float64Array} input */
export function scan(input) {
  let total = 0;
  return input.map((value) => {
    total += value;
    return total;
  });
}

/** @param {Float64Array} input */
export const sumPrecise = (input) => /** @type {any} */ (Math).sumPrecise(input);
