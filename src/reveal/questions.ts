// A sum as it is asked: with a mask at two places, or with values that tell roundings apart. Every call is checked and counted here.
import { splitmix64 } from "../conformance/data/splitmix64.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { printable } from "../values/printable.ts";
import { roundTo } from "./arithmetic.ts";
import type { ChoosePivot } from "./build-tree.ts";
import { arrayOf, SUMMED_TYPES, type SummedArray, type SummedType } from "./float-type.ts";
import type { NotDeterministic } from "./revealed.ts";

/** A sum of n elements that can be asked anything. */
export interface AskedSum {
  readonly n: number;
  readonly type: SummedType;
  readonly callCount: () => number;
  readonly ask: (values: readonly number[]) => Promise<number>;
  /**
   * Asks a question that all prefixes of a scan share: `make` gives the values of the longest, of which a shorter one has the first. Of one
   * key a scan is asked once.
   */
  readonly askShared: (key: string, make: (length: number) => readonly number[]) => Promise<Sample>;
}

/** Values and their sum, as a function gave it. */
export interface Sample {
  readonly values: readonly number[];
  readonly answer: number;
}

/** A function of arrays, as callers give it. */
export type GivenFunction = (...inputs: readonly SummedArray[]) => unknown;

/** Calls a function and checks what it does. */
export class Questions {
  readonly #given: GivenFunction;
  readonly #argument: string;
  readonly #type: SummedType;
  #callCount = 0;

  constructor(argument: string, given: GivenFunction, type: SummedType) {
    this.#argument = argument;
    this.#given = given;
    this.#type = type;
  }

  get callCount(): number {
    return this.#callCount;
  }

  /** What the function gives. @throws InvalidArgumentError for one that throws, or changes its input */
  call(...lists: readonly ArrayLike<number>[]): Promise<unknown> {
    this.#callCount++;
    return callGiven(
      this.#argument,
      this.#given,
      lists.map((values) => arrayOf(this.#type, values)),
    );
  }

  /** The same, of a function that gives a number. */
  async callForNumber(...lists: readonly ArrayLike<number>[]): Promise<number> {
    const answer = await this.call(...lists);
    if (typeof answer === "number") return answer;
    throw this.error("a function that gives a number", `one that gives ${describe(answer)}`);
  }

  error(expected: string, fact: string): InvalidArgumentError {
    return new InvalidArgumentError(this.#argument, expected, fact);
  }
}

/** Calls a caller's function with arrays of its own. @throws InvalidArgumentError naming `argument` for one that throws, or changes an array */
export async function callGiven<Input extends SummedArray | BigUint64Array>(
  argument: string,
  given: (...inputs: readonly Input[]) => unknown,
  inputs: readonly Input[],
): Promise<unknown> {
  const before = inputs.map((input) => input.slice());
  let answer: unknown;
  try {
    answer = await given(...inputs);
  } catch (cause) {
    const fact = `one that throws: ${printable(cause instanceof Error ? cause.message : String(cause))}`;
    throw Object.assign(new InvalidArgumentError(argument, "a function that gives a sum", fact), { cause });
  }
  before.forEach((input, which) => {
    const changed = input.findIndex((value, i) => !Object.is(value, inputs[which][i]));
    if (changed < 0) return;
    const expected = "a function that leaves its input as it is";
    throw new InvalidArgumentError(argument, expected, `one that changes element ${changed}`);
  });
  return answer;
}

/** How often an input is asked once it has given two answers. */
const REPEATS = 32;

/** Asks the same again, under another repetition each time: how often answers differ; undefined where the second is the first. */
export async function askAgain(
  ask: (repetition: number) => Promise<unknown>,
): Promise<Pick<NotDeterministic, "kind" | "askedCount" | "differentCount"> | undefined> {
  const answers = [await ask(0), await ask(1)];
  if (Object.is(answers[0], answers[1])) return undefined;
  while (answers.length < REPEATS) answers.push(await ask(answers.length));
  const counts = new Map<unknown, number>();
  for (const each of answers) counts.set(each, (counts.get(each) ?? 0) + 1);
  const differentCount = REPEATS - Math.max(...counts.values());
  return { kind: "notDeterministic", askedCount: REPEATS, differentCount };
}

/** An array of `length` numbers, as a function gave it; what else it gave, in words. */
export function numbersIn(answer: unknown, length: number): ArrayLike<number> | string {
  const isArray = Array.isArray(answer) || (ArrayBuffer.isView(answer) && !(answer instanceof DataView));
  if (!isArray) return `one that gives ${describe(answer)}`;
  const values = answer as ArrayLike<unknown>;
  if (values.length !== length) return `one that gives an array of ${values.length}`;
  const odd = Array.from(values).findIndex((value) => typeof value !== "number");
  return odd < 0
    ? (values as ArrayLike<number>)
    : `one that gives an array with ${describe(values[odd])} at ${odd}`;
}

/** Questions of n elements, which are all different: a sum is asked each. */
export function askedSum(
  n: number,
  type: SummedType,
  questions: Questions,
  ask: (values: readonly number[]) => Promise<number>,
): AskedSum {
  return {
    ...{ n, type, ask },
    callCount: () => questions.callCount,
    askShared: async (_, make) => {
      const values = make(n);
      return { values, answer: await ask(values) };
    },
  };
}

/** What is left of units everywhere, but +mask at one place and −mask at another. */
export async function askPair(sum: AskedSum, one: number, other: number, unit: number): Promise<number> {
  const [first, second] = [Math.min(one, other), Math.max(one, other)];
  const { answer } = await sum.askShared(`pair ${first} ${second} ${unit}`, (length) =>
    maskedValues(sum.type, length, unit, first, second),
  );
  return answer;
}

/** A sum of one value, n times. */
export async function askConstant(sum: AskedSum, value: number): Promise<number> {
  const key = `constant ${Object.is(value, -0) ? "-0" : value}`;
  return (await sum.askShared(key, (length) => new Array<number>(length).fill(value))).answer;
}

/** Random values, the same for the same number, and their sum. Asked again under another repetition. */
export function askSample(sum: AskedSum, seed: bigint, number: number, repetition = 0): Promise<Sample> {
  return sum.askShared(`sample ${number} ${repetition}`, (length) =>
    sampleValues(sum.type, length, seed, number),
  );
}

function maskedValues(
  type: SummedType,
  n: number,
  unit: number,
  one: number,
  other: number,
): readonly number[] {
  const values = new Array<number>(n).fill(unit);
  values[one] = SUMMED_TYPES[type].mask;
  values[other] = -SUMMED_TYPES[type].mask;
  return values;
}

/** Cancelling values of a sample differ by so many powers of two up and down. */
const SPREAD = 3;

/**
 * Values of a type. Sample 2k + 1 has values near 1, sample 4k over many magnitudes; of sample 4k + 2 the second half cancels the first, but for
 * tiny values among them, so far below that bins or compensated sums lose them.
 */
export function sampleValues(type: SummedType, n: number, seed: bigint, number: number): readonly number[] {
  const { exponents, cancelling } = SUMMED_TYPES[type];
  const draw = splitmix64(seed + BigInt(number) * 0x10_0000_0001n);
  const [high, low] = [new Uint32Array(2 * n), new Uint32Array(2 * n)];
  draw(high, low);
  const isCancelling = number % 4 === 2;
  const gap = cancelling.gaps[Math.floor(number / 4) % cancelling.gaps.length];
  const reach = number % 2 === 1 ? 0 : isCancelling ? SPREAD : exponents;
  const value = (i: number): number => {
    const significand = 1 + high[2 * i] * 2 ** -32 + low[2 * i] * 2 ** -64;
    const sign = (low[2 * i + 1] & 1) === 0 ? 1 : -1;
    const pair = Math.min(i, n - 1 - i);
    const isTiny = pair % 3 === 1 || 2 * pair === n - 1;
    const centre = isCancelling ? cancelling.exponent - (isTiny ? gap : 0) : 0;
    const exponent = centre + (high[2 * i + 1] % (2 * reach + 1)) - reach;
    return roundTo(type, sign * significand * 2 ** exponent);
  };
  const isNegated = (i: number): boolean => isCancelling && 2 * i >= n && (n - 1 - i) % 3 !== 1;
  return Array.from({ length: n }, (_, i) => (isNegated(i) ? -value(n - 1 - i) : value(i)));
}

/**
 * Pivots by an order that is drawn once: the first of it in any part is a random one, and prefixes of a scan, which have parts in common, ask
 * the same pairs.
 */
export function pivotsOf(seed: bigint, n: number): ChoosePivot {
  const [high, low] = [new Uint32Array(n), new Uint32Array(n)];
  splitmix64(seed)(high, low);
  return (part) => part.reduce((best, element) => (high[element] < high[best] ? element : best));
}

/** Pairs of different elements, drawn at random. */
export function randomPairs(seed: bigint, n: number, count: number): readonly (readonly [number, number])[] {
  const [high, low] = [new Uint32Array(count), new Uint32Array(count)];
  splitmix64(seed)(high, low);
  return Array.from({ length: count }, (_, i) => {
    const one = high[i] % n;
    return [one, (one + 1 + (low[i] % (n - 1))) % n];
  });
}
