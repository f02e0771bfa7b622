import type { Steps } from "../../algorithms/call.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { DEFAULT_EXPRESSION } from "../../expressions/expression.ts";
import type { AnyOperator } from "../../operators/operator.ts";
import { InternalError, SamebitsError } from "../../values/errors.ts";
import { applyStaged } from "../staging/apply-staged.ts";
import { zeroOf } from "../staging/array-of-scalars.ts";
import { operatorSteps } from "../staging/contract-of.ts";
import { StageContext } from "../staging/stage-context.ts";
import { stageTerm } from "../staging/stage-term.ts";
import type { Staged, StagedNames } from "../staging/staged.ts";
import type { ArrayTerm } from "../term.ts";
import { partsOf } from "../term-parts.ts";
import type { TypedProgram } from "../types/infer-program.ts";
import { resolved, type Type } from "../types/type.ts";

/** Where a program hands an operator to a function that may combine in any order of brackets, or of operands. */
export interface OperatorUse {
  readonly at: number;
  readonly name: FoldName;
  readonly operator: AnyOperator;
  readonly type: Type; // of what it combines
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

export type FoldName = keyof typeof OPERATOR_PLACES;

/**
 * The operators of a program, as terms over their two operands. Left out are those that are no such terms: over arrays, over types that a
 * definition leaves open, or with values in them that only a run knows.
 */
export function operatorsOfProgram(typed: TypedProgram): readonly OperatorUse[] {
  const context = new StageContext<never>(
    {} as Primitives<never>, // operators see their operands alone
    typed,
    { expression: DEFAULT_EXPRESSION, fuel: Number.MAX_SAFE_INTEGER },
    { stageTerm, apply: applyStaged },
  );
  const uses: OperatorUse[] = [];
  let names: StagedNames<never>;
  for (const definition of typed.program.definitions) {
    visit(definition.body, names, context, uses);
    const { name, parameters, body } = definition;
    if (parameters.length === 0) continue;
    names = { name, value: { kind: "function", parameters, body, names, given: [] }, outer: names };
  }
  return uses;
}

function visit(
  term: ArrayTerm,
  names: StagedNames<never>,
  context: StageContext<never>,
  uses: OperatorUse[],
): void {
  if (term.kind === "apply") {
    const use = useOf(term, names, context);
    if (use !== undefined) uses.push(use);
  }
  if (term.kind === "let" && term.pattern.kind === "name" && term.value.kind === "lambda") {
    visit(term.value, names, context, uses);
    const { parameters, body } = term.value;
    const value: Staged<never> = { kind: "function", parameters, body, names, given: [] };
    visit(term.body, { name: term.pattern.name, value, outer: names }, context, uses);
    return;
  }
  for (const part of partsOf(term)) visit(part, names, context, uses);
}

function useOf(
  term: Extract<ArrayTerm, { kind: "apply" }>,
  names: StagedNames<never>,
  context: StageContext<never>,
): OperatorUse | undefined {
  const { function: head, operands, at, expression } = term;
  if (head.kind !== "variable" || !isFold(head.name)) return undefined;
  const written = operands[OPERATOR_PLACES[head.name]];
  const type = written === undefined ? undefined : operandType(context.typed.types.get(written));
  if (written === undefined || type === undefined || isOpen(type)) return undefined;
  try {
    const steps = function* (): Steps<AnyOperator> {
      const operator = yield* stageTerm(written, names, context, undefined);
      return yield* operatorSteps(operator, zeroOf<never>(type), context);
    };
    return {
      at,
      name: head.name,
      operator: atOnce(steps()),
      type,
      ...(expression !== undefined && { expression }),
    };
  } catch (error) {
    // A name that only a run binds, or a construct that is no term.
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
