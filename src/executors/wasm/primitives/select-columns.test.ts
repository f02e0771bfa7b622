import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyColumns, anyFlags } from "../../../../test/algorithms/arbitraries.ts";
import {
  counted,
  expectSame,
  LENGTHS,
  placements,
  wasm,
} from "../../../../test/algorithms/wasm-definition.ts";
import { SCALAR_TYPES } from "../../../values/value-types.ts";
import { openArena } from "../memory/arena.ts";
import { Heap } from "../memory/heap.ts";
import { selectionKernels } from "./select-columns.ts";

const SETTING = { seed: 20261121, numRuns: 60 };
const aLength = fc.oneof(fc.nat(40), fc.constantFrom(...LENGTHS), fc.integer({ min: 3000, max: 20000 }));
const columnsAndFlags = aLength.chain((length) =>
  fc.tuple(anyColumns(SCALAR_TYPES, fc.constant(length)), anyFlags(fc.constant(length))),
);

describe("elements chosen by flags", () => {
  it("compact, partition and flagIndices are those of the definition, for every type and wherever columns lie", () => {
    fc.assert(
      fc.property(columnsAndFlags, ([columns, flags]) => {
        for (const placed of placements([flags, ...columns])) {
          const [set, ...rest] = placed;
          expectSame((on) => on.compact(rest, set));
          expectSame((on) => on.partition(rest, set));
          expectSame((on) => on.flagIndices(set, false));
          expectSame((on) => on.flagIndices(set, true));
        }
      }),
      { ...SETTING, numRuns: 60 },
    );
  });

  it.each(LENGTHS)("none, all, the first and the last of %d", (length) => {
    const column = Float64Array.from({ length }, (_, i) => i - 3);
    for (const isSet of [() => 0, () => 1, (i: number) => +(i === 0), (i: number) => +(i === length - 1)]) {
      const flags = Uint8Array.from({ length }, (_, i) => isSet(i));
      expectSame((on) => on.compact([column], flags));
      expectSame((on) => on.partition([column, flags], flags));
      expectSame((on) => on.flagIndices(flags, true));
    }
  });

  it.each([1, 4, 8] as const)("kernels write nothing beyond what a range keeps: width %d", (width) => {
    const { heap, kernels } = openArena(new Heap("unshared", 65536));
    const kernel = selectionKernels(kernels, width);
    const [input, flags, output, others] = Array.from({ length: 4 }, () => heap.allocate(1024));
    const bytes = heap.view("bool");
    const written = (from: number): number =>
      Array.from(bytes.subarray(from, from + 1024), (byte) => +(byte !== 9)).lastIndexOf(1) + 1;
    fc.assert(
      fc.property(anyFlags(fc.nat(100)), (given) => {
        const kept = given.reduce((sum, flag) => sum + flag, 0);
        bytes
          .fill(1, input, input + 1024)
          .fill(9, output, output + 1024)
          .fill(9, others, others + 1024);
        bytes.set(given, flags);
        expect(kernel.countFlags(flags, given.length)).toBe(kept);
        expect(kernel.compact(input, flags, output, given.length)).toBe(kept);
        expect(written(output)).toBe(kept * width);
        expect(kernel.partition(input, flags, output, others, given.length)).toBe(kept);
        expect(written(output)).toBe(kept * width);
        expect(written(others)).toBe((given.length - kept) * width);
        if (width === 4) {
          bytes.fill(9, output, output + 1024);
          expect(kernel.flagIndices(flags, output, given.length, 0)).toBe(kept);
          expect(written(output)).toBe(4 * kept);
        }
      }),
      { ...SETTING, numRuns: 200 },
    );
  });

  it("runs on kernels", () => {
    const flags = new Uint8Array(100).fill(1);
    expect(counted(() => wasm.compact([new Float32Array(100), new BigInt64Array(100)], flags))).toEqual({
      countFlags: 100,
      compact: 200,
    });
    expect(counted(() => wasm.partition([flags], flags))).toEqual({ countFlags: 100, partition: 100 });
    expect(counted(() => wasm.flagIndices(flags, true))).toEqual({ countFlags: 100, flagIndices: 100 });
  });
});
