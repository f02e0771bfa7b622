// Functions applied while a program is laid out: its own are laid out again for each use, those of the language become steps.

import { done, type Steps } from "../../algorithms/call.ts";
import { InternalError } from "../../values/errors.ts";
import { withinUse } from "../evaluation/shape.ts";
import type { Pattern, TypeSyntax } from "../term.ts";
import { isUsedAgain } from "../term-parts.ts";
import { arityOfIntrinsic, scalarMeaning, sharedMeaning } from "../types/scalar-functions.ts";
import { type ArrayFunction, isArrayFunction, isPlainScalarFunction } from "../types/signatures.ts";
import type { Type } from "../types/type.ts";
import { operandTypeOf } from "../types/types-of-program.ts";
import { ARRAY_STEPS } from "./array-steps.ts";
import type { ArrayUse } from "./array-use.ts";
import { Frame, PartNeeded } from "./frame.ts";
import { bindInstance } from "./instance.ts";
import { isOfElements } from "./of-elements.ts";
import { ROW_STEPS } from "./row-steps.ts";
import { counted, settle } from "./settle.ts";
import { ascribed, bindOperands, fitType } from "./sizes.ts";
import type { StageContext } from "./stage-context.ts";
import { stageInfix, stageMeaning, stageNarrowed } from "./stage-scalars.ts";
import {
  bytesOfArrays,
  type Elements,
  type FittingFunction,
  type Intrinsic,
  type ProgramFunction,
  type RowSizes,
  type Staged,
  stagedScalar,
} from "./staged.ts";
import { knownLeaves } from "./updates.ts";

/** One use of a function of the language. */
interface IntrinsicUse {
  readonly callee: Intrinsic;
  readonly operands: readonly Staged[];
  readonly at: number;
  readonly expression?: string | undefined;
  readonly type?: Type | undefined; // of what it gives
}

/** Applies a function to as many operands as there are: to fewer than it waits for, or to more, where its value is a function again. */
export function* applyStaged(
  callee: Staged,
  operands: readonly Staged[],
  context: StageContext,
  elements: Elements | undefined,
): Steps<Staged> {
  if (operands.length === 0) return callee;
  switch (callee.kind) {
    case "function": {
      const { parameters } = callee;
      const given = [...callee.given, ...operands];
      if (given.length < parameters.length) return { ...callee, given };
      const own: Staged[] = [];
      for (const [index, parameter] of parameters.entries()) {
        own.push(yield* operandOf(callee, parameter, given[index], context));
      }
      const value = yield* runFunction(callee, own, context, elements);
      return yield* applyStaged(value, given.slice(parameters.length), context, elements);
    }
    case "fitting":
      return yield* applyFitting(callee, operands, context, elements);
    case "section": {
      const { left, right, term } = callee;
      const [first = operands[0], second = operands[left === undefined ? 1 : 0]] = [left, right];
      if (second === undefined) return { ...callee, left: first };
      const value = stageInfix(term.symbol, stagedScalar(first), stagedScalar(second), elements);
      return stageNarrowed(operandTypeOf(term, context.typed), value);
    }
    case "intrinsic":
      return yield* runIntrinsic({ callee, operands, at: callee.term.at }, context, elements);
    default:
      throw new InternalError(`a function was expected, not ${callee.kind}`);
  }
}

/** The value of a function for all the operands that it waits for, as the type of its result says that it is. */
export function* runFunction(
  callee: ProgramFunction,
  operands: readonly Staged[],
  context: StageContext,
  elements: Elements | undefined,
): Steps<Staged> {
  const seen = bindInstance(callee, callee.names);
  const names = yield* bindOperands({ callee, operands }, seen, context, elements);
  const value = yield* context.stage(callee.body, names, elements);
  const result = callee.definition?.result;
  return result === undefined ? value : yield* ascribed(result, value, names, { context, elements });
}

function* applyFitting(
  { callee, type, known }: FittingFunction,
  operands: readonly Staged[],
  context: StageContext,
  elements: Elements | undefined,
): Steps<Staged> {
  const here = knownHere(known, context, elements);
  let rest: TypeSyntax | undefined = type;
  const fitted: Staged[] = [];
  for (const operand of operands) {
    if (rest?.kind !== "function") {
      fitted.push(operand);
      rest = undefined;
      continue;
    }
    fitted.push(yield* fitType(rest.parameter, operand, here, context));
    rest = rest.result;
  }
  const value = yield* applyStaged(callee, fitted, context, elements);
  return rest === undefined ? value : yield* fitType(rest, value, here, context);
}

/** Sizes that a type was written with, in one use of what it was written for. */
function knownHere(known: RowSizes, context: StageContext, elements: Elements | undefined): RowSizes {
  if (known.elements === elements) return usedOnce(known, (name, at) => known.scalar(name, at), elements);
  const scalar = (_name: string, at: number): never =>
    context.refuse(at, "a size of a function that another map sees", "rows have several lengths");
  return usedOnce(known, scalar, elements);
}

function usedOnce(known: RowSizes, scalar: RowSizes["scalar"], elements: Elements | undefined): RowSizes {
  const said = withinUse(known);
  return { ...said, elements, scalar, sayScalar: (...given) => known.sayScalar(...given) };
}

/** An operand as a function needs it: what is used again is made once, and what sizes are read from has a known length. */
function operandOf(
  { definition, body }: ProgramFunction,
  parameter: Pattern,
  operand: Staged,
  context: StageContext,
): Steps<Staged> {
  if (isUsedAgain(parameter, body)) return settle(operand, context);
  return definition === undefined ? done(operand) : counted(operand, context);
}

/** Functions whose one array may be what a filter leaves, before that is made. */
const TAKES_FILTERED: ReadonlySet<string> = new Set([
  "map",
  "map1",
  "filter",
  "reduce",
  "reduce_comm",
  "scan",
  "exscan",
  "any",
  "all",
]);

/** A function of the language: on fewer operands than it waits for a function again, on more what its value gives of the others. */
export function* runIntrinsic(
  { callee, operands, at, expression = callee.expression, type }: IntrinsicUse,
  context: StageContext,
  elements: Elements | undefined,
): Steps<Staged> {
  const { name } = callee.term;
  const given = [...callee.given, ...operands];
  const arity = arityOfIntrinsic(name);
  if (given.length < arity) return { ...callee, given, expression };
  const own = given.slice(0, arity);
  const value = isArrayFunction(name)
    ? yield* context.placed(
        at,
        runArrayFunction({ name, at, operands: own, expression, type }, context, elements),
      )
    : runScalarFunction(callee.term, own, context, elements);
  return yield* applyStaged(value, given.slice(arity), context, elements);
}

/** Functions that a branch may use whose elements are masked, and not set apart. */
const KNOWS_MASKS: ReadonlySet<ArrayFunction> = new Set<ArrayFunction>(["length", "assert"]);

/** How many bytes a use goes over: a change of one element waits. */
function bytesOfUse({ name, operands }: ArrayUse): number {
  const [, , value] = operands;
  const isChange = name === "scatter" && value.kind === "array" && knownLeaves(value) !== undefined;
  return operands.slice(isChange ? 1 : 0).reduce((sum, operand) => sum + bytesOfArrays(operand), 0);
}

function* runArrayFunction(
  use: ArrayUse,
  context: StageContext,
  elements: Elements | undefined,
): Steps<Staged> {
  const { name, at, operands } = use;
  context.turn(at, bytesOfUse(use));
  if (operands.some(isOfElements)) {
    if (!(elements instanceof Frame)) {
      context.refuse(at, `"${name}" within an operator`, "operators of primitives combine scalars");
    }
    if (elements.guard !== undefined && !KNOWS_MASKS.has(name)) throw new PartNeeded();
    return yield* ROW_STEPS[name](
      { ...use, operands: yield* allCounted(operands, context), frame: elements },
      context,
    );
  }
  const awaited: Staged[] = [];
  for (const operand of operands) {
    awaited.push(TAKES_FILTERED.has(name) ? operand : yield* counted(operand, context));
  }
  return yield* ARRAY_STEPS[name]({ ...use, operands: awaited }, context);
}

function* allCounted(operands: readonly Staged[], context: StageContext): Steps<readonly Staged[]> {
  const awaited: Staged[] = [];
  for (const operand of operands) awaited.push(yield* counted(operand, context));
  return awaited;
}

function runScalarFunction(
  term: Intrinsic["term"],
  operands: readonly Staged[],
  { typed }: StageContext,
  elements: Elements | undefined,
): Staged {
  const { name } = term;
  if (name === "copy") return operands[0];
  const scalars = operands.map(stagedScalar);
  const meaning = isPlainScalarFunction(name)
    ? sharedMeaning(name, operandTypeOf(term, typed))
    : scalarMeaning(name);
  return meaning === undefined ? scalars[0] : stageMeaning(meaning, scalars, elements);
}
