// The formats whose columns a library decodes, behind one call: what a thread of its own can be handed as a job.

import type { StoredType } from "../values/value-types.ts";
import { decodeArrowColumns } from "./decode-arrow.ts";
import { decodeParquetColumns } from "./decode-parquet.ts";
import type { AnyNullRule, ColumnRequest, DecodedColumn, ProgressListener } from "./decoded.ts";
import type { RandomAccess } from "./open-parquet.ts";

/** Data that have columns by name, and what is wanted of them. */
export type ColumnsJob = ColumnsData & {
  readonly requests: readonly ColumnRequest[];
  readonly options: { readonly nulls?: AnyNullRule | undefined; readonly source: string };
};

/** Only Parquet, whose directory lies at the end, is read piece by piece. */
type ColumnsData =
  | { readonly format: "arrow"; readonly data: Uint8Array }
  | { readonly format: "parquet"; readonly data: Uint8Array | RandomAccess };

/** Decodes columns on the calling thread, which is busy until all of them are there. */
export async function decodeColumns(
  job: ColumnsJob,
  onProgress?: ProgressListener,
): Promise<readonly DecodedColumn<StoredType>[]> {
  const { requests, options } = job;
  switch (job.format) {
    case "arrow":
      return decodeArrowColumns(job.data, requests, options);
    case "parquet":
      return decodeParquetColumns(job.data, requests, { ...options, onProgress });
    default:
      return job satisfies never;
  }
}
