// Arrays and tables that are made while they are written, some rows at a time.

import {
  type ColumnValues,
  type ElementArray,
  type ElementType,
  encodeChunks,
  encodeCsv,
  type TableFormat,
  type WrittenBatch,
  writeChunks,
  writeTableBatches,
} from "../../formats.ts";
import { InternalError, InvalidArgumentError } from "../../index.ts";
import type { Table } from "../input/table.ts";
import type { CommandIo } from "../io.ts";
import { toldAs } from "./output-file.ts";
import { expectElements, NAMELESS, namedColumns, type OutputPlace } from "./write-output.ts";

/**
 * Writes an array that is made while it is written, of `length` elements in all; nothing is at its place before all is done.
 *
 * What the making of a chunk throws is thrown as it is: the output is not at fault.
 */
export async function writeOutputChunks(
  { path, format }: OutputPlace,
  chunks: AsyncIterable<ElementArray>,
  size: { readonly type: ElementType; readonly length: number | undefined },
  io: CommandIo,
): Promise<void> {
  if (needsLength({ path, format }) && size.length === undefined) {
    const expected = "raw (--raw) where FILE is raw data of a length that nobody knows yet";
    throw new InvalidArgumentError("output", expected, ".npy, whose header has the length");
  }
  if (path === "-") {
    for await (const bytes of encodeChunks(chunks, format, size.type, size.length))
      await io.stdout.write(bytes);
    return;
  }
  await whileMade(chunks, (made) =>
    io.interruptible((signal) => writeChunks(path, made, size, { format, signal })),
  );
}

/** Writes what is made meanwhile. What the making throws is thrown as it is, and what the place does is told of the output. */
async function whileMade<Chunk>(
  chunks: AsyncIterable<Chunk>,
  write: (made: AsyncIterable<Chunk>) => Promise<void>,
): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  async function* watched(): AsyncGenerator<Chunk> {
    try {
      yield* chunks;
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  await toldAs("output", () => write(watched())).catch((error: unknown) => {
    throw failure === undefined ? error : failure.error;
  });
}

/** Whether the number of elements must be known before the first one is written: it is in the header, to which a pipe does not go back. */
export function needsLength({ path, format }: Pick<OutputPlace, "path" | "format">): boolean {
  return format === "npy" && path === "-";
}

/** The same of a table that is made some rows at a time, at least one batch of none. */
export async function writeTableChunks(
  { path, format }: OutputPlace<TableFormat>,
  batches: AsyncIterable<Table>,
  io: CommandIo,
): Promise<void> {
  if (path !== "-") {
    await whileMade(batches, (made) =>
      io.interruptible((signal) => writeTableBatches(path, writtenBatches(made), { format, signal })),
    );
    return;
  }
  let [header, rowsBefore] = [true, 0];
  for await (const batch of batches) {
    for (const bytes of encodeCsv(namedColumns(batch), { header, rowsBefore })) await io.stdout.write(bytes);
    header = false;
    rowsBefore += batch.length;
  }
}

/** The same of a table of one column, as an array. @throws InvalidArgumentError for one of texts or bools */
export async function writeColumnChunks(
  place: OutputPlace,
  batches: AsyncIterable<Table>,
  io: CommandIo,
): Promise<void> {
  const iterator = batches[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) throw new InternalError("a table has one batch at least");
  expectElements(first.value, place);
  async function* chunks(): AsyncGenerator<ElementArray> {
    for (let next = first; next.done !== true; next = await iterator.next()) {
      yield next.value.columns[0] as ElementArray;
    }
  }
  await writeOutputChunks(
    place,
    chunks(),
    { type: first.value.types[0] as ElementType, length: undefined },
    io,
  );
}

/** Nulls may come in later batches, wherever there are none in the first. */
async function* writtenBatches(batches: AsyncIterable<Table>): AsyncGenerator<WrittenBatch> {
  for await (const { fields = [NAMELESS], names = fields, ...batch } of batches) {
    const { columns, dictionaries, times, valid } = batch;
    const values = columns.map((array, i): ColumnValues => {
      const [dictionary, meaning] = [dictionaries[i], times[i]];
      if (meaning !== undefined) return { instants: array as BigInt64Array, ...meaning };
      return dictionary === undefined ? array : { codes: array as Uint32Array, dictionary };
    });
    const flags = names.flatMap((name, i) => (valid?.[i] === undefined ? [] : [[name, valid[i]] as const]));
    yield {
      table: Object.fromEntries(names.map((name, i) => [name, values[i]])),
      valid: Object.fromEntries(flags),
    };
  }
}
