import { checkExecutor, type Executor } from "../../executors/executor.ts";
import { checkAttached } from "../../values/check-arrays.ts";
import { describe } from "../../values/describe.ts";
import { elementTypeOf } from "../../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError, SOME_ELEMENT } from "../../values/errors.ts";
import { ulpsBetween } from "../../values/ulps.ts";
import { type Candidate, candidatesFor, type Floats } from "./candidates.ts";

/** What gives a result, or does not. */
export interface Identified {
  readonly result: number;
  readonly matches: readonly TriedSum[]; // exactly these bits, the most common ways first
  readonly nearest: TriedSum | undefined; // where nothing matches
  readonly tried: readonly TriedSum[];
}

/** One way to sum, and what it gave. */
export interface TriedSum {
  readonly name: string; // a contract's line, or who sums so, or a compensated loop
  readonly accumulate: "f64" | "f32"; // of every addition
  readonly isRounded: boolean; // the sum of f64 was rounded to f32 at last
  readonly value: number;
  readonly ulps: number | undefined; // value − result, in floats of the result's type; undefined beside a NaN
}

/**
 * Which of the ways to sum that are known gives exactly these bits for this input? Named expressions with the usual parameters, from the end too,
 * in f64 and f32, exact and binned sums, the trees of some libraries, Kahan's, Neumaier's and Klein's loops, and elements sorted before.
 *
 * `result` is a number of f64; one that f32 has may also be an f64 sum that was rounded. Several ways may agree: more input tells them apart. One
 * pass for each way, some eighty for f32.
 *
 * @throws InvalidArgumentError, EmptyInputError
 */
export async function identifyExpression(
  executor: Executor,
  input: Floats,
  result: number,
): Promise<Identified> {
  checkExecutor(executor);
  const type = elementTypeOf(input);
  if (type !== "f64" && type !== "f32") {
    throw new InvalidArgumentError("input", "a Float64Array or Float32Array", describe(input));
  }
  if (typeof result !== "number") throw new InvalidArgumentError("result", "a number", describe(result));
  if (input.length === 0) checkAttached("input", input);
  if (input.length === 0) throw new EmptyInputError("input", SOME_ELEMENT);
  const tried: TriedSum[] = [];
  for (const candidate of candidatesFor({ executor, input, type })) {
    tried.push(...asResults(candidate, await candidate.sum(), result, type));
  }
  const matches = tried.filter(({ value }) => Object.is(value, result));
  return { result, matches, nearest: matches.length > 0 ? undefined : nearestOf(tried, result), tried };
}

/** A sum as it is; and where it is of f64 and of f32 elements, as it would be in their type. */
function asResults(
  { name, accumulate }: Candidate,
  value: number,
  result: number,
  type: "f64" | "f32",
): readonly TriedSum[] {
  const isSingle = Number.isNaN(result) || Math.fround(result) === result;
  const plain = { name, accumulate, isRounded: false, value, ulps: ulps(accumulate, value, result) };
  if (accumulate === type || !isSingle) return [plain];
  const rounded = Math.fround(value);
  return [plain, { name, accumulate, isRounded: true, value: rounded, ulps: ulps("f32", rounded, result) }];
}

/** In floats of the type that both are of. */
function ulps(type: "f64" | "f32", value: number, result: number): number | undefined {
  return ulpsBetween(Math.fround(result) === result ? type : "f64", value, result);
}

function nearestOf(tried: readonly TriedSum[], result: number): TriedSum | undefined {
  let [nearest, least] = [tried[0], Number.POSITIVE_INFINITY];
  for (const each of tried) {
    const distance = Math.abs(each.value - result);
    if (distance < least) [nearest, least] = [each, distance];
  }
  return nearest;
}
