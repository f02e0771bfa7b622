import { columnContract } from "../../contracts/column-contract.ts";
import type { Plan } from "../../executors/executor.ts";
import { toHex } from "../../values/bits.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { hashArray, hashBytes } from "../../values/hash.ts";
import { compareShape, type Mismatch, rawHex } from "../compare.ts";
import { generateData, publishedData } from "../data/generate-data.ts";
import { mirrored } from "../data/other-orders.ts";

import { wholeRangeData } from "../data/whole-range.ts";
import type { GoldenInput, GoldenVector } from "../vectors/golden-vector.ts";
import { caseOf, runScan, type Step } from "./checks.ts";

import type { UnderTest } from "./tiers.ts";

/** Every golden vector that was passed in: bits made by an independent program, or published in a paper. */
export function* goldenVectors(
  { vectorLength }: UnderTest,
  vectors: readonly GoldenVector[] | undefined,
): Generator<Step> {
  if (vectors === undefined) {
    yield { kind: "skip", count: 1, reason: "no golden vectors were passed in" };
    return;
  }
  const inputOf = inputPool();
  for (const vector of vectors) {
    const { contract, observation, input, name } = vector;
    if (input.length > vectorLength) {
      yield { kind: "skip", count: 1, reason: `golden vectors of more than ${vectorLength} elements` };
      continue;
    }
    const detail = `${input.data}, n = ${input.length}, seed ${input.seed} (${name})`;
    yield caseOf({ contract: columnContract(contract), observation }, detail, (plan) =>
      checkVector(plan, vector, inputOf(vector)),
    );
  }
}

async function checkVector(
  plan: Plan,
  vector: GoldenVector,
  input: PooledInput,
): Promise<Mismatch | undefined> {
  const { contract, observation, expected } = vector;
  if (vector.input.hash !== undefined && vector.input.hash !== input.hash) {
    return { expected: `input of hash ${vector.input.hash}`, actual: input.hash, position: undefined };
  }
  const elements = input.elements.slice(); // the pool's own are for all
  if (observation === "reduce") {
    const [value] = await plan.reduce([elements]);
    return compareHex(expected.reduce ?? "", toHex(contract.accumulate, value));
  }
  const [column] = await runScan(plan, observation, [elements]);
  const output = column as ElementArray;
  return compareShape(contract.accumulate, elements.length, output) ?? compareScan(vector, output);
}

/** Probes and last element before the hash, so that a failure names a position where it can. */
function compareScan({ expected }: GoldenVector, output: ElementArray): Mismatch | undefined {
  for (const { index, bits } of expected.probes) {
    const mismatch = compareHex(bits, rawHex(output, index), index);
    if (mismatch !== undefined) return mismatch;
  }
  const lastIndex = output.length - 1;
  const last =
    expected.last === undefined ? undefined : compareHex(expected.last, rawHex(output, lastIndex), lastIndex);
  if (last !== undefined || expected.scanHash === undefined) return last;
  // Over raw bytes, where hashArray would forgive a NaN that is not canonical.
  const bytes = new Uint8Array(output.buffer, output.byteOffset, output.byteLength);
  return compareHex(`scan of hash ${expected.scanHash}`, `scan of hash ${hashBytes(bytes)}`);
}

function compareHex(expected: string, actual: string, position?: number): Mismatch | undefined {
  return expected === actual ? undefined : { expected, actual, position };
}

interface PooledInput {
  readonly elements: ElementArray;
  readonly hash: string;
}

/** Makes each input once: many vectors share it. */
function inputPool(): (vector: GoldenVector) => PooledInput {
  const made = new Map<string, PooledInput>();
  return ({ contract, input }) => {
    const key = `${input.data} ${contract.type} ${input.length} ${input.seed}`;
    const pooled = made.get(key);
    if (pooled !== undefined) return pooled;
    const elements = goldenElements(contract.type, input);
    const fresh = { elements, hash: hashArray(elements) };
    made.set(key, fresh);
    return fresh;
  };
}

function goldenElements(type: ElementType, { data, length, seed }: GoldenInput): ElementArray {
  switch (data) {
    case "published":
      return publishedData(length);
    case "whole-range":
      return wholeRangeData({ type: floatType(type), length, seed });
    case "mirrored":
      return mirrored(generateData({ data: "wide", type: floatType(type), length, seed }));
    default:
      return generateData({ data, type, length, seed });
  }
}

function floatType(type: ElementType): "f64" | "f32" {
  if (type === "f64" || type === "f32") return type;
  throw new InvalidArgumentError("vectors", "floats, for data of floats", type);
}
