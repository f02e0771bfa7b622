import type { IntegerProgram, LinearForm } from "./integer-program.ts";

/** How far a row of real variables may be missed, for each unit of what is added up in it. Rows of integers are met exactly. */
const ROW_TOLERANCE = 1e-6;

/** Whether values keep within the bounds of all variables and meet all rows; of integers, exactly. */
export function isSolution(
  { rows, variables }: IntegerProgram,
  values: ReadonlyMap<string, number>,
): boolean {
  const areWhole = new Map(variables.map(({ name, isInteger }) => [name, isInteger]));
  return (
    variables.every(({ name, lowest = -Infinity, highest = Infinity, isInteger }) => {
      const value = values.get(name) ?? Number.NaN;
      const slack = isInteger ? 0 : ROW_TOLERANCE;
      return value >= lowest - slack && value <= highest + slack && (!isInteger || Number.isInteger(value));
    }) &&
    rows.every((row) => {
      const isExact = [...row.form.keys()].every((name) => areWhole.get(name));
      return isMet(row, values, isExact ? 0 : ROW_TOLERANCE);
    })
  );
}

type Row = IntegerProgram["rows"][number];

/** Whether a row without a variable, as it is or by zeros, is missed whatever the values. */
export function isNeverMet(row: Row): boolean {
  const isConstant = [...row.form.values()].every((coefficient) => coefficient === 0);
  return isConstant && !isMet(row, new Map(), 0);
}

function isMet(
  { form, relation, bound }: Row,
  values: ReadonlyMap<string, number>,
  tolerance: number,
): boolean {
  const value = sumOf(form, values);
  let scale = Math.abs(bound) + 1;
  for (const [name, coefficient] of form) scale += Math.abs(coefficient * (values.get(name) ?? 0));
  const slack = tolerance * scale;
  if (relation === "=") return Math.abs(value - bound) <= slack;
  return relation === "<=" ? value <= bound + slack : value >= bound - slack;
}

/** Σ coefficient · value. */
export function sumOf(form: LinearForm, values: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [name, coefficient] of form) sum += coefficient * (values.get(name) ?? Number.NaN);
  return sum;
}
