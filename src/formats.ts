/** The entry point `samebits/formats`: arrays from .npy, raw, CSV, Arrow and Parquet data, and into files of all of these. */

export { type ArrayChunks, oneChunk } from "./formats/array-chunks.ts";
export type { ReadControl } from "./formats/byte-source.ts";
export { convertArray } from "./formats/column-builder.ts";
export { decodeArrow } from "./formats/decode-arrow.ts";
export { type CsvOptions, decodeCsv } from "./formats/decode-csv.ts";
export { decodeParquet } from "./formats/decode-parquet.ts";
export { decodeRaw } from "./formats/decode-raw.ts";
export { decodeTestValues, encodeTestValues, isBinaryTestValue } from "./formats/decode-test-values.ts";
export {
  type ColumnOptions,
  type Decoded,
  type DecodedColumn,
  type DecodeOptions,
  type HeaderOptions,
  NULL_RULES,
  type NullRule,
  type ProgressListener,
  type ReadType,
  type TypeRead,
  type WantedColumn,
} from "./formats/decoded.ts";
export {
  encodeChunks,
  encodeInWindows,
  encodeNpy,
  encodeRaw,
  type OutputFormat,
  type WritableArray,
} from "./formats/encode.ts";
export { type EncodeCsvOptions, encodeCsv } from "./formats/encode-csv.ts";
export { FORMATS, type Format, formatOfPath } from "./formats/format-of-path.ts";
export type { RandomAccess } from "./formats/open-parquet.ts";
export { expectWritable } from "./formats/output-place.ts";
export { type ParsedElement, parseElement } from "./formats/parse-element.ts";
export {
  parseTestBlocks,
  type RandomType,
  type TestBlock,
  type TestCase,
  type TestData,
  type TestOutput,
} from "./formats/parse-test-blocks.ts";
export { parseTestValues } from "./formats/parse-test-values.ts";
export {
  type ReadColumnsOptions,
  type ReadOptions,
  readArray,
  readArrayFromStream,
  readChunks,
  readChunksFromStream,
  readColumns,
} from "./formats/read-array.ts";
export {
  type ReadColumnPartsOptions,
  readTableColumnParts,
  readTableColumnPartsFromStream,
} from "./formats/read-column-parts.ts";
export { decodeNpy } from "./formats/read-npy.ts";
export {
  type ReadTableColumnsOptions,
  readTableColumns,
  readTableColumnsFromStream,
} from "./formats/read-table-columns.ts";
export { errorText, printableLines } from "./formats/shown-text.ts";
export type { ColumnAs, TableColumn, TableNumbers } from "./formats/table-column.ts";
export {
  type Converted,
  type ConvertOptions,
  convertTable,
  convertTableFromStream,
} from "./formats/tables/convert-table.ts";
export { readTableBatches, readTableBatchesFromStream } from "./formats/tables/read-batches.ts";
export { type ReadTableOptions, readTable, readTableFromStream } from "./formats/tables/read-table.ts";
export { type ArrowTable, tableFromArrow, tableToArrow } from "./formats/tables/table-and-arrow.ts";
export { tableFromArrays, tableFromRows } from "./formats/tables/table-from-values.ts";
export {
  type ColumnValues,
  TABLE_NULL_RULES,
  type Table,
  type TableNullRule,
} from "./formats/tables/table-nulls.ts";
export type {
  ColumnTypes,
  NoTypes,
  RenamedColumn,
  TableOf,
  TableOptions,
  TableRead,
  WantedColumns,
} from "./formats/tables/table-read.ts";
export {
  type TableValue,
  type TableValuesOptions,
  tableToArrays,
  tableToRows,
} from "./formats/tables/table-to-values.ts";
export {
  instantsBefore,
  TIME_UNITS,
  type TimeColumn,
  type TimeMeaning,
  type TimeSaid,
  type TimeUnit,
  timeOfText,
  timeText,
} from "./formats/tables/time-column.ts";
export { type WrittenBatch, writeTableBatches } from "./formats/tables/write-table-batches.ts";
export {
  type NestedTestValue,
  nestTestValue,
  printTestValue,
  type TestValue,
  typedTestValue,
  type UntypedTestValue,
  type WrittenTestValue,
} from "./formats/test-value.ts";
export type { TableTexts } from "./formats/text-builder.ts";
export { DATE_RULES, type DateRule } from "./formats/time-builder.ts";
export { widenDecoded } from "./formats/widen-decoded.ts";
export {
  TABLE_FORMATS,
  type TableFormat,
  type WriteArrayOptions,
  type WriteColumnsOptions,
  type WriteOptions,
  type WriteTableOptions,
  writeArray,
  writeChunks,
  writeColumns,
  writeTable,
} from "./formats/write-array.ts";
export { writeBytes, writeText } from "./formats/write-bytes.ts";
export type {
  NamedColumn,
  NamedTextColumn,
  NamedTimeColumn,
  WrittenColumn,
} from "./formats/written-column.ts";
export type {
  ElementArray,
  ElementType,
  NarrowType,
  Scalar,
  ScalarType,
  StorageArray,
  StorageType,
} from "./values/element-types.ts";
export { FormatError, InvalidArgumentError, SamebitsError, UnsupportedError } from "./values/errors.ts";
export { collateTexts, compareTexts, shareDictionary, type TextColumn } from "./values/text-column.ts";
