import { UnsupportedError } from "../../values/errors.ts";
import { newColumn } from "../../values/value-types.ts";
import type { ArrayTerm } from "../term.ts";
import { resolved, type Type } from "../types/type.ts";
import { arrayOfColumns } from "./frame.ts";
import type { StageContext } from "./stage-context.ts";
import { host, isOfElements, leavesOf, type Staged, type StagedArray, typeOfScalar } from "./staged.ts";

/** The array of values that are known, as columns of the executor. */
export function arrayOfScalars<Vector>(
  items: readonly Staged<Vector>[],
  term: ArrayTerm,
  context: StageContext<Vector>,
): StagedArray<Vector> {
  const shape = items.length === 0 ? zeroOf<Vector>(elementType(term, context)) : items[0];
  if (items.some(isOfElements)) {
    context.refuse(term.at, "an array within a map", "its elements would be arrays");
  }
  if (items.some(({ kind }) => kind !== "host" && kind !== "record")) {
    context.refuse(term.at, "an array of arrays or functions", "columns hold scalars");
  }
  const columns = leavesOf(shape).map((leaf, index) => {
    const column = newColumn(typeOfScalar(leaf), items.length);
    items.forEach((item, row) => {
      const scalar = leavesOf(item)[index];
      if (scalar.kind === "host") column[row] = scalar.value;
    });
    return context.on.place(column);
  });
  return arrayOfColumns(columns, shape, items.length);
}

function elementType<Vector>(term: ArrayTerm, context: StageContext<Vector>): Type | undefined {
  const type = context.typed.types.get(term);
  const known = type === undefined ? undefined : resolved(type);
  return known?.kind === "array" ? known.element : undefined;
}

/**
 * A value of a type, for its shape. An element type that nothing says is i32.
 *
 * @throws UnsupportedError for arrays and functions, which columns do not hold
 */
export function zeroOf<Vector>(type: Type | undefined): Staged<Vector> {
  const known = type === undefined ? undefined : resolved(type);
  switch (known?.kind) {
    case "scalar":
      return host(known.type, known.type === "i64" || known.type === "u64" ? 0n : 0, true);
    case "record":
      return {
        kind: "record",
        fields: known.fields.map((field) => ({ name: field.name, value: zeroOf(field.type) })),
      };
    case undefined:
    case "variable":
    case "rigid":
      return host("i32", 0, true);
    default: {
      const reason = "columns hold scalars";
      throw new UnsupportedError(
        "an array of arrays or functions",
        reason,
        "the interpreter has it: run the program on that",
      );
    }
  }
}
