import { ELEMENT_TYPE_FACTS, type ElementArray, type ElementType } from "../values/element-types.ts";
import { FormatError } from "../values/errors.ts";
import type { ReadControl } from "./byte-source.ts";
import { encodeChunks, encodeInWindows, type OutputFormat } from "./encode.ts";
import { nodeFileSystem, nodePaths, systemReason } from "./node-file-system.ts";

export interface WriteOptions extends ReadControl {
  readonly format?: OutputFormat | undefined; // default "npy"
}

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const NAMES_TRIED = 100;

/**
 * Writes an array to a file, .npy or raw little-endian: beside it first, then renamed, so that the file is whole or untouched.
 *
 * What fails or is aborted leaves nothing behind. A link is followed; a device or a pipe is written straight into.
 *
 * @throws FormatError for a place that cannot be written
 */
export async function writeArray(
  path: string,
  array: ElementArray,
  options: WriteOptions = {},
): Promise<void> {
  return writeBytes(path, () => encodeInWindows(array, options.format ?? "npy"), array.byteLength, options);
}

/** The same for an array that comes in chunks, of `length` elements in all. Chunks may be used again once the next is asked for. */
export async function writeChunks(
  path: string,
  chunks: AsyncIterable<ElementArray>,
  size: { readonly type: ElementType; readonly length: number | undefined },
  options: WriteOptions = {},
): Promise<void> {
  const { type, length } = size;
  const byteLength = length === undefined ? undefined : length * ELEMENT_TYPE_FACTS[type].bytes;
  return writeBytes(
    path,
    () => encodeChunks(chunks, options.format ?? "npy", type, length),
    byteLength,
    options,
  );
}

/** The same for a text. */
export async function writeText(path: string, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  return writeBytes(path, () => [bytes], bytes.length, {});
}

/** The same for any bytes, made piece by piece while they are written; of so many in all as far as is known. */
export async function writeBytes(
  path: string,
  pieces: () => Pieces,
  byteLength: number | undefined,
  options: ReadControl,
): Promise<void> {
  const write = (place: string, flags: "w" | "r+"): Promise<void> =>
    writeInto(place, flags, pieces(), byteLength, options);
  const place = await findPlace(path);
  if (place.kind === "straight") {
    await explained(path, () => write(place.path, "w"));
    return;
  }
  const partial = await explained(path, () => createBeside(place.path));
  try {
    await explained(path, async () => {
      await write(partial, "r+");
      if (place.mode !== undefined) await nodeFileSystem().chmod(partial, place.mode);
      await nodeFileSystem().rename(partial, place.path);
    });
  } catch (cause) {
    await nodeFileSystem().rm(partial, { force: true });
    throw cause;
  }
}

/** Whether `writeArray` could begin, found out before long work: creates nothing. @throws FormatError as `writeArray` */
export async function expectWritable(path: string): Promise<void> {
  const fileSystem = nodeFileSystem();
  const place = await findPlace(path);
  const directory = nodePaths().dirname(place.path);
  await explained(path, async () => {
    const status = await fileSystem.stat(directory);
    if (!status.isDirectory())
      throw new FormatError(path, "a writable file", `"${directory}", which is no directory`);
    await fileSystem.access(place.kind === "straight" ? place.path : directory, fileSystem.constants.W_OK);
  });
}

type Place =
  | { readonly kind: "straight"; readonly path: string } // a device, a pipe
  | { readonly kind: "beside"; readonly path: string; readonly mode: number | undefined }; // mode: of the file it replaces

async function findPlace(path: string): Promise<Place> {
  const fileSystem = nodeFileSystem();
  if (/[/\\]$/.test(path) || path === "") throw new FormatError(path, "a writable file", "no file name");
  return explained(path, async () => {
    const target = await fileSystem.realpath(path).catch(() => path);
    const status = await fileSystem.stat(target).catch(() => undefined);
    if (status === undefined) return { kind: "beside", path: target, mode: undefined };
    if (status.isDirectory()) throw new FormatError(path, "a writable file", "a directory");
    await fileSystem.access(target, fileSystem.constants.W_OK);
    return status.isFile()
      ? { kind: "beside", path: target, mode: status.mode }
      : { kind: "straight", path: target };
  });
}

// The first free name: "wx" makes two writers of the same file take different ones.
async function createBeside(path: string): Promise<string> {
  const { dirname, basename, join } = nodePaths();
  for (let i = 0; ; i++) {
    const partial = join(dirname(path), `.${basename(path)}.${i}.partial`);
    try {
      await (await nodeFileSystem().open(partial, "wx")).close();
      return partial;
    } catch (cause) {
      const isTaken = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
      if (!isTaken || i === NAMES_TRIED) throw cause;
    }
  }
}

async function writeInto(
  path: string,
  flags: "w" | "r+",
  pieces: Pieces,
  byteLength: number | undefined,
  options: ReadControl,
): Promise<void> {
  const handle = await nodeFileSystem().open(path, flags);
  try {
    let written = 0;
    for await (const bytes of pieces) {
      options.signal?.throwIfAborted();
      await handle.writeFile(bytes);
      written += bytes.length;
      options.onProgress?.(written, byteLength);
    }
  } finally {
    await handle.close();
  }
}

async function explained<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    const isSystemError = cause instanceof Error && "syscall" in cause;
    if (!isSystemError) throw cause;
    throw new FormatError(path, "a writable file", systemReason(cause));
  }
}
