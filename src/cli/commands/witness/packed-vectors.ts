// The package has its large files of golden vectors packed, by tools/compress-vectors.mjs, as bits in hexadecimal digits take twice the room.

import { brotliDecompressSync } from "node:zlib";

/** The lines of a packed file: a length, so many bytes of text, and the bits that ~ (eight bytes) and ^ (four) stand for, in their order. */
export function unpackVectors(file: Uint8Array): string {
  const bytes = brotliDecompressSync(file);
  const textStart = bytes.indexOf("\n") + 1;
  let at = textStart + Number(bytes.toString("latin1", 0, textStart));
  return bytes.toString("latin1", textStart, at).replace(/[~^]/g, (mark) => {
    const digits = bytes.toString("hex", at, at + (mark === "~" ? 8 : 4));
    at += digits.length / 2;
    return `"${digits}"`;
  });
}
