import type { Scalar, ScalarType } from "../values/element-types.ts";
import { counterexampleOf, lawEvaluator } from "./law-evaluator.ts";
import type { LawQuestion } from "./question.ts";
import { samplerOf, specialValues } from "./sampler.ts";
import { plainestOf, shrink } from "./simplest-counterexample.ts";

import type { Counterexample } from "./verdict.ts";

type Values = readonly Scalar[]; // of one operand, by column

/** What trying operands has shown. */
export interface Trial {
  readonly count: number; // operands, pairs or triples that the law held for
  readonly isExhaustive: boolean; // these were all that there are
  readonly counterexample?: Counterexample;
  readonly isOnlyByOverflow: boolean; // there is a counterexample, and none if integers had no bounds
  readonly notes: readonly string[];
}

/** All operands are tried where there are at most so many: a record of two bools has 64 triples. */
const MOST_EXHAUSTIVE = 4096;
/** Nodes that are evaluated for one law by default, and bounds on the samples that they make: some milliseconds. */
const NODES_EVALUATED = 200_000;
const MOST_SAMPLES = 2000;
const FEWEST_SAMPLES = 100;
/** Fewer distinct values than this in a carrier are said to be few. */
const FEW_MEMBERS = 8;

/** Looks for a counterexample among all operands, where they are few, or else among special and random ones. */
export function trySamples(question: LawQuestion, seed: bigint, sampleCount?: number): Trial {
  const evaluator = lawEvaluator(question);
  const types = question.body.columns.map(({ type }) => type);
  const refutation = (
    operands: readonly Values[],
    isRefutedBy: (operands: readonly Values[]) => boolean,
  ): Counterexample => counterexampleOf(question, evaluator, shrink(operands, types, isRefutedBy), "samples");
  const all = everyOperand(types, evaluator.operandCount);
  if (all !== undefined) {
    const found = all.find(evaluator.isRefutedBy);
    const counterexample =
      found === undefined ? {} : { counterexample: refutation(found, evaluator.isRefutedBy) };
    return { count: all.length, isExhaustive: true, isOnlyByOverflow: false, notes: [], ...counterexample };
  }
  const wanted = sampleCount ?? defaultCount(evaluator.nodeCount);
  const sampler = samplerOf(question, seed);
  if (sampler.isEmpty) {
    const notes = ["no value of the carrier was found to test with"];
    return { count: 0, isExhaustive: false, isOnlyByOverflow: false, notes };
  }
  const notes =
    (sampler.memberCount ?? FEW_MEMBERS) < FEW_MEMBERS
      ? [`only ${sampler.memberCount} value(s) of the carrier were found to test with`]
      : [];
  const systematic = question.carrier === undefined ? specialOperands(types, evaluator.operandCount) : [];
  const operandsAt = (index: number): readonly Values[] =>
    systematic[index] ?? sampler.sample(evaluator.operandCount);
  const refuting: (readonly Values[])[] = [];
  let held = 0;
  let isOnlyByOverflow = true;
  // All of them, since the first one that refutes is not the one that shows most.
  for (let index = 0; index < wanted; index++) {
    const operands = operandsAt(index);
    const isRefuted = evaluator.isRefutedBy(operands);
    if (isRefuted) refuting.push(operands);
    else if (refuting.length === 0) held++;
    if (refuting.length > 0) isOnlyByOverflow &&= evaluator.isRefutedExactlyBy(operands) === false;
  }
  const found = plainestOf(refuting, evaluator);
  if (found === undefined) return { count: wanted, isExhaustive: false, isOnlyByOverflow: false, notes };
  const counterexample = refutation(found.operands, found.isAsPlain);
  return { count: held, isExhaustive: false, counterexample, isOnlyByOverflow, notes };
}

function defaultCount(nodeCount: number): number {
  return Math.max(FEWEST_SAMPLES, Math.min(MOST_SAMPLES, Math.floor(NODES_EVALUATED / nodeCount)));
}

/** Every list of operands of a type of few values: bools and records of them. Undefined for any other. */
function everyOperand(types: readonly ScalarType[], operandCount: number): (readonly Values[])[] | undefined {
  const bits = types.length * operandCount;
  if (types.some((type) => type !== "bool") || 2 ** bits > MOST_EXHAUSTIVE) return undefined;
  return Array.from({ length: 2 ** bits }, (_, pattern) =>
    Array.from({ length: operandCount }, (_, operand) =>
      types.map((_, column) => (pattern >> (operand * types.length + column)) & 1),
    ),
  );
}

/** Laws of one operand: each special value once, since random samples might miss the only one that fails, such as −0. */
function specialOperands(types: readonly ScalarType[], operandCount: number): readonly (readonly Values[])[] {
  if (operandCount !== 1) return [];
  const specials = types.map(specialValues);
  const longest = Math.max(...specials.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => [specials.map((values) => values[at % values.length])]);
}
