// Numbers of the WebGPU specification: Node has no such globals.
const QUERY_RESOLVE = 0x200;
const COPY_SOURCE = 0x4;
const COPY_DESTINATION = 0x8;
const MAP_READ = 0x1;
const TWO_TIMES = 16;

/**
 * Times work that is recorded: batches of calls in one submission, between two timestamps of the GPU, or where it has none between
 * submission and end as the host sees them.
 *
 * Implementations round timestamps (Dawn to 65.5 µs): a batch must be long against that.
 */
export class GpuTimer {
  /** @type {GPUDevice} */ #device;
  /** @type {GPUQuerySet | undefined} */ #queries;
  /** @type {GPUBuffer} */ #resolved;
  /** @type {GPUBuffer} */ #readable;

  /** @param {GPUDevice} device */
  constructor(device) {
    this.#device = device;
    if (device.features.has("timestamp-query")) {
      this.#queries = device.createQuerySet({ type: "timestamp", count: 2 });
    }
    this.#resolved = device.createBuffer({ size: TWO_TIMES, usage: QUERY_RESOLVE | COPY_SOURCE });
    this.#readable = device.createBuffer({ size: TWO_TIMES, usage: MAP_READ | COPY_DESTINATION });
  }

  /**
   * Nanoseconds of the calls together: on the GPU, and on the host's clock from submission on.
   *
   * @param {(encoder: GPUCommandEncoder) => void} encode  one call
   * @param {number} calls
   */
  async time(encode, calls) {
    const encoder = this.#device.createCommandEncoder();
    this.#stamp(encoder, 0);
    for (let call = 0; call < calls; call++) encode(encoder);
    this.#stamp(encoder, 1);
    if (this.#queries !== undefined) {
      encoder.resolveQuerySet(this.#queries, 0, 2, this.#resolved, 0);
      encoder.copyBufferToBuffer(this.#resolved, 0, this.#readable, 0, TWO_TIMES);
    }
    const commands = encoder.finish();
    const started = process.hrtime.bigint();
    this.#device.queue.submit([commands]);
    await this.#device.queue.onSubmittedWorkDone();
    const wall = Number(process.hrtime.bigint() - started);
    return { gpu: this.#queries === undefined ? wall : await this.#difference(), wall };
  }

  /** A pass of nothing but its beginning, which waits for all that was recorded before. @param {GPUCommandEncoder} encoder @param {number} index */
  #stamp(encoder, index) {
    if (this.#queries === undefined) return;
    encoder
      .beginComputePass({ timestampWrites: { querySet: this.#queries, beginningOfPassWriteIndex: index } })
      .end();
  }

  async #difference() {
    await this.#readable.mapAsync(1);
    const [begun, ended] = new BigUint64Array(this.#readable.getMappedRange());
    const difference = Number(ended - begun);
    this.#readable.unmap();
    return difference;
  }

  close() {
    this.#queries?.destroy();
    this.#resolved.destroy();
    this.#readable.destroy();
  }
}
