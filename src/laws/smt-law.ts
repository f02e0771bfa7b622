import type { Scalar, ScalarType } from "../values/element-types.ts";
import { lawSides } from "./law-sides.ts";
import type { Equality, LawQuestion } from "./question.ts";
import { smtLines } from "./smt-lines.ts";
import { isFloat, type SmtTheory } from "./smt-literals.ts";
import { declarations, leafName, operandsOfModel, type SmtVariable, smtVariables } from "./smt-variables.ts";

export type { SmtTheory } from "./smt-literals.ts";

/** The search for a counterexample, as text for any SMT solver. */
export interface LawScript {
  readonly script: string; // SMT-LIB 2; the same for the same question
  readonly variables: readonly SmtVariable[]; // the constants that stand for operands
}

/**
 * A law as an SMT-LIB script that asserts its opposite: no model means that the law holds, and a model is a counterexample.
 *
 * Over "bits" that is the law itself. Over "integers" operands are those of their type but no result wraps, so no model means that the
 * law holds where nothing overflows; and a model need not be a counterexample where something does.
 *
 * Undefined where the theory cannot express the law: floats and bit operations over integers. Cost: linear in the terms' shared size.
 */
export function lawScript(question: LawQuestion, theory: SmtTheory): LawScript | undefined {
  const { columns } = question.body;
  if (theory === "integers" && columns.some(({ type }) => isFloat(type))) return undefined;
  const { assumptions, left, right, operandCount } = lawSides(question);
  const variables = smtVariables(columns, operandCount);
  const translated = smtLines([...assumptions, ...left, ...right], theory, leafName(variables));
  if (translated === undefined) return undefined;
  const names = [...translated.names];
  const assumed = names.splice(0, assumptions.length);
  const same = left.map(({ type }, column) =>
    sameText(type, names[column], names[left.length + column], question.equality),
  );
  const lines = [
    `; a counterexample to: ${question.law}, equality of ${question.equality}, over ${theory}`,
    "(set-logic ALL)",
    ...declarations(variables, columns, theory),
    ...translated.lines,
    ...assumed.map((name) => `(assert ${name})`),
    `(assert (not ${same.length === 1 ? same[0] : `(and ${same.join(" ")})`}))`,
    "(check-sat)",
  ];
  return { script: `${lines.join("\n")}\n`, variables };
}

/** The operands x, y, z that a model of the script stands for, as far as the law has them, each by column. */
export function readModel(
  question: LawQuestion,
  script: LawScript,
  model: ReadonlyMap<string, string>,
): readonly (readonly Scalar[])[] {
  return operandsOfModel(script.variables, question.body.columns, model);
}

/** SMT-LIB's `=` tells −0 from +0 and has one NaN, which equals itself: what equal bits means here. */
function sameText(type: ScalarType, first: string, second: string, equality: Equality): string {
  if (equality === "bits" || !isFloat(type)) return `(= ${first} ${second})`;
  return `(or (= ${first} ${second}) (fp.eq ${first} ${second}))`;
}
