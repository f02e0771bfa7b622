// The way from answers to a verdict: twice the same? a sum at all? which shape? in which arithmetic? Else: which sum that is no tree?

import type { Arithmetic } from "./arithmetic.ts";
import { buildTree } from "./build-tree.ts";
import {
  fitArithmetic,
  fitKnownSum,
  fitTowardZero,
  mostKeptDigits,
  probeKeptDigits,
} from "./fit-arithmetic.ts";
import { SUMMED_TYPES } from "./float-type.ts";
import { type KnownSumUse, SUMS_BY_SHAPE } from "./known-sums.ts";
import {
  type AskedSum,
  askAgain,
  askConstant,
  askPair,
  askSample,
  pivotsOf,
  randomPairs,
  type Sample,
} from "./questions.ts";
import type { CompensatedSum, NotDeterministic, OrderFreeSum, Revealed, RevealedSum } from "./revealed.ts";
import { canonicalTree, childrenOf, type RevealedTree } from "./revealed-tree.ts";
import { treeFacts } from "./tree-facts.ts";

/** Finds out how a sum adds. */
export async function revealSum(
  sum: AskedSum,
  seed: bigint,
  likely?: Arithmetic, // tried before others
): Promise<Revealed> {
  const { n, type } = sum;
  const about = () => ({ type, n, callCount: sum.callCount() });
  const changed = await askTwice(sum, seed, [0, 1]);
  if (changed !== undefined) return { ...changed, ...about() };
  const unit = await countedUnit(sum);
  if (typeof unit === "string") return { kind: "notASum", fact: unit, ...about() };
  const shape = await shapeOf(sum, unit, seed);
  const samples = rememberedSamples(sum, seed);
  // Before any arithmetic: a node of all elements is added exactly at some precision, and bins look like one.
  if (isFlat(shape, n)) {
    const binned = await fitKnownSum(type, SUMS_BY_SHAPE.flat, samples);
    if (binned !== undefined) return { ...factsOfKnown(binned), ...about() };
  }
  const fitted = await fittedTree(sum, shape, samples, likely);
  if (fitted !== undefined) {
    const facts = await factsOf(sum, fitted.tree, fitted.arithmetic);
    const later = await askTwice(sum, seed, [2, 3]);
    if (later !== undefined) return { ...later, ...about() };
    return { ...facts, ...about() };
  }
  const later = await askTwice(sum, seed, [2, 3, 4, 5, 6, 7]);
  if (later !== undefined) return { ...later, ...about() };
  const known =
    shape.kind === "none" ? undefined : await fitKnownSum(type, SUMS_BY_SHAPE[shape.kind], samples);
  if (known !== undefined) return { ...factsOfKnown(known), ...about() };
  return unexplained(sum, shape);
}

/** The tree of a shape, or the usual one of a sum whose masks show none, with the arithmetic in which it gives the answers. */
async function fittedTree(
  sum: AskedSum,
  shape: Shape,
  samples: (number: number) => Promise<Sample>,
  likely: Arithmetic | undefined,
): Promise<{ readonly tree: RevealedTree; readonly arithmetic: Arithmetic } | undefined> {
  if (shape.kind === "none") return fitTowardZero(sum, samples);
  if (shape.kind !== "tree") return undefined;
  const arithmetic = await fitArithmetic(sum, shape.tree, samples, likely);
  return arithmetic && { tree: shape.tree, arithmetic };
}

type Facts<Kind> = Kind extends Revealed ? Omit<Kind, "type" | "n" | "callCount"> : never;

function factsOfKnown({ sum: name, accumulate, result }: KnownSumUse): Facts<OrderFreeSum | CompensatedSum> {
  return name === "kahan" || name === "neumaier" || name === "klein"
    ? { kind: "compensated", name, accumulate, result }
    : { kind: "orderFree", name, accumulate, result };
}

async function unexplained(sum: AskedSum, shape: Shape): Promise<Revealed> {
  const { n, type } = sum;
  if (shape.kind === "nothingSwallowed") {
    const keptDigits = await probeKeptDigits(sum, 0, 1, 2);
    const isWhole = keptDigits === mostKeptDigits(type);
    return { kind: "wide", keptDigits, isWhole, type, n, callCount: sum.callCount() };
  }
  const isTree = shape.kind === "tree";
  return {
    kind: "unexplained",
    shape: isTree ? shape.tree : undefined,
    fact: isTree ? "no arithmetic that is known gives its bits by the tree that masks show" : shape.fact,
    ...{ type, n, callCount: sum.callCount() },
  };
}

/** Samples asked again; undefined where all answers stay. */
async function askTwice(
  sum: AskedSum,
  seed: bigint,
  numbers: readonly number[],
): Promise<Facts<NotDeterministic> | undefined> {
  for (const number of numbers) {
    const changed = await askAgain(
      async (repetition) => (await askSample(sum, seed, number, repetition)).answer,
    );
    if (changed !== undefined) return changed;
  }
  return undefined;
}

/** The unit whose sums are counts, or what is wrong. */
async function countedUnit(sum: AskedSum): Promise<number | string> {
  const { n, type } = sum;
  let fact = "";
  for (const { unit, largestLength } of SUMMED_TYPES[type].masks) {
    if (n > largestLength) continue;
    const answer = await askConstant(sum, unit);
    if (answer === n * unit) return unit;
    fact = `a sum of ${n} times ${unit} is ${answer}`;
  }
  return fact;
}

type Shape =
  | { readonly kind: "tree"; readonly tree: RevealedTree }
  | { readonly kind: "nothingSwallowed" }
  | { readonly kind: "none"; readonly fact: string };

function isFlat(shape: Shape, n: number): boolean {
  return shape.kind === "tree" && n > 2 && childrenOf(shape.tree).length === n;
}

async function shapeOf(sum: AskedSum, unit: number, seed: bigint): Promise<Shape> {
  const { n } = sum;
  const seen = { pairs: 0, swallowNothing: 0 };
  let oddAnswer: string | undefined;
  const sizeOver = async (one: number, other: number): Promise<number> => {
    const answer = (await askPair(sum, one, other, unit)) / unit;
    if (!Number.isInteger(answer) || answer < 0 || answer > n - 2) {
      oddAnswer ??= `${answer} units are left of ${n} with masks at ${one} and ${other}`;
    }
    seen.pairs++;
    if (answer === n - 2) seen.swallowNothing++;
    return n - answer;
  };
  if (await seemsFlat(n, sizeOver, seed)) {
    return { kind: "tree", tree: { parts: Array.from({ length: n }, (_, index) => index) } };
  }
  const built = await buildTree(n, sizeOver, pivotsOf(seed, n));
  if (oddAnswer !== undefined) return { kind: "none", fact: oddAnswer };
  if (built.kind === "tree") return { kind: "tree", tree: canonicalTree(built.tree) };
  if (seen.swallowNothing === seen.pairs) return { kind: "nothingSwallowed" };
  return { kind: "none", fact: `masks show ${built.fact}` };
}

/** From so many elements on, a node of all of them is taken as seen after so many random pairs: to ask every pair would take n²/2 calls. */
const FLAT_FROM = 12;

async function seemsFlat(
  n: number,
  sizeOver: (one: number, other: number) => Promise<number>,
  seed: bigint,
): Promise<boolean> {
  if (n < FLAT_FROM) return false;
  for (const [one, other] of randomPairs(seed, n, 2 * FLAT_FROM)) {
    if ((await sizeOver(one, other)) !== n) return false;
  }
  return true;
}

function rememberedSamples(sum: AskedSum, seed: bigint): (number: number) => Promise<Sample> {
  const known: Sample[] = [];
  return async (number) => {
    known[number] ??= await askSample(sum, seed, number);
    return known[number];
  };
}

async function factsOf(
  sum: AskedSum,
  tree: RevealedTree,
  arithmetic: Arithmetic,
): Promise<Facts<RevealedSum>> {
  return {
    kind: "tree",
    ...{ tree, arithmetic },
    ...treeFacts(tree, sum.n),
    start: Object.is(await askConstant(sum, -0), -0) ? "none" : "zero",
    subnormals: await subnormalsOf(sum),
  };
}

async function subnormalsOf(sum: AskedSum): Promise<RevealedSum["subnormals"]> {
  const { smallest } = SUMMED_TYPES[sum.type];
  const { values, answer } = await sum.askShared("subnormals", (length) =>
    Array.from({ length }, (_, index) => (index === 0 ? 3 : index === 1 ? 5 : 0) * smallest),
  );
  if (answer === values.reduce((total, value) => total + value)) return "kept";
  return answer === 0 ? "flushed" : "other";
}
