import type { Options } from "csv-parse/sync";
import { FormatError, SamebitsError } from "../values/errors.ts";
import { recordDelimiter } from "./record-delimiter.ts";

/** The records of CSV bytes, or whatever `options` makes of them. @throws FormatError for broken quotes */
export type CsvParser = (bytes: Uint8Array, options: Options) => readonly unknown[];

/** The parser of a text with this delimiter. */
export async function loadCsvParser(source: string, delimiter: string): Promise<CsvParser> {
  const parse = await loadPeer();
  return (bytes, options) => {
    try {
      // Cells are counted by the reader, whose error says more.
      const record_delimiter = recordDelimiter(bytes) ?? "\n";
      return parse(bytes, { bom: true, delimiter, record_delimiter, relax_column_count: true, ...options });
    } catch (cause) {
      if (cause instanceof SamebitsError) throw cause;
      throw new FormatError(
        source,
        "well-formed CSV",
        cause instanceof Error ? cause.message : String(cause),
      );
    }
  };
}

// The package's main build wants Node's Buffer; its browser build brings one along, and is three times slower.
async function loadPeer(): Promise<CsvParser> {
  if (typeof Buffer === "undefined") {
    const { parse } = await import("csv-parse/browser/esm/sync");
    return (bytes, options) => parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), options);
  }
  const { parse } = await import("csv-parse/sync");
  return (bytes, options) => parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options);
}
