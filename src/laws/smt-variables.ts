import type { Term } from "../operators/term.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import { extremes } from "../values/element-types.ts";
import type { Column } from "../values/value-types.ts";
import { integerLiteral, isFloat, readLiteral, type SmtTheory, smtSort } from "./smt-literals.ts";

/** One column of one operand, as a constant of a script. */
export interface SmtVariable {
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

/** The declarations. Unbounded integers are inputs of their type all the same: it is the results that nothing bounds. */
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
export function operandsOfModel(
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
