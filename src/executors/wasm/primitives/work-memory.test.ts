import { describe, expect, it } from "vitest";
import { openMemory } from "../memory/wasm-memory.ts";
import { openSumsWasm } from "../sums-wasm-executor.ts";
import { algorithmsWasmExecutor } from "./algorithms-wasm-executor.ts";
import { selectionKernels } from "./select-columns.ts";
import { openWorkMemory, type WorkMemory } from "./work-memory.ts";

const { executor, machine } = openSumsWasm(openMemory());
const elements = Float64Array.from({ length: 5000 }, (_, i) => i);
const memoryOf = (work: WorkMemory, column = elements): WebAssembly.Memory =>
  work.on([column], ({ heap }) => heap.memory);

describe("work memory", () => {
  it("is library memory where a vector lies there, and used where it lies", () => {
    const work = openWorkMemory(machine);
    const { array } = executor.allocate("f64", 5000);
    array.set(elements);
    expect(memoryOf(work, array as Float64Array<ArrayBuffer>)).toBe(machine.library()?.heap.memory);
    expect(memoryOf(work).buffer).toBeInstanceOf(ArrayBuffer);
    work.on([array, elements], ({ heap, place, reader }) => {
      expect(place(array)).toBe(array.byteOffset);
      expect(reader(array).at(7, 10)).toBe(array.byteOffset + 56);
      const copied = place(elements);
      expect(heap.view("f64").subarray(copied / 8, copied / 8 + 5000)).toEqual(elements);
    });
  });

  it("gives back at the end of a call what the call took, even if that throws", () => {
    const work = openWorkMemory(machine);
    const freeBytes = (): number => work.on([], ({ heap }) => heap.freeBytes);
    const before = freeBytes();
    const take = (): unknown =>
      work.on([elements], ({ allocate, place, reader, writer }) => {
        allocate(100);
        place(elements);
        reader(elements);
        writer("f64", 10);
        throw new Error("stop");
      });
    expect(take).toThrow("stop");
    expect(freeBytes()).toBe(before);
  });

  it("is kept until a call makes it too large; kernels then run in a new one", () => {
    const work = openWorkMemory(machine, 2 ** 20);
    const first = memoryOf(work);
    expect(memoryOf(work)).toBe(first);
    expect(work.on([], ({ allocate }) => allocate(2 ** 20))).toBeGreaterThan(0);
    expect(memoryOf(work)).not.toBe(first);
    const count = work.on([], ({ heap, kernels, allocate }) => {
      const flags = allocate(100);
      heap.view("bool").fill(1, flags, flags + 100);
      return selectionKernels(kernels, 8).countFlags(flags, 100);
    });
    expect(count).toBe(100);
  });

  it("what a call gives outlives it and the growth of the memory", () => {
    const work = openWorkMemory(machine);
    const given = work.on([elements], ({ give, place }) => give("f64", place(elements), 5000));
    work.on([], ({ allocate }) => allocate(2 ** 22));
    expect(given).toEqual(elements);
    expect(given.buffer).toBeInstanceOf(ArrayBuffer);
  });
});

describe("the executor of algorithms", () => {
  it("serves what the others do: trees, exact and binned sums, sequences that keep arriving", () => {
    const algorithms = algorithmsWasmExecutor();
    expect(algorithms.name).toBe("wasm");
    expect(Object.keys(algorithms)).toEqual(
      expect.arrayContaining([...Object.keys(executor), "openPrimitives", "primitiveCounts"]),
    );
  });
});
