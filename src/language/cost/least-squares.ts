/** The coefficients for which columns together are nearest to a target: Gram and Schmidt, twice over for accuracy. NaN where columns depend on each other. */
export function leastSquares(
  columns: readonly (readonly number[])[],
  target: readonly number[],
): readonly number[] {
  const basis: number[][] = [];
  const triangle: number[][] = [];
  for (const column of columns) {
    const rest = [...column];
    const row = basis.map(() => 0);
    for (let round = 0; round < 2; round++) {
      basis.forEach((direction, index) => {
        const along = dot(direction, rest);
        row[index] += along;
        rest.forEach((_, at) => {
          rest[at] -= along * direction[at];
        });
      });
    }
    const length = Math.sqrt(dot(rest, rest));
    if (length <= DEPENDENT * Math.sqrt(dot(column, column))) return columns.map(() => Number.NaN);
    basis.push(rest.map((value) => value / length));
    triangle.push([...row, length]);
  }
  const coefficients = basis.map((direction) => dot(direction, target));
  for (let index = coefficients.length - 1; index >= 0; index--) {
    for (let later = index + 1; later < coefficients.length; later++) {
      coefficients[index] -= triangle[later][index] * coefficients[later];
    }
    coefficients[index] /= triangle[index][index];
  }
  return coefficients;
}

/** What is left of a column, of its length, when it is called a sum of others. */
const DEPENDENT = 1e-10;

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * right[index], 0);
}
