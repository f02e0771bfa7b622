// Node's files, asked for when they are used, so that this room loads in a browser.

import { FormatError, UnsupportedError } from "../values/errors.ts";
import type { ByteSource } from "./byte-source.ts";
import type { RandomAccess } from "./open-parquet.ts";
import type { ColumnsPlace } from "./read-column-data.ts";

type FileSystem = typeof import("node:fs/promises");
type Paths = typeof import("node:path");

/**
 * Node's file system, asked for when it is used and not by an import, so that the same entry point loads in a browser.
 *
 * @throws UnsupportedError where there is none
 */
export function nodeFileSystem(): FileSystem {
  return builtin("node:fs/promises");
}

/** Node's path functions. @throws UnsupportedError where there are none */
export function nodePaths(): Paths {
  return builtin("node:path");
}

function builtin(id: "node:fs/promises"): FileSystem;
function builtin(id: "node:path"): Paths;
function builtin(id: "node:fs/promises" | "node:path"): FileSystem | Paths {
  const found = typeof process === "undefined" ? undefined : process.getBuiltinModule?.(id);
  if (found !== undefined) return found;
  throw new UnsupportedError(
    "access to a file by its name",
    "this engine has no node:fs",
    "pass its bytes to a decode function",
  );
}

/** What the system said of a file, in words: "no such file (ENOENT)". */
export function systemReason(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  if (code === undefined) return cause instanceof Error ? cause.message : String(cause);
  return Object.hasOwn(REASONS, code) ? `${REASONS[code]} (${code})` : code;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or directory",
  EACCES: "no permission",
  EPERM: "no permission",
  EISDIR: "a directory",
  ENOTDIR: "a path through something that is not a directory",
  ENOSPC: "no space left",
  EROFS: "a read-only file system",
  EMFILE: "too many open files",
  ELOOP: "a circle of links",
  ENAMETOOLONG: "too long a name",
};

export type FileHandle = Awaited<ReturnType<ReturnType<typeof nodeFileSystem>["open"]>>;

/** Opens a file, whose length may be unknown before it is read, and closes it whatever comes. @throws FormatError where it cannot be read */
export async function withFile<Result>(
  path: string,
  source: string,
  read: (handle: FileHandle, byteLength: number | undefined) => Promise<Result>,
): Promise<Result> {
  let handle: FileHandle;
  try {
    handle = await nodeFileSystem().open(path, "r");
  } catch (cause) {
    throw new FormatError(source, "a readable file", systemReason(cause));
  }
  let result: Result;
  try {
    const status = await handle.stat();
    if (status.isDirectory()) throw new FormatError(source, "a readable file", "a directory");
    // What the system makes while it is read, as in /proc, is a file of size 0.
    result = await read(handle, status.isFile() && status.size > 0 ? status.size : undefined);
  } catch (cause) {
    // Not awaited: a pipe is closed only when the read that waits on it comes back, which may be never.
    handle.close().catch(() => {});
    throw cause;
  }
  await handle.close();
  return result;
}

/** The bytes of an open file in order. */
function byteSourceOfHandle(handle: FileHandle, byteLength: number | undefined, name: string): ByteSource {
  return {
    name,
    byteLength,
    async fill(target) {
      let filled = 0;
      while (filled < target.length) {
        const { bytesRead } = await readOrExplain(handle, target, filled, name);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return filled;
    },
  };
}

async function readOrExplain(handle: FileHandle, target: Uint8Array, offset: number, name: string) {
  try {
    return await handle.read(target, offset, target.length - offset, null);
  } catch (cause) {
    throw new FormatError(name, "a readable file", systemReason(cause));
  }
}

/** The bytes of an open file anywhere. */
function randomAccessOf(handle: FileHandle, byteLength: number): RandomAccess {
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const bytes = new Uint8Array(Math.max(0, end - start));
      let filled = 0;
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return filled === bytes.length ? bytes.buffer : bytes.buffer.slice(0, filled);
    },
  };
}

/** The bytes of a file in order from its beginning, whatever else reads it. */
export function byteSourceOfAccess(access: RandomAccess, name: string): ByteSource {
  let at = 0;
  return {
    ...{ name, byteLength: access.byteLength },
    async fill(target) {
      const bytes = new Uint8Array(await access.slice(at, Math.min(access.byteLength, at + target.length)));
      target.set(bytes);
      at += bytes.length;
      return bytes.length;
    },
  };
}

/** Both ways, where the length is known. */
export function columnsPlaceOf(
  handle: FileHandle,
  byteLength: number | undefined,
  name: string,
): ColumnsPlace {
  return {
    inOrder: byteSourceOfHandle(handle, byteLength, name),
    anywhere: byteLength === undefined ? undefined : randomAccessOf(handle, byteLength),
  };
}
