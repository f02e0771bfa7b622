import type { Term } from "../operators/term.ts";
import { extremes, type Scalar, type ScalarType } from "../values/element-types.ts";
import type { Column } from "../values/value-types.ts";
import { lawSides } from "./law-sides.ts";
import type { Equality, LawQuestion } from "./question.ts";
import { smtLines } from "./smt-lines.ts";
import { integerLiteral, isFloat, readLiteral, type SmtTheory, smtSort } from "./smt-literals.ts";

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

/** One column of one operand, as a constant of a script. */
interface SmtVariable {
  readonly side: "x" | "y" | "z";
  readonly column: number;
  readonly name: string;
}

const SIDES = ["x", "y", "z"] as const;

/** The variables of the first one, two or three operands, column by column. */
export function smtVariables(columns: readonly Column[], operandCount: number): readonly SmtVariable[] {
  return SIDES.slice(0, operandCount).flatMap((side) =>
    columns.map((_, column) => ({ side, column, name: `${side}${column}` })),
  );
}

/** What a leaf is called, where operands lie side by side: column c of operand k is `left(type, k · columnCount + c)`. */
export function leafName(variables: readonly SmtVariable[]): (leaf: Term) => string {
  return (leaf) => variables[leaf.kind === "left" ? leaf.column : -1].name;
}

/** The declarations. Unbounded integers are still inputs of their type: only results are without bounds. */
export function declarations(
  variables: readonly SmtVariable[],
  columns: readonly Column[],
  theory: SmtTheory,
): readonly string[] {
  return variables.flatMap(({ name, column }) => {
    const { type } = columns[column];
    const declared = `(declare-const ${name} ${smtSort(type, theory)})`;
    return theory === "integers" && type !== "bool" ? [declared, rangeOf(name, type)] : [declared];
  });
}

function rangeOf(name: string, type: Exclude<ScalarType, "bool">): string {
  const { smallest, largest } = extremes(type);
  return `(assert (<= ${integerLiteral(BigInt(smallest))} ${name} ${integerLiteral(BigInt(largest))}))`;
}

/** The operands that a model gives, each by column; zeros for what it leaves open. */
function operandsOfModel(
  variables: readonly SmtVariable[],
  columns: readonly Column[],
  model: ReadonlyMap<string, string>,
): readonly (readonly Scalar[])[] {
  const sides = SIDES.filter((side) => variables.some((variable) => variable.side === side));
  return sides.map((side) =>
    variables
      .filter((variable) => variable.side === side)
      .map(({ column, name }) => {
        const { type } = columns[column];
        return readLiteral(type, model.get(name) ?? zeroLiteral(type));
      }),
  );
}

function zeroLiteral(type: ScalarType): string {
  if (type === "bool") return "false";
  return isFloat(type) ? "(_ +zero 8 24)" : "0";
}
