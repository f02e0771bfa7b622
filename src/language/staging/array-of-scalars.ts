// Columns out of scalars that are known, and which types columns hold.

import type { Steps } from "../../algorithms/call.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { newColumn } from "../../values/value-types.ts";
import type { ArrayTerm } from "../term.ts";
import { printType } from "../types/print-type.ts";
import { resolved, type Type } from "../types/type.ts";
import { typeIn } from "../types/types-of-program.ts";
import { arrayOfColumns } from "./columns.ts";
import { typeHere } from "./instance.ts";
import type { Column, HostScalar, Recorder } from "./recorder.ts";
import type { Scope } from "./stage-context.ts";
import { host, isOfElements, leavesOf, type Staged, type StagedArray, typeOfScalar } from "./staged.ts";
import type { Work } from "./tape.ts";

/** The array of values that are known, as columns of the executor. */
export function* arrayOfScalars(
  items: readonly Staged[],
  term: ArrayTerm,
  { names, context }: Scope,
): Steps<StagedArray> {
  if (items.some(isOfElements)) {
    context.refuse(term.at, "an array within a map", "its elements would be arrays");
  }
  const type = typeHere(typeIn(term, context.typed), names);
  if (type.kind !== "array") throw new InternalError("an array without the type of one");
  if (!isFlat(type.element)) {
    context.refuse(term.at, "an array of arrays or functions", "columns hold scalars");
  }
  const shape = items.length === 0 ? zeroOf(type.element) : items[0];
  const rows = items.map(leavesOf);
  const columns: Column[] = [];
  for (const [index, leaf] of leavesOf(shape).entries()) {
    const scalars = rows.map((leaves) => leaves[index]);
    const known = scalars.filter((scalar): scalar is HostScalar => scalar.kind === "host");
    columns.push(yield* placed(context.recorder, typeOfScalar(leaf), known));
  }
  return arrayOfColumns(columns, shape, items.length);
}

/** Scalars that are known as a column. */
export function* placed(recorder: Recorder, type: ScalarType, scalars: readonly HostScalar[]): Steps<Column> {
  const [column] = yield* recorder.columns([], scalars, place(type));
  return column;
}

function place(type: ScalarType): Work<readonly unknown[]> {
  return function* (on, _columns, scalars: readonly Scalar[]) {
    const column = newColumn(type, scalars.length);
    scalars.forEach((scalar, index) => {
      column[index] = scalar;
    });
    return [on.place(column)];
  };
}

/** Whether columns hold values of a type: scalars, and records of them. */
export function isFlat(type: Type): boolean {
  const known = resolved(type);
  if (known.kind === "record") return known.fields.every((field) => isFlat(field.type));
  return known.kind !== "array" && known.kind !== "function";
}

/** A value of a type that columns hold, for its shape. An element type that nothing says is i32. */
export function zeroOf(type: Type): Staged {
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
