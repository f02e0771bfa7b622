// What changes from call to call of a plan, its parameters and buffers, becomes a bind group here. All kernels of a plan share one layout,
// and parameters never change once they are written, so that calls in one encoder cannot get in each other's way.

import { wgslWords } from "../../codegen/wgsl/wgsl-words.ts";
import type { ColumnContract } from "../../contracts/column-contract.ts";
import { POLL_LIMIT } from "../../look-back/protocol.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { compilePipeline } from "./compile-pipeline.ts";
import type { GpuCall, GpuCount, GpuRange } from "./gpu-plan.ts";
import { isCleanWord } from "./kernels/arithmetic.wgsl.ts";
import { FAULTS, type KernelSetting, PARAMS } from "./kernels/kernel-setting.ts";
import { inputTypes, mappedCallWords, wordsOfMappedCall } from "./kernels/mapped-input.ts";
import { COUNT_WORDS, countKernel, tileCount } from "./kernels/tile-count.ts";
import { wordCount } from "./kernels/value.wgsl.ts";
import { BUFFER_USAGE, COMPUTE_STAGE, filledBuffer, ParamBuffers } from "./memory/buffers.ts";
import { initialWords } from "./setting.ts";

/** What calls have in common besides their setting. */
interface CallSetting {
  readonly contract: ColumnContract;
  readonly setting: KernelSetting;
  readonly pollLimit?: number | undefined;
  readonly inspected?: Inspection | undefined;
}

/** Keeps counters, and simulates faults. */
export interface Inspection {
  readonly faults: readonly (keyof typeof FAULTS)[];
  readonly faultMask?: number | undefined; // of "withhold": a tile publishes unless (tile + 1) & faultMask is 0; of a reduce by arrival: who came first
}

/** One tile in 16 publishes nothing: the last, too, of a group whose root the tiles after it wait for. */
const WITHHELD: Inspection = { faults: ["withhold"], faultMask: 15 };

/** A call's parameters and columns, ready for the kernels of a plan. */
interface BoundCall {
  readonly group: GPUBindGroup;
  /** Dispatches a workgroup for each tile, and perhaps surplus ones. */
  readonly dispatchTiles: (pass: GPUComputePassEncoder) => void;
}

/** Of a vec4 of words. */
const VECTOR_BYTES = 16;

/** Turns calls into bindings: one layout for all kernels of a plan, whichever of the bindings each uses. */
export class CallBinder {
  readonly layout: GPUBindGroupLayout;
  readonly #device: GPUDevice;
  readonly #given: CallSetting;
  readonly #params: ParamBuffers;
  #counting: Counting | undefined;
  #network: GPUBuffer | undefined;

  constructor(device: GPUDevice, given: CallSetting) {
    this.#device = device;
    this.#given = given;
    this.#params = new ParamBuffers(device, BUFFER_USAGE.storage);
    const { sums, isVectorised, blockNetwork } = given.setting;
    const types = inputTypes(given.setting);
    const buffers = ["read-only-storage" as const, "storage" as const]
      .concat(types.map(() => "read-only-storage"))
      .concat(sums.map(() => "storage"))
      .concat(isVectorised ? types.map(() => "read-only-storage") : [])
      .concat(blockNetwork === undefined ? [] : ["read-only-storage"]);
    this.layout = device.createBindGroupLayout({
      entries: buffers.map((type, binding) => ({ binding, visibility: COMPUTE_STAGE, buffer: { type } })),
    });
    if (blockNetwork !== undefined) {
      this.#network = filledBuffer(device, blockNetwork.words, BUFFER_USAGE.storage);
    }
  }

  /** Compiles what calls with a count of the GPU need besides. */
  async prepare(): Promise<void> {
    const { setting } = this.#given;
    const most = this.#device.limits.maxComputeWorkgroupsPerDimension;
    const buffer = (words: number, usage: number) =>
      this.#device.createBuffer({ size: 4 * words, usage: BUFFER_USAGE.storage | usage });
    this.#counting = {
      pipeline: await compilePipeline(this.#device, countKernel(setting, most)),
      params: buffer(paramsLength(setting), 0),
      grid: buffer(3, BUFFER_USAGE.indirect),
    };
  }

  /** Binds a call; what a count of the GPU needs is recorded first. Undefined where there is nothing to compute. */
  bind(encoder: GPUCommandEncoder, state: GPUBuffer, call: GpuCall): BoundCall | undefined {
    const { setting } = this.#given;
    const { sums, observation } = setting;
    const types = inputTypes(setting);
    const most = typeof call.length === "number" ? call.length : call.length.atMost;
    const { input, length } = this.#trimmed(call, most);
    const isEmpty = most === 0 && call.chunk === undefined;
    // The first chunk of an exclusive scan has an output for an initial value that stands first, beside its elements.
    const outputs = observation === "reduce" ? 1 : most + (call.chunk === undefined ? 0 : 1);
    const windows = [
      ...types.map((type, i) => this.#windowOf(input[i], type, length)),
      ...sums.map((type, i) => this.#windowOf(call.output[i], type, outputs)),
    ];
    const words = this.#wordsOf(windows, length, call, isEmpty);
    const tileCount = words[PARAMS.tileCount];
    // A reduce of nothing still writes its initial value.
    if (tileCount === 0 && (observation !== "reduce" || setting.placement === "none")) return undefined;
    const counted = typeof call.length === "number" ? undefined : this.#count(encoder, words, call.length);
    const params = counted?.params ?? this.#params.holding(words);
    const resources = [params, state].map((buffer): GPUBufferBinding => ({ buffer }));
    const columns = windows.map((window) => resourceOf(window, params));
    // A window of less than a vector cannot be bound as vectors: then nothing is loaded from what stands in for it.
    const vectors = windows
      .slice(0, setting.isVectorised ? types.length : 0)
      .map((window, i) => (window.size < VECTOR_BYTES ? { buffer: params } : columns[i]));
    const table = this.#network === undefined ? [] : [{ buffer: this.#network }];
    const group = this.#device.createBindGroup({
      layout: this.layout,
      entries: [...resources, ...columns, ...vectors, ...table].map((resource, binding) => ({
        binding,
        resource,
      })),
    });
    const grid = gridOf(tileCount, this.#device.limits.maxComputeWorkgroupsPerDimension);
    return {
      group,
      dispatchTiles(pass) {
        if (counted === undefined) pass.dispatchWorkgroups(...grid);
        else pass.dispatchWorkgroupsIndirect(counted.grid, 0);
      },
    };
  }

  release(): void {
    this.#params.release();
    this.#network?.destroy();
    this.#counting?.params.destroy();
    this.#counting?.grid.destroy();
  }

  /** An exclusive scan's input without its last element, which no output needs, where an initial value stands first. */
  #trimmed(call: GpuCall, length: number): { readonly input: readonly GpuRange[]; readonly length: number } {
    const { observation, placement, isBackward } = this.#given.setting;
    const isLonger = observation === "exclusive-scan" && placement === "first" && call.chunk === undefined;
    if (!isLonger || length === 0) return { input: call.input, length };
    const input = isBackward
      ? call.input.map(({ buffer, offset }) => ({ buffer, offset: offset + 1 }))
      : call.input;
    return { input, length: length - 1 };
  }

  #wordsOf(
    windows: readonly Window[],
    length: number,
    { chunk = { index: 0, isLast: true }, isWithheld = false, mapped }: GpuCall,
    isEmpty: boolean,
  ): Uint32Array<ArrayBuffer> {
    const { contract, setting, pollLimit = POLL_LIMIT, inspected } = this.#given;
    const lead = setting.placement === "first" && chunk.index === 0 && !isEmpty ? 1 : 0;
    const words = new Uint32Array(paramsLength(setting));
    words[PARAMS.positions] = length + lead;
    words[PARAMS.tileCount] = isEmpty ? 0 : tileCount(setting, length + lead);
    words[PARAMS.lead] = lead;
    words[PARAMS.inputs] = length;
    words[PARAMS.chunk] = chunk.index;
    words[PARAMS.isLast] = chunk.isLast ? 1 : 0;
    words[PARAMS.pollLimit] = pollLimit;
    const { faults = [], faultMask = 0 } = isWithheld ? WITHHELD : (inspected ?? {});
    words[PARAMS.fault] = faults.reduce((sum, fault) => sum + FAULTS[fault], 0);
    words[PARAMS.faultMask] = faultMask;
    const initial = initialWords(contract);
    words[PARAMS.isInitialClean] = initial.every(isCleanWord) ? 1 : 0;
    words.set(
      windows.map(({ word }) => word),
      PARAMS.ranges,
    );
    words.set(initial, PARAMS.ranges + windows.length);
    if (mapped !== undefined) words.set(wordsOfMappedCall(mapped), words.length - mappedCallWords(setting));
    return words;
  }

  /** The part of a buffer that holds a range: bindings begin at aligned offsets, what is left is counted in words. */
  #windowOf({ buffer, offset }: GpuRange, type: ScalarType, length: number): Window {
    const bytes = 4 * wgslWords(type);
    const alignment = this.#device.limits.minStorageBufferOffsetAlignment;
    const start = Math.floor((offset * bytes) / alignment) * alignment;
    const size = length === 0 ? 0 : Math.min(buffer.size, (offset + length) * bytes) - start;
    return { buffer, offset: start, size, word: (offset * bytes - start) / 4 };
  }

  /** Records what turns a count of the GPU into parameters. They are scratch: calls of one plan follow each other on the queue. */
  #count(encoder: GPUCommandEncoder, words: Uint32Array<ArrayBuffer>, count: GpuCount): Counting | undefined {
    const counting = this.#counting;
    if (counting === undefined) return undefined;
    const known = new Uint32Array(words.length + COUNT_WORDS);
    known.set(words);
    const alignment = this.#device.limits.minStorageBufferOffsetAlignment / 4;
    const start = Math.floor(count.offset / alignment) * alignment;
    known.set([count.offset - start, count.atMost], words.length);
    const buffers: readonly GPUBufferBinding[] = [
      { buffer: this.#params.holding(known) },
      { buffer: count.buffer, offset: 4 * start, size: 4 * (count.offset - start + 1) },
      { buffer: counting.params },
      { buffer: counting.grid },
    ];
    const pass = encoder.beginComputePass();
    pass.setPipeline(counting.pipeline);
    pass.setBindGroup(
      0,
      this.#device.createBindGroup({
        layout: counting.pipeline.getBindGroupLayout(0),
        entries: buffers.map((resource, binding) => ({ binding, resource })),
      }),
    );
    pass.dispatchWorkgroups(1);
    pass.end();
    return counting;
  }
}

interface Counting {
  readonly pipeline: GPUComputePipeline;
  readonly params: GPUBuffer;
  readonly grid: GPUBuffer;
}

interface Window {
  readonly buffer: GPUBuffer;
  readonly offset: number; // in bytes
  readonly size: number; // in bytes
  readonly word: number; // of the binding, where the range begins
}

function paramsLength(setting: KernelSetting): number {
  const { sums } = setting;
  const columns = inputTypes(setting).length + sums.length;
  return PARAMS.ranges + columns + wordCount(sums) + mappedCallWords(setting);
}

/** A range without elements may begin where its buffer ends: nothing is read of what stands in for it. */
function resourceOf({ buffer, offset, size }: Window, standIn: GPUBuffer): GPUBufferBinding {
  return size > 0 ? { buffer, offset, size } : { buffer: standIn };
}

/** Workgroups in a row, or in rows where there are more than fit: surplus ones find no tile. */
export function gridOf(count: number, most: number): readonly [number, number] {
  const rows = Math.max(1, Math.ceil(count / most));
  return [Math.ceil(count / rows), rows];
}
