// What the native f32 of this device do to hostile operands: a report for people. Nothing in samebits decides by it.

import {
  add,
  divide,
  EXACT,
  FLUSHING,
  type FloatModel,
  fusedMultiplyAdd,
  isSubnormal,
  LEAST_NORMAL,
  multiply,
  operand,
  rounded,
  subtract,
} from "./float-model.ts";
import { type HostileOperands, hostileOperands } from "./hostile-operands.ts";
import { prepareKernel, runKernel } from "./run-kernel.ts";

// Expressions that compilers like to rewrite, each with its exact meaning and with what a rewriting would give.

type Evaluate = (model: FloatModel, a: number, b: number, c: number) => number;

/** One WGSL expression of the f32 values a, b and c, with what it means and what a compiler may have made of it. */
export interface NativeExpression {
  readonly wgsl: string;
  readonly evaluate: Evaluate;
  readonly rewritten?: Evaluate;
}

const asNumber = (truth: boolean): number => (truth ? 1 : 0);

function sumError(model: FloatModel, a: number, b: number): number {
  const sum = add(model, a, b);
  const seen = subtract(model, sum, a);
  return add(model, subtract(model, a, subtract(model, sum, seen)), subtract(model, b, seen));
}

const recovered: Evaluate = (model, a, b) => subtract(model, add(model, a, b), a);
const leftFirst: Evaluate = (model, a, b, c) => add(model, add(model, a, b), c);
const rightFirst: Evaluate = (model, a, b, c) => add(model, a, add(model, b, c));
const unfused: Evaluate = (model, a, b, c) => add(model, multiply(model, a, b), c);

/** Every hazard of native floats that the library knows of; `zero` is a zero that no compiler can know. */
export const NATIVE_EXPRESSIONS = {
  add: { wgsl: "a + b", evaluate: add },
  subtract: { wgsl: "a - b", evaluate: subtract },
  multiply: { wgsl: "a * b", evaluate: multiply },
  divide: { wgsl: "a / b", evaluate: divide },
  squareRoot: { wgsl: "sqrt(a)", evaluate: (model, a) => rounded(model, Math.sqrt(operand(model, a))) },
  negate: { wgsl: "-a", evaluate: (model, a) => rounded(model, -operand(model, a)) },
  minimum: {
    wgsl: "min(a, b)",
    evaluate: (model, a, b) => rounded(model, Math.min(operand(model, a), operand(model, b))),
  },
  maximum: {
    wgsl: "max(a, b)",
    evaluate: (model, a, b) => rounded(model, Math.max(operand(model, a), operand(model, b))),
  },
  less: {
    wgsl: "select(0.0, 1.0, a < b)",
    evaluate: (model, a, b) => asNumber(operand(model, a) < operand(model, b)),
  },
  equal: {
    wgsl: "select(0.0, 1.0, a == b)",
    evaluate: (model, a, b) => asNumber(operand(model, a) === operand(model, b)),
  },
  nanTest: {
    wgsl: "select(0.0, 1.0, a != a)",
    evaluate: (_model, a) => asNumber(Number.isNaN(a)),
    rewritten: () => 0,
  },
  plusZero: { wgsl: "a + 0.0", evaluate: (model, a) => add(model, a, 0), rewritten: (_model, a) => a },
  timesZero: { wgsl: "a * 0.0", evaluate: (model, a) => multiply(model, a, 0), rewritten: () => 0 },
  minusItself: { wgsl: "a - a", evaluate: (model, a) => subtract(model, a, a), rewritten: () => 0 },
  recovered: { wgsl: "(a + b) - a", evaluate: recovered, rewritten: (_model, _a, b) => b },
  recoveredThroughBits: {
    wgsl: "bitcast<f32>(bitcast<u32>(a + b) ^ zero) - a",
    evaluate: recovered,
    rewritten: (_model, _a, b) => b,
  },
  sumError: {
    wgsl: "(a - ((a + b) - ((a + b) - a))) + (b - ((a + b) - a))",
    evaluate: sumError,
    rewritten: () => 0,
  },
  leftFirst: { wgsl: "(a + b) + c", evaluate: leftFirst, rewritten: rightFirst },
  rightFirst: { wgsl: "a + (b + c)", evaluate: rightFirst, rewritten: leftFirst },
  multiplyAdd: { wgsl: "a * b + c", evaluate: unfused, rewritten: fusedMultiplyAdd },
  fma: { wgsl: "fma(a, b, c)", evaluate: fusedMultiplyAdd, rewritten: unfused },
} as const satisfies Readonly<Record<string, NativeExpression>>;

export type NativeExpressionName = keyof typeof NATIVE_EXPRESSIONS;

/** The names, in the order of the results. */
export const NATIVE_EXPRESSION_NAMES = Object.keys(NATIVE_EXPRESSIONS) as readonly NativeExpressionName[];

const LANES = 64;

/** Every expression of every triple: results of expression e begin at word e·n. Operands are all a, all b, all c, and a zero. */
const NATIVE_FLOATS_WGSL = `
@group(0) @binding(0) var<storage, read> operands: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let n = arrayLength(&operands) / 3u;
  let zero = operands[3u * n];
  let i = id.x;
  if (i >= n) { return; }
  let a = bitcast<f32>(operands[i]);
  let b = bitcast<f32>(operands[n + i]);
  let c = bitcast<f32>(operands[2u * n + i]);
${NATIVE_EXPRESSION_NAMES.map(
  (name, e) => `  results[${e}u * n + i] = bitcast<u32>(${NATIVE_EXPRESSIONS[name].wgsl});`,
).join("\n")}
}
`;

type Operands = readonly [number, number, number];

interface Miss {
  readonly triple: Operands;
  readonly result: number;
  readonly right: number;
  readonly isFlushed: boolean; // flushing explains it
  readonly isRewritten: boolean; // so does what a compiler may make of the expression
}

/** Results of one expression, as f32 bits in the order of the operands, against what is right. */
function compareResults(
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
  const [a, b, c, got] = [operands.a, operands.b, operands.c, results].map(floatsOf);
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

/** Triples; eight kinds with enough of each for every pair of special values. */
const OPERANDS = 18_432;

const ARITHMETIC = ["add", "subtract", "multiply", "divide"] as const;
const FLUSHES_OPERANDS: FloatModel = { flushesOperands: true, flushesResults: "no" };
const FLUSHES_RESULTS: FloatModel = { flushesOperands: false, flushesResults: "rounded" };

/**
 * Finds what the device's native 32-bit floats do: one small kernel over hostile operands, compared with exact values.
 *
 * Reports, and decides nothing: another kernel may be compiled otherwise. One dispatch of 18,432 lanes, 1.5 MB back.
 *
 * @throws what the device throws when it is lost or refuses the kernel
 */
export async function probeNativeFloats(device: GPUDevice): Promise<NativeFloats> {
  const operands = hostileOperands(OPERANDS);
  const words = new Uint32Array(3 * OPERANDS + 1);
  words.set(operands.a);
  words.set(operands.b, OPERANDS);
  words.set(operands.c, 2 * OPERANDS);
  const pipeline = await prepareKernel(device, NATIVE_FLOATS_WGSL);
  const results = await runKernel(device, pipeline, {
    inputs: [words],
    resultLength: NATIVE_EXPRESSION_NAMES.length * OPERANDS,
    workgroups: Math.ceil(OPERANDS / LANES),
  });
  return nativeFloatsFrom(operands, results);
}

/** The record of what came back: the results of one expression after the other, in the order of NATIVE_EXPRESSION_NAMES. */
export function nativeFloatsFrom(operands: HostileOperands, results: Uint32Array): NativeFloats {
  const length = operands.a.length;
  const resultsOf = (name: NativeExpressionName): Uint32Array => {
    const start = NATIVE_EXPRESSION_NAMES.indexOf(name) * length;
    return results.slice(start, start + length);
  };
  const deviations = Object.fromEntries(
    NATIVE_EXPRESSION_NAMES.map((name) => [
      name,
      compareResults(NATIVE_EXPRESSIONS[name], operands, resultsOf(name)),
    ]),
  ) as Record<NativeExpressionName, Deviation>;
  const isRewritten = (...names: readonly NativeExpressionName[]): boolean =>
    names.some((name) => deviations[name].rewritten > 0);
  const roundingOf = (name: NativeExpressionName): Rounding =>
    deviations[name].rounded === 0 ? "nearest-even" : "other";
  const isZeroSignLost =
    isRewritten("plusZero", "timesZero") ||
    NATIVE_EXPRESSION_NAMES.some((name) => deviations[name].zeroSign > 0);
  return {
    operands: length,
    ...subnormals(operands, resultsOf),
    zeroSign: isZeroSignLost ? "ignored" : "kept",
    nanTest: isRewritten("nanTest") ? "folded" : "kept",
    reassociation: isRewritten("recovered", "sumError", "leftFirst", "rightFirst") ? "seen" : "not seen",
    contraction: isRewritten("multiplyAdd") ? "seen" : "not seen",
    fma: isRewritten("fma") ? "unfused" : "fused",
    rounding: {
      add: roundingOf("add"),
      subtract: roundingOf("subtract"),
      multiply: roundingOf("multiply"),
      divide: roundingOf("divide"),
      squareRoot: roundingOf("squareRoot"),
    },
    deviations: NATIVE_EXPRESSION_NAMES.map((name) => deviations[name]),
  };
}

type Subnormals = Pick<NativeFloats, "subnormalOperands" | "subnormalResults">;

/** What became of subnormals in the four operations, wherever keeping and flushing them give different bits. */
function subnormals(
  operands: HostileOperands,
  resultsOf: (name: NativeExpressionName) => Uint32Array,
): Subnormals {
  const seen = { operands: { kept: 0, flushed: 0 }, results: { kept: 0, flushed: 0 } };
  const [a, b] = [operands.a, operands.b].map(floatsOf) as [Float32Array, Float32Array];
  for (const name of ARITHMETIC) {
    const results = floatsOf(resultsOf(name));
    results.forEach((result, i) => {
      const pair = [a[i] ?? 0, b[i] ?? 0] as const;
      const isOfOperands = pair.some(isSubnormal);
      const exact = evaluated(name, EXACT, pair);
      // Where both an operand and the result are subnormal, before or after rounding, nothing tells which of them was flushed.
      if (isOfOperands && Math.abs(exact) <= LEAST_NORMAL) return;
      const flushed = evaluated(name, isOfOperands ? FLUSHES_OPERANDS : FLUSHES_RESULTS, pair);
      if (Object.is(exact, flushed)) return;
      const counts = isOfOperands ? seen.operands : seen.results;
      if (Object.is(result, exact)) counts.kept++;
      else if (Object.is(result, flushed)) counts.flushed++;
    });
  }
  return { subnormalOperands: verdict(seen.operands), subnormalResults: verdict(seen.results) };
}

function evaluated(
  name: (typeof ARITHMETIC)[number],
  model: FloatModel,
  [left, right]: readonly [number, number],
): number {
  return NATIVE_EXPRESSIONS[name].evaluate(model, left, right);
}

const floatsOf = (words: Uint32Array): Float32Array =>
  new Float32Array(words.buffer, words.byteOffset, words.length);

function verdict({
  kept,
  flushed,
}: {
  readonly kept: number;
  readonly flushed: number;
}): "kept" | "flushed" | "both" {
  if (kept > 0 && flushed > 0) return "both";
  return flushed > 0 ? "flushed" : "kept";
}

/** How often a device's result of one WGSL expression was not the correctly rounded one, and what explains it. NaNs are one value. */
export interface Deviation {
  readonly expression: string; // in WGSL, of the f32 values a, b and c
  readonly wrong: number; // results; the sum of all that follow but the last
  readonly flushed: number; // explained by subnormal operands or results taken as zero
  readonly rewritten: number; // explained by what a compiler makes of the text: folded, reassociated, contracted
  readonly zeroSign: number; // a zero of the other sign
  readonly special: number; // any other, with a NaN or an infinity among operands or as the right result
  readonly rounded: number; // any other: another rounding
  readonly farthestUlps: number; // the widest distance among `rounded`, in units of the last place
}

/** How an operation of native floats rounds, as far as subnormals, zeros and special values are not concerned. */
export type Rounding = "nearest-even" | "other";

/**
 * What the native 32-bit floats of a WebGPU device were seen to do on hostile operands: facts for people, and no promise.
 *
 * A compiler may treat the next kernel otherwise; nothing in samebits decides by this record.
 */
export interface NativeFloats {
  readonly operands: number; // triples that every expression was given
  readonly subnormalOperands: "kept" | "flushed" | "both";
  readonly subnormalResults: "kept" | "flushed" | "both";
  readonly zeroSign: "kept" | "ignored";
  readonly nanTest: "kept" | "folded"; // folded: a != a is false of a NaN
  readonly reassociation: "seen" | "not seen"; // also (a + b) - a taken as b
  readonly contraction: "seen" | "not seen"; // a * b + c rounded once
  readonly fma: "fused" | "unfused";
  readonly rounding: {
    readonly add: Rounding;
    readonly subtract: Rounding;
    readonly multiply: Rounding;
    readonly divide: Rounding;
    readonly squareRoot: Rounding;
  };
  readonly deviations: readonly Deviation[]; // of every expression tried, those without any included
}
