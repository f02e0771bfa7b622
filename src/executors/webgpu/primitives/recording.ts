import type { ColumnContract } from "../../../contracts/column-contract.ts";
import type { Observation } from "../../../contracts/contract.ts";
import { contractKey } from "../../../contracts/contract-key.ts";
import { entryCount, wordsPerEntry } from "../../../look-back/protocol.ts";
import type { ScalarType } from "../../../values/element-types.ts";
import { InternalError, OutOfMemoryError } from "../../../values/errors.ts";
import { CHUNK_LENGTH } from "../gpu-plans.ts";
import { tableStart } from "../kernels/kernel-setting.ts";
import { type MappedInput, mappedKey } from "../kernels/mapped-input.ts";
import { deviceBytes } from "../transfer.ts";
import { paramCount } from "./kernel-text.ts";
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
  | { readonly kind: "run"; readonly kernel: Kernel; readonly call: KernelCall }
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
const LEAST_BYTES = 16;

/** What primitives record, until it is encoded. */
export class Recording implements Machine {
  readonly device: GPUDevice;
  readonly columnLimit: number;
  readonly lookBack: LookBackSetting;
  /** The buffer of counts and of the table of tiles that look back; its bytes are `stateBytes`. */
  readonly state: Memory = { bytes: 0 };
  #commands: Command[] = [];
  #scratch: Memory[] = [];
  readonly #kept = new Map<string, Slot>();
  readonly #needed: Count[] = [];
  readonly #longest: number | undefined;
  readonly #cleared = new Set<Memory>();
  #tiles = 0;
  #counts = 0;

  /** @param longest - elements of any vector of what is recorded more than once, so that its plans are always the same */
  constructor(device: GPUDevice, lookBack: LookBackSetting, longest?: number) {
    const { limits } = device;
    this.#longest = longest;
    this.device = device;
    this.lookBack = lookBack;
    this.columnLimit = (lookBack.storageBuffers ?? limits.maxStorageBuffersPerShaderStage) - 1;
  }

  /** Memory that was made, in its order. */
  get memories(): readonly Memory[] {
    return this.#scratch;
  }

  /** Counts that must not be 0. */
  get needed(): readonly Count[] {
    return this.#needed;
  }

  /** Whether memory is cleared, which takes a usage that a caller's buffers may lack. */
  isCleared(memory: Memory): boolean {
    return this.#cleared.has(memory);
  }

  /** Tables that are kept, by key. */
  get kept(): ReadonlyMap<string, Slot> {
    return this.#kept;
  }

  /** Bytes that `state` needs for all that was recorded so far. */
  get stateBytes(): number {
    return 4 * (tableStart(1) + entryCount(this.#tiles) * wordsPerEntry(1));
  }

  /** What was recorded since this was last asked. */
  takeCommands(): readonly Command[] {
    const commands = this.#commands;
    this.#commands = [];
    return commands;
  }

  scratch(type: ScalarType, length: Length): Slot {
    const bytes = length.atMost * deviceBytes(type);
    const { maxStorageBufferBindingSize, maxBufferSize } = this.device.limits;
    const most = Math.min(maxStorageBufferBindingSize, maxBufferSize);
    if (bytes > most) throw new OutOfMemoryError(bytes, `one buffer of this device (at most ${most} bytes)`);
    const memory: Memory = { bytes: Math.max(LEAST_BYTES, bytes) };
    this.#scratch.push(memory);
    return { type, memory, offset: 0, length };
  }

  keptTable(key: string, words: number): Slot {
    const known = this.#kept.get(key);
    if (known !== undefined && known.length.atMost >= words) return known;
    const fresh: Slot = { type: "u32", memory: { bytes: 4 * words }, offset: 0, length: exactly(words) };
    this.#kept.set(key, fresh);
    return fresh;
  }

  newCount(): Count {
    const word = COUNT_WORDS.start + this.#counts++;
    if (word >= COUNT_WORDS.end) {
      throw new InternalError(`an algorithm counts more than ${COUNT_WORDS.end - COUNT_WORDS.start} vectors`);
    }
    return { word };
  }

  needElements({ count }: Length): void {
    if (count !== undefined) this.#needed.push(count);
  }

  clear({ type, memory, length }: Slot): void {
    const bytes = Math.min(memory.bytes, length.atMost * deviceBytes(type));
    this.#cleared.add(memory);
    if (bytes > 0) this.#commands.push({ kind: "clear", memory, bytes });
  }

  run(kernel: Kernel, call: KernelCall): void {
    checkCall(kernel, call);
    this.#tiles = Math.max(this.#tiles, call.tiles ?? 0);
    const columns = call.columns.map((slot) =>
      slot.length.atMost === 0 ? this.scratch(slot.type, exactly(0)) : slot,
    );
    this.#commands.push({ kind: "run", kernel, call: { ...call, columns } });
  }

  runPlan(contract: ColumnContract, observation: Observation, call: PlanCall): void {
    const longest = this.#longest ?? (call.length.count === undefined ? 0 : call.length.atMost);
    const maxLength = longest < CHUNK_LENGTH ? undefined : 2 ** Math.ceil(Math.log2(longest + 1));
    const mapped = call.mapped?.input;
    const elements = mapped === undefined ? "" : mappedKey(mapped);
    const key = `${observation} ${maxLength} ${contractKey(contract)} ${elements}`;
    this.#commands.push({ kind: "plan", plan: { key, contract, observation, maxLength, mapped }, call });
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
