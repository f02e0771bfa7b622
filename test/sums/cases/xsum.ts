import { numbered, type SumCase } from "./sum-case.ts";

// Numbers of xsum's xsum-check.c; README.md beside this tells whose they are.
const ULP = 2 ** -52; // of 1
const LARGEST = Number.MAX_VALUE;
const SMALLEST_NORMAL = 2 ** -1022;
const LARGEST_SUBNORMAL = 2 ** -1022 - 2 ** -1074;
const SMALLEST = 2 ** -1074;
const { POSITIVE_INFINITY, NEGATIVE_INFINITY, NaN: NOT_A_NUMBER } = Number;

/** One term: the sum is the term. */
export const ONE_TERM: readonly number[] = [
  1,
  0.1,
  3.1,
  2.3e10,
  3.2e-10,
  123e123,
  54.11e-150,
  // All ones, and one past a power of two.
  2 ** 128 - 2 ** 75,
  2 ** 128 + 2 ** 76,
  LARGEST,
  SMALLEST_NORMAL,
  LARGEST_SUBNORMAL,
  SMALLEST,
  1.23e-309,
  4.57e-314,
  9.7e-322,
  2 ** -1011,
].flatMap((term) => [term, -term]);

/** Two terms: the sum is the machine's. Each also with both signs turned, as in the original but for those with a NaN. */
const TWO_TERMS: readonly (readonly [number, number])[] = [
  [1, 2],
  [0.1, 12.2],
  [12.1, -11.3],
  [11.3, -12.1],
  [1.234567e14, 9.87654321],
  [1.234567e14, -9.87654321],
  // The smaller one disappears.
  [3.1e200, 1.7e-100],
  [3.1e200, -1.7e-100],
  [1.7e-100, 3.1e200],
  [1.7e-100, -3.1e200],
  // Rounding: at, past and before the half; from an even and an odd number.
  [1, ULP],
  [1, ULP / 2],
  [1, ULP / 2 + ULP / 4096],
  [1, ULP / 2 + ULP / 2 ** 40],
  [1, ULP / 2 - ULP / 4096],
  [1 + ULP, ULP / 2],
  [1 + ULP, ULP / 2 - ULP * ULP],
  // Subnormals.
  [SMALLEST, 7.1],
  [SMALLEST, -7.1],
  [7.1, SMALLEST],
  [-7.1, SMALLEST],
  [LARGEST_SUBNORMAL, SMALLEST],
  [LARGEST_SUBNORMAL, -SMALLEST],
  [SMALLEST, SMALLEST],
  [SMALLEST, -SMALLEST],
  [LARGEST_SUBNORMAL, SMALLEST_NORMAL],
  [SMALLEST_NORMAL, LARGEST_SUBNORMAL],
  [4.57e-314, 9.7e-322],
  [4.57e-314, -9.7e-322],
  [4.57e-321, 9.7e-322],
  [4.57e-321, -9.7e-322],
  [2, -2 * (1 + ULP)],
  // Overflow, or not quite.
  [LARGEST, LARGEST],
  [LARGEST, (LARGEST * ULP) / 2],
  [POSITIVE_INFINITY, 123],
  [POSITIVE_INFINITY, NEGATIVE_INFINITY],
  [NOT_A_NUMBER, 123],
  [123, NOT_A_NUMBER],
];

type Row = readonly [...terms: number[], sum: number];

const THREE_TERMS: readonly Row[] = [
  [LARGEST, SMALLEST, -LARGEST, SMALLEST],
  [-LARGEST, SMALLEST, LARGEST, SMALLEST],
  [LARGEST, -SMALLEST, -LARGEST, -SMALLEST],
  [-LARGEST, -SMALLEST, LARGEST, -SMALLEST],
  [SMALLEST, SMALLEST_NORMAL, -SMALLEST, SMALLEST_NORMAL],
  [-SMALLEST, -SMALLEST_NORMAL, SMALLEST, -SMALLEST_NORMAL],
  [12345.6, SMALLEST_NORMAL, -12345.6, SMALLEST_NORMAL],
  [12345.6, -SMALLEST_NORMAL, -12345.6, -SMALLEST_NORMAL],
  [12345.6, LARGEST_SUBNORMAL, -12345.6, LARGEST_SUBNORMAL],
  [12345.6, -LARGEST_SUBNORMAL, -12345.6, -LARGEST_SUBNORMAL],
  [2, -2 * (1 + ULP), ULP / 8, -2 * ULP + ULP / 8],
  [1, 2, 3, 6],
  [12, 3.5, 2, 17.5],
  [3423.34e12, -93.431, -3432.1e11, 3080129999999906.5],
  [432457232.34, 0.3432445, -3433452433, -3000995200.3167553],
];

const SIX_OF_TEN = [
  LARGEST,
  LARGEST,
  LARGEST,
  LARGEST,
  LARGEST,
  LARGEST,
  -LARGEST,
  -LARGEST,
  -LARGEST,
  -LARGEST,
];

const TEN_TERMS: readonly Row[] = [
  [...SIX_OF_TEN, POSITIVE_INFINITY],
  [...SIX_OF_TEN.map((term) => -term), NEGATIVE_INFINITY],
  [LARGEST, LARGEST, LARGEST, LARGEST, 0.125, 0.125, -LARGEST, -LARGEST, -LARGEST, -LARGEST, 0.25],
  [2 * (1 + ULP), -2, -ULP, -ULP, 0, 0, 0, 0, 0, 0, 0],
  [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1111111111],
  [-1, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1e8, -1e9, -1111111111],
  [1.234e88, -93.3e-23, 994.33, 1334.3, 457.34, -1.234e88, 93.3e-23, -994.33, -1334.3, -457.34, 0],
  [
    1, -23, 456, -78910, 1112131415, -161718192021, 22232425262728, -2930313233343536, 373839404142434400,
    -46474849505152530000, -46103918342424310000,
  ],
  [
    2342423.3423, 34234.45, 945543.4, 34345.34343, 1232.343, 0.00004343, 43423, -342344.8343, -89544.3435,
    -34334.3, 2934978.4009734304,
  ],
  [
    0.9101534, 0.9048397, 0.4036596, 0.1460245, 0.2931254, 0.9647649, 0.1125303, 0.1574193, 0.65223,
    0.7378597, 5.2826068,
  ],
  [
    428.366070546, 707.3261930632, 103.29267289, 9040.03475821, 36.2121638, 19.307901408, 1.481070916,
    8.077159101, 1218.90724415, 778.068267017, 12341.0735011012,
  ],
  [
    1.1e-322, 5.346e-321, -9.343e-320, 3.33e-314, 4.4e-322, -8.8e-318, 3.1e-310, 4.1e-300, -4e-300, 7e-307,
    1.0000070031003328e-301,
  ],
];

/** How often the original repeats each of its ten terms; the sum is as many times theirs. A power of two: exact. */
export const TEN_TERM_REPEATS = 2 ** 13;
/** And its one term. */
export const ONE_TERM_REPEATS = 2 ** 23;

export const XSUM_TEN_TERM_CASES: readonly SumCase[] = numbered("xsum, ten terms,", TEN_TERMS.map(split));

/** xsum's tables of one, two, three and ten terms. */
export const XSUM_CASES: readonly SumCase[] = [
  ...numbered(
    "xsum, one term,",
    ONE_TERM.map((term) => ({ terms: [term], sum: term })),
  ),
  ...numbered(
    "xsum, two terms,",
    TWO_TERMS.flatMap(([left, right]) => [
      { terms: [left, right], sum: left + right + 0 },
      { terms: [-left, -right], sum: -left - right + 0 },
    ]),
  ),
  ...numbered("xsum, three terms,", THREE_TERMS.map(split)),
  ...XSUM_TEN_TERM_CASES,
];

function split(row: Row): { readonly terms: readonly number[]; readonly sum: number } {
  return { terms: row.slice(0, -1), sum: row[row.length - 1] };
}
