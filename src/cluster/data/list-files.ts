// What a folder or a pattern stands for: files, in the order of their names' bytes, which is the same on every machine.

import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { systemReason } from "../../formats/open-file.ts";
import { FormatError } from "../../values/errors.ts";
import type { PartFormat } from "./dataset.ts";

const FORMATS: Readonly<Record<string, PartFormat>> = {
  ".npy": "npy",
  ".raw": "raw",
  ".bin": "raw",
  ".arrow": "arrow",
  ".feather": "arrow",
  ".ipc": "arrow",
  ".parquet": "parquet",
};

/** What a file is by its name; undefined where that does not tell. */
export function partFormatOf(uri: string): PartFormat | undefined {
  const path = isAddress(uri) ? uri.replace(/[?#].*$/s, "") : uri;
  return FORMATS[extname(path).toLowerCase()];
}

/** Whether a URI is one of a scheme, and not a path. */
export function isAddress(uri: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(uri);
}

/** The files that names stand for, as whole paths: a folder for those in it whose names tell a format, a pattern of * and ? for those that it fits. */
export async function listFiles(names: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all(names.map(filesOf));
  return lists.flat();
}

async function filesOf(name: string): Promise<readonly string[]> {
  if (isAddress(name)) return [name];
  const path = resolve(name);
  const status = await stat(path).catch(() => undefined);
  if (status?.isDirectory()) return filesIn(path, (file) => partFormatOf(file) !== undefined);
  if (status !== undefined || !/[*?]/.test(basename(path))) return [path];
  const pattern = patternOf(basename(path));
  return filesIn(dirname(path), (file) => pattern.test(file), basename(path));
}

/** @throws FormatError for a folder that has none */
async function filesIn(
  folder: string,
  isWanted: (name: string) => boolean,
  pattern?: string,
): Promise<readonly string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new FormatError(folder, "a folder that can be read", systemReason(cause));
  });
  const wanted = names.filter((name) => isWanted(name) && !name.startsWith("."));
  if (wanted.length > 0) return wanted.sort(byBytes).map((name) => join(folder, name));
  const expected =
    pattern === undefined
      ? `a folder of ${Object.keys(FORMATS).join(", ")} files`
      : `one of files like ${pattern}`;
  throw new FormatError(folder, expected, "none");
}

function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function patternOf(text: string): RegExp {
  const escaped = text.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\*/g, ".*").replace(/\?/g, ".")}$`, "s");
}
