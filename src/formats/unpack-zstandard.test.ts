// Zstandard unpacked block by block against bytes that the command `zstd` has packed, cut anywhere; and data that are none.

import { compressors } from "hyparquet-compressors";
import { describe, expect, test } from "vitest";
import { unpackZstandard, WideWindowError } from "./unpack-zstandard.ts";

/** What was packed: copies from 997 bytes back, through four blocks. */
const BYTES = Uint8Array.from({ length: 400_000 }, (_, i) => ((i % 997) * 7) % 23);

const packedOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, "base64"));

/** `zstd -19 --no-check` of a file: one segment of a length that is told. */
const SEGMENT = packedOf(
  "KLUv/aCAGgYAJAEAuAAHDhUFDBMDChEBCA8WBg0UBAsSAgkQAgAY/OhFDi7XajYBXAAAAAIA6f0ghwgVAAJMAAAIAQEA/P85EAJVAAAAAgAmCHqgUgEg",
);

/** `zstd --long=27` of a pipe: a window of 128 MiB, and a checksum. */
const WIDE = packedOf(
  "KLUv/QSIJAEAuAAHDhUFDBMDChEBCA8WBg0UBAsSAgkQAgAY/OhFDi7XajYBTAAAAAEA/f/ocwEETAAAAAEA/f/ocwEERQAAAAEAfYq+F0AaDi/G",
);

/** The same frame, which says that it has a window of 2 MiB. */
const CHECKED = Uint8Array.from(WIDE, (byte, i) => (i === 5 ? 11 << 3 : byte));

/** A run of 1000 sevens and three bytes as they are. */
const PLAIN = Uint8Array.of(
  ...[0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58],
  ...[0x42, 0x1f, 0x00, 7], // 1000 << 3, a run
  ...[0x19, 0x00, 0x00, 1, 2, 3],
);
const PLAIN_BYTES = Uint8Array.of(...new Array<number>(1000).fill(7), 1, 2, 3);

const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

async function* inParts(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.slice(start, start + length);
}

async function unpacked(packed: Uint8Array, length: number, partLength = 1000) {
  const parts: Uint8Array[] = [];
  for await (const part of unpackZstandard(inParts(packed, partLength), length)) parts.push(part);
  return {
    bytes: joined(...parts),
    longest: Math.max(...parts.map((part) => part.length)),
  };
}

describe.each([
  ["one segment", SEGMENT, BYTES],
  ["a window and a checksum", CHECKED, BYTES],
  ["runs and plain bytes", PLAIN, PLAIN_BYTES],
  ["two frames", joined(CHECKED, PLAIN), joined(BYTES, PLAIN_BYTES)],
])("zstandard, %s", (_, packed, bytes) => {
  test.each([1, 7, 64, 1000])("in parts of %i bytes", async (partLength) => {
    const found = await unpacked(packed, bytes.length, partLength);
    expect(Buffer.compare(found.bytes, bytes)).toBe(0);
    expect(found.longest).toBeLessThanOrEqual(1 << 17);
  });

  test("is what the package unpacks", () => {
    const whole = compressors.ZSTD as (packed: Uint8Array, length: number) => Uint8Array;
    expect(Buffer.compare(whole(packed, bytes.length), bytes)).toBe(0);
  });

  test("refuses another length, and an end that comes early", async () => {
    await expect(unpacked(packed, bytes.length - 1)).rejects.toThrow(RangeError);
    await expect(unpacked(packed, bytes.length + 1)).rejects.toThrow(`in a page of ${bytes.length + 1}`);
    for (let end = 1; end < packed.length; end += 3) {
      await expect(unpacked(packed.subarray(0, end), bytes.length)).rejects.toThrow(RangeError);
    }
  });
});

test("a frame that looks back further than is kept is not begun", async () => {
  await expect(unpacked(WIDE, BYTES.length)).rejects.toThrow(WideWindowError);
});

test("what is no frame is left to the package", async () => {
  await expect(unpacked(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9), 4)).rejects.toThrow(WideWindowError);
});
