import {
  accuracyOf,
  generateSumData,
  type MeasuredSum,
  printQuantity,
  type SumKind,
} from "../../src/accuracy.ts";
import { javascriptExecutor } from "../../src/sums.ts";
import { table } from "./table.ts";

const LARGEST_LENGTH = 40; // log2

/** Data as the formula sees it: how m and c go with n. */
interface Shape {
  readonly data: string;
  readonly meanOverLargest: (n: number) => number;
  readonly condition: (n: number) => number;
}

const SHAPES: readonly Shape[] = [
  { data: "all terms equal", meanOverLargest: () => 1, condition: () => 1 },
  { data: "uniform in [0, 1)", meanOverLargest: () => 1 / 2, condition: () => 1 },
  {
    data: "uniform in [−1, 1), where Σx is about √(n/3)",
    meanOverLargest: () => 1 / 2,
    condition: (n) => n / 2 / Math.sqrt(n / 3),
  },
  { data: "1/i", meanOverLargest: (n) => (Math.log(n) + 0.5772) / n, condition: () => 1 },
  { data: "one large term, the others' sum no larger", meanOverLargest: (n) => 2 / n, condition: () => 1 },
  { data: "two large terms that cancel", meanOverLargest: (n) => 2 / n, condition: () => 1e6 },
];

/** ε/u·7 and 2^(p − (K−1)·W) of the binned bound with three bins. */
const BINNED = { f64: 2 ** -27, f32: 2 ** -2 } as const;

/** For each shape of data the lengths at which three bins have the tighter bound. */
export function crossings(): readonly (readonly string[])[] {
  const rows = SHAPES.map((shape) => [shape.data, rangeOf(shape, "f64"), rangeOf(shape, "f32")]);
  return [["data", "f64", "f32"], ...rows];
}

function rangeOf({ meanOverLargest, condition }: Shape, type: "f64" | "f32"): string {
  const isTighter = (digits: number): boolean => {
    const n = 2 ** digits;
    return BINNED[type] / meanOverLargest(n) + 14 / condition(n) < digits;
  };
  const found = Array.from({ length: LARGEST_LENGTH }, (_, i) => i + 1).filter(isTighter);
  if (found.length === 0) return "never";
  const [first, last] = [found[0], found[found.length - 1]];
  if (found.length !== last - first + 1) throw new RangeError("more than one range");
  return last === LARGEST_LENGTH ? `from 2^${first} on` : `from 2^${first} to 2^${last}`;
}

/** Errors and bounds, in ulps, of pairwise summation and of bins at lengths of 2^k. */
export async function measuredCrossing(
  kind: SumKind,
  type: "f64" | "f32",
  digits: readonly number[],
): Promise<string> {
  const expressions = ["iterated-pairwise", "binned:3", "binned:4"];
  const rows: string[][] = [];
  for (const each of digits) {
    const input = generateSumData({ kind, type, length: 2 ** each, seed: 1n });
    const found = await accuracyOf(javascriptExecutor, input, { expressions });
    const [pairwise, three, four] = found.rows as readonly MeasuredSum[];
    const numbers = [
      pairwise.ulps,
      pairwise.boundUlps,
      three.ulps,
      three.boundUlps,
      four.ulps,
      four.boundUlps,
    ];
    rows.push([`2^${each}`, ...numbers.map(printQuantity)]);
  }
  const headings = expressions.flatMap((name) => [`\`${name}\`: error`, "bound"]);
  return table([[`n, ${type}`, ...headings], ...rows]);
}
