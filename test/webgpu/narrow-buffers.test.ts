import { expect, test } from "vitest";
import { algorithmsOn, dot, mean, minMax, sum } from "../../src/algorithms.ts";
import { exclusiveScan, inclusiveScan, reduce } from "../../src/javascript.ts";
import { multiply, widen } from "../../src/matrices.ts";
import { f64, i64, op, operator, u32 } from "../../src/operators.ts";
import type { ElementArray, NarrowArray, NarrowType } from "../../src/values/element-types.ts";
import { UnsupportedError } from "../../src/values/errors.ts";
import { isHalfType } from "../../src/values/halves.ts";
import { viewStored } from "../../src/values/value-types.ts";
import { widenColumn } from "../../src/values/widen-column.ts";
import { type DevicePlan, openWebGpu } from "../../src/webgpu.ts";
import { isLong } from "../extent.ts";
import { describeOnAdapters, describeOnQuickAdapter } from "./adapters.ts";
import { bufferOf, wordsIn } from "./word-buffers.ts";

// Each kernel compiles for seconds.
const MINUTES = { timeout: 900_000 };

/** So many bytes, all of them the same at every run. */
function bytesOf(length: number): Uint8Array {
  let state = 0x9e3779b9;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/** Elements with any bits, in an array of whole words; of half floats finite ones, subnormal ones among them. */
function elementsOf(type: NarrowType, length: number): NarrowArray {
  const width = viewStored(type, new ArrayBuffer(4), 0, 1).BYTES_PER_ELEMENT;
  const bytes = bytesOf(Math.ceil((length * width) / 4) * 4);
  const elements = viewStored(type, bytes.buffer, 0, length) as NarrowArray;
  if (isHalfType(type)) elements.set(elements.map((bits) => bits & 0xbfff));
  return elements;
}

function packed(device: GPUDevice, { buffer }: NarrowArray, extra = 0): GPUBuffer {
  return bufferOf(device, new Uint32Array(buffer), extra);
}

function wordsOf({ buffer, byteOffset, byteLength }: ElementArray): readonly number[] {
  return [...new Uint32Array(buffer, byteOffset, byteLength / 4)];
}

const LAST = {
  f32: op`(left: f32, right: f32) => right`,
  u32: op`(left: u32, right: u32) => right`,
  i32: op`(left: i32, right: i32) => right`,
};

describeOnAdapters((adapter) => {
  test.each([
    ["f16", "f32", 16, 63_490],
    ["bf16", "f32", 16, 65_282],
    ["u16", "u32", 16, 65_536],
    ["i16", "i32", 16, 65_536],
    ["u8", "u32", 8, 256],
    ["i8", "i32", 8, 256],
  ] as const)("every %s is the %s that it is elsewhere", MINUTES, async (type, wide, bits, numbers) => {
    await using gpu = await openWebGpu({ device: await adapter.device() });
    const length = 2 ** bits;
    const every = viewStored(type, new ArrayBuffer((length * bits) / 8), 0, length) as NarrowArray;
    for (let i = 0; i < length; i++) every[i] = i;
    const observations = ["inclusive-scan"] as const;
    const options = { type, operator: LAST[wide], observations, maxLength: length };
    const plan = (await gpu.prepare(options as never)) as DevicePlan;
    const output = bufferOf(gpu.device, [], length);
    const encoder = gpu.device.createCommandEncoder();
    plan.encodeInclusiveScan(encoder, { input: packed(gpu.device, every), output, length });
    gpu.device.queue.submit([encoder.finish()]);
    const widened = widenColumn(type, every, wide);
    expect(widened.filter((value) => !Number.isNaN(Number(value))).length).toBe(numbers);
    const [found, expected] = [await wordsIn(gpu.device, output), wordsOf(widened)];
    expect(found.findIndex((word, i) => word !== expected[i])).toBe(-1);
    expect(found.length).toBe(length);
    plan.release();
  });
});

/** The last two of them compile for half a minute, and are of the long run. */
const SCANNED = [
  { type: "f16", initial: -0.5 },
  { type: "i16", operator: "min" },
  { type: "bf16", accumulate: "f64", direction: "backward", initial: 3, initialPlacement: "first" },
  { type: "u8", accumulate: "f32", expression: "iterated-pairwise" },
] as const;

describeOnQuickAdapter((adapter) => {
  test.each(SCANNED.slice(0, isLong ? SCANNED.length : 2))(
    "reduces and scans packed elements: $type, $accumulate",
    MINUTES,
    async (options) => {
      await using gpu = await openWebGpu({ device: await adapter.device() });
      const { device } = gpu;
      const elements = elementsOf(options.type, 6001);
      const input = packed(device, elements);
      const plan = (await gpu.prepare({ ...options, maxLength: 6000 } as never)) as DevicePlan;
      for (const [offset, length] of [
        [0, 6000],
        [1, 4097],
        [1303, 5], // behind where a binding may begin
        [2, 1],
      ]) {
        const encoder = device.createCommandEncoder();
        // As many as the device says, more being there.
        const counted = { buffer: bufferOf(device, [7, length]), offset: 1 };
        const [total, inclusive, exclusive] = [2, 2 * length, 2 * length].map((words) =>
          bufferOf(device, [], words),
        );
        const from = { buffer: input, offset };
        plan.encodeReduce(encoder, { input: from, output: total, length: counted });
        plan.encodeInclusiveScan(encoder, { input: from, output: inclusive, length });
        plan.encodeExclusiveScan(encoder, { input: from, output: exclusive, length: counted });
        device.queue.submit([encoder.finish()]);
        await plan.checked();
        const given = elements.subarray(offset, offset + length);
        const scans = [inclusiveScan, exclusiveScan].map((scan) =>
          wordsOf(scan(given as Uint8Array, options as never) as unknown as ElementArray),
        );
        const [scanned] = scans;
        const ofOne = reduceWords(given, options);
        expect((await wordsIn(device, total)).slice(0, ofOne.length)).toEqual(ofOne);
        for (const [i, buffer] of [inclusive, exclusive].entries()) {
          const found = await wordsIn(device, buffer);
          expect(found.slice(0, scanned.length)).toEqual(scans[i]);
          expect(found.slice(scanned.length).every((word) => word === 0)).toBe(true);
        }
      }
      plan.release();
    },
  );

  test("functions take them: fold, product of rows, another type of result", MINUTES, async () => {
    await using gpu = await openWebGpu({ device: await adapter.device() });
    const { device } = gpu;
    const [halves, others] = [elementsOf("f16", 700), elementsOf("bf16", 701)];
    const bytes = elementsOf("i8", 703);
    const count = bufferOf(device, [691]);
    const length = { buffer: count };
    const [ofMean, ofDot, min, max, ofSum] = [1, 2, 3, 4, 5].map(() => bufferOf(device, [], 4));
    const [meanOf, dotOf, minMaxOf, sumOf] = await Promise.all([
      gpu.prepareAlgorithm("mean", { input: "f16", maxLength: 700 }),
      gpu.prepareAlgorithm("dot", { input: "bf16", accumulate: "f64", maxLength: 700 }),
      gpu.prepareAlgorithm("minMax", { input: "i8", maxLength: 700 }),
      gpu.prepareAlgorithm("sum", { input: "u8", accumulate: "u64", maxLength: 700 }),
    ]);
    const encoder = device.createCommandEncoder();
    const right = { buffer: packed(device, others), offset: 1 };
    meanOf.encode(encoder, { input: { buffer: packed(device, halves), offset: 3 }, output: ofMean, length });
    dotOf.encode(encoder, { left: packed(device, others), right, output: ofDot, length });
    const input = { buffer: packed(device, bytes), offset: 2 };
    minMaxOf.encode(encoder, { input, min, max, length });
    sumOf.encode(encoder, { input, output: ofSum, length: 689 });
    device.queue.submit([encoder.finish()]);
    await Promise.all([meanOf, dotOf, minMaxOf, sumOf].map((each) => each.checked()));
    const ofHalves = mean(halves.subarray(3, 694), { type: "f16" });
    expect((await wordsIn(device, ofMean))[0]).toBe(wordsOf(Float32Array.of(ofHalves))[0]);
    const [one, two] = [others.subarray(0, 691), others.subarray(1, 692)];
    expect((await wordsIn(device, ofDot)).slice(0, 2)).toEqual(
      wordsOf(Float64Array.of(dot(one, two, { type: "bf16", accumulate: "f64" }))),
    );
    const ends = minMax(bytes.subarray(2, 693) as Int8Array);
    expect([(await wordsIn(device, min))[0] | 0, (await wordsIn(device, max))[0] | 0]).toEqual([
      ends.min,
      ends.max,
    ]);
    const unsigned = new Uint8Array(bytes.buffer, 2, 689);
    expect((await wordsIn(device, ofSum)).slice(0, 2)).toEqual(
      wordsOf(BigUint64Array.of(sum(unsigned, { accumulate: "u64" }))),
    );
  });

  test("products take matrices of them, of another narrow type each", MINUTES, async () => {
    await using gpu = await openWebGpu({ device: await adapter.device() });
    const { device } = gpu;
    const [a, b] = [elementsOf("f16", 36), elementsOf("bf16", 40)];
    const A = { shape: [5, 7] as const, offset: 1 };
    const B = { shape: [7, 3] as const, strides: [1, 9] as const };
    const product = await gpu.prepareAlgorithm("multiply", {
      A: { array: "f16", ...A },
      B: { array: "bf16", ...B },
    });
    const output = bufferOf(device, [], 15);
    const encoder = device.createCommandEncoder();
    product.encode(encoder, { A: packed(device, a), B: packed(device, b), output });
    device.queue.submit([encoder.finish()]);
    await product.checked();
    const expected = multiply(
      widen({ array: a, ...A, strides: [7, 1] }, { type: "f16" }),
      widen({ array: b, ...B }, { type: "bf16" }),
    );
    expect((await wordsIn(device, output)).slice(0, 15)).toEqual(wordsOf(expected.array));
  });

  test("what does not fit is refused before anything is recorded", MINUTES, async () => {
    await using gpu = await openWebGpu({ device: await adapter.device() });
    const { device } = gpu;
    const observations = ["reduce"] as const;
    const plan = await gpu.prepare({ type: "u8", observations, maxLength: 100 });
    const input = bufferOf(device, [1, 2, 3, 4]);
    const output = bufferOf(device, [0]);
    const encoder = device.createCommandEncoder();
    const encode = (offset: number, length: number) => () =>
      plan.encodeReduce(encoder, { input: { buffer: input, offset }, output, length });
    expect(encode(3, 14)).toThrow(/"length" must be at most 13, the elements that "input" has room for/);
    const odd = device.createBuffer({ size: 10, usage: input.usage });
    const ofOdd = () => plan.encodeReduce(encoder, { input: { buffer: odd, offset: 3 }, output, length: 6 });
    // Bindings are of whole words.
    expect(ofOdd).toThrow(/"length" must be at most 5, the elements that "input" has room for/);
    expect(encode(17, 0)).toThrow(/"input.offset" must be at most 16, the elements of its buffer, got 17/);
    await expect(gpu.prepare({ type: "f16", output: "f16" } as never)).rejects.toThrow(UnsupportedError);
    await expect(gpu.prepareAlgorithm("mean", { input: "f16", output: "f16" } as never)).rejects.toThrow(
      /of half floats two would share a word/,
    );
    await expect(gpu.prepareAlgorithm("mean", { input: { value: "f16" } as never })).rejects.toThrow(
      /"input.value"/,
    );
    plan.release();
  });
});

describeOnQuickAdapter((adapter) => {
  test("columns of a record come in narrower types than its operator's", MINUTES, async () => {
    await using gpu = await openWebGpu({ device: await adapter.device() });
    const { device } = gpu;
    const own = operator({ mean: f64, count: i64, last: u32 }, (left, right) => ({
      mean: left.mean.add(right.mean),
      count: left.count.add(right.count),
      last: left.last.max(right.last),
    }));
    const length = 300;
    const narrow = {
      mean: Float32Array.from({ length }, (_, i) => Math.sin(i)),
      count: Int32Array.from({ length }, (_, i) => 2_000_000_000 - i),
      last: Uint8Array.from({ length }, (_, i) => (i * 7) & 255),
    };
    const type = { mean: "f32", count: "i32", last: "u8" } as const;
    const observations = ["inclusive-scan"] as const;
    const plan = await gpu.prepare({ operator: own, type, observations, maxLength: length });
    const input = {
      mean: packed(device, narrow.mean as never),
      count: packed(device, narrow.count as never),
      last: packed(device, narrow.last),
    };
    const output = {
      mean: bufferOf(device, [], 2 * length),
      count: bufferOf(device, [], 2 * length),
      last: bufferOf(device, [], length),
    };
    const encoder = device.createCommandEncoder();
    plan.encodeInclusiveScan(encoder, { input, output, length });
    device.queue.submit([encoder.finish()]);
    await plan.checked();
    const expected = inclusiveScan(narrow, { operator: own, type });
    for (const field of ["mean", "count", "last"] as const) {
      const words = new Uint32Array(expected[field].buffer as ArrayBuffer);
      expect((await wordsIn(device, output[field])).slice(0, words.length), field).toEqual([...words]);
    }
    plan.release();
  });

  test("results of arrays are rounded on their way back", MINUTES, async () => {
    await using gpu = await openWebGpu({ device: await adapter.device() });
    const bits = elementsOf("f16", 100) as Uint16Array;
    const half = { type: "f16", output: "f16" } as const;
    const on = algorithmsOn(gpu);
    expect(await on.mean(bits, half)).toBe(mean(bits, half));
    expect(await gpu.reduce(bits, half)).toBe(reduce(bits, half));
    const array = new Uint16Array(100);
    const into = { type: "f16", output: { type: "bf16", array } } as const;
    expect(await gpu.inclusiveScan(bits, into)).toBe(array);
    expect(array).toEqual(inclusiveScan(bits, { type: "f16", output: "bf16" }));
    const output = new Float32Array(1);
    await expect(gpu.reduce(bits, { type: "f16", output } as never)).rejects.toThrow(
      /"output" must be "f16"/,
    );
  });
});

function reduceWords(given: NarrowArray, options: object): readonly number[] {
  const value = reduce(given as Uint8Array, options as never) as number;
  const { type, accumulate } = options as { type: NarrowType; accumulate?: "f32" | "f64" };
  if (accumulate === "f64") return wordsOf(Float64Array.of(value));
  if (accumulate === "f32" || type === "f16") return wordsOf(Float32Array.of(value));
  return wordsOf(Int32Array.of(value));
}
