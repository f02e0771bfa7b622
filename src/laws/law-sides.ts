// Why: samples, normal forms and solvers look at one pair of terms for each law, so that they cannot disagree about what it says.

import type { OperatorBody } from "../operators/operator.ts";
import { constant, left, replaceLeaves, type Term } from "../operators/term.ts";
import { termList } from "../operators/term-list.ts";
import { InternalError } from "../values/errors.ts";
import type { LawQuestion } from "./question.ts";
import { isInteger } from "./whole-numbers.ts";

/**
 * A law as two lists of terms that must be equal, column by column, wherever the assumptions hold.
 *
 * The operands x, y, z are laid side by side: column c of operand k is the leaf `left(type, k · columnCount + c)`. There is no "right".
 */
export interface LawSides {
  readonly operandCount: number; // x; x, y; or x, y, z
  readonly assumptions: readonly Term[]; // bool: each operand is in the carrier
  readonly left: readonly Term[];
  readonly right: readonly Term[];
}

/** What a law says of an operator, spelled out. Shared subterms stay shared. @throws InternalError where the question lacks a part */
export function lawSides(question: LawQuestion): LawSides {
  const { body, carrier, law } = question;
  const operand = (index: number): readonly Term[] =>
    body.columns.map(({ type }, column) => left(type, index * body.columns.length + column));
  const [x, y, z] = [operand(0), operand(1), operand(2)];
  const dot = (first: readonly Term[], second: readonly Term[]): readonly Term[] =>
    combined(body, first, second);
  const sides = (
    operands: readonly (readonly Term[])[],
    leftSide: readonly Term[],
    rightSide: readonly Term[],
  ): LawSides => ({
    operandCount: operands.length,
    assumptions: carrier === undefined ? [] : operands.map((values) => holdsOf(carrier, values)),
    left: leftSide,
    right: rightSide,
  });
  switch (law) {
    case "associative":
      return sides([x, y, z], dot(dot(x, y), z), dot(x, dot(y, z)));
    case "commutative":
      return sides([x, y], dot(x, y), dot(y, x));
    case "idempotent":
      return sides([x], dot(x, x), x);
    case "left-identity":
      return sides([x], dot(identityOf(question), x), x);
    case "right-identity":
      return sides([x], dot(x, identityOf(question)), x);
    case "left-zero":
      return sides([x], dot(identityOf(question), x), identityOf(question));
    case "right-zero":
      return sides([x], dot(x, identityOf(question)), identityOf(question));
    case "left-distributive":
    case "right-distributive": {
      const plus = (first: readonly Term[], second: readonly Term[]): readonly Term[] =>
        combined(otherOf(question), first, second);
      return law === "left-distributive"
        ? sides([x, y, z], dot(z, plus(x, y)), plus(dot(z, x), dot(z, y)))
        : sides([x, y, z], dot(plus(x, y), z), plus(dot(x, z), dot(y, z)));
    }
    case "closed":
      return closedSides(question, [x, y], dot(x, y), sides);
    default:
      return law satisfies never;
  }
}

function closedSides(
  question: LawQuestion,
  operands: readonly (readonly Term[])[],
  result: readonly Term[],
  sides: (operands: readonly (readonly Term[])[], left: readonly Term[], right: readonly Term[]) => LawSides,
): LawSides {
  const { carrier, identity } = question;
  if (carrier === undefined) throw new InternalError("closure was asked without a carrier");
  const inside = [holdsOf(carrier, result)];
  if (identity !== undefined) inside.push(holdsOf(carrier, identityOf(question)));
  return sides(
    operands,
    inside,
    inside.map(() => constant("bool", 1)),
  );
}

/** The operator on two lists of terms, one for each column. */
function combined(body: OperatorBody, first: readonly Term[], second: readonly Term[]): readonly Term[] {
  return replaceLeaves(body.terms, (leaf) => {
    if (leaf.kind === "left") return first[leaf.column];
    return leaf.kind === "right" ? second[leaf.column] : leaf;
  });
}

function holdsOf(carrier: Term, values: readonly Term[]): Term {
  return replaceLeaves([carrier], (leaf) => (leaf.kind === "left" ? values[leaf.column] : leaf))[0];
}

function identityOf({ body, identity, law }: LawQuestion): readonly Term[] {
  if (identity === undefined) throw new InternalError(`${law} was asked without an identity`);
  return body.columns.map(({ type }, column) => constant(type, identity[column]));
}

function otherOf({ law, other }: LawQuestion): OperatorBody {
  if (other === undefined) throw new InternalError(`${law} was asked without a second operator`);
  return other;
}

/**
 * Whether a law has nothing but + − × and negation of integers, constants included, and no carrier.
 *
 * Then it says that polynomials are equal. Those that are equal over the unbounded integers are equal modulo 2^width as well.
 */
export function isRingOnly({ assumptions, left, right }: LawSides): boolean {
  return (
    assumptions.length === 0 && termList([...left, ...right]).nodes.every(({ term }) => isRingTerm(term))
  );
}

function isRingTerm(term: Term): boolean {
  if (!isInteger(term.type)) return false;
  switch (term.kind) {
    case "left":
    case "right":
    case "constant":
      return true;
    case "unary":
      return term.operation === "negate";
    case "binary":
      return term.operation === "add" || term.operation === "subtract" || term.operation === "multiply";
    case "select":
    case "convert":
    case "bitcast":
      return false;
    default:
      return term satisfies never;
  }
}
