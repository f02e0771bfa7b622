// Readers of Arrow and Parquet take an empty name for none, and drop a byte-order mark at the beginning of names and texts, so that two texts would become one.

import { describe } from "../values/describe.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import type { CheckedColumn } from "./written-column.ts";

const READERS = { arrow: "Arrow", parquet: "Parquet" } as const;

/** @throws InvalidArgumentError */
export function checkReadableName(
  { column }: Pick<CheckedColumn, "column">,
  format: keyof typeof READERS,
): void {
  if (column !== "" && !column.startsWith("\ufeff")) return;
  const expected = `of names that ${READERS[format]} readers keep: not empty, no byte-order mark first`;
  throw new InvalidArgumentError("columns", expected, describe(column));
}

/** @throws InvalidArgumentError */
export function checkReadableTexts(given: CheckedColumn, format: keyof typeof READERS): void {
  if (given.kind !== "texts" || !given.dictionary.some((text) => text.startsWith("\ufeff"))) return;
  const expected = `of texts that ${READERS[format]} readers keep: no byte-order mark first`;
  throw new InvalidArgumentError("columns", expected, `one in ${JSON.stringify(given.column)}`);
}
