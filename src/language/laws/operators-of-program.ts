// The operators that a program hands to reduces and scans, found without running it.

import type { Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { DEFAULT_EXPRESSION } from "../../expressions/expression.ts";
import type { AnyOperator } from "../../operators/operator.ts";
import { InternalError, SamebitsError, UnsupportedError } from "../../values/errors.ts";
import type { ProgramScalar } from "../../values/program-scalars.ts";
import type { Row } from "../../values/value-types.ts";
import { bind, lookUp } from "../bindings.ts";
import { applyStaged } from "../staging/apply-staged.ts";
import { zeroOf } from "../staging/array-of-scalars.ts";
import { operatorSteps } from "../staging/contract-of.ts";
import { bindInstance, ofInstance, typeHere } from "../staging/instance.ts";
import { knownNow, Recorder } from "../staging/recorder.ts";
import { StageContext } from "../staging/stage-context.ts";
import { stageTerm } from "../staging/stage-term.ts";
import type { Staged, StagedNames } from "../staging/staged.ts";
import type { ArrayTerm, Pattern, TermOf } from "../term.ts";
import { partsOf } from "../term-parts.ts";
import type { TypedProgram } from "../types/infer-program.ts";
import { isFunctionTerm } from "../types/scheme.ts";
import { resolved, type Type } from "../types/type.ts";
import { withinStack } from "../within-stack.ts";

/** Where a program hands an operator to a function that may combine in any order of brackets, or of operands. */
export interface OperatorUse {
  readonly at: number;
  readonly name: FoldName;
  readonly operator: AnyOperator;
  readonly type: Type; // of what it combines
  readonly neutral?: Row; // by column; absent where only a run knows it
  readonly expression?: string; // the tree that an attribute names: then any operator will do
}

/** Which operand is the operator. */
const OPERATOR_PLACES = {
  reduce: 0,
  reduce_comm: 0,
  scan: 0,
  exscan: 0,
  segmented_scan: 0,
  segmented_reduce: 0,
  reduce_by_index: 1,
} as const;

type FoldName = keyof typeof OPERATOR_PLACES;

/**
 * The operators of a program, as terms over their two operands; one that is handed on through a function of the program stands where it
 * is handed over. Left out are those that are not such terms: over arrays, over types that a definition leaves open, or with values in them
 * that only a run knows.
 */
export function operatorsOfProgram(typed: TypedProgram): readonly OperatorUse[] {
  const context = new StageContext(
    new Recorder(NO_COLUMNS, { columns: [], scalars: [] }),
    typed,
    { expression: DEFAULT_EXPRESSION, fuel: MOST_TURNS },
    { stageTerm, apply: applyStaged },
  );
  const search: Search = { context, uses: [] };
  withinStack(
    typed.program,
    () => context.last,
    () => searchProgram(typed, search),
  );
  return search.uses;
}

function searchProgram(typed: TypedProgram, search: Search): void {
  let names: StagedNames;
  for (const definition of typed.program.definitions) {
    const { name, parameters, body } = definition;
    visit(body, withUnknown(parameters, names), search);
    const value: Staged =
      parameters.length > 0
        ? { kind: "function", parameters, body, names, given: [] }
        : functionIn(body, names, search);
    names = { name, value, outer: names };
  }
}

/** Of loops that are met on the way to an operator. */
const MOST_TURNS = 1e5;

/** Operators see their operands alone: one that asks for a column is not of interest here. */
const NO_COLUMNS = new Proxy({} as Primitives<unknown>, {
  get(_, member) {
    throw new UnsupportedError(`"${String(member)}" in an operator`, "it has no columns", "look at the run");
  },
});

interface Search {
  readonly context: StageContext;
  readonly uses: OperatorUse[];
  readonly at?: number; // where a function was called whose body is looked at: uses in it stand there
}

/** What only a run knows: no term can be made with it. */
const UNKNOWN: Staged = { kind: "types", instance: new Map() };

function withUnknown(patterns: readonly Pattern[], names: StagedNames): StagedNames {
  return patterns.reduce<StagedNames>((outer, pattern) => {
    return bind(pattern, UNKNOWN, outer, () => UNKNOWN);
  }, names);
}

/** Goes through a term from its first part to its last; by a stack of its own, since a chain of terms is as deep as it is long. */
function visit(term: ArrayTerm, names: StagedNames, search: Search): void {
  const open: Visited[] = [{ term, names }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const part of visitedIn(next, search).reverse()) open.push(part);
  }
}

interface Visited {
  readonly term: ArrayTerm;
  readonly names: StagedNames;
}

/** The parts of a term, with what they see; its own use is noted. */
function visitedIn({ term, names }: Visited, search: Search): Visited[] {
  switch (term.kind) {
    case "apply": {
      const use = useOf(term, names, search);
      if (use !== undefined) search.uses.push(use);
      visitCalled(term, names, search);
      break;
    }
    case "lambda":
      return [{ term: term.body, names: withUnknown(term.parameters, names) }];
    case "let": {
      const name = term.pattern.kind === "name" ? term.pattern.name : undefined;
      const value = functionIn(term.value, names, search);
      const inner = name === undefined ? withUnknown([term.pattern], names) : { name, value, outer: names };
      return [
        { term: term.value, names },
        { term: term.body, names: inner },
      ];
    }
    case "loop": {
      const { form } = term;
      const counter =
        form.kind === "for" ? ({ kind: "name", at: term.at, name: form.counter } as const) : undefined;
      const bound = [term.pattern, form.kind === "forIn" ? form.element : counter].filter(
        (each) => each !== undefined,
      );
      return partsOf(term).map((part) => ({ term: part, names: withUnknown(bound, names) }));
    }
    default:
  }
  return partsOf(term).map((part) => ({ term: part, names }));
}

/** A function that is written as one. */
function functionIn(term: ArrayTerm, names: StagedNames, { context }: Search): Staged {
  const value = isFunctionTerm(term) ? staged(context.stage(term, names, undefined)) : undefined;
  return value ?? UNKNOWN;
}

/** Looks into a function of the program that is handed functions: it may hand them on to a reduce. */
function visitCalled(
  { function: head, operands, at }: TermOf<"apply">,
  names: StagedNames,
  search: Search,
): void {
  const { context } = search;
  const callee = head.kind === "variable" ? lookUp(names, head.name) : undefined;
  if (callee?.kind !== "function") return;
  const values = operands.map((operand) => {
    const isFunction = operandType(context.typed.types.get(operand)) !== undefined;
    return isFunction ? staged(context.stage(operand, names, undefined)) : undefined;
  });
  if (values.every((value) => value === undefined)) return;
  const called = ofInstance(callee, context.typed.instances.get(head) ?? new Map(), names);
  if (called.kind !== "function") return;
  const inner = called.parameters.reduce<StagedNames>(
    (outer, parameter, index) => {
      const value = values[index];
      if (parameter.kind !== "name" || value === undefined) return withUnknown([parameter], outer);
      return { name: parameter.name, value, outer };
    },
    bindInstance(called, called.names),
  );
  visit(called.body, inner, { at, ...search });
}

function useOf(
  term: TermOf<"apply">,
  names: StagedNames,
  { context, at = term.at }: Search,
): OperatorUse | undefined {
  const { function: head, operands, expression } = term;
  if (head.kind !== "variable" || !isFold(head.name) || lookUp(names, head.name) !== undefined)
    return undefined;
  const { name } = head;
  const written = operands[OPERATOR_PLACES[name]];
  const open = written === undefined ? undefined : operandType(context.typed.types.get(written));
  const type = open === undefined ? undefined : typeHere(open, names);
  if (written === undefined || type === undefined || isOpen(type)) return undefined;
  const steps = function* (): Steps<AnyOperator> {
    const operator = yield* context.stage(written, names, undefined);
    return yield* operatorSteps(operator, zeroOf(type), context, scalarsOf(type));
  };
  const operator = staged(steps());
  if (operator === undefined) return undefined;
  const second = operands[OPERATOR_PLACES[name] + 1];
  const value = second && staged(context.stage(second, names, undefined));
  const neutral = value && rowOf(value);
  return {
    ...{ at, name, operator, type },
    ...(expression !== undefined && { expression }),
    ...(neutral !== undefined && { neutral }),
  };
}

/** A value by column; undefined where some of it is not known. */
function rowOf(value: Staged): Row | undefined {
  if (value.kind === "record") {
    const rows = value.fields.map((field) => rowOf(field.value));
    return rows.every((row) => row !== undefined) ? rows.flat() : undefined;
  }
  if (value.kind !== "host") return undefined;
  const known = knownNow(value);
  return known === undefined ? undefined : [known];
}

/** What steps come to; undefined where only a run can say, or where there is no term for it. */
function staged<Result>(steps: Steps<Result>): Result | undefined {
  try {
    return atOnce(steps);
  } catch (error) {
    if (error instanceof SamebitsError) return undefined;
    throw error;
  }
}

function isFold(name: string): name is FoldName {
  return Object.hasOwn(OPERATOR_PLACES, name);
}

function operandType(type: Type | undefined): Type | undefined {
  const known = type === undefined ? undefined : resolved(type);
  return known?.kind === "function" ? resolved(known.parameter) : undefined;
}

function scalarsOf(type: Type): readonly ProgramScalar[] {
  const known = resolved(type);
  if (known.kind === "record") return known.fields.flatMap((field) => scalarsOf(field.type));
  return known.kind === "scalar" ? [known.type] : [];
}

/** Whether something in a type is not known. */
function isOpen(type: Type): boolean {
  const known = resolved(type);
  if (known.kind === "record") return known.fields.some((field) => isOpen(field.type));
  return known.kind !== "scalar";
}

function atOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) {
    if (step.value instanceof Promise) throw new InternalError("an operator that waits");
    step = steps.next(step.value);
  }
  return step.value;
}
