// The numbers of a file that the reader has dropped or chosen: read here, sent nowhere.
import { decodeArrow, decodeCsv, decodeNpy, decodeParquet, FORMATS, formatOfPath } from "samebits/formats";
import { type ElementArray, type ElementType, hashArray, InvalidArgumentError } from "samebits/javascript";

export interface FileQuestion {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly column: string; // "": the only one
}

export interface FileAnswer {
  readonly array: ElementArray;
  readonly type: ElementType;
  readonly hash: string;
}

/** @throws FormatError for what is not in the format of its name; InvalidArgumentError naming the columns where there are several */
export async function answerFile({ name, bytes, column }: FileQuestion): Promise<FileAnswer> {
  const options = { source: name, ...(column.trim() === "" ? {} : { column: column.trim() }) };
  const { array, type } = await decoded(name, bytes, options);
  return { array: array as ElementArray, type: type as ElementType, hash: hashArray(array as ElementArray) };
}

async function decoded(name: string, bytes: Uint8Array, options: { source: string; column?: string }) {
  const format = formatOfPath(name);
  switch (format) {
    case "npy":
      return decodeNpy(bytes, { source: options.source });
    case "csv":
      return decodeCsv(bytes, options);
    case "tsv":
      return decodeCsv(bytes, { ...options, delimiter: "\t" });
    case "arrow":
      return decodeArrow(bytes, options);
    case "parquet":
      return decodeParquet(bytes, options);
    default:
      throw new InvalidArgumentError(
        "file",
        `one of ${FORMATS.filter((each) => each !== "raw").join(", ")}`,
        `"${name}"`,
      );
  }
}
