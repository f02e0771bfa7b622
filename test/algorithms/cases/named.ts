import fc from "fast-check";
import { contractionReduceCall } from "../../../src/algorithms/named/contraction-reduce.ts";
import { filterByScanCall } from "../../../src/algorithms/named/filter-by-scan.ts";
import { hillisSteeleCall } from "../../../src/algorithms/named/hillis-steele.ts";
import { radixBitStepCall } from "../../../src/algorithms/named/radix-bit-step.ts";
import { radixDigitStepCall } from "../../../src/algorithms/named/radix-digit-step.ts";
import { workEfficientScanCall } from "../../../src/algorithms/named/work-efficient-scan.ts";
import { add, treeHash } from "../../../src/operators/built-in.ts";
import { evaluateTerm } from "../../../src/operators/evaluate.ts";
import { InvalidArgumentError } from "../../../src/values/errors.ts";
import { anyColumn, anyFlags, anyLength } from "../arbitraries.ts";
import { canonical } from "../canonical.ts";
import { type OracleCase, oracleCase } from "../oracle-case.ts";

const hashTerm = treeHash.term("u64");

/** The tree hash of two values: every prefix tells its tree. */
function hashed(first: bigint, second: bigint): bigint {
  return evaluateTerm(hashTerm, first, second) as bigint;
}

const anyHashes = anyColumn("u64") as fc.Arbitrary<BigUint64Array>;
const anyKeys = anyColumn("u32") as fc.Arbitrary<Uint32Array>;
const anyNumbers = anyColumn("f32") as fc.Arbitrary<Float32Array>;

function hillisSteele(given: readonly bigint[]): unknown {
  let prefixes = given;
  let [combineCount, stepCount] = [0, 0];
  for (let distance = 1; distance < given.length; distance *= 2) {
    const before = prefixes;
    prefixes = before.map((value, i) => (i < distance ? value : hashed(before[i - distance], value)));
    combineCount += given.length - distance;
    stepCount++;
  }
  return { prefixes: BigUint64Array.from(prefixes), combineCount, stepCount };
}

/** The tree over pairs of neighbours, an odd one carried. */
function pairwise(given: readonly bigint[]): bigint {
  if (given.length === 1) return given[0];
  const pairs = Array.from({ length: Math.ceil(given.length / 2) }, (_, i) =>
    2 * i + 1 < given.length ? hashed(given[2 * i], given[2 * i + 1]) : given[2 * i],
  );
  return pairwise(pairs);
}

/** The prefix of i elements by a down-sweep: what stands before the largest power of two that divides i, combined with that part. */
function sweptPrefix(given: readonly bigint[], i: number): bigint {
  const part = i & -i;
  const last = pairwise(given.slice(i - part, i));
  return part === i ? last : hashed(sweptPrefix(given, i - part), last);
}

function foldedHalves(given: readonly number[]): number {
  if (given.length === 1) return given[0];
  const half = Math.floor(given.length / 2);
  const folded = given.slice(0, half).map((value, i) => Math.fround(value + given[given.length - half + i]));
  return foldedHalves([...folded, ...given.slice(half, given.length - half)]);
}

const depthOf = (length: number): number => Math.ceil(Math.log2(length));

/** Algorithms that are named, against their definitions read one element at a time. */
export const namedCases: readonly OracleCase[] = [
  oracleCase({
    name: "hillisSteele",
    arguments: fc.tuple(anyHashes),
    run: (on, input) => on.call(hillisSteeleCall(input, { operator: treeHash })),
    oracle: (input) => hillisSteele(Array.from(input)),
    runs: 40,
    gpuRuns: 2,
  }),
  oracleCase({
    name: "workEfficientScan",
    arguments: fc.tuple(anyColumn("u64", fc.nat(130)) as fc.Arbitrary<BigUint64Array>),
    run: async (on, input) => {
      const { prefixes, upSweepCount } = await on.call(workEfficientScanCall(input, { operator: treeHash }));
      return { prefixes, upSweepCount };
    },
    oracle: (input) => ({
      prefixes: input.map((_, i) => sweptPrefix(Array.from(input), i + 1)),
      upSweepCount: Math.max(0, input.length - 1),
    }),
    runs: 20,
    gpuRuns: 2,
  }),
  oracleCase({
    name: "workEfficientScan, exclusive",
    arguments: fc.tuple(anyColumn("u32", fc.nat(300)) as fc.Arbitrary<Uint32Array>),
    run: async (on, input) => {
      const options = { observation: "exclusive-scan" } as const;
      return (await on.call(workEfficientScanCall(input, options))).prefixes;
    },
    oracle: (input) => input.map((_, i) => input.slice(0, i).reduce((sum, value) => (sum + value) >>> 0, 0)),
    runs: 40,
    gpuRuns: 2,
  }),
  oracleCase({
    name: "contractionReduce of neighbours",
    arguments: fc.tuple(anyHashes.filter(({ length }) => length > 0)),
    run: (on, input) => on.call(contractionReduceCall(input, { operator: treeHash, pairing: "adjacent" })),
    oracle: (input) => ({
      value: pairwise(Array.from(input)),
      combineCount: input.length - 1,
      stepCount: depthOf(input.length),
    }),
    runs: 40,
    gpuRuns: 2,
  }),
  oracleCase({
    name: "contractionReduce of halves",
    arguments: fc.tuple(anyNumbers.filter(({ length }) => length > 0)),
    run: (on, input) => on.call(contractionReduceCall(input, { operator: add })),
    oracle: (input) => ({
      value: canonical(Float32Array.of(foldedHalves(Array.from(input))))[0],
      combineCount: input.length - 1,
      stepCount: depthOf(input.length),
    }),
    runs: 40,
    gpuRuns: 2,
  }),
  oracleCase({
    name: "radixBitStep",
    arguments: fc.tuple(anyKeys, fc.integer({ min: -1, max: 32 })),
    run: async (on, input, bit) => (await on.call(radixBitStepCall(input, bit))).keys,
    oracle: (input, bit) => {
      if (bit < 0 || bit > 31) throw new InvalidArgumentError("bit", "0 to 31", `${bit}`);
      const isSet = (key: number): boolean => ((key >>> bit) & 1) === 1;
      return Uint32Array.from([...input.filter((key) => !isSet(key)), ...input.filter(isSet)]);
    },
    runs: 60,
    gpuRuns: 2,
  }),
  oracleCase({
    name: "radixDigitStep",
    arguments: fc.tuple(anyKeys, fc.nat(9)),
    run: async (on, input, digit) => (await on.call(radixDigitStepCall(input, { base: 10, digit }))).keys,
    oracle: (input, digit) => {
      const digitOf = (key: number): number => Math.floor(key / 10 ** digit) % 10;
      return Uint32Array.from(Array.from(input).sort((first, second) => digitOf(first) - digitOf(second)));
    },
    runs: 60,
    gpuRuns: 2,
  }),
  oracleCase({
    name: "filterByScan",
    arguments: anyLength.chain((length) =>
      fc.tuple(anyColumn("f64", fc.constant(length)), anyFlags(fc.constant(length))),
    ),
    run: async (on, input, flags) => (await on.call(filterByScanCall(input, flags))).kept,
    oracle: (input, flags) => (input as Float64Array).filter((_, i) => flags[i] === 1),
    runs: 60,
    gpuRuns: 2,
  }),
];
