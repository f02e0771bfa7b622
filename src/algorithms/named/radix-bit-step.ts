import type { ConvertibleInput } from "../../contracts/options.ts";
import { binary, constant, left, right, type Term } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done } from "../call.ts";
import { checkInput } from "../check-input.ts";
import { checkLength } from "../move-columns.ts";
import { resolveColumns } from "../serve.ts";

/** Keys after a stable pass by one bit, and every array on the way. */
interface RadixBitStepResult {
  readonly bits: Uint32Array;
  readonly zeros: Uint32Array; // 1 − bits
  readonly zeroCount: number; // after which the ones go
  readonly zeroPlaces: Uint32Array; // for zeros: how many there are up to here; else 0
  readonly onePlaces: Uint32Array; // for ones: how many there are up to here, after all zeros; else 0
  readonly ranks: Uint32Array; // the sum of both: from 1
  readonly places: Uint32Array; // from 0
  readonly keys: Uint32Array; // scattered to these places
}

/**
 * One step of a radix sort by scans: keys whose bit is 0, then those whose bit is 1, both in order.
 *
 * For learning: 32 steps, from bit 0 on, sort u32 keys with 64 scans; `sort` takes four passes by digits of eight bits. Work O(n),
 * span O(log n).
 *
 * @throws InvalidArgumentError for a bit that is none of 0 … 31
 * @see docs/what-scans-are-for.md (Blelloch 1990, split)
 */
export type RadixBitStep<When extends "now" | "later"> = (
  keys: Uint32Array | ConvertibleInput,
  bit: number,
) => Answer<When, RadixBitStepResult>;

/** The call of `radixBitStep`. */
export function radixBitStepCall(
  keys: unknown,
  bit: unknown,
  options: object = {},
): Call<RadixBitStepResult> {
  checkOptionNames(options, []);
  const input = checkInput("u32", keys, "keys");
  checkLength(input.length, "keys");
  if (typeof bit !== "number" || !Number.isInteger(bit) || bit < 0 || bit > 31) {
    throw new InvalidArgumentError("bit", "a whole number from 0 to 31", describe(bit));
  }
  const counts = resolveColumns({ operator: "add" }, "inclusive-scan", "u32");
  const total = resolveColumns({ operator: "add", initial: 0 }, "reduce", "u32");
  return {
    input: [input],
    *steps(on, vectors) {
      const [bits, zeros] = yield* done(on.map(bitTerms(bit), vectors));
      const [zeroCount] = yield* done(on.reduce(total, [zeros]));
      const [zeroRanks] = yield* done(on.scan(counts, "inclusive-scan", [zeros]));
      const [oneRanks] = yield* done(on.scan(counts, "inclusive-scan", [bits]));
      const [counted] = yield* done(on.gather([zeroCount], yield* done(on.fill("u32", 0, input.length))));
      const [zeroPlaces] = yield* done(on.map([PRODUCT], [zeros], [zeroRanks]));
      const [afterZeros] = yield* done(on.map([SUM], [oneRanks], [counted]));
      const [onePlaces] = yield* done(on.map([PRODUCT], [bits], [afterZeros]));
      const [ranks] = yield* done(on.map([SUM], [zeroPlaces], [onePlaces]));
      const [places] = yield* done(on.map([ONE_LESS], [ranks]));
      const sorted = yield* done(on.scatter(vectors, places, vectors));
      return [bits, zeros, zeroCount, zeroPlaces, onePlaces, ranks, places, ...sorted];
    },
    result: ([
      bits,
      zeros,
      zeroCount,
      zeroPlaces,
      onePlaces,
      ranks,
      places,
      sorted,
    ]: readonly ColumnArray[]) => {
      const columns = { zeroPlaces, onePlaces, ranks, places, keys: sorted };
      return { bits, zeros, zeroCount: zeroCount[0], ...columns } as unknown as RadixBitStepResult;
    },
  };
}

const KEY = left("u32");
const ONE = constant("u32", 1);
const SUM = binary("add", KEY, right("u32"));
const PRODUCT = binary("multiply", KEY, right("u32"));
const ONE_LESS = binary("subtract", KEY, ONE);

/** The bit of a key, and its opposite. */
function bitTerms(bit: number): readonly Term[] {
  const value = binary("and", binary("shiftRight", KEY, constant("u32", bit)), ONE);
  return [value, binary("subtract", ONE, value)];
}

/** `radixBitStep(keys, bit)` gives keys after a pass by one bit, with every array on the way */
export const radixBitStep: AlgorithmRow = {
  call: radixBitStepCall,
};
