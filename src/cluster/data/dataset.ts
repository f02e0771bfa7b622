// A dataset: an ordered list of parts, which are columns of files, as data that travel in a JSON file. What is in the files is not read here.

import { checkText } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { EmptyInputError, FormatError, InvalidArgumentError } from "../../values/errors.ts";
import { STORED_TYPES, type StoredType } from "../../values/value-types.ts";

/** Files that are read a range at a time. */
export const PART_FORMATS = ["npy", "raw", "arrow", "parquet"] as const;

/** A format that is read a range at a time; raw data are "raw", whatever the file's extension. */
export type PartFormat = (typeof PART_FORMATS)[number];

/** A column of a file, or several of one length. */
export interface DatasetPart {
  readonly uri: string; // a path, or an address
  readonly format: PartFormat;
  readonly column?: string | readonly string[] | undefined; // of Arrow and Parquet
  readonly type: StoredType | readonly StoredType[]; // as it is stored; of several columns a list, as `column` is
  readonly length: number; // elements
  readonly bytes: number; // of the file
  readonly etag?: string | undefined; // of an address, where its server gives one
}

/** What becomes of nulls, whose places no header tells: `zero`, or of floats `nan`. */
export type PartNulls = "zero" | "nan";

/** Elements, or records, of many files one after the other: as if they were one array. */
export interface Dataset {
  readonly length: number;
  readonly nulls?: PartNulls | undefined; // default: a null is an error
  readonly parts: readonly DatasetPart[];
}

/** A column of all parts. */
export interface DatasetColumn {
  readonly name: string | undefined; // of the first part's; .npy and raw data have none
  readonly type: StoredType;
}

/** The columns of a part, as lists. */
export function columnsOfPart({ column, type }: DatasetPart): readonly DatasetColumn[] {
  const types = typeof type === "string" ? [type] : type;
  const names = column === undefined || typeof column === "string" ? [column] : column;
  return types.map((each, i) => ({ name: names[i], type: each }));
}

/** The columns of all parts: the first's, as every other has the same types. */
export function columnsOfDataset({ parts }: Dataset): readonly DatasetColumn[] {
  return columnsOfPart(parts[0]);
}

/**
 * A dataset of parts, in their order.
 *
 * @throws EmptyInputError where there is no element; FormatError naming the part whose columns have other types
 */
export function datasetOf(parts: readonly DatasetPart[], nulls?: PartNulls): Dataset {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (parts.length === 0 || length === 0)
    throw new EmptyInputError("dataset", "at least one element in its files");
  const [first] = parts;
  const typesOf = (part: DatasetPart): string =>
    columnsOfPart(part)
      .map(({ type }) => type)
      .join(", ");
  for (const part of parts) {
    if (typesOf(part) === typesOf(first)) continue;
    throw new FormatError(part.uri, `of ${typesOf(first)}, as "${first.uri}" is`, typesOf(part));
  }
  return { length, ...(nulls && { nulls }), parts };
}

/** A dataset as the text of a JSON file: a line for each part. @throws FormatError for anything else */
export function printDataset(dataset: Dataset): string {
  const { length, nulls, parts } = checkDataset(dataset, "dataset");
  const head = JSON.stringify({ samebits: "dataset", format: 1, length, nulls });
  const lines = parts.map((part) => JSON.stringify(part)).join(",\n");
  return `${head.slice(0, -1)},"parts":[\n${lines}\n]}\n`;
}

/** The dataset of such a text. @throws FormatError */
export function parseDataset(text: string, source = "dataset"): Dataset {
  checkText("text", text);
  checkText("source", source);
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new FormatError(source, "a dataset as `samebits dataset` writes it", describe(text.slice(0, 40)));
  }
  return checkDataset(given, source);
}

/** @throws FormatError naming the part that is not one */
export function checkDataset(given: unknown, source: string): Dataset {
  const { samebits = "dataset", format = 1, nulls, parts, length } = (given ?? {}) as Record<string, unknown>;
  if (samebits !== "dataset" || format !== 1 || !Array.isArray(parts)) {
    throw new FormatError(source, "a dataset of version 1", describe(given));
  }
  if (nulls !== undefined && nulls !== "zero" && nulls !== "nan") {
    throw new FormatError(source, 'a dataset whose "nulls" are "zero" or "nan"', describe(nulls));
  }
  const dataset = datasetOf(
    parts.map((part, i) => checkPart(part, `${source}, part ${i}`)),
    nulls,
  );
  if (length === dataset.length) return dataset;
  throw new FormatError(
    source,
    `a dataset of ${dataset.length} elements, as its parts have`,
    describe(length),
  );
}

function checkPart(given: unknown, source: string): DatasetPart {
  const { uri, format, column, type, length, bytes, etag } = (given ?? {}) as Record<string, unknown>;
  const types = Array.isArray(type) ? type : [type];
  const names = Array.isArray(column) ? column : column === undefined ? [] : [column];
  const isPart =
    typeof uri === "string" &&
    PART_FORMATS.some((each) => each === format) &&
    types.length > 0 &&
    types.every((each) => STORED_TYPES.includes(each)) &&
    names.every((each) => typeof each === "string") &&
    (names.length === 0 ? types.length === 1 : names.length === types.length) &&
    [length, bytes].every((each) => Number.isSafeInteger(each) && (each as number) >= 0) &&
    (etag === undefined || typeof etag === "string");
  if (isPart) return given as DatasetPart;
  throw new FormatError(source, "a part: uri, format, type, length and bytes", describe(given));
}

/** Which of a dataset's columns are asked for, by their names; without names all. @throws InvalidArgumentError */
export function pickColumns(dataset: Dataset, names: readonly string[] | undefined): readonly number[] {
  const columns = columnsOfDataset(dataset);
  if (names === undefined) return columns.map((_, i) => i);
  return names.map((name) => {
    const index = columns.findIndex((column) => column.name === name);
    if (index >= 0) return index;
    const known = columns.map((column) => column.name ?? "(without a name)").join(", ");
    throw new InvalidArgumentError("column", `a column of the dataset: ${known}`, JSON.stringify(name));
  });
}
