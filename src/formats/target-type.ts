import { checkName } from "../values/check-name.ts";
import { ELEMENT_TYPES, type ScalarType } from "../values/element-types.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { shownName } from "../values/printable.ts";
import { SCALAR_TYPES } from "../values/value-types.ts";

/** What a column holds: one of our types, integers narrower than those, or nothing that can be combined. */
export type NumericType = ScalarType | "narrow" | "none";

/** The type that a column is read as. @throws InvalidArgumentError where it must be said, FormatError where there is none */
export function targetType(asked: {
  readonly own: NumericType;
  readonly ownName: string; // as its format calls it
  readonly column: string;
  readonly wanted: ScalarType | undefined;
  readonly source: string;
}): ScalarType {
  const { own, ownName, column, wanted, source } = asked;
  if (own === "none" || (own === "bool" && wanted !== "bool")) {
    const bools = wanted === "bool" ? "bools, " : "";
    throw new FormatError(source, `${bools}integers, f32 or f64 in column "${shownName(column)}"`, ownName);
  }
  if (wanted !== undefined) return checkName("type", SCALAR_TYPES, wanted);
  if (own !== "narrow") return own;
  throw new InvalidArgumentError(
    "type",
    `given for column "${shownName(column)}" of ${ownName}: one of ${ELEMENT_TYPES.join(", ")}`,
    "nothing",
  );
}
