// Which format a file's name says that it has.

import { checkText } from "../values/check-arguments.ts";
import type { OutputFormat } from "./encode.ts";

/** The formats that can be read. */
export type Format = OutputFormat | "csv" | "tsv" | "arrow" | "parquet";

const FORMAT_OF_EXTENSION: Readonly<Record<string, Format>> = {
  npy: "npy",
  raw: "raw",
  bin: "raw",
  csv: "csv",
  tsv: "tsv",
  tab: "tsv",
  arrow: "arrow",
  arrows: "arrow",
  feather: "arrow",
  ipc: "arrow",
  parquet: "parquet",
  pq: "parquet",
};

/** Their names. */
export const FORMATS: readonly Format[] = Object.freeze([...new Set(Object.values(FORMAT_OF_EXTENSION))]);

/** The format that a file's name tells by its extension, in any case; undefined where it tells none. @throws InvalidArgumentError for anything but a text */
export function formatOfPath(path: string): Format | undefined {
  const extension = /\.([^./\\]+)$/.exec(checkText("path", path))?.[1].toLowerCase() ?? "";
  return Object.hasOwn(FORMAT_OF_EXTENSION, extension) ? FORMAT_OF_EXTENSION[extension] : undefined;
}
