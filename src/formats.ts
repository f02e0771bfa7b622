/** The door `samebits/formats`: arrays from .npy, raw, CSV, Arrow and Parquet data, and into .npy and raw files. */

export type { ReadControl } from "./formats/byte-source.ts";
export { convertArray } from "./formats/convert-array.ts";
export { decodeArrow } from "./formats/decode-arrow.ts";
export { type CsvOptions, decodeCsv } from "./formats/decode-csv.ts";
export { decodeNpy } from "./formats/decode-npy.ts";
export { decodeParquet, type RandomAccess } from "./formats/decode-parquet.ts";
export { decodeRaw } from "./formats/decode-raw.ts";
export {
  type ColumnOptions,
  type Decoded,
  type DecodeOptions,
  NULL_RULES,
  type NullRule,
  type ProgressListener,
} from "./formats/decoded.ts";
export { encodeInWindows, encodeNpy, encodeRaw, type OutputFormat } from "./formats/encode.ts";
export { type Format, formatOfPath } from "./formats/format-of-path.ts";
export { type ParsedElement, parseElement } from "./formats/parse-element.ts";
export { type ReadOptions, readArray, readArrayFromStream } from "./formats/read-array.ts";
export { expectWritable, type WriteOptions, writeArray } from "./formats/write-array.ts";
export type { ElementArray, ElementType, Scalar } from "./values/element-types.ts";
export { FormatError, InvalidArgumentError, SamebitsError, UnsupportedError } from "./values/errors.ts";
