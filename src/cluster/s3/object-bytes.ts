// An object of S3, read by ranges.

import { FormatError } from "../../values/errors.ts";
import { blockReader } from "../data/blocks.ts";
import type { PartBytes } from "../data/part-bytes.ts";
import type { Objects } from "./objects.ts";

/** @throws FormatError where it is not there or cannot be read; UnsupportedError where the package is missing */
export async function openObject(objects: Objects, uri: string, blockBytes?: number): Promise<PartBytes> {
  const absent = (): FormatError => new FormatError(uri, "a readable object", "no such object");
  const head = await objects.head(uri);
  if (head === undefined) throw absent();
  const { byteLength, etag } = head;
  const fetched = async (start: number, end: number): Promise<Uint8Array> => {
    const bytes = await objects.get(uri, { start, end, etag });
    if (bytes === undefined) throw absent();
    return bytes;
  };
  return {
    ...{ name: uri, byteLength, etag },
    readInto: blockReader({ name: uri, byteLength }, fetched, blockBytes),
    close: async () => {},
  };
}
