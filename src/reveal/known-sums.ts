// Sums that are no tree of additions, each as its authors give it: what the answers of a function are compared with once no tree explains them.
import { binnedPrefixes } from "../reference/binned-sum.ts";
import { fromScaledInteger, toScaledInteger } from "../values/scaled-integers.ts";
import { roundTo } from "./arithmetic.ts";
import { SUMMED_TYPES, type SummedType } from "./float-type.ts";

/** A sum that is no tree, by its name. */
export type KnownSum = "exact" | "kahan" | "neumaier" | "klein" | "binned:2" | "binned:3" | "binned:4";

type Sum = (values: ArrayLike<number>, type: "f64" | "f32") => number;

/** Every one of them, with values and additions of f64 or f32. */
const KNOWN_SUMS: Readonly<Record<KnownSum, Sum>> = {
  exact: (values, type) => {
    let sum = 0n;
    for (let i = 0; i < values.length; i++) sum += toScaledInteger(values[i]);
    return fromScaledInteger(sum, type);
  },
  kahan,
  neumaier,
  klein,
  "binned:2": (values, type) => binned(values, 2, type),
  "binned:3": (values, type) => binned(values, 3, type),
  "binned:4": (values, type) => binned(values, 4, type),
};

/** Kahan, "Further remarks on reducing truncation errors", CACM 8(1), 1965. */
function kahan(values: ArrayLike<number>, type: "f64" | "f32"): number {
  const round = roundingOf(type);
  let [sum, lost] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const term = round(values[i] - lost);
    const next = round(sum + term);
    lost = round(round(next - sum) - term);
    sum = next;
  }
  return sum;
}

/** Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", ZAMM 54, 1974. */
function neumaier(values: ArrayLike<number>, type: "f64" | "f32"): number {
  const round = roundingOf(type);
  let [sum, error] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const next = round(sum + values[i]);
    error = round(error + errorOf(sum, values[i], next, round));
    sum = next;
  }
  return round(sum + error);
}

/** Klein, "A generalized Kahan–Babuška summation algorithm", Computing 76, 2006: of the second order. */
function klein(values: ArrayLike<number>, type: "f64" | "f32"): number {
  const round = roundingOf(type);
  let [sum, error, errorOfErrors] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    const next = round(sum + values[i]);
    const first = errorOf(sum, values[i], next, round);
    sum = next;
    const nextError = round(error + first);
    errorOfErrors = round(errorOfErrors + errorOf(error, first, nextError, round));
    error = nextError;
  }
  return round(sum + round(error + errorOfErrors));
}

/** What an addition has lost, by the larger of its operands. */
function errorOf(left: number, right: number, sum: number, round: (value: number) => number): number {
  return Math.abs(left) >= Math.abs(right)
    ? round(round(left - sum) + right)
    : round(round(right - sum) + left);
}

function binned(values: ArrayLike<number>, fold: number, type: "f64" | "f32"): number {
  const prefixes = binnedPrefixes(Array.from(values), fold, type);
  return prefixes[prefixes.length - 1];
}

function roundingOf(type: "f64" | "f32"): (value: number) => number {
  return type === "f32" ? Math.fround : (value) => value;
}

/** A known sum with the type of its additions and that of what comes back. */
export interface KnownSumUse {
  readonly sum: KnownSum;
  readonly accumulate: "f64" | "f32";
  readonly result: SummedType;
}

/** What masks show of sums that are no tree: nothing of what they meet is lost, or all is, or they look like a tree. */
export const SUMS_BY_SHAPE: Readonly<Record<"nothingSwallowed" | "flat" | "tree", readonly KnownSum[]>> = {
  nothingSwallowed: ["exact", "neumaier", "klein"],
  flat: ["binned:2", "binned:3", "binned:4"],
  tree: ["kahan"],
};

/** All that a function over elements of a type may do by one of some sums. */
export function knownSumUses(type: SummedType, names: readonly KnownSum[]): readonly KnownSumUse[] {
  const accumulations = type === "f64" ? (["f64"] as const) : (["f32", "f64"] as const);
  const results: readonly SummedType[] = type === "f64" ? ["f64"] : ["f64", "f32", type];
  return accumulations.flatMap((accumulate) =>
    [...new Set(results)]
      .filter((result) => SUMMED_TYPES[result].precision <= SUMMED_TYPES[accumulate].precision)
      .flatMap((result) => names.map((sum) => ({ sum, accumulate, result }))),
  );
}

export function valueOfKnownSum({ sum, accumulate, result }: KnownSumUse, values: ArrayLike<number>): number {
  return roundTo(result, KNOWN_SUMS[sum](values, accumulate));
}
