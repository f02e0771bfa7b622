// A tree is reported only after it has given the function's bits on random inputs, in one of the arithmetics that could be meant.
import { treeOf } from "../expressions/prefix-trees.ts";
import type { Arithmetic, FusedArithmetic } from "./arithmetic.ts";
import { evaluate } from "./arithmetic.ts";
import { SUMMED_TYPES, type SummedType } from "./float-type.ts";
import { type KnownSum, type KnownSumUse, knownSumUses, valueOfKnownSum } from "./known-sums.ts";
import { likelyExpressions } from "./nearest-expression.ts";
import type { AskedSum, Sample } from "./questions.ts";
import { canonicalTree, childrenOf, fusedCount, leavesOf, type RevealedTree } from "./revealed-tree.ts";

/** Random inputs that an answer must be right for. A wrong tree that rounds differently in one of two additions passes with 2^−24. */
export const SAMPLES = 24;

/** Whether the values of a candidate are a function's answers: samples are asked for one at a time, until one differs. */
async function reproduces(
  samples: (number: number) => Promise<Sample>,
  candidate: (values: readonly number[]) => number,
): Promise<boolean> {
  for (let number = 0; number < SAMPLES; number++) {
    const { values, answer } = await samples(number);
    if (!sameValue(candidate(values), answer)) return false;
  }
  return true;
}

/** Equal bits, except for the sign of zero: a start of +0 is found by itself. */
function sameValue(one: number, other: number): boolean {
  return Object.is(one, other) || (one === 0 && other === 0);
}

/** The first arithmetic in which a tree gives the answers, `likely` before all others; undefined if none does. */
export async function fitArithmetic(
  sum: AskedSum,
  tree: RevealedTree,
  samples: (number: number) => Promise<Sample>,
  likely?: Arithmetic,
): Promise<Arithmetic | undefined> {
  const isFused = fusedCount(tree) > 0;
  const isUsable = likely !== undefined && (!isFused || likely.fused !== undefined);
  if (isUsable && (await reproduces(samples, (values) => evaluate(tree, values, likely)))) return likely;
  const known = new Set([SUMMED_TYPES[sum.type].precision, ...PRECISIONS]);
  for (const arithmetic of candidates(sum.type, [...known], isFused)) {
    if (await reproduces(samples, (values) => evaluate(tree, values, arithmetic))) return arithmetic;
  }
  const probed = await probePrecision(sum, tree);
  if (probed === undefined || known.has(probed)) return undefined;
  for (const arithmetic of candidates(sum.type, [probed], isFused)) {
    if (await reproduces(samples, (values) => evaluate(tree, values, arithmetic))) return arithmetic;
  }
  return undefined;
}

/** The most elements whose sums are worked out in integers for each of the usual trees. */
const MOST_CUT = 4096;

/**
 * One of the usual trees whose additions round toward zero. There masks tell nothing: an element whose sign is not the mask's takes an ulp of it
 * away.
 */
export async function fitTowardZero(
  { n, type }: AskedSum,
  samples: (number: number) => Promise<Sample>,
): Promise<{ readonly tree: RevealedTree; readonly arithmetic: Arithmetic } | undefined> {
  if (n > MOST_CUT) return undefined;
  const known = [...new Set([SUMMED_TYPES[type].precision, ...PRECISIONS])];
  const cut = candidates(type, known, false).filter(({ rounding }) => rounding !== undefined);
  for (const expression of likelyExpressions(n)) {
    const tree = treeOf(expression, n) as RevealedTree;
    for (const arithmetic of cut) {
      const isIt = await reproduces(samples, (values) => evaluate(tree, values, arithmetic));
      if (isIt) return { tree: canonicalTree(tree), arithmetic };
    }
  }
  return undefined;
}

/** The first known sum that gives the answers; undefined if none does. */
export async function fitKnownSum(
  type: SummedType,
  names: readonly KnownSum[],
  samples: (number: number) => Promise<Sample>,
): Promise<KnownSumUse | undefined> {
  for (const use of knownSumUses(type, names)) {
    if (await reproduces(samples, (values) => valueOfKnownSum(use, values))) return use;
  }
  return undefined;
}

/** What accumulators of today keep: x87's 64, binary128's 113. */
const PRECISIONS = [24, 53, 64, 113];

const FUSED: readonly FusedArithmetic[] = [0, 1, 2, 3].flatMap((guardDigits) =>
  (["towardZero", "nearest"] as const).map((rounding) => ({ guardDigits, rounding })),
);

function candidates(
  type: SummedType,
  precisions: readonly number[],
  isFused: boolean,
): readonly Arithmetic[] {
  const own = SUMMED_TYPES[type].precision;
  const results = [...new Set<SummedType>([type, ...(own < 24 ? (["f32"] as const) : []), "f64"])];
  const plain = precisions.flatMap((precision) => results.map((result) => ({ precision, result })));
  const cut = plain.map((each) => ({ ...each, rounding: "towardZero" as const }));
  const all = [...plain, ...cut];
  return isFused ? all.flatMap((each) => FUSED.map((fused) => ({ ...each, fused }))) : all;
}

/**
 * How many binary digits the additions keep: the largest d for which (2^d + 1) − 2^d is 1, plus one. Asked of three elements of which two
 * meet before the third. Undefined where no three do.
 */
async function probePrecision(sum: AskedSum, tree: RevealedTree): Promise<number | undefined> {
  const meeting = threeThatMeet(tree);
  if (meeting === undefined) return undefined;
  const [first, second, later] = meeting;
  const keptDigits = await probeKeptDigits(sum, first, second, later);
  return keptDigits + 1;
}

/** The largest d up to which 2^d + u − 2^d is u, in units of the smallest normal number u that leaves room above it. */
export async function probeKeptDigits(
  sum: AskedSum,
  first: number,
  second: number,
  later: number,
): Promise<number> {
  const { unit, most } = PROBES[sum.type];
  const isKept = async (digits: number): Promise<boolean> => {
    const values = new Array<number>(sum.n).fill(0);
    const large = unit * 2 ** Math.min(digits, 1022) * 2 ** Math.max(0, digits - 1022); // 2^digits alone may be out of range
    values[first] = large;
    values[second] = unit;
    values[later] = -large;
    return (await sum.ask(values)) === unit;
  };
  let [kept, lost] = [0, most + 1];
  while (lost - kept > 1) {
    const middle = Math.floor((kept + lost) / 2);
    if (await isKept(middle)) kept = middle;
    else lost = middle;
  }
  return kept;
}

/** 2^most units are the largest power of two of the type. */
const PROBES: Readonly<Record<SummedType, { readonly unit: number; readonly most: number }>> = {
  f64: { unit: 2 ** -1022, most: 2045 },
  f32: { unit: 2 ** -126, most: 253 },
  bf16: { unit: 2 ** -126, most: 253 },
  f16: { unit: 2 ** -14, most: 29 },
};

/** The largest number of digits that a probe can find kept. */
export function mostKeptDigits(type: SummedType): number {
  return PROBES[type].most;
}

/** Two elements that meet, and one that comes to them later; the first such node from the root down. */
function threeThatMeet(root: RevealedTree): readonly [number, number, number] | undefined {
  const open: RevealedTree[] = [root];
  for (let tree = open.pop(); tree !== undefined; tree = open.pop()) {
    const children = childrenOf(tree);
    const inner = children.find((child) => childrenOf(child).length === 2);
    if (children.length === 2 && inner !== undefined) {
      const beside = children[0] === inner ? children[1] : children[0];
      const [first, second] = childrenOf(inner).map(firstLeaf);
      return [first, second, firstLeaf(beside)];
    }
    open.push(...children);
  }
  return undefined;
}

function firstLeaf(tree: RevealedTree): number {
  return leavesOf(tree)[0];
}
