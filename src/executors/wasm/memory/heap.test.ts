import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OutOfMemoryError } from "../../../values/errors.ts";
import { allocateIn, Heap } from "./heap.ts";

describe("library memory", () => {
  it("hands out zeros that keep their view and values when the memory grows", () => {
    const heap = new Heap("shared", 65536);
    const first = allocateIn(heap, "f64", 100);
    first.array.fill(1.5);
    const before = heap.memory.buffer.byteLength;
    const large = allocateIn(heap, "f64", 1_000_000);
    expect(heap.memory.buffer.byteLength).toBeGreaterThan(before);
    expect(first.array.length).toBe(100);
    expect(first.array.every((value) => value === 1.5)).toBe(true);
    expect(large.array.every((value) => value === 0)).toBe(true);
    expect(heap.owns(first.array.buffer) && heap.owns(large.array.buffer)).toBe(true);
    expect(heap.owns(new Float64Array(4).buffer)).toBe(false);
  });

  it("reuses what was released, zeroed again, and takes a second release calmly", () => {
    const heap = new Heap("shared", 65536);
    const first = allocateIn(heap, "i32", 1000);
    first.array.fill(7);
    const { byteOffset } = first.array;
    first.release();
    first.release();
    const second = allocateIn(heap, "i32", 1000);
    expect(second.array.byteOffset).toBe(byteOffset);
    expect(second.array.every((value) => value === 0)).toBe(true);
  });

  it("tells where arrays lie, whatever it was asked before", () => {
    const heap = new Heap("shared", 65536);
    const homes = Array.from({ length: 3 }, () => allocateIn(heap, "f64", 64).array);
    const inside = homes.flatMap((home) => [
      home,
      home.subarray(8),
      new Uint8Array(home.buffer, home.byteOffset),
    ]);
    const outside = [...inside, ...homes].map(
      ({ byteOffset }) => new Float64Array(new SharedArrayBuffer(65536), byteOffset, 8),
    );
    const arrays = [...inside, ...outside, new Float64Array(0), new Float64Array(heap.memory.buffer, 0, 0)];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...arrays), { minLength: 3, maxLength: 40 }), (asked) => {
        for (const array of asked) {
          expect(heap.addressOf(array)).toBe(inside.includes(array as never) ? array.byteOffset : -1);
        }
      }),
      { seed: 20261122 },
    );
  });

  it("keeps the last cache line of 4 GiB, so that no array ends at address 0", () => {
    const memory = new WebAssembly.Memory({ initial: 65536, maximum: 65536, shared: true });
    const heap = new Heap({ memory, start: 2 ** 32 - 4096, end: 2 ** 32 });
    expect(heap.allocate(4096 - 64)).toBe(2 ** 32 - 4096);
    expect(() => heap.allocate(1)).toThrow(OutOfMemoryError);
  });

  it("grows to all of 4 GiB but that line", () => {
    const heap = new Heap("shared", 65536);
    heap.allocate(2 ** 31);
    expect(() => heap.allocate(2 ** 32 - 2 ** 31 - 1024)).toThrow(OutOfMemoryError);
    const address = heap.allocate(2 ** 32 - 2 ** 31 - 1024 - 64);
    expect(address + 2 ** 32 - 2 ** 31 - 1024 - 64).toBe(2 ** 32 - 64);
    expect(() => heap.allocate(1)).toThrow(OutOfMemoryError);
  });

  it("serves Symbol.dispose", () => {
    const heap = new Heap("shared", 65536);
    const free = heap.freeBytes;
    const allocation = allocateIn(heap, "u64", 10);
    expect(heap.freeBytes).toBeLessThan(free);
    allocation[Symbol.dispose]();
    expect(heap.freeBytes).toBe(free);
  });

  it("refuses more than 4 GiB by a typed error that names bytes and limit, and goes on working", () => {
    const heap = new Heap("shared", 65536);
    expect(() => allocateIn(heap, "f64", 2 ** 29)).toThrow(OutOfMemoryError);
    expect(() => allocateIn(heap, "f64", 2 ** 29)).toThrow(/4 GiB.*4294967296 bytes/);
    expect(allocateIn(heap, "f64", 10).array.length).toBe(10);
  });

  it("refuses growth where the memory is fixed", () => {
    const heap = new Heap("fixed", 0);
    const bytes = heap.freeBytes;
    expect(() => heap.allocate(bytes + 64)).toThrow(OutOfMemoryError);
  });

  it("never overlaps live ranges, keeps cache-line alignment, and merges everything back", () => {
    const actions = fc.array(
      fc.oneof(fc.record({ take: fc.integer({ min: 1, max: 5000 }) }), fc.record({ drop: fc.nat() })),
    );
    fc.assert(
      fc.property(actions, (steps) => {
        const heap = new Heap("unshared", 4 * 65536);
        const total = heap.freeBytes;
        const live: { address: number; bytes: number }[] = [];
        for (const step of steps) {
          if ("take" in step) {
            const address = heap.allocate(step.take);
            expect(address % 64).toBe(0);
            for (const other of live) {
              expect(address + step.take <= other.address || other.address + other.bytes <= address).toBe(
                true,
              );
            }
            live.push({ address, bytes: step.take });
          } else if (live.length > 0) {
            const [{ address, bytes }] = live.splice(step.drop % live.length, 1);
            heap.release(address, bytes);
          }
        }
        const grown = heap.memory.buffer.byteLength - 4 * 65536;
        for (const { address, bytes } of live) heap.release(address, bytes);
        expect(heap.freeBytes).toBe(total + grown);
        heap.allocate(total - 64);
        expect(heap.memory.buffer.byteLength).toBe(4 * 65536 + grown);
      }),
      { seed: 20261121, numRuns: 200 },
    );
  });
});
