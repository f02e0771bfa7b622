import { InvalidArgumentError } from "../values/errors.ts";
import type { HeaderOptions } from "./decode-csv.ts";
import type { Format } from "./format-of-path.ts";

/** Refuses to be told of the first row of data that are no text. @throws InvalidArgumentError */
export function expectNoHeader({ header }: HeaderOptions, format: Exclude<Format, "csv" | "tsv">): void {
  if (header === undefined) return;
  const expected = `left out for ${format === "npy" ? ".npy" : format} data, as CSV and TSV alone have a first row`;
  throw new InvalidArgumentError("header", expected, String(header));
}
