import type { Scalar } from "../values/element-types.ts";
import { applyBinary, applyBitcast, applyConvert, applyUnary } from "./apply.ts";
import type { OperatorBody } from "./operator.ts";
import { operandsOf, type Term } from "./term.ts";

/** The value of a term over single elements, read literally: the semantics that every code generator is tested against. */
export function evaluateTerm(term: Term, left: Scalar, right: Scalar): Scalar {
  return evaluate(term, [left], [right], sharesSubterms(term) ? new Map() : undefined);
}

/** The combine of two records, column by column, read literally. */
export function evaluateBody(
  { terms }: OperatorBody,
  left: readonly Scalar[],
  right: readonly Scalar[],
): readonly Scalar[] {
  return evaluateColumns(terms, left, right);
}

/** The values of some terms over the same operands; a subterm that they share is evaluated once. */
export function evaluateColumns(
  terms: readonly Term[],
  left: readonly Scalar[],
  right: readonly Scalar[],
): readonly Scalar[] {
  const known = new Map<Term, Scalar>();
  return terms.map((term) => evaluate(term, left, right, known));
}

function evaluate(
  term: Term,
  left: readonly Scalar[],
  right: readonly Scalar[],
  known: Map<Term, Scalar> | undefined,
): Scalar {
  const found = known?.get(term);
  if (found !== undefined) return found;
  const value = literally(term, left, right, (operand) => evaluate(operand, left, right, known));
  known?.set(term, value);
  return value;
}

function literally(
  term: Term,
  left: readonly Scalar[],
  right: readonly Scalar[],
  value: (operand: Term) => Scalar,
): Scalar {
  switch (term.kind) {
    case "left":
      return left[term.column];
    case "right":
      return right[term.column];
    case "constant":
      return term.value;
    case "unary":
      return applyUnary(term.operation, term.type, value(term.operand));
    case "binary":
      return applyBinary(term.operation, term.first.type, value(term.first), value(term.second));
    case "select":
      return value(term.condition) === 1 ? value(term.first) : value(term.second);
    case "convert":
      return applyConvert(term.operand.type, term.type, value(term.operand));
    case "bitcast":
      return applyBitcast(term.operand.type, term.type, value(term.operand));
    default:
      return term satisfies never;
  }
}

const sharing = new WeakMap<Term, boolean>(); // worked out once for each term

/** Whether a node occurs twice: only then is remembering values worth its price, which for one operation is most of the time. */
function sharesSubterms(root: Term): boolean {
  const answer = sharing.get(root);
  if (answer !== undefined) return answer;
  const seen = new Set<Term>();
  const repeats = (term: Term): boolean => {
    if (operandsOf(term).length === 0) return false;
    if (seen.has(term)) return true;
    seen.add(term);
    return operandsOf(term).some(repeats);
  };
  const shares = repeats(root);
  sharing.set(root, shares);
  return shares;
}
