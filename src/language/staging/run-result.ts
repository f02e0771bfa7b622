// What a program gave: as columns of the executor, and as data out of these.

import { done, type Steps } from "../../algorithms/call.ts";
import { InternalError, InvalidArgumentError } from "../../values/errors.ts";
import type { ColumnArray } from "../../values/value-types.ts";
import { type Data, dataOfParts, dataOfScalar } from "../evaluation/data.ts";
import { printType } from "../types/print-type.ts";
import { resolved, type Type } from "../types/type.ts";
import { arrayOfFrame } from "./array-use.ts";
import { columnsOver, materialize } from "./columns.ts";
import { Frame } from "./frame.ts";
import { elementsOfColumns } from "./nested-data.ts";
import { placed } from "./placed.ts";
import { type Column, look } from "./recorder.ts";
import { enterRows, layRows, openLengths, rowsAt } from "./rows.ts";
import { sifted } from "./settle.ts";
import type { StageContext } from "./stage-context.ts";
import { hasRows, leavesOf, type Staged, type StagedArray, type StagedRows } from "./staged.ts";
import type { Work } from "./tape.ts";

/** Arrays as their columns, scalars as columns of one element. */
export function* columnsOfResult(value: Staged, context: StageContext): Steps<readonly Column[]> {
  switch (value.kind) {
    case "filtered":
      return yield* ownColumns(yield* sifted(value, context), context);
    case "array":
      return yield* ownColumns(value, context);
    case "record": {
      const columns: Column[] = [];
      for (const field of value.fields) columns.push(...(yield* columnsOfResult(field.value, context)));
      return columns;
    }
    case "host":
      return [yield* placed(context.recorder, value.type, [value])];
    default:
      throw new InvalidArgumentError("entry", "a definition whose value is data", `a ${value.kind}`);
  }
}

/** The columns of an array, none of which is in another's memory; of rows their lengths first. */
function* ownColumns(array: StagedArray, context: StageContext): Steps<readonly Column[]> {
  const { element } = array;
  if (!hasRows(element)) return yield* flatColumns(array, context);
  const columns: Column[] = [];
  if (element.kind === "record") {
    for (const { value } of element.fields)
      columns.push(...(yield* ownColumns({ ...array, element: value }, context)));
    return columns;
  }
  const frame = new Frame(array.length);
  const rows = rowsAt({ operands: [frame.enter(array)] }, 0);
  const width = rows.length.kind === "host" ? Number(look(rows.length)) + 1 : 0;
  const given = yield* columnsOver([frame.term(rows.length)], frame.sources, frame.length, context);
  const lengths = yield* context.recorder.columns(given, [], withLast(width));
  return [...lengths, ...(yield* ownColumns(yield* elementsOfRows(rows, frame, context), context))];
}

/** All elements of all rows, one row after another. */
function* elementsOfRows(rows: StagedRows, frame: Frame, context: StageContext): Steps<StagedArray> {
  const { total } = yield* layRows(rows.length, frame, context);
  if (rows.isWhole === true && rows.base.length === total) return rows.base;
  const opened = yield* openLengths(rows.length, frame, context);
  return arrayOfFrame(opened.inner, yield* enterRows(rows, opened, context));
}

function withLast(last: number): Work<readonly unknown[]> {
  return function* (on, [column]) {
    return [yield* done(on.concat(column, yield* done(on.fill("u32", last, 1))))];
  };
}

function* flatColumns(array: StagedArray, context: StageContext): Steps<readonly Column[]> {
  const columns = [...(yield* materialize(array, context))];
  for (const [k, leaf] of leavesOf(array.element).entries()) {
    const source =
      leaf.kind === "term" && leaf.term.kind === "left" ? array.sources[leaf.term.column] : undefined;
    if (source?.kind !== "column" || source.isView !== true) continue;
    [columns[k]] = yield* context.recorder.columns([columns[k]], [], copyOf(array.length));
  }
  return columns;
}

function copyOf(length: number): Work<readonly unknown[]> {
  return function* (on, [column]) {
    return [yield* done(on.slice(column, 0, length))];
  };
}

/** The data of a type, out of the columns that come first; these are taken away. */
export function dataOfColumns(type: Type, columns: ColumnArray[]): Data {
  const known = resolved(type);
  if (known.kind === "array") return elementsOfColumns(known.element, columns).data;
  if (known.kind === "record") return dataOfParts(known.fields, (_, of) => dataOfColumns(of, columns));
  const [scalar] = columns.shift() ?? [];
  if (known.kind !== "scalar") throw new InternalError(`a scalar of type ${printType(type)}`);
  return dataOfScalar(scalar, known.type);
}
