import { InvalidArgumentError } from "../../values/errors.ts";

/** A form that costs are held against, and its coefficient: cost(n) ≈ coefficient · form(n) + slower forms. */
export interface Growth {
  readonly form: string; // "1", "log n", "log^2 n", "n", "n log n", "n^2", "n^2 log n", "n^3"
  readonly coefficient: number;
  /** The largest relative distance of a cost from what was fitted. */
  readonly residual: number;
}

const FORMS: readonly { readonly form: string; readonly at: (n: number) => number }[] = [
  { form: "1", at: () => 1 },
  { form: "log n", at: (n) => Math.log2(n) },
  { form: "log^2 n", at: (n) => Math.log2(n) ** 2 },
  { form: "n", at: (n) => n },
  { form: "n log n", at: (n) => n * Math.log2(n) },
  { form: "n^2", at: (n) => n ** 2 },
  { form: "n^2 log n", at: (n) => n ** 2 * Math.log2(n) },
  { form: "n^3", at: (n) => n ** 3 },
];

/** A form explains costs when nothing of them is further from it than this, relatively. */
const CLOSE = 0.02;

/**
 * The slowest-growing form that explains costs over sizes, lower forms taken along: least squares on relative errors. What grows faster than
 * n^3 is called "more than n^3".
 *
 * @throws InvalidArgumentError for fewer than five sizes, sizes below 2, or sizes that do not increase
 */
export function fitGrowth(sizes: readonly number[], costs: readonly number[]): Growth {
  const isRising = sizes.every((size, index) => size >= 2 && (index === 0 || size > sizes[index - 1]));
  if (sizes.length < 5 || sizes.length !== costs.length || !isRising) {
    throw new InvalidArgumentError(
      "sizes",
      "five and more sizes from 2 on, rising, with a cost each",
      String(sizes),
    );
  }
  for (const [index, { form }] of FORMS.entries()) {
    const { coefficients, residual } = fitForms(sizes, costs, index);
    const coefficient = coefficients[coefficients.length - 1];
    if (residual <= CLOSE && coefficient > 0) return { form, coefficient, residual };
  }
  return { form: "more than n^3", coefficient: Number.NaN, residual: Number.POSITIVE_INFINITY };
}

/** Least squares over a form and all slower ones, in relative errors. */
function fitForms(
  sizes: readonly number[],
  costs: readonly number[],
  last: number,
): { readonly coefficients: readonly number[]; readonly residual: number } {
  const columns = FORMS.slice(0, last + 1).map(({ at }) => sizes.map((size, row) => at(size) / costs[row]));
  const coefficients = leastSquares(columns);
  const residual = sizes.reduce((worst, _, row) => {
    const fitted = columns.reduce((sum, column, index) => sum + coefficients[index] * column[row], 0);
    return Math.max(worst, Math.abs(fitted - 1));
  }, 0);
  return { coefficients, residual };
}

/** The coefficients for which the columns together are nearest to a column of ones: Gram and Schmidt, twice over for accuracy. */
function leastSquares(columns: readonly (readonly number[])[]): readonly number[] {
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
    basis.push(rest.map((value) => value / length));
    triangle.push([...row, length]);
  }
  const ones = columns[0].map(() => 1);
  const coefficients = basis.map((direction) => dot(direction, ones));
  for (let index = coefficients.length - 1; index >= 0; index--) {
    for (let later = index + 1; later < coefficients.length; later++) {
      coefficients[index] -= triangle[later][index] * coefficients[later];
    }
    coefficients[index] /= triangle[index][index];
  }
  return coefficients;
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * right[index], 0);
}
