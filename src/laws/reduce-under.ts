// Why: in one case of an analysis most conditions are known, and what they decide falls away before anything is compared.
import { constant, operandsOf, type Term, withOperands } from "../operators/term.ts";

/** What is assumed of conditions, by their text. */
type Assumed = ReadonlyMap<string, boolean>;

/**
 * Terms as they are where some conditions are known to hold or not: known conditions are replaced, choices made, and logic on constants
 * worked out.
 */
export function reduceUnder(
  terms: readonly Term[],
  assumed: Assumed,
  textOf: (term: Term) => string,
): readonly Term[] {
  const known = new Map<Term, Term>();
  const reduced = (term: Term): Term => {
    const found = known.get(term);
    if (found !== undefined) return found;
    const operands = operandsOf(term);
    const fresh =
      operands.length === 0 ? term : simplified(withOperands(term, operands.map(reduced)), textOf);
    const truth = fresh.type === "bool" && !isConnective(fresh) ? assumed.get(textOf(fresh)) : undefined;
    const result = truth === undefined ? fresh : constant("bool", truth ? 1 : 0);
    known.set(term, result);
    return result;
  };
  return terms.map(reduced);
}

/** The conditions of choices that are free of choices themselves, without the logic that joins them, in the order of reading. */
export function openConditions(
  terms: readonly Term[],
  textOf: (term: Term) => string,
): ReadonlyMap<string, Term> {
  const found = new Map<string, Term>();
  const choosers = new Map<Term, boolean>(); // whether a term is, or has in it, a choice
  const gather = (term: Term): void => {
    if (isConnective(term)) operandsOf(term).forEach(gather);
    else if (term.kind !== "constant") found.set(textOf(term), term);
  };
  const visit = (term: Term): void => {
    if (choosers.has(term)) return;
    // Within a condition first: its own choices are to be made before it can be one.
    const operands = operandsOf(term);
    operands.forEach(visit);
    choosers.set(term, term.kind === "select" || operands.some((operand) => choosers.get(operand)));
    if (term.kind === "select" && !choosers.get(term.condition)) gather(term.condition);
  };
  terms.forEach(visit);
  return found;
}

function isConnective(term: Term): boolean {
  if (term.type !== "bool") return false;
  if (term.kind === "unary") return true; // not
  return term.kind === "binary" && ["and", "or", "xor"].includes(term.operation);
}

function simplified(term: Term, textOf: (term: Term) => string): Term {
  if (term.kind === "select") {
    if (term.condition.kind === "constant") return term.condition.value === 1 ? term.first : term.second;
    return textOf(term.first) === textOf(term.second) ? term.first : term;
  }
  if (!isConnective(term)) return term;
  const truths = operandsOf(term).map((operand) =>
    operand.kind === "constant" ? operand.value === 1 : undefined,
  );
  if (term.kind === "unary") return truths[0] === undefined ? term : bool(!truths[0]);
  if (term.kind !== "binary") return term;
  return logic(term, truths) ?? term;
}

/** and, or, xor where one side is known. */
function logic(
  term: Term & { readonly kind: "binary" },
  [first, second]: readonly (boolean | undefined)[],
): Term | undefined {
  const known = first ?? second;
  if (known === undefined) return undefined;
  const other = first === undefined ? term.first : term.second;
  switch (term.operation) {
    case "and":
      return known ? other : bool(false);
    case "or":
      return known ? bool(true) : other;
    case "xor":
      if (first !== undefined && second !== undefined) return bool(first !== second);
      return known ? undefined : other;
    default:
      return undefined;
  }
}

function bool(value: boolean): Term {
  return constant("bool", value ? 1 : 0);
}
