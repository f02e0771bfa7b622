// Bytes into a file: beside its place first, and renamed when they are whole, so that half a file is never seen.

import { checkFunction, checkInteger, checkText } from "../values/check-arguments.ts";
import { checkBytes } from "../values/check-arrays.ts";
import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { orAborted, type ReadControl } from "./byte-source.ts";
import { CONTROL_OPTIONS, checkOptions } from "./check-options.ts";
import { type FileHandle, nodeFileSystem, nodePaths } from "./open-file.ts";
import { explained, findPlace, type Replaced } from "./output-place.ts";

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Of the file's own name: a name has at most 255 bytes on common systems, and a character up to four. */
const NAME_KEPT = 48;

/** Writes a text as `writeArray` does. @throws FormatError for a place that cannot be written */
export async function writeText(path: string, text: string, options: ReadControl = {}): Promise<void> {
  checkText("text", text);
  checkOptions(options, CONTROL_OPTIONS);
  const bytes = new TextEncoder().encode(text);
  return writePieces(path, () => [bytes], bytes.length, options);
}

/** The same for any bytes, made piece by piece while they are written; of so many in all as far as is known. */
export async function writeBytes(
  path: string,
  pieces: () => Pieces,
  byteLength: number | undefined,
  options: ReadControl = {},
): Promise<void> {
  checkFunction("pieces", pieces, "that gives the bytes");
  if (byteLength !== undefined) checkInteger("byteLength", byteLength);
  checkOptions(options, CONTROL_OPTIONS);
  return writePieces(path, pieces, byteLength, options);
}

/**
 * The same with options that are checked. `head` gives, when all pieces are written, what stands in the place of as many bytes at the beginning; into a
 * device or a pipe nothing is written before.
 */
export async function writePieces(
  path: string,
  pieces: () => Pieces,
  byteLength: number | undefined,
  options: ReadControl,
  head?: () => Uint8Array,
): Promise<void> {
  const { signal } = options;
  const place = await findPlace(path);
  if (place.kind === "straight") {
    const open = (): Promise<FileHandle> => nodeFileSystem().open(place.path, "w");
    const inOrder = head === undefined ? pieces : () => collectedBehind(head, pieces());
    await explained(path, () => writeThrough(open, inOrder, byteLength, options));
    return;
  }
  signal?.throwIfAborted();
  const partial = await explained(path, () => createBeside(place.path, place.replaced));
  try {
    await explained(path, async () => {
      await writeThrough(async () => partial.handle, pieces, byteLength, options, head);
      if (signal !== undefined) await heard(signal);
      await nodeFileSystem().rename(partial.path, place.path);
    });
  } catch (cause) {
    await nodeFileSystem().rm(partial.path, { force: true });
    throw cause;
  }
}

/** All pieces, then the beginning that only they tell, in the order of the file. */
async function* collectedBehind(head: () => Uint8Array, pieces: Pieces): AsyncGenerator<Uint8Array> {
  const collected: Uint8Array[] = [];
  for await (const bytes of pieces) collected.push(bytes.slice());
  const first = head();
  yield first;
  let skipped = first.length;
  for (const bytes of collected) {
    const from = Math.min(skipped, bytes.length);
    skipped -= from;
    if (from < bytes.length) yield bytes.subarray(from);
  }
}

/** Milliseconds in which a signal of the system that is on its way is heard: one that ended the source as well is no later than its end. */
const HEARD_MS = 5;

/** Lets an abort that has happened already be told: Ctrl-C reaches a writer and its reader at once, and the end of the pipe may be seen first. */
async function heard(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, HEARD_MS));
  signal.throwIfAborted();
}

interface PartialFile {
  readonly path: string;
  readonly handle: FileHandle;
}

/** A new file with a name of its own, that has the mode of the file it replaces before a byte is in it. */
async function createBeside(path: string, replaced: Replaced | undefined): Promise<PartialFile> {
  const { dirname, basename, join } = nodePaths();
  const kept = [...basename(path)].slice(0, NAME_KEPT).join("");
  const named = (i: number): string => join(dirname(path), `.${kept}.${i}.partial`);
  // Until the old mode is on it, a file that takes over one is its owner's alone.
  const partial = await createFirstFree(named, replaced === undefined ? 0o666 : 0o600);
  try {
    if (replaced !== undefined) await takeOver(partial.handle, replaced);
    return partial;
  } catch (cause) {
    await partial.handle.close();
    await nodeFileSystem().rm(partial.path, { force: true });
    throw cause;
  }
}

/**
 * The first free name: "wx" makes two writers of the same file take different ones. What a killed writer left stays, since no one can
 * tell it from what another is still at; however many there are, they cost a few attempts, as the numbers double.
 */
async function createFirstFree(named: (i: number) => string, mode: number): Promise<PartialFile> {
  for (let i = 0; ; i = i === 0 ? 1 : 2 * i) {
    try {
      return { path: named(i), handle: await nodeFileSystem().open(named(i), "wx", mode) };
    } catch (cause) {
      if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause;
    }
  }
}

// Only root may give a file away; for anybody else the new file is theirs, as with other tools. The owner first: changing it clears mode bits.
async function takeOver(handle: FileHandle, { mode, uid, gid }: Replaced): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => {});
  await handle.chmod(mode);
}

function iterableOf(given: Pieces): Pieces {
  const isObject = typeof given === "object" && given !== null;
  if (isObject && (Symbol.iterator in given || Symbol.asyncIterator in given)) return given;
  throw new InvalidArgumentError("pieces", "a function that gives an iterable of bytes", describe(given));
}

/** Writes all pieces and closes what was opened; where it is aborted, at once, though a piece may never come. */
async function writeThrough(
  open: () => Promise<FileHandle>,
  pieces: () => Pieces,
  byteLength: number | undefined,
  { onProgress, signal }: ReadControl,
  head?: () => Uint8Array,
): Promise<void> {
  let handle: FileHandle | undefined;
  const write = async (): Promise<void> => {
    handle = await open();
    if (signal?.aborted) return handle.close(); // it was opened too late
    let written = 0;
    for await (const bytes of iterableOf(pieces())) {
      checkBytes("pieces", bytes);
      signal?.throwIfAborted();
      await handle.writeFile(bytes);
      written += bytes.length;
      onProgress?.(written, byteLength);
    }
    if (head !== undefined) await handle.write(head(), 0, undefined, 0);
    await handle.close();
  };
  try {
    await orAborted(write, signal);
    signal?.throwIfAborted();
  } catch (cause) {
    // Not awaited: a pipe that is not emptied is closed only when what is being written into it has gone, which may be never.
    handle?.close().catch(() => {});
    throw cause;
  }
}
