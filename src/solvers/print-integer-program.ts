import type { IntegerProgram, IntegerVariable, LinearForm } from "./integer-program.ts";

/** Terms on a line; readers of the format cut long ones. */
const TERMS_PER_LINE = 10;

const RELATIONS = { "=": "=", "<=": "<=", ">=": ">=" } as const;

/**
 * A program in the text format of CPLEX, which most solvers read.
 *
 * Variable k of `program.variables` is called `x{k}`, because the format allows few names. Rows without a variable are left out: they hold
 * or do not, whatever is chosen.
 */
export function printIntegerProgram(program: IntegerProgram): string {
  const { objective, rows, variables } = program;
  const names = new Map(variables.map(({ name }, index) => [name, `x${index}`]));
  const written = rows.flatMap(({ form, relation, bound }) => {
    const terms = printForm(form, names);
    return terms === "" ? [] : [`${terms} ${RELATIONS[relation]} ${bound}`];
  });
  const integers = variables.flatMap(({ isInteger }, index) => (isInteger ? [` x${index}`] : []));
  return [
    "Minimize",
    ` objective: ${printForm(objective, names) || "0 x0"}`,
    "Subject To",
    ...written.map((row, index) => ` r${index}: ${row}`),
    "Bounds",
    ...variables.map(printBounds),
    ...(integers.length > 0 ? ["General", ...integers] : []),
    "End",
    "",
  ].join("\n");
}

function printForm(form: LinearForm, names: ReadonlyMap<string, string>): string {
  const terms = [...form].filter(([, coefficient]) => coefficient !== 0);
  return terms
    .map(([name, coefficient], index) => {
      const between = index > 0 && index % TERMS_PER_LINE === 0 ? "\n  " : "";
      return `${between}${coefficient < 0 ? "-" : "+"} ${Math.abs(coefficient)} ${names.get(name)}`;
    })
    .join(" ");
}

function printBounds({ lowest, highest }: IntegerVariable, index: number): string {
  const from = lowest === undefined ? "-inf" : String(lowest);
  const to = highest === undefined ? "+inf" : String(highest);
  return ` ${from} <= x${index} <= ${to}`;
}
