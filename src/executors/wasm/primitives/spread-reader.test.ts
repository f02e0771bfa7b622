import fc from "fast-check";
import { expect, it } from "vitest";
import { newColumn } from "../../../values/value-types.ts";
import { openArena } from "../memory/arena.ts";
import { Heap } from "../memory/heap.ts";
import { spreadReader } from "./spread-reader.ts";
import { within } from "./work-memory.ts";

const MOST = 40;

it("reads elements of a column so many times each, and over again, as bits", () => {
  const arena = openArena(new Heap("unshared", 2 ** 16));
  fc.assert(
    fc.property(
      fc.constantFrom("f64", "u64", "f32", "u32", "bool"),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 100 }),
      fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: 1, max: MOST })), { minLength: 1, maxLength: 4 }),
      (type, times, count, chunks) => {
        const column = newColumn(type, count + 3);
        const bits = new Uint8Array(column.buffer);
        // Such bytes make NaNs with payloads too.
        bits.forEach((_, at) => {
          bits[at] = type === "bool" ? at % 2 : 255 - ((at * at) % 7);
        });
        const bytes = column.BYTES_PER_ELEMENT;
        within(arena, (space) => {
          const read = spreadReader(space, column, { times, count }, MOST);
          for (const [start, length] of chunks) {
            const found = new Uint8Array(space.heap.memory.buffer, read(start, length), length * bytes);
            for (let i = 0; i < length; i++) {
              const from = (Math.floor((start + i) / times) % count) * bytes;
              expect([...found.subarray(i * bytes, (i + 1) * bytes)]).toEqual([
                ...bits.subarray(from, from + bytes),
              ]);
            }
          }
        });
      },
    ),
    { seed: 2026, numRuns: 100 },
  );
});
