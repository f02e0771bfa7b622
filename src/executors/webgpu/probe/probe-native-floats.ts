import { compareResults } from "./compare-results.ts";
import { EXACT, type FloatModel, isSubnormal, LEAST_NORMAL } from "./float-model.ts";
import { type HostileOperands, hostileOperands } from "./hostile-operands.ts";
import {
  NATIVE_EXPRESSION_NAMES,
  NATIVE_EXPRESSIONS,
  type NativeExpressionName,
} from "./native-expressions.ts";
import type { Deviation, NativeFloats, Rounding } from "./native-floats.ts";
import { LANES, NATIVE_FLOATS_WGSL } from "./native-floats.wgsl.ts";
import { prepareKernel, runKernel } from "./run-kernel.ts";

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
 * @see docs/notes/gpu-probe.md
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
