import { expect, test } from "vitest";
import { describeOnQuickAdapter } from "../../../../test/webgpu/adapters.ts";
import { flagsOf, partsOf, wordsOf } from "../../../../test/webgpu/check-primitives.ts";
import { bufferOf, wordsIn } from "../../../../test/webgpu/word-buffers.ts";
import { algorithmTemplate } from "../../../algorithms/algorithm-template.ts";
import { elementFunction } from "../../../operators/builder/builder.ts";
import { InvalidArgumentError } from "../../../values/errors.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { javascriptPrimitives } from "../../javascript/primitives/javascript-primitives.ts";
import { type DeviceAlgorithmCall, prepareDeviceAlgorithm } from "./device-algorithm.ts";

const SHAPE = { threads: 64, strips: 1, run: 1 } as const;
const SORTS = ["sortPairs", "topK"];
const isSmall = elementFunction("u32", (value) => value.less(1000));

describeOnQuickAdapter((adapter) => {
  async function prepared(name: string, options: Record<string, unknown>) {
    const device = await adapter.device();
    const template = algorithmTemplate(name, options);
    const algorithm = await prepareDeviceAlgorithm(partsOf(device), template, {
      maxLength: 10_000,
      lookBack: { shape: SORTS.includes(name) ? undefined : SHAPE }, // a sort's tiles are larger
    });
    const encode = (call: DeviceAlgorithmCall & Record<string, unknown>): void => {
      const encoder = device.createCommandEncoder();
      algorithm.encode(encoder, call as DeviceAlgorithmCall);
      device.queue.submit([encoder.finish()]);
    };
    return { device, algorithm, encode };
  }

  test("a filter is encoded over parts of buffers, of counts that the device has, and tells how many are left", async () => {
    const { device, algorithm, encode } = await prepared("filter", { input: "u32", predicate: isSmall });
    const words = wordsOf(5000, 4).map((word) => word % 2000);
    const input = bufferOf(device, words);
    const output = bufferOf(device, [7, 7], 5000);
    const counts = bufferOf(device, [0, 0, 0, 0, 0, 300]);
    const into = { buffer: output, offset: 2 };
    encode({
      input: { buffer: input, offset: 3 },
      output: into,
      length: 4000,
      count: { buffer: counts, offset: 1 },
    });
    encode({
      input,
      output: { buffer: output, offset: 4300 },
      length: { buffer: counts, offset: 5, atMost: 400 },
      count: { buffer: counts, offset: 2 },
    });
    encode({
      input,
      output: { buffer: output, offset: 4800 },
      length: { buffer: counts, offset: 5, atMost: 20 },
      count: counts,
    });
    await algorithm.checked();
    const expected = [words.slice(3, 4003), words.slice(0, 300), words.slice(0, 20)].map((part) =>
      part.filter((word) => word < 1000),
    );
    const found = await wordsIn(device, output);
    expect(found.slice(0, 2)).toEqual([7, 7]);
    expect(found.slice(2, 2 + expected[0].length)).toEqual([...expected[0]]);
    expect(found.slice(4300, 4300 + expected[1].length)).toEqual([...expected[1]]);
    expect(found.slice(4800, 4800 + expected[2].length)).toEqual([...expected[2]]);
    expect(await wordsIn(device, counts)).toEqual([
      expected[2].length,
      expected[0].length,
      expected[1].length,
      0,
      0,
      300,
    ]);
    algorithm.release();
  });

  test("a step's result goes on as the next one's input, without the host", async () => {
    const device = await adapter.device();
    const expand = await prepared("expand", { input: { value: "f64", flag: "bool" } });
    const encode = await prepared("runLengthEncode", { input: "f64" });
    const counts = wordsOf(700, 9).map((word) => (word % 5 === 0 ? word % 40 : 0));
    const doubles = new Float64Array(700).map((_, i) => Math.floor(i / 3) - 0.5);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const [values, flags, given] = [
      new Uint32Array(doubles.buffer),
      counts.map((word) => word & 1),
      counts,
    ].map((words) => bufferOf(device, words));
    const expanded = { value: bufferOf(device, [], 2 * 6000), flag: bufferOf(device, [], 6000) };
    const count = bufferOf(device, [0, 0, 0, 0]);
    const runs = { values: bufferOf(device, [], 2 * 6000), lengths: bufferOf(device, [], 6001) };
    expand.encode({
      input: { value: values, flag: flags },
      counts: given,
      output: expanded,
      length: 700,
      count,
    });
    encode.encode({
      input: expanded.value,
      ...runs,
      length: { buffer: count },
      count: { buffer: count, offset: 1 },
    });
    const wanted = [...doubles].flatMap((value, i) => Array.from({ length: counts[i] }, () => value));
    const found = new Float64Array(Uint32Array.from(await wordsIn(device, expanded.value)).buffer);
    expect([...found.subarray(0, total)]).toEqual(wanted);
    const heads = wanted.flatMap((value, i) => (i === 0 || value !== wanted[i - 1] ? [i] : []));
    expect((await wordsIn(device, count)).slice(0, 2)).toEqual([total, heads.length]);
    const lengths = heads.map((head, i) => (heads[i + 1] ?? total) - head);
    expect((await wordsIn(device, runs.lengths)).slice(0, heads.length)).toEqual(lengths);
    expand.algorithm.release();
    encode.algorithm.release();
  });

  test("a part of a longer vector goes into a buffer as short as it is, and touches nothing behind it", async () => {
    const { device, algorithm, encode } = await prepared("topK", { input: "u32", count: 5 });
    const words = wordsOf(900, 4);
    const values = bufferOf(device, [], 5);
    const indices = bufferOf(device, new Uint32Array(9).fill(7));
    const count = bufferOf(device, [700]);
    encode({ input: bufferOf(device, words), values, indices, length: { buffer: count, atMost: 900 } });
    await algorithm.checked();
    const inOrder = Array.from(words.slice(0, 700), (word, index) => ({ word, index }));
    inOrder.sort((left, right) => right.word - left.word || left.index - right.index);
    const first = inOrder.slice(0, 5);
    expect(await wordsIn(device, values)).toEqual(first.map(({ word }) => word));
    expect(await wordsIn(device, indices)).toEqual([...first.map(({ index }) => index), 7, 7, 7, 7]);
    algorithm.release();
  });

  test("kernels are those of any length: some, none, more than prepared with, and counts of the device", async () => {
    const device = await adapter.device();
    const rows = [
      ["sortPairs", { keys: "u32", values: "u32" }, ["keys", "values"], ["sortedKeys", "sortedValues"]],
      ["partition", { input: "u32", predicate: "flags" }, ["input", "flags"], ["kept", "others"]],
      ["histogram", { categories: 1000 }, ["input"], ["counts", "outsideCount"]],
    ] as const;
    for (const [name, options, names, results] of rows) {
      const { algorithm, encode } = await prepared(name, options);
      const template = algorithmTemplate(name, options);
      for (const length of [0, 1, 3000]) {
        const columns = [wordsOf(length, 4).map((word) => word % 2000), flagsOf(length)].slice(
          0,
          names.length,
        );
        const given = columns.map((column) => bufferOf(device, column, 3000));
        const output = results.map(() => bufferOf(device, [], 3000));
        const count = bufferOf(device, [length]);
        const lengths = bufferOf(device, [], results.length);
        const named = (keys: readonly string[], buffers: readonly GPUBuffer[]) =>
          Object.fromEntries(keys.map((key, i) => [key, buffers[i]]));
        const call = { ...named(names, given), ...named(results, output) };
        const counts = results.map((result, offset) => [result, { buffer: lengths, offset }]);
        encode({
          ...call,
          length: length === 1 ? { buffer: count, atMost: 2500 } : length,
          count: Object.fromEntries(counts),
        });
        await algorithm.checked();
        const expected = template.record<ColumnArray>(javascriptPrimitives(), columns, 3000);
        for (const [i, column] of expected.entries()) {
          const words = await wordsIn(device, output[i]);
          expect(words.slice(0, column.length), `${name} of ${length}: ${results[i]}`).toEqual([...column]);
        }
        const found = (await wordsIn(device, lengths)).slice(0, results.length);
        expect(found).toEqual(expected.map((column) => column.length));
      }
      algorithm.release();
    }
  });

  test("what cannot be recorded is refused, in words", async () => {
    const { device, algorithm, encode } = await prepared("gather", { input: "u32" });
    const [input, indices, output] = [8, 4, 4].map((length) => bufferOf(device, new Uint32Array(length)));
    const call = { input, indices, output, length: { input: 8, indices: 4 } };
    encode(call);
    await algorithm.checked();
    const refused = [
      [{ ...call, output: input }, /"output" must be in another buffer than "input"/],
      [
        { ...call, output: { buffer: output, offset: 1 } },
        /"output" must be room for 4 elements, got room for 3/,
      ],
      [
        { ...call, length: { input: 9, indices: 4 } },
        /"length.input" must be at most 8, the elements that "input" has room for/,
      ],
      [{ ...call, length: 8 }, /"length/],
      [
        { ...call, count: { output, kept: output } },
        /"count" must be by the names of results: output, got kept/,
      ],
      [{ ...call, indices: undefined }, /"indices" must be a GPUBuffer/],
    ] as const;
    for (const [given, message] of refused) {
      expect(() => encode(given as never)).toThrow(InvalidArgumentError);
      expect(() => encode(given as never)).toThrow(message);
    }
    algorithm.release();
    expect(() => encode(call)).toThrow(/"algorithm" must be one that is not released/);
  });
});
