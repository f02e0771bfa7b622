// What narrow elements cost a plan for buffers: one dispatch before each of its chunks, which leaves them widened in scratch of the plan's own.

import type { NarrowType } from "../../values/element-types.ts";
import type { NamedRange } from "./caller-encoding.ts";
import type { GpuParts } from "./gpu-parts.ts";
import type { GpuCount, GpuRange } from "./gpu-plan.ts";
import { BUFFER_USAGE } from "./memory/buffers.ts";
import { PreparedAlgorithm } from "./primitives/prepared-algorithm.ts";

/** Elements of a narrow type on their way to a plan's kernels. Its scratch has 4 bytes for each element of the longest chunk so far. */
export class Widening {
  readonly #device: GPUDevice;
  readonly #algorithm: PreparedAlgorithm;
  readonly #scratch: GPUBuffer[] = []; // what was outgrown may still be in an encoder

  private constructor(device: GPUDevice, algorithm: PreparedAlgorithm) {
    this.#device = device;
    this.#algorithm = algorithm;
  }

  /** @throws what compiling throws */
  static async prepare(parts: GpuParts, type: NarrowType): Promise<Widening> {
    const algorithm = await PreparedAlgorithm.prepare(parts, {
      arguments: [{ types: [type] }],
      record: (_, input) => input,
      longest: 1, // of plans, of which it has none
    });
    return new Widening(parts.core.device, algorithm);
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
    const size = 4 * Math.max(4, length);
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
