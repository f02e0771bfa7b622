import { InternalError } from "../values/errors.ts";
import type { LanePrograms } from "./lanes/lane-code.ts";
import type { BinaryFunction, FloatType, UnaryFunction } from "./names.ts";

/*
 * What evaluates elementary functions, for those who run terms. Whoever makes a term that applies one provides it (provide.ts), so that a
 * bundle without such terms is without 13 kB of them.
 */

export type OnFloat = (operand: number) => number;

export type OnFloats = (first: number, second: number) => number;

/** The functions of one operand and of two: their fast forms, or their definitions. */
interface ElementaryFunctions {
  readonly unary: (name: UnaryFunction, type: FloatType) => OnFloat;
  readonly binary: (name: BinaryFunction, type: FloatType) => OnFloats;
}

export interface Provided {
  readonly fast: ElementaryFunctions;
  readonly definition: ElementaryFunctions;
  readonly lanes: LanePrograms;
}

let provided: Provided | undefined;

export function provide(functions: Provided): void {
  provided = functions;
}

/** @throws InternalError where a term was made by no one who provides them */
export function providedFunctions(): Provided {
  if (provided === undefined)
    throw new InternalError("no elementary functions: who makes such a term has to call provideElementary");
  return provided;
}
