// A dataset from files: of each only what says how long it is and of which type.

import { FormatError, InvalidArgumentError } from "../../values/errors.ts";
import type { StoredType } from "../../values/value-types.ts";
import { type Dataset, type DatasetPart, datasetOf, type PartFormat, type PartNulls } from "./dataset.ts";
import { partFormatOf } from "./list-files.ts";
import { openColumns } from "./open-part.ts";
import type { OpenBytes } from "./part-bytes.ts";

/** Options of `describeDataset`: which columns, and what the files' headers do not say. */
export interface DescribeOptions {
  readonly column?: readonly string[] | undefined; // of Parquet and Arrow; default: the only one
  readonly type?: StoredType | undefined; // of raw data, and of .npy data of bf16, which do not say it
  readonly format?: PartFormat | undefined; // default: by the names of files
  readonly nulls?: PartNulls | undefined; // default: a null is an error
}

/**
 * Reads the headers of files, in their order, and nothing else.
 *
 * @throws FormatError naming the file that cannot be read or is of another type; EmptyInputError; UnsupportedError where a package is missing
 */
export async function describeFiles(
  uris: readonly string[],
  options: DescribeOptions,
  open: OpenBytes,
): Promise<Dataset> {
  const parts: DatasetPart[] = [];
  for (const uri of uris) parts.push(await describePart(uri, options, open));
  return datasetOf(parts, options.nulls);
}

async function describePart(uri: string, options: DescribeOptions, open: OpenBytes): Promise<DatasetPart> {
  const format = options.format ?? partFormatOf(uri);
  if (format === undefined) {
    throw new FormatError(
      uri,
      "a .npy, .raw, .bin, .arrow or .parquet file, or one whose --format is given",
      "another name",
    );
  }
  const isTable = format === "arrow" || format === "parquet";
  const { column, nulls } = options;
  if (!isTable && column !== undefined) {
    throw new InvalidArgumentError(
      "column",
      "left out of .npy and raw data, which have no names",
      column.join(", "),
    );
  }
  const bytes = await open(uri);
  try {
    const columns = column ?? [undefined];
    const part = await openColumns(bytes, { format, columns, types: isTable ? [] : [options.type], nulls });
    const names = part.columns.flatMap(({ name }) => (name === undefined ? [] : [name]));
    const types = part.columns.map(({ type }) => type);
    return {
      ...{ uri, format },
      ...(names.length > 0 && { column: names.length === 1 ? names[0] : names }),
      type: types.length === 1 ? types[0] : types,
      ...{ length: part.length, bytes: bytes.byteLength },
      ...(bytes.etag !== undefined && { etag: bytes.etag }),
    };
  } finally {
    await bytes.close();
  }
}
