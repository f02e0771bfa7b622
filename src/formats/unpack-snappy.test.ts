// Snappy unpacked in parts against the package that unpacks it whole, over data of every compressibility, cut anywhere; and data that are none.

import fc from "fast-check";
import { compressors } from "hyparquet-compressors";
import { describe, expect, test } from "vitest";
import { FarCopyError, unpackSnappy } from "./unpack-snappy.ts";

const unpackWhole = compressors.SNAPPY as (packed: Uint8Array, length: number) => Uint8Array;

async function* inParts(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.slice(start, start + length);
}

async function unpacked(packed: Uint8Array, length: number, partLength = 1000): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of unpackSnappy(inParts(packed, partLength), length)) parts.push(part.slice());
  return Uint8Array.from(Buffer.concat(parts));
}

/** The elements of a stream: bytes as they are, and copies from so far back. */
type Element = readonly number[] | { readonly offset: number; readonly length: number };

/** A stream of these, copies by the shortest tag that has them or by the longest. */
function packedOf(elements: readonly Element[], isWide: boolean): Uint8Array {
  const length = elements.reduce((sum, each) => sum + each.length, 0);
  const bytes: number[] = [];
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest < 128 ? rest : (rest % 128) | 0x80);
    if (rest < 128) break;
  }
  for (const each of elements) {
    const last = each.length - 1;
    if (!("offset" in each)) {
      if (last < 60 && !isWide) bytes.push(last << 2, ...each);
      else bytes.push(62 << 2, last & 0xff, (last >> 8) & 0xff, last >> 16, ...each);
    } else if (!isWide && each.offset < 2048 && each.length >= 4 && each.length < 12)
      bytes.push(1 | ((each.length - 4) << 2) | ((each.offset >> 8) << 5), each.offset & 0xff);
    else if (!isWide && each.offset < 65_536)
      bytes.push(2 | (last << 2), each.offset & 0xff, each.offset >> 8);
    else bytes.push(3 | (last << 2), each.offset & 0xff, (each.offset >> 8) & 0xff, each.offset >> 16, 0);
  }
  return Uint8Array.from(bytes);
}

const elements = fc.array(
  fc.oneof(
    fc.array(fc.nat(255), { minLength: 1, maxLength: 90 }),
    fc.record({ offset: fc.integer({ min: 1, max: 3000 }), length: fc.integer({ min: 1, max: 64 }) }),
  ),
  { minLength: 1, maxLength: 60 },
);

describe("snappy", () => {
  test("is what the package unpacks, wherever parts end", async () => {
    await fc.assert(
      fc.asyncProperty(
        elements,
        fc.boolean(),
        fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(10_000)),
        async (all, isWide, partLength) => {
          let written = 0;
          const sound = all.map((each) => {
            const own = "offset" in each ? { ...each, offset: Math.min(each.offset, written) } : each;
            const kept = "offset" in own && own.offset === 0 ? [7] : own;
            written += kept.length;
            return kept;
          });
          const packed = packedOf(sound, isWide);
          expect(await unpacked(packed, written, partLength)).toEqual(unpackWhole(packed, written));
        },
      ),
      { seed: 26, numRuns: 300 },
    );
  });

  test("goes back as far as encoders do, beyond parts of what is unpacked", async () => {
    const random = Array.from({ length: 65_535 }, (_, i) => (Math.imul(i, 2_654_435_761) >>> 13) & 0xff);
    const copies = Array.from({ length: 9000 }, () => ({ offset: 65_535, length: 64 }));
    const packed = packedOf([random, ...copies, { offset: 1, length: 60 }], false);
    const length = 65_535 + 9000 * 64 + 60;
    expect(await unpacked(packed, length)).toEqual(unpackWhole(packed, length));
  });

  test("says where a copy is from further back than that", async () => {
    const bytes = Array.from({ length: 65_537 }, (_, i) => i & 0xff);
    const packed = packedOf([bytes, { offset: 65_537, length: 4 }], true);
    await expect(unpacked(packed, 65_541)).rejects.toThrow(FarCopyError);
    expect(unpackWhole(packed, 65_541).subarray(65_537)).toEqual(Uint8Array.of(0, 1, 2, 3));
  });

  test.each([
    ["another length", [3, 8, 1, 2, 3], 4, "3 packed bytes in a page of 4"],
    ["an end within bytes", [3, 8, 1, 2], 3, "a page that is cut off"],
    ["an end within a tag", [9, 8, 1, 2, 3, 2], 9, "a page that is cut off"],
    ["nothing", [], 3, "a page that is cut off"],
    ["a copy from before the beginning", [7, 8, 1, 2, 3, 1, 9], 7, "a copy from 9 bytes back, of 3"],
    ["a copy from nowhere", [7, 8, 1, 2, 3, 1, 0, 0, 0], 7, "a copy from 0 bytes back, of 3"],
    ["more than it says", [3, 12, 1, 2, 3, 4], 3, "4 packed bytes with 3 left of a page"],
    ["a length without end", [255, 255, 255, 255, 255, 255], 3, "a length without end"],
  ])("refuses %s", async (_, bytes, length, message) => {
    await expect(unpacked(Uint8Array.from(bytes), length)).rejects.toThrow(message);
  });
});
