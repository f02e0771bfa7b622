// Arrays of arrays in and out of a run: their scalars in one column each, whatever the rows, and the rows as lengths.

import { withCanonicalNaNs } from "../../values/bits.ts";
import { describe } from "../../values/describe.ts";
import { SCALAR_TYPE_FACTS, type ScalarType } from "../../values/element-types.ts";
import { InternalError, InvalidArgumentError } from "../../values/errors.ts";
import { isNarrowInteger } from "../../values/program-scalars.ts";
import {
  type ColumnArray,
  newColumn,
  newStorageArray,
  type StoredArray,
  viewColumn,
} from "../../values/value-types.ts";
import { columnsOfData, type Data, dataOfParts, partsOfData } from "../evaluation/data.ts";
import { noRows, rowShapeOf, type Shape, shapeOfType } from "../evaluation/shape.ts";
import { carrierOf } from "../types/narrow.ts";
import { printType } from "../types/print-type.ts";
import { resolved, type Type } from "../types/type.ts";

/** How the elements of an array lie in columns, by number. */
export type ElementLayout =
  | { readonly kind: "scalar"; readonly type: ScalarType; readonly slot: number }
  | {
      readonly kind: "record";
      readonly fields: readonly { readonly name: string; readonly layout: ElementLayout }[];
    }
  | {
      readonly kind: "rows";
      readonly width: number | undefined; // of all rows, where they are equally long
      readonly lengths: number | undefined; // else their column
      readonly total: number;
      readonly element: ElementLayout;
    };

/** Data of one array after another, with what errors call each. */
interface Piece {
  readonly data: unknown;
  readonly argument: string;
}

/** How many elements an array of a type has as data. @throws InvalidArgumentError for what is no array */
export function lengthOfData(data: unknown, element: Type, argument: string): number {
  const known = resolved(element);
  if (known.kind === "record") {
    const lengths = partsOfData(data, known.fields, argument).map(({ part, type, path }) =>
      lengthOfData(part, type, path),
    );
    if (lengths.some((length) => length !== lengths[0])) {
      throw new InvalidArgumentError(argument, "columns of one length", `lengths ${lengths.join(" and ")}`);
    }
    return lengths[0] ?? 0;
  }
  if (Array.isArray(data) || (ArrayBuffer.isView(data) && known.kind === "scalar"))
    return (data as unknown[]).length;
  throw new InvalidArgumentError(argument, `an array of ${printType(element)}`, describe(data));
}

/** The elements of arrays, one array after another, in columns that are added. @throws InvalidArgumentError for what is not of the type */
export function layoutOfElements(
  pieces: readonly Piece[],
  element: Type,
  columns: ColumnArray[],
): ElementLayout {
  const known = resolved(element);
  switch (known.kind) {
    case "scalar": {
      const parts = pieces.map(({ data, argument }) => columnsOfData(data, known, argument)[0]);
      const type = carrierOf(known.type);
      const total = parts.reduce((sum, { length }) => sum + length, 0);
      return { kind: "scalar", type, slot: columns.push(oneColumn(parts, type, total)) - 1 };
    }
    case "record": {
      const split = pieces.map(({ data, argument }) => partsOfData(data, known.fields, argument));
      const fields = known.fields.map(({ name, type }, k) => {
        const own = split.map((parts) => ({ data: parts[k].part, argument: parts[k].path }));
        return { name, layout: layoutOfElements(own, type, columns) };
      });
      return { kind: "record", fields };
    }
    case "array":
      return layoutOfRows(pieces, known, columns);
    default:
      throw new InvalidArgumentError(
        pieces[0]?.argument ?? "operands",
        "of a type that data have",
        printType(element),
      );
  }
}

function layoutOfRows(
  pieces: readonly Piece[],
  row: Extract<Type, { kind: "array" }>,
  columns: ColumnArray[],
): ElementLayout {
  const { element } = row;
  const typed = typedRows(pieces, resolved(element));
  if (typed !== undefined) {
    const { type, parts } = typed;
    const lengths = new Uint32Array(parts.length);
    for (let k = 0; k < parts.length; k++) lengths[k] = parts[k].length;
    return rowsOfLengths(lengths, lengths[0], columns, (total) => {
      return { kind: "scalar", type, slot: columns.push(oneColumn(parts, type, total)) - 1 };
    });
  }
  const rows = pieces.flatMap(({ data, argument }): Piece[] => {
    if (Array.isArray(data)) return data.map((row, k) => ({ data: row, argument: `${argument}[${k}]` }));
    throw new InvalidArgumentError(argument, `an array of arrays of ${printType(element)}`, describe(data));
  });
  const lengths = Uint32Array.from(rows, ({ data, argument }) => lengthOfData(data, element, argument));
  const known = rows.length > 0 ? lengths[0] : missingWidth(pieces[0]?.data, row);
  return rowsOfLengths(lengths, known, columns, () => layoutOfElements(rows, element, columns));
}

/** Rows of these lengths, which are a column unless all are as the first. */
function rowsOfLengths(
  lengths: Uint32Array,
  first: number,
  columns: ColumnArray[],
  elements: (total: number) => ElementLayout,
): ElementLayout {
  let total = 0;
  let isEven = true;
  for (let k = 0; k < lengths.length; k++) {
    total += lengths[k];
    if (lengths[k] !== first) isEven = false;
  }
  const slot = isEven ? undefined : columns.push(lengths) - 1;
  const element = elements(total);
  return { kind: "rows", width: isEven ? first : undefined, lengths: slot, total, element };
}

/** Rows that are typed arrays, one and more: none of them needs a name, as none is wrong. Undefined where one is something else. */
function typedRows(
  pieces: readonly Piece[],
  element: Type,
): { readonly type: ScalarType; readonly parts: readonly ColumnArray[] } | undefined {
  if (element.kind !== "scalar") return undefined;
  const type = carrierOf(element.type);
  if (type !== element.type || !pieces.every(({ data }) => Array.isArray(data))) return undefined;
  const parts = pieces.length === 1 ? pieces[0].data : pieces.flatMap(({ data }) => data as unknown[]);
  const rows = parts as readonly ColumnArray[];
  // Asked once for the class and not once for each row what `isArrayOf` asks: half of reading many short rows.
  const { constructor: ArrayOfType } = newColumn(type, 0);
  for (let k = 0; k < rows.length; k++) if (!(rows[k] instanceof ArrayOfType)) return undefined;
  return rows.length > 0 ? { type, parts: rows } : undefined;
}

/** How long rows would be of which there are none. */
function missingWidth(data: unknown, row: Type): number {
  const shape = rowShapeOf(data) ?? shapeOfType(row);
  return shape.kind === "array" ? (shape.lengths[0] ?? 0) : 0;
}

function oneColumn(parts: readonly ColumnArray[], type: ScalarType, total: number): ColumnArray {
  if (parts.length === 1) return parts[0];
  const whole = wholeOf(parts, type, total);
  if (whole !== undefined) return whole;
  const column = newColumn(type, total);
  let at = 0;
  for (const part of parts) {
    column.set(part as never, at);
    at += part.length;
  }
  return column;
}

/** Parts that follow one another in one memory, as they lie there: rows of a matrix are views of it more often than not. */
function wholeOf(parts: readonly ColumnArray[], type: ScalarType, total: number): ColumnArray | undefined {
  const first = parts.find(({ length }) => length > 0);
  if (first === undefined) return undefined;
  const { buffer, byteOffset } = first;
  const { bytes } = SCALAR_TYPE_FACTS[type];
  let end = byteOffset;
  for (let k = 0; k < parts.length; k++) {
    const part = parts[k];
    const { length } = part;
    if (length === 0) continue;
    if (part.byteOffset !== end || part.buffer !== buffer) return undefined;
    end += length * bytes;
  }
  return viewColumn(type, buffer, byteOffset, total);
}

/** Widths of a layout, which staging depends on as it does on lengths of columns. */
export function widthsOf(layout: ElementLayout): readonly number[] {
  switch (layout.kind) {
    case "scalar":
      return [];
    case "record":
      return layout.fields.flatMap((field) => widthsOf(field.layout));
    default:
      return [layout.width ?? -1, layout.total, ...widthsOf(layout.element)];
  }
}

/**
 * The elements of an array out of columns, which are taken away: of rows first their lengths, followed by one more number, which is one more than
 * what a missing row would have, or 0 where that is not known.
 */
export function elementsOfColumns(
  type: Type,
  columns: ColumnArray[],
): { readonly data: Data; readonly shape: Shape } {
  const known = resolved(type);
  if (known.kind === "record") {
    const fields: { readonly name: string; readonly shape: Shape }[] = [];
    const data = dataOfParts(known.fields, (name, of) => {
      const part = elementsOfColumns(of, columns);
      fields.push({ name, shape: part.shape });
      return part.data;
    });
    return { data, shape: { kind: "record", fields } };
  }
  if (known.kind !== "array") {
    // Elements that are only moved keep the bits that callers gave them, and programs have no word for those.
    const [column] = columns.splice(0, 1);
    return { data: asData(column, known), shape: shapeOfType(known) };
  }
  const [lengths] = columns.splice(0, 1);
  const { data, shape } = elementsOfColumns(known.element, columns);
  const missing = Number(lengths[lengths.length - 1]);
  const row: Shape = { kind: "array", lengths: missing === 0 ? [] : [missing - 1], element: shape };
  const rows: Data[] = [];
  let start = 0;
  for (const length of lengths.subarray(0, -1)) {
    rows.push(partOfData(data, known.element, start, start + Number(length), shape));
    start += Number(length);
  }
  return { data: rows.length === 0 ? noRows(row) : rows, shape: row };
}

function asData(column: ColumnArray, type: Type): Data {
  if (type.kind !== "scalar" || !isNarrowInteger(type.type)) return withCanonicalNaNs(column);
  const narrow = newStorageArray(type.type, column.length);
  narrow.set(column as ArrayLike<number>);
  return narrow;
}

/** Elements of an array as data. */
function partOfData(data: Data, element: Type, start: number, end: number, shape: Shape): Data {
  const known = resolved(element);
  if (known.kind === "record") {
    const parts = data as Readonly<Record<string, Data>>;
    return dataOfParts(known.fields, (name, of) => {
      const field = shape.kind === "record" ? shape.fields.find((each) => each.name === name) : undefined;
      return partOfData(parts[name], of, start, end, field?.shape ?? shape);
    });
  }
  if (ArrayBuffer.isView(data)) return (data as StoredArray).slice(start, end);
  if (!Array.isArray(data)) throw new InternalError("an array of data was expected");
  return start === end ? noRows(shape) : data.slice(start, end);
}
