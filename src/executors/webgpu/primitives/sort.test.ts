import { describe, expect, it } from "vitest";
import { hostileScalars } from "../../../../test/helpers/operators/terms.ts";
import { gpuParts } from "../../../../test/helpers/webgpu/gpu-parts.ts";
import { serialPlans } from "../../../../test/helpers/webgpu/serial-plan.ts";
import { describeOnQuickAdapter, type TestAdapter } from "../../../../test/webgpu/adapters.ts";
import { expectSame } from "../../../../test/webgpu/check-primitives.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { UnsupportedError } from "../../../values/errors.ts";
import { bitsView, imageBits } from "../../../values/total-order.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import { searchSorted, sort } from "../../javascript/primitives/order.ts";
import type { SortOrder } from "../../primitives.ts";
import { ArrayRun } from "./array-run.ts";
import { exactly, type LookBackSetting, type Slot } from "./machine.ts";
import { Recording } from "./recording.ts";
import { searchSorted as searchOnDevice, sortSlots } from "./sort.ts";

import { SORT_STATE } from "./sort-digits.wgsl.ts";

/** Repeatable words. */
function wordsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

/** Keys with everything that orders go wrong at, many of them equal. */
function keysOf(type: ScalarType, length: number, seed: number): ColumnArray {
  const keys = newColumn(type, length) as { [index: number]: number | bigint } & ColumnArray;
  const next = wordsOf(seed);
  const special = hostileScalars(type);
  if (type !== "bool") {
    const bits = new Uint32Array(keys.buffer);
    for (let i = 0; i < bits.length; i++) bits[i] = next();
    // NaNs of other bits than the canonical ones, of both signs.
    if (type === "f32") for (let i = 5; i < length; i += 97) bits[i] = (i << 31) + 0x7f800000 + i;
    if (type === "f64") for (let i = 5; i < length; i += 97) bits[2 * i + 1] = (i << 31) + 0x7ff00000 + i;
  }
  for (let i = 0; i < length; i++) if (next() % 3 === 0) keys[i] = special[next() % special.length];
  return keys;
}

function wholeOrder(type: ScalarType, isDescending = false): SortOrder {
  return { isDescending, bits: [0, imageBits(type)] };
}

function indices(length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, i) => i);
}

interface Case {
  readonly keys: ColumnArray;
  readonly payload?: readonly ColumnArray[];
  readonly order: SortOrder;
}

/** Checks that the device sorts as plain loops do, to the bit, and gives how many tiles were counted by others than their owners. */
async function recountsOf(
  adapter: TestAdapter,
  { keys, payload = [], order }: Case,
  lookBack: LookBackSetting,
): Promise<number> {
  const run = new ArrayRun(gpuParts(await adapter.device(), serialPlans(8)), undefined, lookBack);
  const expected = sort(keys, payload, order);
  const placed = run.place(keys);
  const moved = payload.map((column) => run.place(column));
  const sorted = run.step("sort", (recording) => sortSlots(recording, placed, moved, order));
  const found = [sorted.keys, ...sorted.payload];
  for (const [i, column] of [expected.keys, ...expected.payload].entries()) {
    expect(bitsView(await run.take(found[i]))).toEqual(bitsView(column));
  }
  const counter = { ...(sorted.state as Slot), offset: SORT_STATE.recounts, length: exactly(1) };
  const recounts = sorted.state === undefined ? [0] : await run.take(counter);
  run.release();
  return Number(recounts[0]);
}

/** Tiles of 256 keys. */
const shape = { threads: 64, strips: 2, run: 2 };

/** The same kernels as without faults, but counted. */
const inspected: LookBackSetting = { shape, inspected: { faults: [] } };

describeOnQuickAdapter((adapter) => {
  const isSlow = adapter.name === "lavapipe"; // seconds to compile a kernel

  describe("sort", () => {
    it("is that of plain loops for keys of one word, at lengths around tiles, both ways", async () => {
      for (const type of ["u32", "i32", "f32", "bool"] as const) {
        for (const length of type === "f32" ? [0, 1, 255, 256, 257, 3000] : [600]) {
          const keys = keysOf(type, length, length + 1);
          for (const isDescending of [false, true]) {
            const order = wholeOrder(type, isDescending);
            await recountsOf(adapter, { keys, payload: [indices(length)], order }, inspected);
          }
        }
      }
    }, 120_000);

    it("ends with the same bits whatever is withheld, reversed or unseen", async () => {
      const order = wholeOrder("f32");
      const given = { keys: keysOf("f32", 5000, 7), payload: [indices(5000)], order };
      const cases = [
        { faults: ["withhold"], faultMask: 0 },
        { faults: ["withhold"], faultMask: 3 },
        { faults: ["reverse"] },
        { faults: ["blind"] },
        { faults: ["withhold", "reverse"], faultMask: 1 },
      ] as const;
      for (const fault of cases) {
        const recounts = await recountsOf(adapter, given, { shape, pollLimit: 1, inspected: fault });
        const isWaitedFor = fault.faults.every((each) => each === "withhold");
        if (!isWaitedFor && adapter.isCostly(fault.faults)) expect(recounts).toBeGreaterThan(20);
      }
      // Each of 20 tiles counts all before it, in each of four passes.
      const blind = { shape, pollLimit: 3, inspected: { faults: ["blind"] } } as const;
      expect(await recountsOf(adapter, given, blind)).toBe((4 * 20 * 19) / 2);
    }, 120_000);

    it("looks at the asked bits alone, and does nothing where there are none", async () => {
      const keys = keysOf("u32", 700, 3);
      for (const bits of [
        [0, 8],
        [3, 5],
        [7, 29],
        [31, 32],
        [9, 9],
        [0, 17],
      ] as const) {
        for (const isDescending of [false, true]) {
          const order = { isDescending, bits };
          await recountsOf(adapter, { keys, payload: [indices(700)], order }, inspected);
        }
      }
    }, 60_000);

    it("copies where all keys have one digit", async () => {
      const keys = Uint32Array.from({ length: 900 }, (_, i) => 0xabcd0042 + ((i * 7919) % 256) * 256);
      const given = { keys, payload: [indices(900)], order: wholeOrder("u32") };
      expect(await recountsOf(adapter, given, { ...inspected, pollLimit: 1 })).toBeLessThan(4);
    }, 60_000);

    if (isSlow) return;

    it("takes keys whose number only the device knows", async () => {
      const keys = keysOf("f32", 900, 23);
      const flags = Uint8Array.from({ length: 900 }, (_, i) => (i % 7 < 4 ? 1 : 0));
      await expectSame(
        await adapter.device(),
        [keys, flags],
        async (on, [column, kept]) => {
          const [some] = await on.compact([column], kept);
          const sorted = await on.sort(some, [await on.iota(some)], wholeOrder("f32"));
          const places = await on.searchSorted(sorted.keys, some, "left", false);
          return [sorted.keys, ...sorted.payload, places];
        },
        inspected,
      );
    }, 60_000);

    it("is that of plain loops for keys and payload of two words", async () => {
      for (const type of ["f64", "i64", "u64"] as const) {
        const keys = keysOf(type, 1500, 11);
        const payload = [BigUint64Array.from(indices(1500), (i) => BigInt(i) << 33n)];
        await recountsOf(adapter, { keys, payload, order: wholeOrder(type) }, inspected);
        const order = { isDescending: true, bits: [13, 47] } as const;
        await recountsOf(adapter, { keys, payload, order }, inspected);
      }
    }, 120_000);

    it("moves nothing else, or much else, and does so at the shape that the device has room for", async () => {
      const keys = keysOf("i32", 9000, 5);
      const order = wholeOrder("i32");
      await recountsOf(adapter, { keys, order }, { shape });
      const payload = [keysOf("f64", 9000, 1), keysOf("bool", 9000, 2), keysOf("f32", 9000, 3)];
      await recountsOf(adapter, { keys, payload, order }, {});
    }, 120_000);

    it("refuses more keys than its counts have room for", async () => {
      const recording = new Recording(await adapter.device(), {});
      const keys: Slot = { ...recording.scratch("u32", exactly(1)), length: exactly(2 ** 30) };
      expect(() => sortSlots(recording, keys, [], wholeOrder("u32"))).toThrow(UnsupportedError);
    });
  });

  describe("searchSorted", () => {
    it("is that of plain loops on every kind of key, both sides, both ways", async () => {
      for (const type of isSlow
        ? (["f32"] as const)
        : (["u32", "i32", "f32", "f64", "u64", "i64"] as const)) {
        const run = new ArrayRun(gpuParts(await adapter.device(), serialPlans(8)), undefined, {});
        const queries = keysOf(type, 1500, 17);
        for (const isDescending of [false, true]) {
          const { keys } = sort(keysOf(type, 333, 19), [], wholeOrder(type, isDescending));
          for (const [sorted, side] of [
            [keys, "left"],
            [keys, "right"],
            [keys.subarray(0, 0), "right"],
          ] as const) {
            const [placed, asked] = [run.place(sorted), run.place(queries)];
            const places = run.step("search", (recording) =>
              searchOnDevice(recording, placed, asked, side, isDescending),
            );
            expect(await run.take(places)).toEqual(searchSorted(sorted, queries, side, isDescending));
          }
        }
        run.release();
      }
    }, 60_000);
  });
});
