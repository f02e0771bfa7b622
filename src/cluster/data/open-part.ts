// One file of a dataset, opened by its format; and the whole of a dataset as one source, of whose files one is open at a time.

import { FormatError } from "../../values/errors.ts";
import type { StoredColumns } from "../../values/value-types.ts";
import { openNpyPart, openRawPart } from "./array-part.ts";
import {
  columnsOfDataset,
  columnsOfPart,
  type Dataset,
  type DatasetColumn,
  type DatasetPart,
  type PartFormat,
} from "./dataset.ts";
import {
  type Allocate,
  anyMemory,
  type ElementSource,
  type OpenPart,
  readerOver,
  type Stretch,
} from "./element-source.ts";
import type { OpenBytes, PartBytes } from "./part-bytes.ts";
import type { TableRequest } from "./table-part.ts";

interface PartRequest extends TableRequest {
  readonly format: PartFormat;
  readonly types: readonly (DatasetColumn["type"] | undefined)[];
}

/** Opens a file's columns, whatever their lengths. @throws FormatError, InvalidArgumentError, UnsupportedError */
export async function openColumns(
  bytes: PartBytes,
  request: PartRequest,
  allocate: Allocate = anyMemory,
): Promise<OpenPart> {
  const { format, types } = request;
  switch (format) {
    case "npy":
      return openNpyPart(bytes, types[0], allocate);
    case "raw":
      if (types[0] === undefined) {
        throw new FormatError(bytes.name, "raw data whose --type is given", "none");
      }
      return openRawPart(bytes, types[0], allocate);
    case "arrow":
      return (await import("./table-part.ts")).openArrowPart(bytes, request);
    case "parquet":
      return (await import("./table-part.ts")).openParquetPart(bytes, request);
    default:
      return format satisfies never;
  }
}

/** Opens some columns of a part, which must be as the dataset says. @throws FormatError naming the file that is not, and what changed */
async function openPart(
  part: DatasetPart,
  picked: readonly number[],
  {
    open,
    nulls,
    allocate,
  }: { readonly open: OpenBytes; readonly nulls: Dataset["nulls"]; readonly allocate: Allocate },
): Promise<OpenPart> {
  const bytes = await open(part.uri);
  try {
    expectSame(bytes.name, "bytes", part.bytes, bytes.byteLength);
    if (part.etag !== undefined) expectSame(bytes.name, "etag", part.etag, bytes.etag);
    const columns = picked.map((i) => columnsOfPart(part)[i]);
    const request = {
      ...{ format: part.format, nulls },
      columns: columns.map(({ name }) => name),
      types: columns.map(({ type }) => type),
    };
    const opened = await openColumns(bytes, request, allocate);
    expectSame(bytes.name, "length", part.length, opened.length);
    const typesOf = (each: readonly DatasetColumn[]): string => each.map(({ type }) => type).join(", ");
    expectSame(bytes.name, "type", typesOf(columns), typesOf(opened.columns));
    return opened;
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

function expectSame(
  name: string,
  what: string,
  expected: string | number,
  actual: string | number | undefined,
): void {
  if (expected === actual) return;
  throw new FormatError(name, `as the dataset has it, ${what} ${expected}`, `${what} ${actual ?? "none"}`);
}

/** Some columns of a dataset as one source. A file is opened, and checked, when its elements are asked for; those of two at most stay open. */
export function openDataset(
  dataset: Dataset,
  picked: readonly number[],
  open: OpenBytes,
  allocate: Allocate = anyMemory,
): ElementSource {
  const kept = new Map<DatasetPart, OpenPart>();
  const opened = async (part: DatasetPart): Promise<OpenPart> => {
    const found = kept.get(part);
    if (found !== undefined) return found;
    for (const [other, old] of kept) {
      if (kept.size < MOST_OPEN) break;
      kept.delete(other);
      await old.close();
    }
    const made = await openPart(part, picked, { open, nulls: dataset.nulls, allocate });
    kept.set(part, made);
    return made;
  };
  const types = picked.map((i) => columnsOfDataset(dataset)[i].type);
  const stretches = dataset.parts.map(
    (part): Stretch => ({
      length: part.length,
      read: async (start, end): Promise<StoredColumns> => (await opened(part)).read(start, end),
    }),
  );
  return {
    ...{ types, length: dataset.length, read: readerOver(types, stretches) },
    async close() {
      for (const part of kept.values()) await part.close();
      kept.clear();
    },
  };
}

const MOST_OPEN = 2;
