import { evaluateUnary } from "../../src/elementary/exact/evaluate.ts";
import { unaryFunction } from "../../src/elementary/functions.ts";
import type { UnaryFunction } from "../../src/elementary/names.ts";
import * as elementary from "../../src/elementary.ts";

/** How many f32 there are. */
export const SINGLES = 2 ** 32;

/** As few as `samebits/elementary` gives to kernels with lanes. */
export const PIECE = 2 ** 12;

const functions = { ...elementary };

/** The engine's own functions of f64: programs of others, which know nothing of ours. */
const EVALUATIONS: Readonly<Record<UnaryFunction, (x: number) => number>> = {
  exp: Math.exp,
  expm1: Math.expm1,
  log: Math.log,
  log1p: Math.log1p,
  log2: Math.log2,
  log10: Math.log10,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  cbrt: Math.cbrt,
  exp2: (x) => 2 ** x,
};

/** Their errors, relatively: they promise one or two units in the last place, and are allowed 256. */
const ERROR = 2 ** -44;

/** What decided how many, and the first that are wrong. */
interface SinglesCount {
  byEvaluation: number; // the evaluation and its error round to the one f32 that both forms of the function gave
  byDefinition: number; // they do not, and the definition gave that f32
  readonly wrong: string[];
}

/** Checks a function at every f32 whose bits lie from `first` to before `end`: the array's form (by lanes, where there are such) and the number's. */
export function checkSingles(name: UnaryFunction, first: number, end: number): SinglesCount {
  const count: SinglesCount = { byEvaluation: 0, byDefinition: 0, wrong: [] };
  const [bits, output] = [new Uint32Array(PIECE), new Float32Array(PIECE)];
  const operands = new Float32Array(bits.buffer);
  for (let start = first; start < end; start += PIECE) {
    for (let i = 0; i < PIECE; i++) bits[i] = start + i;
    functions[name](operands, { output });
    checkPiece(name, operands, output, Math.min(PIECE, end - start), count);
  }
  return count;
}

function checkPiece(
  name: UnaryFunction,
  operands: Float32Array,
  values: Float32Array,
  length: number,
  count: SinglesCount,
): void {
  const ofNumber = unaryFunction(name, "f32");
  const evaluation = EVALUATIONS[name];
  for (let i = 0; i < length; i++) {
    const [x, value] = [operands[i], values[i]];
    const isSame = Object.is(ofNumber(x), value);
    if (isSame && isDecided(evaluation(x), value)) count.byEvaluation++;
    else if (isSame && Object.is(evaluateUnary(name, "f32", x), value)) count.byDefinition++;
    else if (count.wrong.length < 10) count.wrong.push(`${name} of ${x} is ${value}`);
  }
}

/** Whether all that the evaluation may stand for rounds to the value. */
function isDecided(evaluated: number, value: number): boolean {
  if (Number.isNaN(evaluated)) return Number.isNaN(value);
  const margin = Math.min(Math.abs(evaluated) * ERROR, Number.MAX_VALUE);
  const low = Math.fround(evaluated - margin);
  return Object.is(low, value) && low === Math.fround(evaluated + margin);
}
