import { expect, test } from "vitest";
import { templatePrimitives } from "../../../../test/algorithms/template-rows.ts";
import { isLong, isThorough } from "../../../../test/extent.ts";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { partsOf, wordsOf } from "../../../../test/webgpu/check-primitives.ts";
import { bufferOf, wordsIn } from "../../../../test/webgpu/word-buffers.ts";
import { algorithmTemplate } from "../../../algorithms/algorithm-template.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { prepareDeviceAlgorithm } from "./device-algorithm.ts";

const LENGTH = 700;
const small = wordsOf(LENGTH, 4).map((word) => word % 50);
const floats = Float32Array.from(small, (word) => word / 3 - 8);

/** Each has lengths or columns of a kind that none of the others has. */
const ROWS = [
  ["movingSum", { input: "u32", window: 7 }, [small]],
  ["histogram", { input: "u32", edges: [3, 10, 11.5, 40] }, [small]],
  [
    "reduceByKey",
    { keys: "u32", values: "u32", operator: "max", adjacent: true },
    [small, wordsOf(LENGTH, 9)],
  ],
  ["segmentIds", { segments: "lengths" }, [small.map((word) => word % 3)]],
  ["isSorted", { input: "u32" }, [small]],
  ["dot", { input: "i32" }, [Int32Array.from(small), Int32Array.from(small)]],
  ["mean", { input: "f32" }, [floats]],
  ["quantile", { input: "u32", q: [0, 0.3, 0.5], method: 6 }, [small]],
] as const;

/** Twelve seconds of compiling. */
const LONG_ROWS = isLong
  ? ([["groupedDescribe", { keys: "u32", values: "f32" }, [small, floats]]] as const)
  : [];

describeOnQuickAdapter((adapter) => {
  test.each([...ROWS.filter((_, row) => isThorough || row % 3 === 0), ...LONG_ROWS])(
    "%s of as many elements as the device says",
    async (name, options, columns: readonly ColumnArray[]) => {
      const device = await adapter.device();
      const template = algorithmTemplate(name, options);
      const algorithm = await prepareDeviceAlgorithm(partsOf(device), template, { maxLength: 2000 });
      const given = columns.map((column) => bufferOf(device, wordsIn32(column)));
      const output = template.results.map(() => bufferOf(device, [], 2000));
      const entries = (named: readonly { readonly name: string }[], buffers: readonly GPUBuffer[]) =>
        named.map((each, k) => [each.name, buffers[k]] as const);
      const call = Object.fromEntries([
        ...entries(template.arguments, given),
        ...entries(template.results, output),
      ]);
      for (const length of name === "dot" ? [LENGTH - 99, 0] : [LENGTH - 99]) {
        const count = bufferOf(device, [length, 0]);
        const encoder = device.createCommandEncoder();
        algorithm.encode(encoder, {
          ...call,
          length: { buffer: count },
          count: { buffer: count, offset: 1 },
        });
        device.queue.submit([encoder.finish()]);
        await algorithm.checked();
        const parts = columns.map((column) => column.slice(0, length));
        const expected = template.record(templatePrimitives, parts, 2000);
        expect((await wordsIn(device, count))[1]).toBe(expected[0].length);
        for (const [k, column] of expected.entries()) {
          const words = wordsIn32(column);
          const found = await wordsIn(device, output[k]);
          expect(found.slice(0, words.length), template.results[k].name).toEqual([...words]);
        }
      }
      algorithm.release();
    },
  );
});

function wordsIn32({ buffer, byteOffset, byteLength }: ColumnArray): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}
