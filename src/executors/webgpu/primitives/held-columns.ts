import { type ColumnArray, columnType } from "../../../values/value-types.ts";
import { BUFFER_USAGE } from "../buffer-usage.ts";
import { deviceBytes, upload } from "../transfer.ts";
import { exactly, type Slot } from "./machine.ts";

/** Columns that are part of an algorithm and not of a call, such as where bins begin: each is uploaded once. */
export class HeldColumns {
  readonly #device: GPUDevice;
  readonly #slots = new Map<ColumnArray, Slot>();
  readonly #buffers: GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  place(column: ColumnArray): Slot {
    const known = this.#slots.get(column);
    if (known !== undefined) return known;
    const type = columnType(column);
    const size = Math.max(1, column.length) * deviceBytes(type);
    const usage = BUFFER_USAGE.storage | BUFFER_USAGE.copyDestination;
    const buffer = this.#device.createBuffer({ label: "samebits column", size, usage });
    this.#buffers.push(buffer);
    upload(this.#device.queue, buffer, type, column, { start: 0, end: column.length });
    const memory = { bytes: size, given: buffer };
    const slot: Slot = { type, memory, offset: 0, length: exactly(column.length) };
    this.#slots.set(column, slot);
    return slot;
  }

  release(): void {
    for (const buffer of this.#buffers) buffer.destroy();
  }
}
