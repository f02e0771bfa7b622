import { describe, expect, test } from "vitest";
import { gpuParts } from "../../../test/helpers/webgpu/gpu-parts.ts";
import { serialPlans, serialWords } from "../../../test/helpers/webgpu/serial-plan.ts";
import { describeOnQuickAdapter, type TestAdapter } from "../../../test/webgpu/adapters.ts";
import { prepareContracts } from "../../algorithms/prepare-observations.ts";
import { type ColumnContract, columnContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import { defineOperator } from "../../operators/define-operator.ts";
import { right } from "../../operators/term.ts";
import { EmptyInputError, InvalidArgumentError, UnsupportedError } from "../../values/errors.ts";
import { webGpuExecutor } from "./machine.ts";
import { BUFFER_USAGE, MAP_READ } from "./memory/buffers.ts";
import { type DevicePlan, prepareEncoding } from "./prepare-encoding.ts";
import { servedContract } from "./serving.ts";

const CHUNK = 8;
const STORAGE = BUFFER_USAGE.storage | BUFFER_USAGE.copySource | BUFFER_USAGE.copyDestination;
const OBSERVATIONS: readonly Observation[] = ["reduce", "inclusive-scan", "exclusive-scan"];

const PAIR = { value: "u32", isValid: "bool" } as const;
const lastPair = defineOperator(PAIR, [right("u32"), right("bool", 1)], { name: "last" });

async function prepare(
  adapter: TestAdapter,
  options: ContractOptions,
  {
    maxLength,
    observations = OBSERVATIONS,
  }: { maxLength?: number; observations?: readonly Observation[] } = {},
) {
  const device = await adapter.device();
  const parts = gpuParts(device, serialPlans(CHUNK));
  const contracts = prepareContracts(webGpuExecutor(parts), options);
  const plan = await prepareEncoding(parts, {
    ...contracts,
    observations,
    setting: { maxLength, arithmetic: "fastest" },
  });
  return { device, plan, parts };
}

function bufferOf(device: GPUDevice, words: readonly number[], usage: number = STORAGE): GPUBuffer {
  const buffer = device.createBuffer({ size: 4 * words.length, usage, mappedAtCreation: true });
  new Uint32Array(buffer.getMappedRange()).set(words);
  buffer.unmap();
  return buffer;
}

async function wordsIn(device: GPUDevice, buffer: GPUBuffer): Promise<readonly number[]> {
  const size = buffer.size;
  const staging = device.createBuffer({ size, usage: BUFFER_USAGE.mapRead | BUFFER_USAGE.copyDestination });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(MAP_READ);
  const words = [...new Uint32Array(staging.getMappedRange())];
  staging.destroy();
  return words;
}

const count = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i + 1);
const zeros = (n: number): readonly number[] => Array.from({ length: n }, () => 0);
const computedBy = ({ contract }: DevicePlan): ColumnContract => columnContract(contract);

describeOnQuickAdapter((adapter) => {
  test("records scans and reduces on parts of buffers, in chunks, several in one encoder", async () => {
    for (const direction of ["forward", "backward"] as const) {
      const options = { type: "u32", direction, initial: 7, initialPlacement: "first" } as const;
      const { device, plan } = await prepare(adapter, options);
      const input = bufferOf(device, [99, 99, 99, ...count(20), 99]);
      const outputs = [zeros(25), zeros(25), zeros(3)].map((words) => bufferOf(device, words));
      const encoder = device.createCommandEncoder();
      const given = { input: { buffer: input, offset: 3 }, length: 20 };
      plan.encodeInclusiveScan(encoder, { ...given, output: { buffer: outputs[0], offset: 2 } });
      plan.encodeExclusiveScan(encoder, { ...given, output: outputs[1] });
      plan.encodeReduce(encoder, { ...given, output: { buffer: outputs[2], offset: 1 } });
      device.queue.submit([encoder.finish()]);
      const columns = [Uint32Array.from(count(20))];
      const [inclusive, exclusive, reduced] = (["inclusive-scan", "exclusive-scan", "reduce"] as const).map(
        (observation) => serialWords(computedBy(plan), observation, columns)[0],
      );
      expect(await wordsIn(device, outputs[0])).toEqual([0, 0, ...inclusive, 0, 0, 0]);
      expect(await wordsIn(device, outputs[1])).toEqual([...exclusive, ...zeros(5)]);
      expect(await wordsIn(device, outputs[2])).toEqual([0, ...reduced, 0]);
      await plan.checked();
    }
  });

  test("widens narrow elements chunk by chunk, from any place of a word on", async () => {
    for (const direction of ["forward", "backward"] as const) {
      const options = { type: "u8", direction, initial: 7, initialPlacement: "first" } as const;
      const { device, plan } = await prepare(adapter, options);
      const bytes = Uint8Array.from({ length: 24 }, (_, i) => 255 - 3 * i);
      const input = { buffer: bufferOf(device, [...new Uint32Array(bytes.buffer)]), offset: 3 };
      const outputs = [zeros(20), zeros(20), zeros(1)].map((words) => bufferOf(device, words));
      const encoder = device.createCommandEncoder();
      plan.encodeInclusiveScan(encoder, { input, length: 20, output: outputs[0] });
      plan.encodeExclusiveScan(encoder, { input, length: 20, output: outputs[1] });
      plan.encodeReduce(encoder, { input, length: 20, output: outputs[2] });
      device.queue.submit([encoder.finish()]);
      await plan.checked();
      const columns = [Uint32Array.from(bytes.subarray(3, 23))];
      for (const [i, observation] of (["inclusive-scan", "exclusive-scan", "reduce"] as const).entries()) {
        const [words] = serialWords(servedContract(computedBy(plan)), observation, columns);
        expect(await wordsIn(device, outputs[i])).toEqual(words);
      }
      plan.release();
    }
  });

  test("records records by column, and 64-bit elements as two words", async () => {
    const { device, plan } = await prepare(
      adapter,
      { operator: lastPair },
      { observations: ["inclusive-scan"] },
    );
    const [value, isValid] = [bufferOf(device, count(5)), bufferOf(device, [1, 0, 1, 1, 0])];
    const output = { value: bufferOf(device, zeros(5)), isValid: bufferOf(device, zeros(5)) };
    const encoder = device.createCommandEncoder();
    plan.encodeInclusiveScan(encoder, {
      input: { value, isValid } as never,
      output: output as never,
      length: 5,
    });
    device.queue.submit([encoder.finish()]);
    const columns = [Uint32Array.from(count(5)), Uint8Array.of(1, 0, 1, 1, 0)];
    const [words, flags] = serialWords(computedBy(plan), "inclusive-scan", columns);
    expect(await wordsIn(device, output.value)).toEqual(words);
    expect((await wordsIn(device, output.isValid)).map((word) => word & 0xff)).toEqual(flags);

    const wide = await prepare(adapter, { type: "i64" }, { observations: ["reduce"] });
    const [from, to] = [bufferOf(device, count(8)), bufferOf(device, zeros(4))];
    const second = device.createCommandEncoder();
    const input = { buffer: from, offset: 1 };
    wide.plan.encodeReduce(second, { input, output: { buffer: to, offset: 1 }, length: 2 });
    device.queue.submit([second.finish()]);
    expect(await wordsIn(device, to)).toEqual([0, 0, 3 * 3 + 5, 3 * 4 + 6]);
  });

  test("takes a count that the GPU wrote, at most what there is room for", async () => {
    const { device, plan } = await prepare(
      adapter,
      { type: "u32" },
      { observations: ["inclusive-scan"], maxLength: 7 },
    );
    const input = bufferOf(device, count(6));
    for (const [written, expected] of [
      [3, 3],
      [4_000_000, 6],
    ]) {
      const output = bufferOf(device, zeros(10));
      const length = { buffer: bufferOf(device, [0, written]), offset: 1 };
      const encoder = device.createCommandEncoder();
      plan.encodeInclusiveScan(encoder, { input, output, length });
      device.queue.submit([encoder.finish()]);
      const columns = [Uint32Array.from(count(expected))];
      const words = serialWords(computedBy(plan), "inclusive-scan", columns)[0];
      expect(await wordsIn(device, output)).toEqual([...words, ...zeros(10 - expected)]);
    }
  });

  test("nothing: a scan records nothing, a reduce without an initial value throws", async () => {
    const { device, plan } = await prepare(adapter, { type: "u32" });
    const [input, output] = [bufferOf(device, [1]), bufferOf(device, [5])];
    const encoder = device.createCommandEncoder();
    plan.encodeInclusiveScan(encoder, { input, output, length: 0 });
    plan.encodeExclusiveScan(encoder, { input, output, length: 0 });
    expect(() => plan.encodeReduce(encoder, { input, output, length: 0 })).toThrow(EmptyInputError);
    device.queue.submit([encoder.finish()]);
    expect(await wordsIn(device, output)).toEqual([5]);
  });

  describe("refuses, before anything is recorded,", () => {
    test("calls that do not fit", async () => {
      const { device, plan } = await prepare(
        adapter,
        { type: "f64" },
        { maxLength: 9, observations: ["reduce", "inclusive-scan"] },
      );
      const [input, output] = [bufferOf(device, zeros(20)), bufferOf(device, zeros(10))];
      const good = { input, output, length: 5 };
      const mapped = device.createBuffer({ size: 64, usage: STORAGE, mappedAtCreation: true });
      const wrong: readonly (readonly [object, string | RegExp])[] = [
        [{ length: 6 }, /"length" must be at most 5, the elements that "output" has room for, got 6/],
        [{ input: { buffer: input, offset: 6 } }, /"length" must be at most 4, .*"input"/],
        [
          { input: { buffer: input, offset: 11 } },
          /"input.offset" must be at most 10, the elements of its buffer, got 11/,
        ],
        [{ input: { buffer: input, offset: 0.5 } }, /"input.offset" must be a whole number of elements/],
        [{ output: { buffer: output, offset: -1 } }, /"output.offset" must be a whole number of elements/],
        [{ length: -1 }, /"length" must be a whole number/],
        [{ length: 1.5 }, /"length" must be a whole number/],
        [{ length: undefined }, /"length" must be a whole number/],
        [{ input: new Float64Array(5) }, /"input" must be a GPUBuffer, or { buffer, offset }, got/],
        [{ input: { buffer: {} } }, /"input" must be a GPUBuffer/],
        [{ output: null }, /"output" must be a GPUBuffer/],
        [
          { output: bufferOf(device, zeros(10), BUFFER_USAGE.copySource) },
          /"output" must be a buffer with usage STORAGE.*0x4/,
        ],
        [{ input: mapped }, /"input" must be an unmapped buffer/],
        [{ output: input }, /"output" must be in another buffer than "input" \(input is read again/],
        [{ output: { buffer: input, offset: 5 } }, /"output" must be in another buffer .*not even apart/],
        [{ length: { buffer: output } }, /"length" must be a count in another buffer than the output/],
        [{ length: { buffer: input, offset: 20 } }, /"length.offset" must be less than 20, the words/],
        [{ length: { buffer: input, atMost: 6 } }, /"length.atMost" must be at most 5/],
        [
          { length: { buffer: bufferOf(device, [1], BUFFER_USAGE.indirect) } },
          /"length" must be a buffer with usage STORAGE/,
        ],
      ];
      const encoder = device.createCommandEncoder();
      for (const [part, message] of wrong) {
        const call = () => plan.encodeInclusiveScan(encoder, { ...good, ...part } as never);
        expect(call, String(message)).toThrow(InvalidArgumentError);
        expect(call).toThrow(message);
      }
      expect(() =>
        plan.encodeReduce(encoder, { input, output: { buffer: output, offset: 5 }, length: 1 }),
      ).toThrow(/"output" must be room for one element/);
      const long = bufferOf(device, zeros(40));
      const outputs = bufferOf(device, zeros(40));
      const call = { input: long, output: outputs, length: 10 };
      expect(() => plan.encodeInclusiveScan(encoder, call)).toThrow(
        /at most 9, the maxLength that was prepared/,
      );
      expect(() =>
        plan.encodeInclusiveScan(encoder, { ...call, length: { buffer: bufferOf(device, [1]) } }),
      ).toThrow(UnsupportedError);
      expect(() => plan.encodeInclusiveScan({} as never, good)).toThrow(
        /"encoder" must be a GPUCommandEncoder/,
      );
      expect(() => plan.encodeInclusiveScan(encoder, 5 as never)).toThrow(/"call" must be an object/);
      expect(() => plan.encodeExclusiveScan(encoder, good)).toThrow(/"observations" must be prepared with/);
      device.queue.submit([encoder.finish()]);
      expect(await wordsIn(device, output)).toEqual(zeros(10));
      mapped.unmap();
    });

    test("columns that are missing or share a buffer", async () => {
      const { device, plan } = await prepare(
        adapter,
        { operator: lastPair },
        { observations: ["inclusive-scan"] },
      );
      const encoder = device.createCommandEncoder();
      const [value, isValid, one] = [1, 2, 3].map(() => bufferOf(device, zeros(4)));
      const scan = (input: object, output: object) => () =>
        plan.encodeInclusiveScan(encoder, { input, output, length: 1 } as never);
      const input = { value, isValid };
      expect(scan({ value }, input)).toThrow(/"input.isValid" must be given/);
      expect(scan({ ...input, id: one }, input)).toThrow(InvalidArgumentError);
      expect(scan(input, { value: one, isValid })).toThrow(
        /"output.isValid" must be in another buffer than "input.isValid"/,
      );
      const shared = { value: one, isValid: { buffer: one, offset: 2 } };
      expect(scan(input, shared)).toThrow(/"output.isValid" must be in another buffer than "output.value"/);
    });

    test("a plan that is released, or whose device is closed", async () => {
      const { device, plan, parts } = await prepare(adapter, { type: "u32" }, { observations: ["reduce"] });
      const other = await prepareEncoding(parts, {
        ...prepareContracts(webGpuExecutor(parts), { type: "u32" }),
        observations: ["reduce"],
        setting: { maxLength: undefined, arithmetic: "fastest" },
      });
      const call = { input: bufferOf(device, [1]), output: bufferOf(device, [1]), length: 1 };
      const encoder = device.createCommandEncoder();
      plan.release();
      plan[Symbol.dispose]();
      expect(() => plan.encodeReduce(encoder, call)).toThrow(/"plan" must be one that is not released/);
      parts.core.close();
      expect(() => other.encodeReduce(encoder, call)).toThrow(/executor "webgpu" must be open/);
    });
  });

  test("tells of buffers of another device when they are checked, and leaves other calls alone", async () => {
    const { device, plan } = await prepare(adapter, { type: "u32" }, { observations: ["reduce"] });
    const other = await adapter.open();
    const output = bufferOf(device, zeros(1));
    device.pushErrorScope("validation");
    const encoder = device.createCommandEncoder();
    plan.encodeReduce(encoder, { input: bufferOf(other, [1, 2]), output, length: 2 });
    device.queue.submit([encoder.finish()]);
    await expect(plan.checked()).rejects.toThrow(/^"call" must be over buffers of the plan's own device/);
    expect(await device.popErrorScope()).not.toBeNull();
  });
});
