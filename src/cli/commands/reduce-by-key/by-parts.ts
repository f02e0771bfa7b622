// Groups of a file that is read some rows at a time: where no tree changes a bit of a key's reduce, those of parts are reduced once more. Memory holds the keys, and not the rows.

import { shareDictionary } from "../../../formats.ts";
import {
  ACCUMULATION_TYPES,
  type ColumnArray,
  type ElementType,
  type Operator,
  type RecordOperator,
  type ScalarType,
} from "../../../index.ts";
import type { InputOptions } from "../../input/input.ts";
import { type ColumnArgument, type Table, tableOf, tableOfRead, wantedByField } from "../../input/table.ts";
import { withTableBatches } from "../../input/table-batches.ts";
import type { CommandIo } from "../../io.ts";
import type { JobOptions } from "./job.ts";

/** Executors to which a call of some thousand rows is worth its start. */
export const QUICK: readonly string[] = ["wasm", "javascript"];

/** Whether, for values of some type, the reduce of each key is that of the reduces of its parts. */
export function mayTakeParts(operator: Operator | RecordOperator, options: JobOptions): operator is Operator {
  const { adjacent = false, initial, expression, on } = options;
  if (operator.kind === "record-operator" || adjacent || initial !== undefined) return false;
  const hasTree = expression?.kind !== "exact" && expression?.kind !== "binned";
  return hasTree && operator.isCommutative && QUICK.includes(on.name);
}

/** Whether it is so for values of this type. */
export function takesParts(
  operator: Operator | RecordOperator,
  type: ScalarType,
  options: JobOptions,
): type is ElementType {
  if (type === "bool" || !mayTakeParts(operator, options)) return false;
  const sum = options.accumulate ?? ACCUMULATION_TYPES[type][0];
  return operator.types.includes(sum) && operator.isAssociative(sum);
}

/** Keys of parts that are held before they are reduced to those of all parts so far. */
const LEAST_HELD = 1 << 18;

interface Parts {
  readonly file: string;
  readonly columns: readonly ColumnArgument[];
  readonly options: InputOptions;
  /** The keys of some rows and the reduces of their values. */
  readonly reduce: (rows: Table) => Promise<Table>;
  /** The same of keys that may come several times with such reduces. */
  readonly reduceAgain: (parts: Table) => Promise<Table>;
}

export interface Reduced {
  readonly read: Table; // the first rows, with the sizes of all
  readonly written: Table;
}

/** Reads the columns and reduces them part by part. @throws as `readTable` */
export function reduceParts(
  { file, columns, options, reduce, reduceAgain }: Parts,
  io: CommandIo,
): Promise<Reduced> {
  const fields = columns.map(({ field }) => field);
  const wanted = wantedByField(columns);
  return withTableBatches(file, { columns: wanted, nulls: options.nulls }, options, io, async (batches) => {
    let first: Table | undefined;
    const sizes = { length: 0, byteLength: 0, nullCount: 0 };
    let held: Table[] = [];
    let [heldLength, mostHeld] = [0, LEAST_HELD];
    for await (const batch of batches) {
      const table = tableOfRead(batch, fields);
      first ??= table;
      sizes.length += table.length;
      sizes.byteLength += table.byteLength;
      sizes.nullCount += table.nullCount;
      held.push(await reduce(table));
      heldLength += held[held.length - 1].length;
      if (heldLength < mostHeld) continue;
      held = [await reduceAgain(joined(held))];
      heldLength = held[0].length;
      mostHeld = Math.max(LEAST_HELD, 2 * heldLength);
    }
    const written = held.length === 1 ? held[0] : await reduceAgain(joined(held));
    return { read: { ...(first ?? written), ...sizes }, written };
  });
}

/** Tables of the same columns, one after the other. */
export function joined(tables: readonly Table[]): Table {
  const [{ fields, types, times }] = tables;
  const columns = types.map((type, i) => {
    const dictionary = tables[0].dictionaries[i];
    if (dictionary === undefined) {
      return { array: joinedArrays(tables.map(({ columns }) => columns[i])), type, times: times[i] };
    }
    const texts = tables.map(({ columns, dictionaries }) => {
      return { codes: columns[i] as Uint32Array, dictionary: dictionaries[i] ?? [] };
    });
    const shared = tables.length === 1 ? texts : shareDictionary(texts);
    return { array: joinedArrays(shared.map(({ codes }) => codes)), type, dictionary: shared[0].dictionary };
  });
  const valid = types.map((_, i) => {
    if (tables.every((table) => table.valid?.[i] === undefined)) return undefined;
    const flags = tables.map((table) => table.valid?.[i] ?? new Uint8Array(table.length).fill(1));
    return joinedArrays(flags) as Uint8Array;
  });
  return {
    ...tableOf(fields, columns),
    valid: valid.some((flags) => flags !== undefined) ? valid : undefined,
  };
}

function joinedArrays(arrays: readonly ColumnArray[]): ColumnArray {
  const length = arrays.reduce((sum, array) => sum + array.length, 0);
  const Arrays = arrays[0].constructor as Float64ArrayConstructor;
  const all = new Arrays(length);
  let at = 0;
  for (const array of arrays) {
    all.set(array as Float64Array, at);
    at += array.length;
  }
  return all as ColumnArray;
}
