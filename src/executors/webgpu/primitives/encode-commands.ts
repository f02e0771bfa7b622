import { COMPUTE_STAGE } from "../buffer-usage.ts";
import { gridOf } from "../call-binder.ts";
import { chunkSlices } from "../chunk-slices.ts";
import { compilePipeline } from "../compile-pipeline.ts";
import type { GpuCall, GpuPlan, GpuRange } from "../gpu-plan.ts";
import { deviceBytes } from "../transfer.ts";
import { kernelText, paramCount } from "./kernel-text.ts";
import type { Kernel, KernelCall, Memory, PlanCall, Slot } from "./machine.ts";
import type { AskedPlan, Command } from "./recording.ts";

/** Where memory is. */
export interface Place {
  readonly buffer: GPUBuffer;
  readonly byteOffset: number; // where its first byte is
}

/** What commands are encoded with: all that had to be waited for. */
export interface Site {
  readonly device: GPUDevice;
  readonly placeOf: (memory: Memory) => Place;
  readonly state: GPUBuffer;
  readonly compiled: (kernel: Kernel) => CompiledKernel;
  readonly planOf: (plan: AskedPlan) => GpuPlan;
  /** A uniform buffer with these words, which nobody changes. */
  readonly paramsOf: (words: Uint32Array<ArrayBuffer>) => GPUBuffer;
}

export interface CompiledKernel {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

/** Compiles a kernel, or finds that it was. */
export async function compileKernel(device: GPUDevice, kernel: Kernel): Promise<CompiledKernel> {
  const pipeline = await compilePipeline(device, {
    key: kernel.key,
    code: () => kernelText(kernel),
    layout: () => layoutOf(device, kernel),
  });
  return { pipeline, layout: pipeline.getBindGroupLayout(0) };
}

function layoutOf(device: GPUDevice, { columns, state }: Kernel): GPUBindGroupLayout {
  const types = [
    "uniform" as const,
    state === "write" ? ("storage" as const) : ("read-only-storage" as const),
    ...columns.map(({ access }) => (access === "read" ? "read-only-storage" : "storage")),
  ];
  return device.createBindGroupLayout({
    entries: types.map((type, binding) => ({ binding, visibility: COMPUTE_STAGE, buffer: { type } })),
  });
}

/** Records commands on an encoder; neighbouring dispatches share a pass. */
export function encodeCommands(encoder: GPUCommandEncoder, commands: readonly Command[], site: Site): void {
  const params = new ParamsWriter(commands, site);
  let pass: GPUComputePassEncoder | undefined;
  const endPass = (): void => {
    pass?.end();
    pass = undefined;
  };
  for (const command of commands) {
    switch (command.kind) {
      case "run":
        pass ??= encoder.beginComputePass();
        encodeRun(pass, command, site, params.next());
        break;
      case "clear": {
        endPass();
        const { buffer, byteOffset } = site.placeOf(command.memory);
        encoder.clearBuffer(buffer, byteOffset, command.bytes);
        break;
      }
      case "plan":
        endPass();
        encodePlan(encoder, site, site.planOf(command.plan), command.call);
        break;
      default:
        command satisfies never;
    }
  }
  endPass();
}

interface Run {
  readonly kernel: Kernel;
  readonly call: KernelCall;
}

function encodeRun(
  pass: GPUComputePassEncoder,
  { kernel, call }: Run,
  site: Site,
  params: GPUBufferBinding,
): void {
  const { device, state } = site;
  const { pipeline, layout } = site.compiled(kernel);
  const columns = call.columns.map((slot) => windowOf(slot, site).binding);
  const resources = [params, { buffer: state }, ...columns];
  const entries = resources.map((resource, binding) => ({ binding, resource }));
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout, entries }));
  pass.dispatchWorkgroups(...gridOf(call.workgroups, device.limits.maxComputeWorkgroupsPerDimension));
}

/** The part of a buffer that holds a slot, from an aligned offset on, and the word of it where the slot begins. */
function windowOf(
  { type, memory, offset, length }: Slot,
  { device, placeOf }: Site,
): { readonly binding: GPUBufferBinding; readonly word: number } {
  const { buffer, byteOffset } = placeOf(memory);
  const bytes = deviceBytes(type);
  const from = byteOffset + offset * bytes;
  const alignment = device.limits.minStorageBufferOffsetAlignment;
  const start = Math.floor(from / alignment) * alignment;
  const end = Math.min(buffer.size, from + Math.max(1, length.atMost) * bytes);
  return { binding: { buffer, offset: start, size: end - start }, word: (from - start) / 4 };
}

/** The parameters of all dispatches, in one buffer. */
class ParamsWriter {
  readonly #buffer: GPUBuffer | undefined;
  readonly #bindings: readonly { readonly offset: number; readonly size: number }[];
  #next = 0;

  constructor(commands: readonly Command[], site: Site) {
    const runs = commands.filter((command) => command.kind === "run");
    const alignment = site.device.limits.minUniformBufferOffsetAlignment;
    let end = 0;
    this.#bindings = runs.map(({ kernel }) => {
      const size = 16 * Math.max(1, Math.ceil(paramCount(kernel) / 4));
      const offset = end;
      end = Math.ceil((offset + size) / alignment) * alignment;
      return { offset, size };
    });
    if (runs.length === 0) return;
    const words = new Uint32Array(end / 4);
    runs.forEach((run, i) => {
      words.set(paramWords(run, site), this.#bindings[i].offset / 4);
    });
    this.#buffer = site.paramsOf(words);
  }

  next(): GPUBufferBinding {
    return { buffer: this.#buffer as GPUBuffer, ...this.#bindings[this.#next++] };
  }
}

function paramWords({ call }: Run, site: Site): readonly number[] {
  const { columns, lengths = [], words = [] } = call;
  return [
    ...columns.map((slot) => windowOf(slot, site).word),
    ...lengths.flatMap(({ atMost, count }) => [atMost, count?.word ?? 0]),
    ...words,
  ];
}

/** A plan over slots; one whose length is known is cut into chunks where it has to be. */
function encodePlan(
  encoder: GPUCommandEncoder,
  site: Site,
  plan: GpuPlan,
  { input, output, length, mapped }: PlanCall,
): void {
  const ranges = (slots: readonly Slot[], by: number): readonly GpuRange[] =>
    slots.map((slot) => {
      const { buffer, byteOffset } = site.placeOf(slot.memory);
      return { buffer, offset: byteOffset / deviceBytes(slot.type) + slot.offset + by };
    });
  const encode = (call: Omit<GpuCall, "input" | "output" | "mapped">, from = 0, to = 0): void =>
    plan.encode(encoder, {
      ...call,
      input: ranges(input, from),
      output: ranges(output, to),
      ...(mapped && { mapped: { ...mapped, first: from } }),
    });
  if (length.count !== undefined) {
    encode({ length: { buffer: site.state, offset: length.count.word, atMost: length.atMost } });
    return;
  }
  if (length.atMost === 0) {
    if (plan.observation === "reduce") encode({ length: 0 });
    return;
  }
  for (const slice of chunkSlices(plan, length.atMost)) {
    const count = slice.input.end - slice.input.start;
    encode({ length: count, chunk: slice.chunk }, slice.input.start, slice.output.start);
  }
}
