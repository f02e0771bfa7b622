// How work and span grow with the input, found by least squares among the usual forms.

import { checkObject } from "../../values/check-arguments.ts";
import { checkName } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";

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

/** A form that costs are held against, and its coefficient: cost(n) ≈ coefficient · form(n) + slower forms. */
export interface Growth {
  readonly form: string; // one of GROWTH_FORMS, or "more than n^3"
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

const FASTEST = "more than n^3";

/** The forms, slowest first. */
const GROWTH_FORMS: readonly string[] = [...FORMS.map(({ form }) => form), FASTEST];

/** Nothing may be further from what explains it than this, relatively: trees of reductions have a step here and there. */
const FARTHEST = 0.1;

/** Explanations are equally good when the distance of one is so many times that of the other, or as small as this. */
const AS_GOOD = { times: 5, distance: 0.002 };

/** A cost is held to vary with the data where nothing explains it better. Sums of three forms would then go through what is no growth. */
const VARYING = 0.01;
const FARTHEST_VARYING = 0.2;
const AS_GOOD_VARYING = 2;

/** What the fastest form has to be of a cost at the largest size, so that it does not stand for the others by accident. */
const SHARE = 0.03;

/** Sizes of which a fit is told: with fewer a sum of three forms would go through all of them. */
export const FEWEST_SIZES = 5;

/**
 * The slowest-growing form that explains costs over sizes as well as any other does, together with two slower ones at most: least squares on
 * relative errors, 10 % away nowhere. Costs that vary with the data, so that none is nearer than 1 %, are a constant and one form, 20 % away nowhere. What none explains is called "more than n^3".
 *
 * @throws InvalidArgumentError for fewer than five sizes, sizes below 2, or sizes that do not increase
 */
export function fitGrowth(sizes: readonly number[], costs: readonly number[]): Growth {
  checkNumbers("sizes", sizes);
  checkNumbers("costs", costs);
  const isRising = sizes.every((size, index) => size >= 2 && (index === 0 || size > sizes[index - 1]));
  if (sizes.length < FEWEST_SIZES || sizes.length !== costs.length || !isRising) {
    throw new InvalidArgumentError(
      "sizes",
      "five and more sizes from 2 on, rising, with a cost each",
      describe(sizes),
    );
  }
  const fits = FORMS.flatMap((_, leading) => bestFit(sizes, costs, leading) ?? []);
  const least = leastResidual(fits);
  const enough = Math.min(FARTHEST, Math.max(AS_GOOD.times * least, AS_GOOD.distance));
  const found =
    (least > VARYING ? plainFit(sizes, costs) : undefined) ?? fits.find(({ residual }) => residual <= enough);
  return found ?? { form: FASTEST, coefficient: Number.NaN, residual: Number.POSITIVE_INFINITY };
}

function leastResidual(fits: readonly Growth[]): number {
  return fits.reduce((best, { residual }) => Math.min(best, residual), Number.POSITIVE_INFINITY);
}

/** The slowest form that with a constant explains costs that vary with the data, nearly as well as any. */
function plainFit(sizes: readonly number[], costs: readonly number[]): Growth | undefined {
  const fits = FORMS.flatMap(({ form }, leading): readonly Growth[] => {
    const { coefficients, residual } = fitForms(sizes, costs, leading === 0 ? [0] : [0, leading]);
    const coefficient = coefficients[coefficients.length - 1];
    return coefficient > 0 ? [{ form, coefficient, residual }] : [];
  });
  const enough = Math.min(FARTHEST_VARYING, AS_GOOD_VARYING * leastResidual(fits));
  return fits.find(({ residual }) => residual <= enough);
}

function checkNumbers(argument: string, given: unknown): void {
  if (Array.isArray(given) && Array.from(given).every(Number.isFinite)) return;
  throw new InvalidArgumentError(argument, "an array of finite numbers", describe(given));
}

/** The best explanation whose fastest form is this one; undefined where that has no part in any. */
function bestFit(sizes: readonly number[], costs: readonly number[], leading: number): Growth | undefined {
  const { form, at } = FORMS[leading];
  const last = sizes.length - 1;
  let best: Growth | undefined;
  for (const slower of pairsBelow(leading)) {
    const { coefficients, residual } = fitForms(sizes, costs, [...slower, leading]);
    const coefficient = coefficients[coefficients.length - 1];
    const isSeen = coefficient * at(sizes[last]) >= SHARE * costs[last];
    if (isSeen && residual < (best?.residual ?? Number.POSITIVE_INFINITY))
      best = { form, coefficient, residual };
  }
  return best;
}

/** Two of the forms below this one, or all where there are fewer. */
function pairsBelow(leading: number): readonly (readonly number[])[] {
  if (leading <= 2) return [Array.from({ length: leading }, (_, form) => form)];
  const pairs: (readonly number[])[] = [];
  for (let second = 1; second < leading; second++) {
    for (let first = 0; first < second; first++) pairs.push([first, second]);
  }
  return pairs;
}

/** Least squares over some forms, in relative errors. */
function fitForms(
  sizes: readonly number[],
  costs: readonly number[],
  forms: readonly number[],
): { readonly coefficients: readonly number[]; readonly residual: number } {
  const columns = forms.map((form) => sizes.map((size, row) => FORMS[form].at(size) / costs[row]));
  const coefficients = leastSquares(
    columns,
    sizes.map(() => 1),
  );
  const residual = sizes.reduce((worst, _, row) => {
    const fitted = columns.reduce((sum, column, index) => sum + coefficients[index] * column[row], 0);
    return Math.max(worst, Math.abs(fitted - 1));
  }, 0);
  return { coefficients, residual };
}

/** Whether a program does asymptotically no more work than another. */
export interface WorkEfficiency {
  readonly isEfficient: boolean;
  readonly work: string; // forms
  readonly otherWork: string;
}

/** The verdict: a parallel program is work-efficient when its work is O of that of the best sequential program. Undefined where a form was not found. */
export function workEfficiency(work: Growth, other: Growth): WorkEfficiency | undefined {
  checkName("work.form", GROWTH_FORMS, checkObject("work", work).form);
  checkName("other.form", GROWTH_FORMS, checkObject("other", other).form);
  const [rank, otherRank] = [work, other].map(({ form }) => GROWTH_FORMS.indexOf(form));
  if (Math.max(rank, otherRank) === GROWTH_FORMS.length - 1) return undefined;
  return { isEfficient: rank <= otherRank, work: work.form, otherWork: other.form };
}
