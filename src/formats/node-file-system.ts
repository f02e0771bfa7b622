import { UnsupportedError } from "../values/errors.ts";

type FileSystem = typeof import("node:fs/promises");
type Paths = typeof import("node:path");

/**
 * Node's file system, asked for when it is used and not by an import, so that the same door loads in a browser.
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
  ENOTDIR: "a path through something that is no directory",
  ENOSPC: "no space left",
  EROFS: "a read-only file system",
  EMFILE: "too many open files",
  ELOOP: "a circle of links",
  ENAMETOOLONG: "too long a name",
};
