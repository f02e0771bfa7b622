import { InternalError } from "../../values/errors.ts";
import { newColumn } from "../../values/value-types.ts";
import type { ArrayTerm } from "../term.ts";
import { printType } from "../types/print-type.ts";
import { resolved, type Type } from "../types/type.ts";
import { arrayOfColumns } from "./frame.ts";
import { typeHere } from "./instance.ts";
import type { StageContext } from "./stage-context.ts";
import {
  host,
  isOfElements,
  leavesOf,
  type Staged,
  type StagedArray,
  type StagedNames,
  typeOfScalar,
} from "./staged.ts";

/** The array of values that are known, as columns of the executor. */
export function arrayOfScalars<Vector>(
  items: readonly Staged<Vector>[],
  term: ArrayTerm,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
): StagedArray<Vector> {
  if (items.some(isOfElements)) {
    context.refuse(term.at, "an array within a map", "its elements would be arrays");
  }
  const element = elementType(term, names, context);
  if (!isFlat(element)) {
    context.refuse(term.at, "an array of arrays or functions", "columns hold scalars");
  }
  const shape = items.length === 0 ? zeroOf<Vector>(element) : items[0];
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

function elementType<Vector>(
  term: ArrayTerm,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
): Type {
  const type = context.typed.types.get(term);
  const known = type === undefined ? undefined : typeHere(type, names);
  if (known?.kind !== "array") throw new InternalError("an array without the type of one");
  return known.element;
}

/** Whether columns hold values of a type: scalars, and records of them. */
export function isFlat(type: Type): boolean {
  const known = resolved(type);
  if (known.kind === "record") return known.fields.every((field) => isFlat(field.type));
  return known.kind !== "array" && known.kind !== "function";
}

/** A value of a type that columns hold, for its shape. An element type that nothing says is i32. */
export function zeroOf<Vector>(type: Type): Staged<Vector> {
  const known = resolved(type);
  switch (known.kind) {
    case "scalar":
      return host(known.type, known.type === "i64" || known.type === "u64" ? 0n : 0, true);
    case "record":
      return {
        kind: "record",
        fields: known.fields.map((field) => ({ name: field.name, value: zeroOf(field.type) })),
      };
    case "variable":
    case "rigid":
      return host("i32", 0, true);
    default:
      throw new InternalError(`a column of ${printType(known)}`);
  }
}
