// Columns that are gone through again once all of their rows have come: some of each in memory, the rest in a temporary file, so that memory does not grow with them.

import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ColumnArray, InvalidArgumentError } from "../../index.ts";

/** Bytes of all columns of a spill that memory holds before they are written, a part for each. */
const HELD_BYTES = 4 << 20;

/** The least of one column: below it a write costs more than its bytes. */
const LEAST_HELD_BYTES = 64 << 10;

/** Bytes of a chunk that is read again. */
const CHUNK_BYTES = 512 << 10;

/** Values of one column in their order. */
export interface SpilledColumn<Values extends ColumnArray> {
  readonly length: number;
  /** Takes values, which may change afterwards. */
  add(values: Values): Promise<void>;
  /** All values so far, as often as they are asked for; a chunk is valid until the next. */
  chunks(): AsyncGenerator<Values, void>;
  /** Fills an array with the values from a place on. */
  read(into: Values, start: number): Promise<void>;
}

/** Columns that share a temporary file, which is there only once there is something to be written. */
export interface Spill {
  column<Values extends ColumnArray>(newValues: new (buffer: ArrayBuffer) => Values): SpilledColumn<Values>;
  close(): Promise<void>;
}

/** Bytes that are written behind those before, and read wherever they are. */
interface TemporaryFile {
  append(bytes: Uint8Array): Promise<Extent>;
  read(bytes: Uint8Array, start: number): Promise<void>;
  close(): Promise<void>;
}

/** Bytes of a column in the file. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

/** @param columnCount that will share the memory; @param heldBytes of all of them, less for tests */
export function openSpill(columnCount: number, heldBytes = HELD_BYTES): Spill {
  const ownBytes = Math.max(
    Math.min(LEAST_HELD_BYTES, heldBytes),
    Math.floor(heldBytes / Math.max(1, columnCount)),
  );
  const file = temporaryFile();
  return { column: (newValues) => spilledColumn(newValues, file, ownBytes), close: file.close };
}

function spilledColumn<Values extends ColumnArray>(
  newValues: new (buffer: ArrayBuffer) => Values,
  file: TemporaryFile,
  ownBytes: number,
): SpilledColumn<Values> {
  const extents: Extent[] = [];
  let held = new Uint8Array(0); // one piece of memory: parts of their own would be garbage that nothing asks to be collected
  let [heldLength, byteLength] = [0, 0];
  const { BYTES_PER_ELEMENT } = new newValues(new ArrayBuffer(0));
  const hold = (bytes: Uint8Array): void => {
    if (heldLength + bytes.length > held.length) {
      const grown = new Uint8Array(Math.min(ownBytes, Math.max(2 * held.length, heldLength + bytes.length)));
      grown.set(held.subarray(0, heldLength));
      held = grown;
    }
    held.set(bytes, heldLength);
    heldLength += bytes.length;
  };
  return {
    get length() {
      return byteLength / BYTES_PER_ELEMENT;
    },
    async add(values) {
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      byteLength += bytes.length;
      if (heldLength + bytes.length > ownBytes && heldLength > 0) {
        extents.push(await file.append(held.subarray(0, heldLength)));
        heldLength = 0;
      }
      if (bytes.length > ownBytes) extents.push(await file.append(bytes));
      else hold(bytes);
    },
    async *chunks() {
      const buffer = new ArrayBuffer(CHUNK_BYTES);
      for (const { start, end } of extents) {
        for (let at = start; at < end; at += CHUNK_BYTES) {
          const bytes = new Uint8Array(buffer, 0, Math.min(CHUNK_BYTES, end - at));
          await file.read(bytes, at);
          yield new newValues(buffer).subarray(0, bytes.length / BYTES_PER_ELEMENT) as Values;
        }
      }
      if (heldLength > 0) yield new newValues(held.slice(0, heldLength).buffer);
    },
    async read(into, from) {
      const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
      let at = from * BYTES_PER_ELEMENT; // of the column
      let [filled, before] = [0, 0];
      for (const { start, end } of extents) {
        const some = Math.min(bytes.length - filled, before + end - start - at);
        if (some > 0) await file.read(bytes.subarray(filled, filled + some), start + at - before);
        filled += Math.max(0, some);
        at += Math.max(0, some);
        before += end - start;
      }
      bytes.set(held.subarray(at - before, at - before + bytes.length - filled), filled);
    },
  };
}

/** A file that nobody else sees: its name is taken away as soon as it is open, so that nothing stays behind, whatever ends the process. */
function temporaryFile(): TemporaryFile {
  let handle: FileHandle | undefined;
  let named: string | undefined; // where the name could not be taken away, as on Windows
  let end = 0;
  const opened = async (): Promise<FileHandle> => {
    for (let i = 0; handle === undefined; i++) {
      const path = join(tmpdir(), `.samebits-${process.pid}-${i}.spill`);
      try {
        handle = await open(path, "wx+", 0o600);
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === "EEXIST") continue;
        throw noRoom(cause);
      }
      await unlink(path).catch(() => {
        named = path;
      });
    }
    return handle;
  };
  return {
    async append(bytes: Uint8Array): Promise<Extent> {
      const to = await opened();
      const start = end;
      try {
        for (let done = 0; done < bytes.length; ) {
          const { bytesWritten } = await to.write(bytes, done, bytes.length - done, start + done);
          done += bytesWritten;
        }
      } catch (cause) {
        throw noRoom(cause);
      }
      end += bytes.length;
      return { start, end };
    },
    async read(bytes: Uint8Array, start: number): Promise<void> {
      const from = await opened();
      for (let done = 0; done < bytes.length; ) {
        const { bytesRead } = await from.read(bytes, done, bytes.length - done, start + done);
        if (bytesRead === 0) throw noRoom(new Error("it has become shorter"));
        done += bytesRead;
      }
    },
    async close(): Promise<void> {
      await handle?.close();
      if (named !== undefined) await unlink(named).catch(() => {});
    },
  };
}

/** What the system says of the place of temporary files, which TMPDIR names. */
function noRoom(cause: unknown): InvalidArgumentError {
  const { message } = cause as Error;
  return new InvalidArgumentError(
    "TMPDIR",
    "a folder that takes the rows to be read again",
    `${tmpdir()}: ${message}`,
  );
}
