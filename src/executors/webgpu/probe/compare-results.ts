import { EXACT, FLUSHING, isSubnormal } from "./float-model.ts";
import type { HostileOperands } from "./hostile-operands.ts";
import type { NativeExpression } from "./native-expressions.ts";
import type { Deviation } from "./native-floats.ts";

type Operands = readonly [number, number, number];

interface Miss {
  readonly triple: Operands;
  readonly result: number;
  readonly right: number;
  readonly isFlushed: boolean; // flushing explains it
  readonly isRewritten: boolean; // so does what a compiler may make of the expression
}

/** Results of one expression, as f32 bits in the order of the operands, against what is right. */
export function compareResults(
  expression: NativeExpression,
  operands: HostileOperands,
  results: Uint32Array,
): Deviation {
  const misses = missesOf(expression, operands, results);
  // What both explain goes to the one that explains more: a compiler that folds does it everywhere, and so does hardware that flushes.
  const isFlushing = count(misses, "isFlushed") >= count(misses, "isRewritten");
  const found = { flushed: 0, rewritten: 0, zeroSign: 0, special: 0, rounded: 0 };
  let farthestUlps = 0;
  for (const miss of misses) {
    const cause = causeOf(miss, isFlushing);
    found[cause]++;
    if (cause === "rounded") farthestUlps = Math.max(farthestUlps, ulpsBetween(miss.result, miss.right));
  }
  return { expression: expression.wgsl, wrong: misses.length, ...found, farthestUlps };
}

function count(misses: readonly Miss[], explanation: "isFlushed" | "isRewritten"): number {
  return misses.filter((miss) => miss[explanation]).length;
}

function missesOf(
  { evaluate, rewritten }: NativeExpression,
  operands: HostileOperands,
  results: Uint32Array,
): Miss[] {
  const [a, b, c, got] = [operands.a, operands.b, operands.c, results].map(asFloats);
  const misses: Miss[] = [];
  for (let i = 0; i < results.length; i++) {
    const triple: Operands = [a?.[i] ?? 0, b?.[i] ?? 0, c?.[i] ?? 0];
    const result = got?.[i] ?? 0;
    const right = evaluate(EXACT, ...triple);
    if (Object.is(result, right)) continue;
    // Of two zeros that were subnormals, a minimum may be either.
    const isFlushed =
      (result === 0 && isSubnormal(right)) ||
      FLUSHING.some((model) => Object.is(evaluate(model, ...triple), result));
    const isRewritten =
      rewritten !== undefined &&
      [EXACT, ...FLUSHING].some((model) => Object.is(rewritten(model, ...triple), result));
    misses.push({ triple, result, right, isFlushed, isRewritten });
  }
  return misses;
}

const asFloats = (words: Uint32Array): Float32Array =>
  new Float32Array(words.buffer, words.byteOffset, words.length);

function causeOf(
  { triple, result, right, isFlushed, isRewritten }: Miss,
  isFlushing: boolean,
): "flushed" | "rewritten" | "zeroSign" | "special" | "rounded" {
  if (isFlushed && (isFlushing || !isRewritten)) return "flushed";
  if (isRewritten) return "rewritten";
  if (result === 0 && right === 0) return "zeroSign";
  return [...triple, right].every(Number.isFinite) ? "rounded" : "special";
}

const single = new Float32Array(1);
const singleBits = new Int32Array(single.buffer);

/** Steps from one f32 to the other, through zero where their signs differ. */
function ulpsBetween(left: number, right: number): number {
  return Math.abs(stepsFromZero(left) - stepsFromZero(right));
}

function stepsFromZero(value: number): number {
  single[0] = Math.abs(value);
  return Math.sign(value) * (singleBits[0] ?? 0);
}
