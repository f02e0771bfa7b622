// Columns out of scalars that are known, and which types columns hold.

import type { Steps } from "../../algorithms/call.ts";
import { binary, constant } from "../../operators/term.ts";
import { InternalError } from "../../values/errors.ts";
import type { ArrayTerm } from "../term.ts";
import { carrierOf } from "../types/narrow.ts";
import { printType } from "../types/print-type.ts";
import { resolved, type Type } from "../types/type.ts";
import { typeIn } from "../types/types-of-program.ts";
import { arrayOfFrame } from "./array-use.ts";
import { arrayOfColumns } from "./columns.ts";
import { Frame } from "./frame.ts";
import { typeHere } from "./instance.ts";
import { isOfElements } from "./of-elements.ts";
import { elementsAtPlaces, passed } from "./passage.ts";
import { placed } from "./placed.ts";
import type { Column, HostScalar } from "./recorder.ts";
import { chosen, joinedAll, withRows } from "./row-parts.ts";
import { openLengths, rowsOf } from "./rows.ts";
import { counted } from "./settle.ts";
import type { Scope, StageContext } from "./stage-context.ts";
import { host, leavesOf, type Staged, type StagedArray, typeOfScalar } from "./staged.ts";

/** The array of values that are known, as columns of the executor; or one for each element of a map. */
export function* arrayOfItems(
  given: readonly Staged[],
  term: ArrayTerm,
  { names, context, elements }: Scope,
): Steps<Staged> {
  const type = typeHere(typeIn(term, context.typed), names);
  if (type.kind !== "array") throw new InternalError("an array without the type of one");
  if (hasFunction(type.element)) context.refuse(term.at, "an array of functions", "columns hold scalars");
  const items: Staged[] = [];
  for (const item of given) items.push(yield* counted(item, context));
  if (items.some(isOfElements)) {
    if (!(elements instanceof Frame)) {
      return context.refuse(term.at, "an array within an operator", "operators combine scalars");
    }
    return yield* rowsOfItems(items, elements, context);
  }
  if (!isFlat(type.element)) return yield* arrayOfArrays(items, type.element, context);
  const shape = items.length === 0 ? zeroOf(type.element) : items[0];
  // One known value stays known: what is written to one place of an array needs no column.
  if (items.length === 1) return { kind: "array", sources: [], element: items[0], length: 1 };
  const rows = items.map(leavesOf);
  const columns: Column[] = [];
  for (const [index, leaf] of leavesOf(shape).entries()) {
    const scalars = rows.map((leaves) => leaves[index]);
    const known = scalars.filter((scalar): scalar is HostScalar => scalar.kind === "host");
    columns.push(yield* placed(context.recorder, typeOfScalar(leaf), known));
  }
  return arrayOfColumns(columns, shape, items.length);
}

/** Known arrays, and records of them, as the elements of one. */
function* arrayOfArrays(items: readonly Staged[], element: Type, context: StageContext): Steps<StagedArray> {
  const rows = items.map((item): StagedArray => {
    return { kind: "array", sources: [], element: withRows(item), length: 1 };
  });
  if (rows.length > 0) return yield* joinedAll(rows, context);
  return { kind: "array", sources: [], element: zeroOf(element), length: 0 };
}

/** So many items of each element are compared one by one; more are gathered from one column. */
const MOST_CHOICES = 8;

/** An array of each of a map's elements, equally long. */
function* rowsOfItems(given: readonly Staged[], frame: Frame, context: StageContext): Steps<Staged> {
  const items = given.map(withRows);
  const opened = yield* openLengths(host("u32", items.length, true), frame, context);
  const { inner, within, passage } = opened;
  if (items.length > MOST_CHOICES) {
    const columns = items.map((item) => arrayOfFrame(frame, item));
    const number = binary("multiply", within, inner.term(host("u32", frame.length)));
    const place = binary("add", number, passage.place);
    const all = yield* joinedAll(columns, context);
    return rowsOf(opened, yield* elementsAtPlaces(all, place, inner, context));
  }
  let element = yield* passed(items[items.length - 1], passage, context);
  for (const [index, item] of [...items.entries()].reverse().slice(1)) {
    const isHere = binary("equal", within, constant("u32", index));
    element = yield* chosen(isHere, yield* passed(item, passage, context), element, inner, context);
  }
  return rowsOf(opened, element);
}

/** Whether columns hold values of a type: scalars, and records of them. */
export function isFlat(type: Type): boolean {
  const known = resolved(type);
  if (known.kind === "record") return known.fields.every((field) => isFlat(field.type));
  return known.kind !== "array" && known.kind !== "function";
}

/** Whether there are functions in a type, which no column holds. */
export function hasFunction(type: Type): boolean {
  const known = resolved(type);
  if (known.kind === "record") return known.fields.some((field) => hasFunction(field.type));
  return known.kind === "function" || (known.kind === "array" && hasFunction(known.element));
}

/** A value of a type that columns hold, for its shape; arrays without elements. An element type that nothing says is i32. */
export function zeroOf(type: Type): Staged {
  const known = resolved(type);
  switch (known.kind) {
    case "scalar":
      return host(carrierOf(known.type), known.type === "i64" || known.type === "u64" ? 0n : 0, true);
    case "record":
      return {
        kind: "record",
        fields: known.fields.map((field) => ({ name: field.name, value: zeroOf(field.type) })),
      };
    case "array": {
      const base: StagedArray = { kind: "array", sources: [], element: zeroOf(known.element), length: 0 };
      const [start, length] = [host("u32", 0, true), host("u32", 0, true)];
      return { kind: "rows", base, start, length };
    }
    case "variable":
    case "rigid":
      return host("i32", 0, true);
    default:
      throw new InternalError(`a column of ${printType(known)}`);
  }
}
