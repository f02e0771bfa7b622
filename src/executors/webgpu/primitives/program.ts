import { InternalError } from "../../../values/errors.ts";
import { gridOf } from "../call-binder.ts";
import { compilePipeline } from "../compile-pipeline.ts";
import type { GpuCore } from "../device/gpu-core.ts";
import { chunkSlices, type GpuCall, type GpuPlan, type GpuRange } from "../gpu-plan.ts";
import { COMPUTE_STAGE, deviceBytes } from "../memory/buffers.ts";

import { CHUNK_LENGTH, type GpuPlans } from "../plans.ts";

import { kernelText, paramCount } from "./kernel-text.ts";
import {
  type Kernel,
  type KernelCall,
  type Memory,
  type PlanCall,
  type Slot,
  STATE_MEMORY,
} from "./machine.ts";
import type { AskedPlan, Command } from "./recording.ts";

/**
 * Commands with all that had to be waited for, and all numbers known: kernels are compiled, windows of memory and parameters laid out. What is left is
 * which buffers memory is, so that a program is encoded as often as one likes.
 */
export interface Program {
  readonly params: Uint32Array<ArrayBuffer> | undefined; // of all dispatches, for one uniform buffer
  readonly steps: readonly ProgramStep[];
}

type ProgramStep =
  | Dispatch
  | { readonly kind: "clear"; readonly memory: Memory; readonly offset: number; readonly bytes: number }
  | { readonly kind: "plan"; readonly plan: GpuPlan; readonly call: PlanCall; readonly offsetOf: OffsetOf };

interface Dispatch {
  readonly kind: "run";
  readonly kernel: CompiledKernel;
  readonly params: { readonly offset: number; readonly size: number }; // in bytes, of the program's
  readonly words: readonly number[]; // of them
  readonly columns: readonly Window[];
  readonly grid: readonly [number, number];
}

/** The part of a memory's buffer that holds a slot, in bytes from an aligned offset on, and the word of it where the slot begins. */
interface Window {
  readonly memory: Memory;
  readonly offset: number;
  readonly size: number;
  readonly word: number;
}

interface CompiledKernel {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

/** Where the first byte of memory is in its buffer. */
type OffsetOf = (memory: Memory) => number;

const AT_BEGINNING: OffsetOf = () => 0;

/** What makes kernels and plans. */
export interface Makers {
  readonly core: GpuCore;
  readonly plans: GpuPlans;
}

/** What is known of pipelines by native floats. */
const certificates = new WeakMap<GPUComputePipeline, Promise<boolean>>();

/** The kernels and plans of programs, each made once. */
export class Workshop {
  readonly #parts: Makers;
  readonly #kernels = new Map<string, CompiledKernel>();
  readonly #plans = new Map<string, GpuPlan>();
  #isReleased = false;

  constructor(parts: Makers) {
    this.#parts = parts;
  }

  /** Compiles whatever the commands need, all at the same time. @throws what compiling throws */
  async prepare(commands: readonly Command[]): Promise<void> {
    const kernels = new Map<string, Kernel>();
    const plans = new Map<string, AskedPlan>();
    for (const command of commands) {
      if (command.kind === "run") kernels.set(command.kernel.key, command.kernel);
      if (command.kind === "plan") plans.set(command.plan.key, command.plan);
    }
    const missing = [
      ...[...kernels.values()]
        .filter(({ key }) => !this.#kernels.has(key))
        .map((kernel) => this.#compile(kernel)),
      ...[...plans.values()].filter(({ key }) => !this.#plans.has(key)).map((asked) => this.#plan(asked)),
    ];
    const made = await Promise.allSettled(missing);
    const failed = made.find((each) => each.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  /** The program of commands that were prepared, over memory that begins at these offsets of its buffers. */
  programOf(commands: readonly Command[], offsetOf = AT_BEGINNING): Program {
    let end = 0; // of the parameters so far
    const steps = commands.map((command): ProgramStep => {
      if (command.kind === "clear") return { ...command, offset: offsetOf(command.memory) };
      if (command.kind === "plan") {
        const plan = prepared(this.#plans.get(command.plan.key));
        return { kind: "plan", plan, call: command.call, offsetOf };
      }
      const dispatch = this.#dispatchOf(command, end, offsetOf);
      end = dispatch.params.offset + dispatch.params.size;
      return dispatch;
    });
    if (end === 0) return { steps, params: undefined };
    const params = new Uint32Array(end / 4);
    for (const step of steps) if (step.kind === "run") params.set(step.words, step.params.offset / 4);
    return { steps, params };
  }

  /** Gives the plans' scratch back. */
  release(): void {
    this.#isReleased = true;
    for (const plan of this.#plans.values()) plan.release();
    this.#plans.clear();
  }

  /** Its parameters stand from an aligned offset on, behind those of the dispatches before, which end at `end`. */
  #dispatchOf({ kernel, call }: Run, end: number, offsetOf: OffsetOf): Dispatch {
    const { limits } = this.#parts.core.device;
    const columns = call.columns.map((slot) => windowOf(slot, limits, offsetOf));
    const alignment = limits.minUniformBufferOffsetAlignment;
    const offset = Math.ceil(end / alignment) * alignment;
    const size = 16 * Math.max(1, Math.ceil(paramCount(kernel) / 4));
    return {
      kind: "run",
      kernel: prepared(this.#kernels.get(kernel.key)),
      params: { offset, size },
      words: paramWords(call, columns),
      columns,
      grid: gridOf(call.workgroups, limits.maxComputeWorkgroupsPerDimension),
    };
  }

  async #compile(kernel: Kernel): Promise<void> {
    const pipeline = (await this.#certified(kernel)) ?? (await this.#pipelineOf(kernel));
    this.#kernels.set(kernel.key, { pipeline, layout: pipeline.getBindGroupLayout(0) });
  }

  /** The pipeline by native floats, if there is one and its certificate holds, which is found out once. */
  async #certified(kernel: Kernel): Promise<GPUComputePipeline | undefined> {
    const { core, plans } = this.#parts;
    const { certified } = kernel;
    if (certified === undefined || plans.ways.arithmetic === "integer") return undefined;
    const native = { ...kernel, key: `certified ${kernel.key}`, body: certified.body };
    const pipeline = await this.#pipelineOf(native);
    const holds = certificates.get(pipeline) ?? certified.holds(core.device, pipeline);
    certificates.set(pipeline, holds);
    return (await core.settled(holds)) ? pipeline : undefined;
  }

  #pipelineOf(kernel: Kernel): Promise<GPUComputePipeline> {
    const { core } = this.#parts;
    const compiling = compilePipeline(core.device, {
      key: kernel.key,
      code: () => kernelText(kernel),
      layout: () => layoutOf(core.device, kernel),
    });
    return core.settled(compiling);
  }

  async #plan({ key, contract, observation, maxLength = CHUNK_LENGTH, mapped }: AskedPlan): Promise<void> {
    const { plans } = this.#parts;
    const setting = { maxLength, arithmetic: plans.ways.arithmetic, mapped };
    const plan = await plans.make(contract, observation, setting);
    // Another recording may have asked for the same meanwhile.
    if (this.#isReleased || this.#plans.has(key)) plan.release();
    else this.#plans.set(key, plan);
  }
}

type Run = Extract<Command, { readonly kind: "run" }>;

function prepared<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new InternalError("what is recorded depends on lengths: a kernel was not prepared");
  return value;
}

/** What a kernel's columns are bound as. */
export function layoutOf(device: GPUDevice, { columns, state }: Kernel): GPUBindGroupLayout {
  const types = [
    "uniform" as const,
    state === "write" ? ("storage" as const) : ("read-only-storage" as const),
    ...columns.map(({ access }) => (access === "read" ? "read-only-storage" : "storage")),
  ];
  return device.createBindGroupLayout({
    entries: types.map((type, binding) => ({ binding, visibility: COMPUTE_STAGE, buffer: { type } })),
  });
}

function windowOf(
  { type, memory, offset, length }: Slot,
  { minStorageBufferOffsetAlignment: alignment }: GPUSupportedLimits,
  offsetOf: OffsetOf,
): Window {
  const bytes = deviceBytes(type);
  const from = offsetOf(memory) + offset * bytes;
  const start = Math.floor(from / alignment) * alignment;
  const size = from + Math.max(1, length.atMost) * bytes - start;
  return { memory, offset: start, size, word: (from - start) / 4 };
}

function paramWords({ lengths = [], words = [] }: KernelCall, columns: readonly Window[]): readonly number[] {
  return [
    ...columns.map(({ word }) => word),
    ...lengths.flatMap(({ atMost, count }) => [atMost, count?.word ?? 0]),
    ...words,
  ];
}

/** The buffers that a program runs on: of its memory, `STATE_MEMORY` included, but for what callers gave; and of its parameters. */
interface Site {
  readonly device: GPUDevice;
  readonly buffers: ReadonlyMap<Memory, GPUBuffer>;
  readonly params: GPUBuffer | undefined;
}

/** Records a program on an encoder; neighbouring dispatches share a pass. */
export function encodeProgram(
  encoder: GPUCommandEncoder,
  { steps }: Program,
  { device, buffers, params }: Site,
): void {
  const state = bufferOf(STATE_MEMORY, buffers);
  let pass: GPUComputePassEncoder | undefined;
  for (const step of steps) {
    if (step.kind === "run") {
      const { pipeline, layout } = step.kernel;
      const resources: GPUBufferBinding[] = [
        { buffer: params as GPUBuffer, ...step.params },
        { buffer: state },
      ];
      for (const { memory, offset, size } of step.columns) {
        resources.push({ buffer: bufferOf(memory, buffers), offset, size });
      }
      const entries = resources.map((resource, binding) => ({ binding, resource }));
      pass ??= encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, device.createBindGroup({ layout, entries }));
      pass.dispatchWorkgroups(...step.grid);
      continue;
    }
    pass?.end();
    pass = undefined;
    if (step.kind === "clear") encoder.clearBuffer(bufferOf(step.memory, buffers), step.offset, step.bytes);
    else encodePlan(encoder, step, buffers);
  }
  pass?.end();
}

/** The buffer of memory. @throws InternalError for memory of another recording, or that was released */
export function bufferOf(memory: Memory, buffers: ReadonlyMap<Memory, GPUBuffer>): GPUBuffer {
  const buffer = memory.given ?? buffers.get(memory);
  if (buffer === undefined)
    throw new InternalError("a vector that was released, or of another call, is used");
  return buffer;
}

/** A plan over slots; one whose length is known is cut into chunks where it has to be. */
function encodePlan(
  encoder: GPUCommandEncoder,
  {
    plan,
    call: { input, output, length, mapped },
    offsetOf,
  }: Extract<ProgramStep, { readonly kind: "plan" }>,
  buffers: ReadonlyMap<Memory, GPUBuffer>,
): void {
  const ranges = (slots: readonly Slot[], by: number): readonly GpuRange[] =>
    slots.map(({ type, memory, offset }) => ({
      buffer: bufferOf(memory, buffers),
      offset: offsetOf(memory) / deviceBytes(type) + offset + by,
    }));
  const encode = (call: Omit<GpuCall, "input" | "output" | "mapped">, from = 0, to = 0): void =>
    plan.encode(encoder, {
      ...call,
      input: ranges(input, from),
      output: ranges(output, to),
      ...(mapped && { mapped: { ...mapped, first: from } }),
    });
  if (length.count !== undefined) {
    const state = bufferOf(STATE_MEMORY, buffers);
    encode({ length: { buffer: state, offset: length.count.word, atMost: length.atMost } });
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
