import { checkList } from "./check-list.ts";
import { checkName } from "./check-name.ts";
import { checkText } from "./check-text.ts";
import { describe } from "./describe.ts";
import { InvalidArgumentError } from "./errors.ts";
import { type Column, SCALAR_TYPES } from "./value-types.ts";

/** Columns as `columnsOf` gives them, which somebody else may have put together. @throws InvalidArgumentError */
export function checkColumnList(argument: string, given: unknown): readonly Column[] {
  return checkList(argument, given, "columns").map((column, i) => {
    const name = `${argument}[${i}]`;
    if (typeof column !== "object" || column === null) {
      throw new InvalidArgumentError(name, "a column, with path and type", describe(column));
    }
    const { path, type } = column as Readonly<Record<string, unknown>>;
    return {
      path: checkList(`${name}.path`, path, "names").map((field) => checkText(`${name}.path`, field)),
      type: checkName(`${name}.type`, SCALAR_TYPES, type),
    };
  });
}
