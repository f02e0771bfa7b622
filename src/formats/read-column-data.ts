import { type ByteSource, type ReadControl, readEverything } from "./byte-source.ts";
import type { ColumnsJob } from "./decode-columns.ts";
import type { HeaderOptions } from "./decode-csv.ts";
import type { RandomAccess } from "./decode-parquet.ts";
import { decodeStoppably } from "./decode-stoppably.ts";
import type { ColumnOptions, ColumnRequest, DecodedColumn } from "./decoded.ts";
import { expectNoHeader } from "./expect-no-header.ts";

/** Where data come from: in order and, if it is a file of known length, from anywhere in it. */
export interface ColumnsPlace {
  readonly inOrder: ByteSource;
  readonly anywhere?: RandomAccess | undefined;
}

type ColumnsOptions = Pick<ColumnOptions, "nulls"> &
  HeaderOptions &
  ReadControl & { readonly source: string };

/** Reads columns of a format that has them by name. */
export async function readColumnData(
  format: ColumnsJob["format"],
  { inOrder, anywhere }: ColumnsPlace,
  wanted: readonly ColumnRequest[],
  control: ColumnsOptions,
): Promise<readonly DecodedColumn[]> {
  const { source, nulls, header } = control;
  const requests = wanted.map(({ column, type }) => ({ column, type }));
  const options = { source, nulls, header };
  if (format === "arrow" || format === "parquet") expectNoHeader(control, format);
  if (format === "parquet" && anywhere !== undefined) {
    return decodeStoppably({ format, data: anywhere, requests, options }, control);
  }
  const data = await readEverything(inOrder, control);
  return decodeStoppably({ format, data, requests, options }, control);
}
