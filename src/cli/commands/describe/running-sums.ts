// Mean, deviation and sum of elements that come some at a time, with the bits of the library's functions over all of them.

import { onlineAccuracy } from "../../../accuracy.ts";
import { add, type ElementArray, type ElementType } from "../../../index.ts";
import { LOW_WORD, wordsOf } from "../../held/wide-words.ts";
import { streamsOf } from "../../options/contract.ts";
import { floatOf } from "./contract.ts";
import { type IntegerArray, sumOfIntegers } from "./integer-sum.ts";
import { type DescribeSetting, isFloats, type Measures } from "./numbers.ts";

interface RunningSums {
  add(array: ElementArray, areFinite: boolean): void;
  /** When all have come: takes their mean, from which they deviate. */
  centre(): void;
  /** All of them once more. */
  addDeviations(array: ElementArray): void;
  measures(): Pick<Measures, "mean" | "standardDeviation" | "sum">;
  close(): void;
}

/** Sums in the float type and by the expression that the rule says. */
export function runningSums({ executor, rule }: DescribeSetting, type: ElementType): RunningSums {
  const { expression, correction } = rule;
  const float = floatOf(type, rule);
  const Floats = float === "f32" ? Float32Array : Float64Array;
  const round = float === "f32" ? Math.fround : Number;
  const { onlineReduce } = streamsOf(executor);
  const open = () => onlineReduce({ type: float, operator: add, expression });
  const [sum, squared, deviated] = [open(), open(), open()];
  const accuracy =
    executor.online && (type === "f64" || type === "f32")
      ? onlineAccuracy(executor.online, { type: float, expression })
      : undefined;
  let exact = 0n;
  let isJudged = accuracy !== undefined;
  let mean = 0;
  let [deviations, squares] = [new Floats(0), new Floats(0)];
  const convert = (array: ElementArray): Float64Array | Float32Array => {
    if (array instanceof Floats) return array;
    const floats = new Floats(array.length);
    if (array instanceof BigInt64Array || array instanceof BigUint64Array) {
      const { low, high } = wordsOf(array);
      // The product is exact, so that the sum is rounded once, as Number(integer) is.
      for (let i = 0; i < floats.length; i++)
        floats[i] = high[2 * i + 1 - LOW_WORD] * 2 ** 32 + low[2 * i + LOW_WORD];
    } else for (let i = 0; i < floats.length; i++) floats[i] = array[i] as number;
    return floats;
  };
  const variance = (): number => {
    const [n, rest] = [sum.position, deviated.observe() as number];
    const left = round(round(rest * rest) / round(n));
    return round(round((squared.observe() as number) - left) / round(n - correction));
  };
  return {
    add(array, areFinite) {
      const floats = convert(array);
      sum.push(floats);
      if (!isFloats(array)) exact += sumOfIntegers(array as IntegerArray);
      isJudged &&= areFinite;
      if (isJudged) accuracy?.push(floats);
    },
    centre() {
      mean = round((sum.observe() as number) / round(sum.position));
    },
    addDeviations(array) {
      const floats = convert(array);
      const { length } = floats;
      if (deviations.length < length) [deviations, squares] = [new Floats(length), new Floats(length)];
      for (let i = 0; i < length; i++) {
        deviations[i] = floats[i] - mean;
        squares[i] = deviations[i] * deviations[i];
      }
      deviated.push(deviations.subarray(0, length));
      squared.push(squares.subarray(0, length));
    },
    measures() {
      const standardDeviation = round(Math.sqrt(variance()));
      const measured = { mean, standardDeviation };
      if (accuracy === undefined) return { ...measured, sum: { value: exact, errorUlps: 0, boundUlps: 0 } };
      if (!isJudged) {
        const value = sum.observe();
        return { ...measured, sum: { value, errorUlps: undefined, boundUlps: undefined } };
      }
      const { value, ulps, boundUlps } = accuracy.value();
      return { ...measured, sum: { value, errorUlps: ulps, boundUlps } };
    },
    close() {
      for (const each of [sum, squared, deviated, accuracy]) each?.close();
    },
  };
}
