import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "./errors.ts";
import { checkHeadFlags, checkLengths, checkOffsets } from "./segments.ts";

/** Longer than what the loops take at a time, by any rest. */
const COUNTS = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 29];

describe("checkOffsets", () => {
  it("finds the first empty segment wherever it is", () => {
    for (const count of COUNTS) {
      const lengths = new Uint32Array(count).fill(2);
      expect(checkOffsets("offsets", offsetsOf(lengths), 2 * count).firstEmpty).toBeUndefined();
      for (let empty = 0; empty < count; empty++) {
        const some = lengths.map((length, i) => (i === empty || (i > empty && i % 3 === 0) ? 0 : length));
        const { firstEmpty, length } = checkOffsets("offsets", offsetsOf(some), undefined);
        expect({ firstEmpty, length }).toStrictEqual({ firstEmpty: empty, length: sumOf(some) });
      }
    }
  });

  it("names the first offset that decreases, behind empty segments or none", () => {
    for (const count of COUNTS) {
      for (let place = 2; place <= count; place++) {
        for (const empty of [-1, 0, place - 2]) {
          const lengths = new Uint32Array(count).fill(2);
          if (empty >= 0) lengths[empty] = 0;
          const offsets = offsetsOf(lengths);
          const before = offsets[place - 1];
          if (before === 0) continue;
          offsets[place] = before - 1;
          expect(() => checkOffsets("offsets", offsets, undefined)).toThrow(
            new InvalidArgumentError(
              `offsets[${place}]`,
              `${before} or more, as the offset before is`,
              `${before - 1}`,
            ),
          );
        }
      }
    }
  });
});

describe("checkLengths", () => {
  it("adds all of them, and names the one that is too many", () => {
    for (const count of COUNTS) {
      const lengths = Uint32Array.from({ length: count }, (_, i) => i + 1);
      expect(checkLengths("lengths", lengths, undefined).length).toBe(sumOf(lengths));
      for (let i = 1; i < count; i++) {
        const many = lengths.slice();
        many[i] = 2 ** 32 - 1;
        expect(() => checkLengths("lengths", many, undefined)).toThrow(`by index ${i}`);
      }
    }
  });
});

describe("checkHeadFlags", () => {
  it("counts the segments", () => {
    for (const count of COUNTS) {
      const flags = Uint8Array.from({ length: count }, (_, i) => (i % 3 === 0 ? 1 : 0));
      expect(checkHeadFlags("headFlags", flags, count).count).toBe(sumOf(flags));
    }
  });
});

function offsetsOf(lengths: Uint32Array): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  for (const [i, length] of lengths.entries()) offsets[i + 1] = offsets[i] + length;
  return offsets;
}

function sumOf(counts: Uint32Array | Uint8Array): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}
