// A function of the program as an operator, and the contract of a fold by it.

import type { Steps } from "../../algorithms/call.ts";
import { resolveColumns } from "../../algorithms/serve.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import { BUILT_IN_OPERATORS } from "../../operators/built-in.ts";
import { defineOperator } from "../../operators/define-operator.ts";
import type { AnyOperator } from "../../operators/operator.ts";
import { left, right, type Term } from "../../operators/term.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InternalError, InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import type { ProgramScalar } from "../../values/program-scalars.ts";
import { narrowedTerm } from "../types/narrow.ts";
import type { ArrayUse } from "./array-use.ts";
import { Operands } from "./frame.ts";
import { isOfElements } from "./of-elements.ts";
import type { StageContext } from "./stage-context.ts";
import {
  hasRows,
  hostScalar,
  leavesOf,
  type Staged,
  type TermScalar,
  typeOfScalar,
  withLeaves,
} from "./staged.ts";

/**
 * The contract of a reduce or a scan: its first operand as an operator over the columns of an element, with the named expression of the
 * use or of the run.
 *
 * @throws UnsupportedError for an operator that is not a term; ProgramError for an unknown expression
 */
export function* contractOf(
  use: ArrayUse,
  element: Staged,
  observation: Observation,
  context: StageContext,
  { operator = use.operands[0], initial }: { readonly operator?: Staged; readonly initial?: Staged } = {},
): Steps<ColumnContract> {
  const [type] = leavesOf(element).map(typeOfScalar);
  const made = yield* operatorSteps(operator, element, context);
  const options = {
    operator: made,
    expression: use.expression ?? context.expression,
    ...(initial && { initial: initialOf(made, initial) }),
  };
  const typed = made.kind === "record-operator" ? undefined : elementType(type);
  try {
    return resolveColumns(options, observation, typed);
  } catch (error) {
    if (use.expression === undefined || !(error instanceof InvalidArgumentError)) throw error;
    return context.fail(use.at, error.expected, error.actual);
  }
}

/** The same, undefined for an operator that is no term of two elements, or sees those of a map besides. */
export function* contractOrNone(...given: Parameters<typeof contractOf>): Steps<ColumnContract | undefined> {
  const [use, element] = given;
  if (hasRows(element) || isOfElements(use.operands[0])) return undefined;
  try {
    return yield* contractOf(...given);
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
}

/** A function of two elements as an operator: terms over its operands. @throws UnsupportedError for one that is not such terms */
export function* operatorSteps(
  operator: Staged,
  element: Staged,
  context: StageContext,
  narrow: readonly ProgramScalar[] = [], // operands are of these types, whatever comes
): Steps<AnyOperator> {
  const types = leavesOf(element).map(typeOfScalar);
  const side = (leaf: (type: ScalarType, column: number) => Term): Staged => {
    const leaves = types.map(
      (type, column): TermScalar => ({
        kind: "term",
        term: narrowedTerm(narrow[column] ?? type, leaf(type, column)),
      }),
    );
    return withLeaves(element, leaves);
  };
  const operands = new Operands();
  const combined = yield* context.apply(operator, [side(left), side(right)], operands);
  return operatorOf(
    types,
    leavesOf(combined).map((scalar) => operands.term(scalar)),
  );
}

/** The operator of these terms: one that is built in where they are its own, because then its kernels are there. */
function operatorOf(types: readonly ScalarType[], terms: readonly Term[]): AnyOperator {
  const [type] = types;
  const [term] = terms;
  if (types.length > 1 || type === "bool") {
    const record = Object.fromEntries(types.map((of, column) => [`c${column}`, of]));
    return defineOperator(record, terms);
  }
  const isPlain = term.kind === "binary" && term.first.kind === "left" && term.second.kind === "right";
  const builtIn = isPlain ? BUILT_IN_OPERATORS.find(({ name }) => name === term.operation) : undefined;
  if (builtIn?.types.includes(type)) return builtIn;
  return defineOperator(type, terms);
}

function elementType(type: ScalarType): Exclude<ScalarType, "bool"> {
  if (type === "bool") throw new InternalError("bools are columns of records");
  return type;
}

function initialOf({ kind }: AnyOperator, initial: Staged): unknown {
  const columns = leavesOf(initial).map((leaf, column) => {
    const value = hostScalar(leaf);
    return [`c${column}`, typeOfScalar(leaf) === "bool" ? value === 1 : value] as const;
  });
  return kind === "record-operator" ? Object.fromEntries(columns) : columns[0][1];
}
