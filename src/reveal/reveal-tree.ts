import { checkFunction, checkInteger, checkSeed } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import type { StorageArray } from "../values/element-types.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { SUMMED_TYPES, type SummedType } from "./float-type.ts";
import { askedSum, type GivenFunction, Questions } from "./questions.ts";
import { revealSum } from "./reveal-sum.ts";
import type { Revealed } from "./revealed.ts";

/** A sum as it is asked: it is given an array of its own, of n elements of the type, half floats as their bits in a Uint16Array. */
export type Sum<T extends SummedType = SummedType> = (input: StorageArray<T>) => number | Promise<number>;

/** How many elements are asked about, of which type. */
export interface RevealOptions<T extends SummedType = SummedType> {
  readonly n: number; // elements
  readonly type?: T; // default "f64"
  readonly seed?: bigint; // of pivots and random inputs; default 1n
}

/**
 * The tree by which a function adds n numbers, found out by asking it: 1 everywhere, but M at one place and −M at another, M so large that
 * it swallows what it meets; what is left tells how many elements lie under the lowest node over both (FPRev, arXiv 2411.00442).
 *
 * A tree is reported only after it has given the function's bits on 24 random inputs. Sums that are no tree are told apart. At most
 * n(n − 1)/2 + 90 calls, on average n·log2 n + 90 for trees of pairs and 2n + 90 for a loop, one after the other.
 *
 * @throws InvalidArgumentError for an n that the masks of the type have no room for, and for a function that throws, gives no number or
 * changes its input
 */
export async function revealTree<T extends SummedType = "f64">(
  sum: Sum<T>,
  options: RevealOptions<T>,
): Promise<Revealed> {
  checkFunction("sum", sum, "from an array to a number");
  const { n, type, seed } = checkRevealOptions(options);
  const questions = new Questions("sum", sum as unknown as GivenFunction, type);
  return revealSum(
    askedSum(n, type, questions, (values) => questions.callForNumber(values)),
    seed,
  );
}

/** @throws InvalidArgumentError */
export function checkRevealOptions(
  options: RevealOptions,
  more: readonly string[] = [],
): Required<RevealOptions> {
  checkOptionNames(options, ["n", "type", "seed", ...more]);
  const { n, type: given = "f64", seed = 1n } = options;
  const type = checkName("type", Object.keys(SUMMED_TYPES) as readonly SummedType[], given);
  checkSeed(seed);
  checkInteger("n", n, 1);
  const largest = largestLength(type);
  if (n > largest) {
    const expected = `at most ${largest}, the elements of ${type} that masks leave room to count`;
    throw new InvalidArgumentError("n", expected, String(n));
  }
  return { n, type, seed };
}

/** The most elements that can be asked about: beyond it ones are not counted exactly, or not swallowed. */
function largestLength(type: SummedType): number {
  return SUMMED_TYPES[type].masks.reduce((most, mask) => Math.max(most, mask.largestLength), 0);
}
