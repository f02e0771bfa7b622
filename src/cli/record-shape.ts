import type { ColumnArray, ColumnsOf, RecordType, Scalar, ValueOf, ValueType } from "../index.ts";

/** Something for each column, in the shape of the type. */
export function shapeOf(type: RecordType, leaves: readonly unknown[]): Readonly<Record<string, unknown>> {
  let next = 0;
  const shape = (part: ValueType): unknown => {
    if (typeof part === "string") return leaves[next++];
    return Object.fromEntries(Object.entries(part).map(([field, inner]) => [field, shape(inner)]));
  };
  return shape(type) as Readonly<Record<string, unknown>>;
}

/** Columns as plans take them. */
export function columnsInShape(type: RecordType, columns: readonly ColumnArray[]): ColumnsOf<RecordType> {
  return shapeOf(type, columns) as ColumnsOf<RecordType>;
}

/** The columns that a plan has given, in order. */
export function columnsOfShape(type: RecordType, shaped: ColumnsOf<RecordType>): readonly ColumnArray[] {
  return leavesOf(type, shaped) as readonly ColumnArray[];
}

/** The value that a plan has given, by column, a bool as 0 or 1. */
export function scalarsOf(type: RecordType, value: ValueOf<RecordType>): readonly Scalar[] {
  const leaves = leavesOf(type, value) as readonly (Scalar | boolean)[];
  return leaves.map((leaf) => (typeof leaf === "boolean" ? Number(leaf) : leaf));
}

function leavesOf(type: ValueType, shaped: unknown): readonly unknown[] {
  if (typeof type === "string") return [shaped];
  return Object.entries(type).flatMap(([field, inner]) =>
    leavesOf(inner, (shaped as Readonly<Record<string, unknown>>)[field]),
  );
}
