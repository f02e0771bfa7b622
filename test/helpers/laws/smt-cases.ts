import { declarations, type LawScript, leafName, smtVariables } from "../../../src/laws/smt-law.ts";
import { smtLines } from "../../../src/laws/smt-lines.ts";
import { isFloat, type SmtTheory } from "../../../src/laws/smt-literals.ts";
import type { Term } from "../../../src/operators/term.ts";
import type { Column } from "../../../src/values/value-types.ts";

/** A condition, and which way it goes. */
interface Decision {
  readonly term: Term; // bool, over the operands laid side by side, as in `lawSides`
  readonly holds: boolean;
}

/**
 * A case of an analysis as an SMT-LIB script: no model means that the decisions cannot go together.
 *
 * `columns` are those of one operand, of which there are `operandCount`, up to three. Undefined where the theory cannot express a condition.
 */
export function casesScript(
  decisions: readonly Decision[],
  columns: readonly Column[],
  operandCount: number,
  theory: SmtTheory = "bits",
): LawScript | undefined {
  if (theory === "integers" && columns.some(({ type }) => isFloat(type))) return undefined;
  const variables = smtVariables(columns, operandCount);
  const translated = smtLines(
    decisions.map(({ term }) => term),
    theory,
    leafName(variables),
  );
  if (translated === undefined) return undefined;
  const asserted = translated.names.map(
    (name, i) => `(assert ${decisions[i].holds ? name : `(not ${name})`})`,
  );
  const lines = [
    "(set-logic ALL)",
    ...declarations(variables, columns, theory),
    ...translated.lines,
    ...asserted,
    "(check-sat)",
  ];
  return { script: `${lines.join("\n")}\n`, variables };
}
