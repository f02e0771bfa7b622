import { describe } from "../../values/describe.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { ColumnArray, ValueType } from "../../values/value-types.ts";
import { type GivenColumns, givenColumns } from "../move-columns.ts";

/** One column of the caller's that is to be ordered. */
interface GivenKeys {
  readonly type: ScalarType;
  readonly keys: ColumnArray;
  readonly given: GivenColumns;
}

/** Keys as a caller gives them: a typed array, or with a `type` anything whose values convert exactly. @throws InvalidArgumentError */
export function givenKeys(keys: unknown, type: ValueType | undefined, argument = "input"): GivenKeys {
  const given = givenColumns(keys, type, argument);
  if (typeof given.type !== "string") {
    const expected = 'one typed array; "sortBy" puts records in order';
    throw new InvalidArgumentError(argument, expected, describe(keys));
  }
  return { type: given.type, keys: given.columns[0], given };
}
