import { InvalidArgumentError } from "../values/errors.ts";
import type { IntegerProgram, LinearForm } from "./integer-program.ts";

/** @throws InvalidArgumentError for a variable declared twice or not at all, a number that is not finite, and bounds that cross */
export function checkIntegerProgram({ objective, rows, variables }: IntegerProgram): void {
  const names = new Set<string>();
  for (const { name, lowest = -Infinity, highest = Infinity } of variables) {
    if (names.has(name)) refuse("variables", "of different names", `"${name}" twice`);
    names.add(name);
    if (!(lowest <= highest)) refuse("variables", `with lowest ≤ highest`, `${lowest} to ${highest}`);
  }
  checkForm(objective, names, "objective");
  rows.forEach(({ form, bound }, index) => {
    checkForm(form, names, `rows[${index}]`);
    if (!Number.isFinite(bound)) refuse(`rows[${index}].bound`, "a finite number", String(bound));
  });
}

function checkForm(form: LinearForm, names: ReadonlySet<string>, argument: string): void {
  for (const [name, coefficient] of form) {
    if (!names.has(name)) refuse(argument, "over declared variables", `"${name}"`);
    if (!Number.isFinite(coefficient)) refuse(argument, "of finite coefficients", String(coefficient));
  }
}

function refuse(argument: string, expected: string, actual: string): never {
  throw new InvalidArgumentError(argument, expected, actual);
}
