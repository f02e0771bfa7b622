// Bytes far away, fetched in blocks: a window of elements is less than a request should be.

import { FormatError } from "../../values/errors.ts";
import type { PartBytes } from "./part-bytes.ts";

const BLOCK_BYTES = 4 << 20;

/** Reads by blocks that `fetched` brings, each of exactly [start, end), and no smaller than `blockBytes` unless the file ends. */
export function blockReader(
  { name, byteLength }: Pick<PartBytes, "name" | "byteLength">,
  fetched: (start: number, end: number) => Promise<Uint8Array>,
  blockBytes = BLOCK_BYTES,
): PartBytes["readInto"] {
  let block = { start: 0, bytes: new Uint8Array(0) };
  return async (target, position) => {
    const wanted = position + target.length;
    if (wanted > byteLength)
      throw new FormatError(name, `a file of ${wanted} bytes or more`, `${byteLength}`);
    for (let at = position; at < wanted; ) {
      if (at < block.start || at >= block.start + block.bytes.length) {
        const end = Math.min(byteLength, at + Math.max(blockBytes, wanted - at));
        const bytes = await fetched(at, end);
        if (bytes.length !== end - at) {
          throw new FormatError(name, `${end - at} bytes from ${at} on`, `${bytes.length}`);
        }
        block = { start: at, bytes: bytes as Uint8Array<ArrayBuffer> };
      }
      const part = block.bytes.subarray(at - block.start, wanted - block.start);
      target.set(part, at - position);
      at += part.length;
    }
  };
}
