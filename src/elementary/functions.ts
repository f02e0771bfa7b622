// Every elementary function for every float type, as fast as it is here: all of them have the bits of the definition.

import { evaluateBinary, evaluateUnary } from "./exact/evaluate.ts";
import { exp, exp32 } from "./fast/exp.ts";
import { log, log32 } from "./fast/log.ts";
import type { BinaryFunction, FloatType, UnaryFunction } from "./names.ts";
import type { OnFloat, OnFloats } from "./provided.ts";

const FAST: Readonly<Record<FloatType, Partial<Record<UnaryFunction, OnFloat>>>> = {
  f64: { exp, log },
  f32: { exp: exp32, log: log32 },
};

/** A function of one float of a type, correctly rounded to it. */
export function unaryFunction(name: UnaryFunction, type: FloatType): OnFloat {
  return FAST[type][name] ?? ((operand) => evaluateUnary(name, type, operand));
}

/** A function of two floats likewise. */
export function binaryFunction(name: BinaryFunction, type: FloatType): OnFloats {
  return (first, second) => evaluateBinary(name, type, first, second);
}
