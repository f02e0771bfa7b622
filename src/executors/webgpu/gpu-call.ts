// A whole call over arrays: chunks go up, are computed and come back, while the next one is computed.

import { type ColumnContract, checkColumnContract } from "../../contracts/column-contract.ts";
import { type Observation, reduceOfNothing } from "../../contracts/contract.ts";

import type { Determinism } from "../../contracts/levels.ts";
import { whileAttached } from "../../values/check-arrays.ts";
import type { ScalarType } from "../../values/element-types.ts";
import {
  type Columns,
  newColumn,
  type Row,
  type StoredColumns,
  type StoredType,
} from "../../values/value-types.ts";
import type { Plan } from "../executor.ts";
import type { GpuParts } from "./gpu-parts.ts";
import { type ChunkSlice, chunkSlices, type GpuPlan, type GpuRange } from "./gpu-plan.ts";
import type { Role } from "./memory/buffer-pool.ts";
import { deviceBytes, deviceType, download, MAP_READ, upload } from "./memory/buffers.ts";

/**
 * Uploads the columns, computes, and downloads the result, chunk by chunk: while one is computed the one before is copied out. A call whose
 * signal is aborted rejects at once; what it began ends later, and writes nothing.
 */
export function callOn(
  parts: GpuParts,
  given: ColumnContract,
  signal: AbortSignal | undefined,
  determinism: Determinism = "everywhere",
): Plan {
  const contract = checkColumnContract(given);
  const { core, plans } = parts;
  const { types, sums } = contract;
  const check = (): void => {
    core.check();
    signal?.throwIfAborted();
  };
  const scan = async (
    observation: Exclude<Observation, "reduce">,
    input: StoredColumns,
    output: Columns | undefined,
  ): Promise<Columns> => {
    check();
    const { length } = input[0];
    const target = output ?? sums.map((type) => newColumn(type, length));
    if (length === 0) return target;
    const run = (plan: GpuPlan): Promise<void> =>
      new ChunkedRun(parts, plan, { types, columns: input }, check).run((mapped, { start, end }) => {
        for (const [i, type] of sums.entries()) download(type, mapped[i], target[i].subarray(start, end));
      });
    await whileAttached({ input, output }, () => {
      const work = plans.use(contract, observation, run, determinism);
      return core.settled(work, signal);
    });
    return target;
  };
  return {
    async reduce(input) {
      check();
      if (input[0].length === 0) return rowOfNothing(contract);
      const run = async (plan: GpuPlan): Promise<Row> => {
        let row: Row = [];
        await new ChunkedRun(parts, plan, { types, columns: input }, check).run((mapped) => {
          row = sums.map((type, i) => download(type, mapped[i])[0]);
        });
        return row;
      };
      return whileAttached({ input }, () => {
        const work = plans.use(contract, "reduce", run, determinism);
        return core.settled(work, signal);
      });
    },
    inclusiveScan: (input, output) => scan("inclusive-scan", input, output),
    exclusiveScan: (input, output) => scan("exclusive-scan", input, output),
  };
}

/** Takes what a chunk gave, by column. */
type Take = (mapped: readonly ArrayBuffer[], output: ChunkSlice["output"]) => void;

/** Columns as a caller has them. */
interface GivenColumns {
  readonly types: readonly StoredType[];
  readonly columns: StoredColumns;
}

/** One call, from the first upload to the last download. */
class ChunkedRun {
  readonly #parts: GpuParts;
  readonly #plan: GpuPlan;
  readonly #input: GivenColumns;
  readonly #check: () => void;
  readonly #sums: readonly ScalarType[];
  readonly #taken: { readonly role: Role; readonly buffer: GPUBuffer }[] = [];

  constructor(parts: GpuParts, plan: GpuPlan, input: GivenColumns, check: () => void) {
    this.#parts = parts;
    this.#plan = plan;
    this.#input = input;
    this.#check = check;
    this.#sums = plan.contract.sums;
  }

  async run(take: Take): Promise<void> {
    this.#check();
    const slices = [...chunkSlices(this.#plan, this.#input.columns[0].length)];
    try {
      const buffers = await this.#buffers(slices);
      let former: Begun | undefined;
      for (const [i, slice] of slices.entries()) {
        this.#check();
        // Before the former chunk's values are written: an output in place of its input may hold elements of this one.
        const begun = this.#begin(slice, buffers, buffers.staging[i % buffers.staging.length]);
        if (former !== undefined) await this.#finish(former, take);
        former = begun;
      }
      if (former !== undefined) await this.#finish(former, take);
    } finally {
      const { pool } = this.#parts;
      for (const { role, buffer } of this.#taken) {
        // One that is mapped, or about to be, belongs to a call that failed.
        if (buffer.mapState === "unmapped") pool.give(role, buffer);
        else buffer.destroy();
      }
    }
  }

  async #buffers(slices: readonly ChunkSlice[]): Promise<CallBuffers> {
    const longest = (of: "input" | "output"): number =>
      Math.max(1, ...slices.map((slice) => slice[of].end - slice[of].start));
    const [inputLength, outputLength] = [longest("input"), longest("output")];
    const input: GpuRange[] = [];
    const output: GpuRange[] = [];
    for (const type of this.#input.types) {
      input.push({
        buffer: await this.#take("input", inputLength * deviceBytes(deviceType(type))),
        offset: 0,
      });
    }
    for (const type of this.#sums) {
      output.push({ buffer: await this.#take("output", outputLength * deviceBytes(type)), offset: 0 });
    }
    const { total } = this.#layout(outputLength);
    const staging = [await this.#take("staging", total)];
    if (slices.length > 1) staging.push(await this.#take("staging", total));
    return { input, output, staging };
  }

  async #take(role: Role, bytes: number): Promise<GPUBuffer> {
    const buffer = await this.#parts.pool.take(role, bytes);
    this.#taken.push({ role, buffer });
    return buffer;
  }

  /** Uploads a chunk's input and submits its work. */
  #begin(slice: ChunkSlice, buffers: CallBuffers, staging: GPUBuffer): Begun {
    const { core } = this.#parts;
    const { device } = core;
    const { input, output, chunk } = slice;
    const { offsets, sizes, total } = this.#layout(output.end - output.start);
    const { checked } = core.guard(total, () => {
      for (const [i, type] of this.#input.types.entries()) {
        const part = this.#input.columns[i].subarray(input.start, input.end);
        upload(device.queue, buffers.input[i].buffer, type, part);
      }
      const encoder = device.createCommandEncoder();
      const length = input.end - input.start;
      this.#plan.encode(encoder, { input: buffers.input, output: buffers.output, length, chunk });
      for (const [i, { buffer }] of buffers.output.entries()) {
        encoder.copyBufferToBuffer(buffer, 0, staging, offsets[i], sizes[i]);
      }
      device.queue.submit([encoder.finish()]);
    });
    const ready = checked.then(() => core.settled(staging.mapAsync(MAP_READ, 0, total)));
    ready.catch(() => {});
    return { slice, staging, ready };
  }

  /** Hands over what a chunk gave, once it is there. */
  async #finish({ slice: { output, chunk }, staging, ready }: Begun, take: Take): Promise<void> {
    await ready;
    this.#check();
    if (this.#plan.observation === "reduce" && chunk?.isLast === false) return staging.unmap();
    const { offsets, sizes } = this.#layout(output.end - output.start);
    take(
      sizes.map((size, i) => staging.getMappedRange(offsets[i], size)),
      output,
    );
    staging.unmap();
  }

  /** Where the columns of some values lie in a staging buffer, in bytes; columns begin where any type may. */
  #layout(length: number): {
    readonly offsets: readonly number[];
    readonly sizes: readonly number[];
    readonly total: number;
  } {
    const sizes = this.#sums.map((type) => length * deviceBytes(type));
    const offsets: number[] = [];
    let total = 0;
    for (const size of sizes) {
      offsets.push(total);
      total += Math.ceil(size / 8) * 8;
    }
    return { offsets, sizes, total };
  }
}

/** A chunk that was submitted. */
interface Begun {
  readonly slice: ChunkSlice;
  readonly staging: GPUBuffer;
  readonly ready: Promise<void>; // when it can be read
}

interface CallBuffers {
  readonly input: readonly GpuRange[];
  readonly output: readonly GpuRange[];
  readonly staging: readonly GPUBuffer[]; // of more than one chunk two, which take turns
}

function rowOfNothing(contract: ColumnContract): Row {
  return reduceOfNothing(contract).map((value) => (Number.isNaN(value) ? Number.NaN : value));
}
