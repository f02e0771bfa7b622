import type { Data, DataType, Table } from "apache-arrow";
import { checkBytes } from "../values/check-arrays.ts";
import { type ElementType, isNarrowType, type Scalar } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import { peerError } from "../values/optional-packages.ts";
import type { StoredType } from "../values/value-types.ts";
import { checkArrow, MOST_ROWS_PER_BYTE } from "./check-arrow.ts";
import { COLUMN_OPTIONS, checkOptions } from "./check-options.ts";
import { type ColumnBuilder, columnBuilder } from "./column-builder.ts";
import type {
  AnyNullRule,
  ColumnOptions,
  ColumnRequest,
  Decoded,
  DecodedColumn,
  ReadType,
  TypeRead,
} from "./decoded.ts";
import { type NumericType, pickColumn, targetType } from "./wanted-column.ts";

/**
 * One numeric column of Arrow IPC bytes, file or stream. Needs the optional package apache-arrow.
 *
 * `column` may be left out where there is only one. Half floats and integers of 8 and 16 bits come as what they widen to, unless `type` is theirs or
 * "stored". Every chunk is read, null slots by the validity bitmap alone. Bits are kept where the type is.
 *
 * @throws FormatError for bytes that are not Arrow, a column that is not numeric, nulls without a rule, a value that does not convert
 * @throws InvalidArgumentError for a column that is not there; UnsupportedError where apache-arrow is not installed
 */
export async function decodeArrow<As extends ReadType = ElementType>(
  bytes: Uint8Array,
  options: ColumnOptions<As> = {},
): Promise<Decoded<TypeRead<As>>> {
  checkBytes("bytes", bytes);
  checkOptions(options, COLUMN_OPTIONS);
  const [decoded] = await decodeArrowColumns(bytes, [options], options);
  return decoded as Decoded<TypeRead<As>>;
}

/** Several columns of the same bytes, each of the type that is asked for or its own. */
export async function decodeArrowColumns(
  bytes: Uint8Array,
  requests: readonly ColumnRequest[],
  options: { readonly source?: string | undefined; readonly nulls?: AnyNullRule | undefined },
): Promise<readonly DecodedColumn<StoredType>[]> {
  const source = options.source ?? "Arrow data";
  const open = await openArrow(bytes, source);
  const rowCount = Math.min(open.table.numRows, MOST_ROWS_PER_BYTE * bytes.length);
  return requests.map((request) => {
    const column = requestedArrow(open, request, { source, nulls: options.nulls, rowCount });
    column.append(open.table);
    return column.builder.finish();
  });
}

/** A column that is asked for, as its type or its own, of one table or of several one after the other. */
interface ArrowColumn {
  readonly type: StoredType;
  readonly builder: ColumnBuilder;
  append(table: Table): void; // of the same columns
}

/** @throws FormatError, InvalidArgumentError */
export function requestedArrow(
  { table: { schema, numRows }, kinds }: OpenArrow,
  request: ColumnRequest,
  options: { readonly source: string; readonly nulls?: AnyNullRule | undefined; readonly rowCount?: number },
): ArrowColumn {
  const { source, nulls, rowCount = numRows } = options;
  const index = pickColumn(
    schema.fields.map(({ name }) => name),
    request.column,
  );
  const { name, type: arrowType } = schema.fields[index];
  const own = numericTypeOf(arrowType, kinds);
  const ownName = String(arrowType);
  const type = targetType({ own, ownName, column: name, wanted: request.type, source });
  const builder = columnBuilder({ source, type, column: name, nulls, rowCount });
  return {
    type,
    builder,
    append(rows) {
      for (const data of rows.getChildAt(index)?.data ?? []) appendData(data, own, builder.append, source);
    },
  };
}

/** A table of the library, and its names of types. */
export interface OpenArrow {
  readonly table: Table;
  readonly kinds: typeof DataType;
}

/** The table of Arrow IPC bytes, and the library's names of types. @throws FormatError, UnsupportedError */
export async function openArrow(bytes: Uint8Array, source: string): Promise<OpenArrow> {
  if (bytes.length === 0) throw new FormatError(source, "Arrow IPC data", "no bytes at all");
  const arrow = await importArrow("reading Arrow");
  checkArrow(bytes, source);
  try {
    return { table: arrow.tableFromIPC(bytes), kinds: arrow.DataType };
  } catch (cause) {
    throw new FormatError(source, "complete, uncompressed Arrow IPC data", reasonOf(cause));
  }
}

/** @throws UnsupportedError where it is not installed */
export async function importArrow(purpose: string): Promise<typeof import("apache-arrow")> {
  try {
    return await import("apache-arrow");
  } catch (cause) {
    throw peerError("apache-arrow", purpose, cause);
  }
}

/** Adds a chunk of a column to what is built of it. */
export function appendData(
  data: Data,
  own: NumericType,
  append: ColumnBuilder["append"],
  source: string,
): void {
  const values: ArrayLike<Scalar> = own === "bool" ? unpackBits(data) : data.values;
  if (values.length < data.length) {
    throw new FormatError(
      source,
      `Arrow data with ${data.length} values in every buffer`,
      `${values.length}`,
    );
  }
  // A null slot holds whatever bytes its writer left there.
  const isNull = data.nullCount > 0 ? (i: number) => !data.getValid(i) : undefined;
  const chunk = isNarrowType(own)
    ? { values, length: data.length, stored: own }
    : { values, length: data.length };
  append(isNull === undefined ? chunk : { ...chunk, isNull });
}

/** Arrow has eight bools in a byte. */
function unpackBits({ values, offset, length }: Data): ArrayLike<Scalar> {
  const available = Math.min(length, values.length * 8 - offset);
  return Uint8Array.from(
    { length: available },
    (_, i) => (values[(offset + i) >> 3] >> ((offset + i) & 7)) & 1,
  );
}

export function numericTypeOf(type: DataType, kinds: typeof DataType): NumericType {
  if (kinds.isBool(type)) return "bool";
  if (kinds.isInt(type)) {
    return `${type.isSigned ? "i" : "u"}${type.bitWidth}`;
  }
  if (kinds.isFloat(type))
    return type.ArrayType === Float64Array ? "f64" : type.ArrayType === Float32Array ? "f32" : "f16";
  return "none";
}

function reasonOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split("\n")[0];
}
