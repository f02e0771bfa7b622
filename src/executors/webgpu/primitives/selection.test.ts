import { expect, test } from "vitest";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import {
  countersOfSelection,
  expectSame,
  flagsOf,
  partsOf,
  wordsOf,
} from "../../../../test/webgpu/check-primitives.ts";
import { algorithmTemplate } from "../../../algorithms/algorithm-template.ts";
import { elementFunction } from "../../../operators/builder/builder.ts";
import { binary, constant, left, type Term } from "../../../operators/term.ts";
import { OutOfMemoryError } from "../../../values/errors.ts";
import { type ColumnArray, columnsOf } from "../../../values/value-types.ts";
import type { Primitives } from "../../primitives.ts";
import type { FAULTS } from "../kernels/kernel-setting.ts";
import type { GpuVector } from "./lazy-flags.ts";
import { exactly } from "./machine.ts";
import { Recording } from "./recording.ts";
import { openWebGpuPrimitives, recordedPrimitives } from "./webgpu-primitives.ts";

/** Tiles of 64 elements: many of them in few elements. */
const SHAPE = { threads: 64, strips: 1, run: 1 } as const;
const LENGTHS = [0, 1, 64, 65, 64 * 33 + 5, 20_001];

/** Doubles of any bits, NaNs with payloads among them, in runs of equal ones. */
function doublesOf(length: number): Float64Array {
  const words = wordsOf(2 * length, 3);
  for (let i = 1; i < length; i++) {
    if (words[2 * i] % 3 === 0) words.copyWithin(2 * i, 2 * i - 2, 2 * i);
    else if (words[2 * i] % 7 === 0) words.set([words[2 * i], 0x7ff80000 + i], 2 * i);
    else if (words[2 * i] % 7 === 1) words.set([0, (words[2 * i] << 31) >>> 0], 2 * i);
  }
  return new Float64Array(words.buffer);
}

const isLow = elementFunction("f64", (value) => value.less(1000));
const isNotNegative: Term = binary("lessOrEqual", constant("f64", 0), left("f64"));

describeOnQuickAdapter((adapter) => {
  test("flags, terms and heads choose elements, in one pass, for lengths around tiles and groups of tiles", async () => {
    const device = await adapter.device();
    for (const length of LENGTHS) {
      const columns = [wordsOf(length, 5), doublesOf(length), flagsOf(length)];
      await expectSame(
        device,
        columns,
        async (on, [u, d, flags]) => {
          const [isKept] = await on.map([isNotNegative], [d]);
          return [
            ...(await on.compact([u, d], flags)),
            ...(await on.compact([d], isKept)),
            ...(await on.compact([d], await on.headFlags([d]))),
            await on.flagIndices(flags, true),
            isKept,
          ];
        },
        { shape: SHAPE },
      );
    }
  });

  test("a partition keeps both sides in order, of more columns than a kernel has", async () => {
    const device = await adapter.device();
    for (const length of [0, 1, 4500]) {
      const columns = [
        doublesOf(length),
        wordsOf(length, 9),
        wordsOf(length, 10),
        flagsOf(length),
        flagsOf(length, 1),
      ];
      await expectSame(
        device,
        columns,
        async (on, [d, u, v, b, flags]) => {
          const { kept, others } = await on.partition([u, d, b, v], flags);
          return [...kept, ...others];
        },
        { shape: SHAPE, storageBuffers: 8 },
      );
    }
  });

  test.each([
    ["filter", { input: "f64", predicate: isLow }, 1],
    ["filter", { input: { x: "f64", y: "u32", z: "i64" }, predicate: "flags" }, 1],
    ["partition", { input: "f64", predicate: isLow }, 1],
    ["partition", { input: { x: "f64", y: "u32" }, predicate: "flags" }, 1],
    ["unique", { input: { x: "f64", y: "u32", z: "f32" } }, 1],
    ["expand", { input: { x: "f64", y: "u32", z: "i64" } }, 1],
    ["partition", { input: { x: "f64", y: "u32", z: "i64" }, predicate: "flags" }, 3], // indices, and a gather for each side
  ] as const)(
    "%s of %o is %i dispatch, and its lengths are the device's",
    async (name, options, dispatches) => {
      const recording = new Recording(await adapter.device(), { storageBuffers: 8 });
      const on = recordedPrimitives(recording) as Primitives<GpuVector>;
      const template = algorithmTemplate(name, options);
      const columns = template.arguments.flatMap(({ type }) => columnsOf(type));
      const input = columns.map(({ type }) => recording.scratch(type, exactly(1000)));
      const results = template.record<GpuVector>(on, input, 1000);
      expect(recording.takeCommands().map(({ kind }) => kind)).toEqual(new Array(dispatches).fill("run"));
      expect(results.length).toBeGreaterThan(0);
      expect(results.filter(({ length }) => length.count === undefined)).toEqual([]); // all counts stay on the device
    },
  );

  test("results larger than a buffer may be are a typed error", async () => {
    const on = openWebGpuPrimitives(partsOf(await adapter.device()), undefined);
    expect(() => on.fill("f64", 1, 2 ** 31)).toThrow(OutOfMemoryError);
    expect(() => on.segmentIds(on.place(Uint32Array.of(0, 1)), 2 ** 32 - 1)).toThrow(OutOfMemoryError);
    on.release();
  });

  const faults: readonly {
    readonly faults: readonly (keyof typeof FAULTS)[];
    readonly faultMask?: number;
  }[] = [{ faults: ["reverse"] }, { faults: ["withhold"], faultMask: 7 }, { faults: ["blind", "tear"] }];
  test("no bit depends on what tiles see of each other", async () => {
    const device = await adapter.device();
    for (const inspected of faults) {
      const length = inspected.faults.includes("blind") ? 64 * 20 : 64 * 70 + 3;
      const columns: readonly ColumnArray[] = [wordsOf(length, 5), flagsOf(length)];
      const counters = await countersOfSelection(device, columns, { shape: SHAPE, pollLimit: 2, inspected });
      if (!adapter.isCostly(inspected.faults)) continue;
      expect(counters.fallbacks).toBeGreaterThan(0);
      expect(counters.recomputed).toBeGreaterThan(0);
    }
  });
});
