import { expect, test } from "vitest";
import { generateData } from "../../src/conformance/data/generate-data.ts";
import { exclusiveScan } from "../../src/javascript.ts";
import { f32, operator, u32 } from "../../src/operators.ts";
import { openWebGpu } from "../../src/webgpu.ts";
import { describeOnQuickAdapter } from "./adapters.ts";
import { bufferOf, wordsIn } from "./word-buffers.ts";

// As in conformance.test.ts the number of kernels is what counts: each of these compiles for seconds.
const MINUTES = { timeout: 900_000 };

const LENGTH = 4500;

/** Neither associative nor commutative. */
const pair = operator({ sum: f32, last: u32 }, (left, right) => ({
  sum: left.sum.add(right.sum),
  last: left.last.multiply(5).add(right.last),
}));

const COLUMNS = {
  sum: generateData({ data: "special", type: "f32", length: LENGTH, seed: 4n }),
  last: generateData({ data: "bits", type: "u32", length: LENGTH, seed: 5n }),
};

describeOnQuickAdapter((adapter) => {
  test.each([
    { direction: "forward", initialPlacement: "outside", offset: 0 },
    { direction: "backward", initialPlacement: "first", offset: 3 },
  ] as const)(
    "records are scanned exclusively by an operator of one's own: $direction, $initialPlacement",
    MINUTES,
    async ({ offset, ...given }) => {
      await using gpu = await openWebGpu({ device: await adapter.device() });
      const { device } = gpu;
      const options = { operator: pair, initial: { sum: -0.5, last: 77 }, ...given };
      const plan = await gpu.prepare({ ...options, maxLength: LENGTH, observations: ["exclusive-scan"] });
      const input = {
        sum: {
          buffer: bufferOf(device, [...new Array(offset).fill(9), ...wordsOf(COLUMNS.sum)]),
          offset,
        },
        last: { buffer: bufferOf(device, [...new Array(offset).fill(9), ...COLUMNS.last]), offset },
      };
      // Prepared once, recorded more than once: of a length, of one that the device knows, and of nothing.
      const lengths = [LENGTH, { buffer: bufferOf(device, [LENGTH - 1]), atMost: LENGTH }, 0] as const;
      const encoder = device.createCommandEncoder();
      const outputs = lengths.map((length) => {
        const output = { sum: bufferOf(device, [], LENGTH), last: bufferOf(device, [], LENGTH) };
        plan.encodeExclusiveScan(encoder, { input, output, length });
        return output;
      });
      device.queue.submit([encoder.finish()]);
      await plan.checked();
      for (const [i, length] of [LENGTH, LENGTH - 1, 0].entries()) {
        const columns = { sum: COLUMNS.sum.subarray(0, length), last: COLUMNS.last.subarray(0, length) };
        const expected = exclusiveScan(columns, options);
        const rest = new Array<number>(LENGTH - length).fill(0);
        expect(await wordsIn(device, outputs[i].sum)).toEqual([...wordsOf(expected.sum), ...rest]);
        expect(await wordsIn(device, outputs[i].last)).toEqual([...expected.last, ...rest]);
      }
      plan.release();
    },
  );
});

function wordsOf({ buffer, byteOffset, byteLength }: Float32Array): readonly number[] {
  return [...new Uint32Array(buffer, byteOffset, byteLength / 4)];
}
