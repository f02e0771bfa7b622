// What narrow elements, and columns of narrower types than their field, cost a plan for buffers: one dispatch before each of its chunks, which leaves them widened in scratch of the plan's own.

import { convert, left } from "../../operators/term.ts";
import { ACCUMULATION_TYPES } from "../../values/convert.ts";
import { isNarrowType, type ScalarType, type StorageType } from "../../values/element-types.ts";
import type { NamedRange } from "./caller-encoding.ts";
import type { GpuParts } from "./gpu-parts.ts";
import type { GpuCount, GpuRange } from "./gpu-plan.ts";
import { BUFFER_USAGE, deviceBytes } from "./memory/buffers.ts";
import { PreparedAlgorithm } from "./primitives/prepared-algorithm.ts";

/** Elements on their way to a plan's kernels, exactly converted. Its scratch has room for the longest chunk so far. */
export class Widening {
  readonly #device: GPUDevice;
  readonly #algorithm: PreparedAlgorithm;
  readonly #bytes: number; // of a widened element
  readonly #scratch: GPUBuffer[] = []; // what was outgrown may still be in an encoder

  private constructor(device: GPUDevice, algorithm: PreparedAlgorithm, bytes: number) {
    this.#bytes = bytes;
    this.#device = device;
    this.#algorithm = algorithm;
  }

  /** @throws what compiling throws */
  static async prepare(parts: GpuParts, type: StorageType, to: ScalarType): Promise<Widening> {
    const wide = isNarrowType(type) ? ACCUMULATION_TYPES[type][0] : type;
    const algorithm = await PreparedAlgorithm.prepare(parts, {
      arguments: [{ types: [type] }],
      record: (on, input) =>
        wide === to ? input : (on.map([convert(to, left(wide))], input) as typeof input),
      longest: 1, // of plans, of which it has none
    });
    return new Widening(parts.core.device, algorithm, deviceBytes(to));
  }

  /** Records the widening of a range; says where its elements are then. */
  encode(encoder: GPUCommandEncoder, range: NamedRange, length: number | GpuCount): GpuRange {
    const most = typeof length === "number" ? length : length.atMost;
    const buffer = this.#room(most);
    const output = { name: "scratch", buffer, offset: 0, room: most };
    this.#algorithm.encode(encoder, {
      arguments: [{ columns: [range], length }],
      output: [output],
      counts: [],
    });
    return output;
  }

  release(): void {
    this.#algorithm.release();
    for (const buffer of this.#scratch) buffer.destroy();
  }

  #room(length: number): GPUBuffer {
    const last = this.#scratch.at(-1);
    const size = Math.max(16, this.#bytes * length);
    if (last !== undefined && last.size >= size) return last;
    const buffer = this.#device.createBuffer({
      label: "samebits scratch",
      size,
      usage: BUFFER_USAGE.storage,
    });
    this.#scratch.push(buffer);
    return buffer;
  }
}
