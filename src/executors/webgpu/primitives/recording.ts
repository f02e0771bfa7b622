// Primitives record before anything runs: what is recorded can be compiled at once, submitted at once, and found again by the next call.

import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { contractKey } from "../../../contracts/contract-key.ts";
import { entryCount, wordsPerEntry } from "../../../look-back/protocol.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { InternalError, OutOfMemoryError, UnsupportedError } from "../../../values/errors.ts";
import { EXECUTOR_NAME } from "../device/gpu-core.ts";
import { tableStart } from "../kernels/kernel-setting.ts";
import { type MappedInput, mappedKey } from "../kernels/mapped-input.ts";
import { deviceBytes } from "../memory/buffers.ts";
import { CHUNK_LENGTH } from "../plans.ts";
import { elementGroups, paramCount } from "./kernel-text.ts";
import {
  COUNT_WORDS,
  type Count,
  exactly,
  type Kernel,
  type KernelCall,
  type Length,
  type LookBackSetting,
  type Machine,
  type Memory,
  type PlanCall,
  type Slot,
} from "./machine.ts";

/** What was recorded, in order. */
export type Command =
  | {
      readonly kind: "run";
      readonly kernel: Kernel;
      readonly call: Required<Pick<KernelCall, "workgroups">> & KernelCall;
    }
  | { readonly kind: "clear"; readonly memory: Memory; readonly bytes: number }
  | { readonly kind: "plan"; readonly plan: AskedPlan; readonly call: PlanCall };

/** A contract and observation that a recording needs a plan for. */
export interface AskedPlan {
  readonly key: string;
  readonly contract: ColumnContract;
  readonly observation: Observation;
  readonly maxLength: number | undefined; // of a call that cannot be cut, where it is longer than usual
  readonly mapped: MappedInput | undefined;
}

/** Of a buffer that is bound: no binding is empty. */
export const LEAST_BYTES = 16;

/** All that was recorded up to some point. Nothing in it changes: recordings that go on from one point share it. */
interface Recorded {
  readonly commands: readonly Command[];
  readonly memories: readonly Memory[];
  readonly needed: readonly Count[];
  readonly cleared: ReadonlySet<Memory>;
  readonly made: ReadonlyMap<object, Slot>;
  readonly tiles: number; // of the longest look-back
  readonly counts: number;
}

const NOTHING: Recorded = {
  commands: [],
  memories: [],
  needed: [],
  cleared: new Set(),
  made: new Map(),
  tiles: 0,
  counts: 0,
};

/** What primitives record, until it is encoded. It describes memory and holds none. */
export class Recording implements Machine {
  readonly device: GPUDevice;
  readonly columnLimit: number;
  readonly lookBack: LookBackSetting;
  readonly #longest: number | undefined;
  #recorded: Recorded;

  /** @param longest - elements of any vector of what is recorded more than once, so that its plans are always the same */
  constructor(device: GPUDevice, lookBack: LookBackSetting, longest?: number, recorded = NOTHING) {
    const { limits } = device;
    this.#longest = longest;
    this.#recorded = recorded;
    this.device = device;
    this.lookBack = lookBack;
    this.columnLimit = (lookBack.storageBuffers ?? limits.maxStorageBuffersPerShaderStage) - 1;
  }

  /** Another recording that goes on from here; this one stays as it is. */
  fork(): Recording {
    return new Recording(this.device, this.lookBack, this.#longest, this.#recorded);
  }

  /** Memory that was made, in its order. */
  get memories(): readonly Memory[] {
    return this.#recorded.memories;
  }

  /** Counts that must not be 0. */
  get needed(): readonly Count[] {
    return this.#recorded.needed;
  }

  /** Whether memory is cleared, which takes a usage that a caller's buffers may lack. */
  isCleared(memory: Memory): boolean {
    return this.#recorded.cleared.has(memory);
  }

  /** Bytes that the state needs for all that was recorded so far. */
  get stateBytes(): number {
    return 4 * (tableStart(1) + entryCount(this.#recorded.tiles) * wordsPerEntry(1));
  }

  /** What was recorded since this was last asked. */
  takeCommands(): readonly Command[] {
    const { commands } = this.#recorded;
    this.#add({ commands: [] });
    return commands;
  }

  scratch(type: ScalarType, length: Length): Slot {
    const bytes = length.atMost * deviceBytes(type);
    const { maxStorageBufferBindingSize, maxBufferSize } = this.device.limits;
    const most = Math.min(maxStorageBufferBindingSize, maxBufferSize);
    if (bytes > most) throw new OutOfMemoryError(bytes, `one buffer of this device (at most ${most} bytes)`);
    const memory: Memory = { bytes: Math.max(LEAST_BYTES, bytes) };
    this.#add({ memories: [...this.memories, memory] });
    return { type, memory, offset: 0, length };
  }

  once(source: object, make: () => Slot): Slot {
    const known = this.#recorded.made.get(source);
    if (known !== undefined) return known;
    const slot = make();
    this.#add({ made: new Map(this.#recorded.made).set(source, slot) });
    return slot;
  }

  newCount(): Count {
    const { counts } = this.#recorded;
    const word = COUNT_WORDS.start + counts;
    if (word >= COUNT_WORDS.end) {
      const subject = `a run of more than ${COUNT_WORDS.end - COUNT_WORDS.start} counts on "${EXECUTOR_NAME}"`;
      throw new UnsupportedError(
        subject,
        "they stay on the device, in room of one size",
        'import from "samebits" or "samebits/workers"',
      );
    }
    this.#add({ counts: counts + 1 });
    return { word };
  }

  needElements({ count }: Length): void {
    if (count !== undefined) this.#add({ needed: [...this.needed, count] });
  }

  clear({ type, memory, length }: Slot): void {
    const bytes = Math.min(memory.bytes, length.atMost * deviceBytes(type));
    this.#add({ cleared: new Set(this.#recorded.cleared).add(memory) });
    if (bytes > 0) this.#record({ kind: "clear", memory, bytes });
  }

  run(kernel: Kernel, call: KernelCall): void {
    checkCall(kernel, call);
    this.#add({ tiles: Math.max(this.#recorded.tiles, call.tiles ?? 0) });
    const columns = call.columns.map((slot) =>
      slot.length.atMost === 0 ? this.scratch(slot.type, exactly(0)) : slot,
    );
    const { workgroups = elementGroups(call.lengths?.[0].atMost ?? 1) } = call;
    this.#record({ kind: "run", kernel, call: { ...call, columns, workgroups } });
  }

  runPlan(contract: ColumnContract, observation: Observation, call: PlanCall): void {
    const longest = this.#longest ?? (call.length.count === undefined ? 0 : call.length.atMost);
    const maxLength = longest < CHUNK_LENGTH ? undefined : 2 ** Math.ceil(Math.log2(longest + 1));
    const mapped = call.mapped?.input;
    const elements = mapped === undefined ? "" : mappedKey(mapped);
    const key = `${observation} ${maxLength} ${contractKey(contract)} ${elements}`;
    this.#record({ kind: "plan", plan: { key, contract, observation, maxLength, mapped }, call });
  }

  #record(command: Command): void {
    this.#add({ commands: [...this.#recorded.commands, command] });
  }

  #add(more: Partial<Recorded>): void {
    this.#recorded = { ...this.#recorded, ...more };
  }
}

function checkCall(kernel: Kernel, { columns, lengths = [], words = [] }: KernelCall): void {
  const given = columns.length + 2 * lengths.length + words.length;
  if (given !== paramCount(kernel) || columns.length !== kernel.columns.length) {
    throw new InternalError("a kernel is called with other columns, lengths or words than it has");
  }
  const written = columns.filter((_, i) => kernel.columns[i].access !== "read");
  for (const slot of written) {
    const uses = columns.filter(({ memory }) => memory === slot.memory).length;
    if (uses > 1) throw new InternalError("a kernel writes a buffer that is another of its columns");
  }
}
