// A device can be lost at any time, and its errors arrive later than the calls that caused them. Everything that waits for a device waits here, and gets a typed error.

import {
  DeviceLostError,
  ExecutorClosedError,
  InternalError,
  OutOfMemoryError,
  SamebitsError,
  UnsupportedError,
} from "../../../values/errors.ts";
import { onAbort } from "../../../values/on-abort.ts";

export const EXECUTOR_NAME = "webgpu";

/** What was done, and whether the device found nothing wrong with it. */
interface Guarded<Value> {
  readonly value: Value;
  /** Rejects with a typed error. Rejections that nobody looks at are not unhandled ones. */
  readonly checked: Promise<void>;
}

/** Time that a loss is given to be told after what it broke, in milliseconds. */
const LOSS_DELAY = 100;

/**
 * A device that may end at any time: lost, or closed. After its end every call throws the same typed error, and whatever was waiting for it
 * rejects with that.
 */
export class GpuCore {
  readonly device: GPUDevice;
  readonly isOwned: boolean;
  #end: (() => SamebitsError) | undefined; // makes the error of every call, each with the stack of its own
  readonly #bells = new Set<(end: SamebitsError) => void>();

  constructor(device: GPUDevice, isOwned: boolean) {
    this.device = device;
    this.isOwned = isOwned;
    device.lost.then(({ reason, message }) =>
      this.#finish(() => new DeviceLostError(reason, oneLine(message))),
    );
  }

  /** Throws where the device has ended. */
  check(): void {
    if (this.#end !== undefined) throw this.#end();
  }

  get isOpen(): boolean {
    return this.#end === undefined;
  }

  /**
   * Does something that gives or records commands at once, and collects what the device objects to it.
   *
   * `bytes` is what a lack of memory is blamed on, `onInvalid` makes the error of commands that are not valid. Scopes are a stack that all calls on a device share, so that nothing may wait in between.
   */
  guard<Value>(bytes: number, work: () => Value, onInvalid = refusedByDevice): Guarded<Value> {
    this.check();
    const { device } = this;
    for (const filter of ["internal", "out-of-memory", "validation"] as const) device.pushErrorScope(filter);
    let scopes: readonly Promise<GPUError | null>[] = [];
    let value: Value;
    try {
      value = work();
    } finally {
      scopes = [device.popErrorScope(), device.popErrorScope(), device.popErrorScope()];
      for (const scope of scopes) scope.catch(() => {});
    }
    const checked = this.settled(Promise.all(scopes)).then(([invalid, memory, internal]) => {
      if (memory) throw memoryError(bytes, oneLine(memory.message) || "no more can be had");
      if (internal) throw driverError(oneLine(internal.message));
      if (invalid) throw onInvalid(oneLine(invalid.message));
    });
    checked.catch(() => {});
    return { value, checked };
  }

  /** The same answer, or the typed error of the device's end, of the signal, or of what went wrong: whichever comes first. */
  settled<Value>(work: Promise<Value>, signal?: AbortSignal): Promise<Value> {
    return new Promise((resolve, reject) => {
      const abort = (): void => done(() => reject(signal?.reason));
      const onEnd = (end: SamebitsError): void => done(() => reject(end));
      const done = (settle: () => void): void => {
        this.#bells.delete(onEnd);
        forget();
        settle();
      };
      this.#bells.add(onEnd);
      const forget = onAbort(signal, abort);
      work.then(
        (value) => done(() => resolve(value)),
        async (cause) => {
          const error = await this.#typed(cause);
          done(() => reject(error));
        },
      );
      if (this.#end !== undefined) onEnd(this.#end());
      else if (signal?.aborted === true) abort();
    });
  }

  /** Ends the use of the device: whatever waits for it rejects. One that is owned is destroyed. */
  close(): void {
    this.#finish(() => new ExecutorClosedError(EXECUTOR_NAME, "before the call was done"));
    if (this.isOwned) this.device.destroy();
  }

  #finish(end: () => SamebitsError): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    for (const ring of [...this.#bells]) ring(end());
  }

  /** What a rejection of the device means. A loss breaks what waits, and may be told after it. */
  async #typed(cause: unknown): Promise<unknown> {
    if (cause instanceof SamebitsError) return cause;
    if (this.#end === undefined && cause instanceof Error) {
      await Promise.race([this.device.lost, new Promise((resolve) => setTimeout(resolve, LOSS_DELAY))]);
    }
    if (this.#end !== undefined) return this.#end();
    if (!isOfDevice(cause)) return cause;
    const isInvalid = "reason" in cause && cause.reason === "validation"; // of a GPUPipelineError
    const message = oneLine(cause.message);
    return isInvalid ? refusedByDevice(message) : driverError(`${cause.name}: ${message}`);
  }
}

/** What a device says, which may be lines of calls and code, on one line. */
export function oneLine(message: string): string {
  return message.replace(/\s+/g, " ").trim();
}

/** Errors of the web's own classes, which hosts do not all know by name. */
function isOfDevice(cause: unknown): cause is Error {
  return cause instanceof Error && /^(AbortError|OperationError|GPU\w*Error)$/.test(cause.name);
}

function refusedByDevice(message: string): SamebitsError {
  return new InternalError(`the device refused what was recorded: ${message}`);
}

/** `bytes`: of one buffer; 0 for the scratch of a plan. */
function memoryError(bytes: number, fact: string): SamebitsError {
  if (bytes > 0) return new OutOfMemoryError(bytes, `device memory (${fact})`);
  return new UnsupportedError(
    "a plan on this device",
    `its scratch memory could not be had (${fact})`,
    "release other plans or buffers, or give a smaller maxLength",
  );
}

function driverError(message: string): UnsupportedError {
  return new UnsupportedError(
    "a call on this device",
    `its driver failed (${message})`,
    'try another adapter or a newer driver, or import from "samebits" or "samebits/workers"',
  );
}
