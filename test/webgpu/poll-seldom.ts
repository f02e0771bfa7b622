/** Polls that come at once: what takes no time is not kept waiting. */
const AT_ONCE = 20;

const LATER_MS = 1;

/**
 * npm `webgpu` asks Dawn for news in a loop of `setImmediate`, which kept a core busy while a kernel was compiled on another: of two cores the
 * one that the other test file has, and half of the processor time of all tests on emulated GPUs. From here on there is a millisecond between two
 * questions. Its callback is told by being native; it looks `setImmediate` up anew each time.
 */
export function pollSeldom(): void {
  const { setImmediate: atOnce, setTimeout: later } = globalThis;
  let isPolling = false;
  let polls = 0;
  const schedule = (callback: (...values: unknown[]) => void, ...values: unknown[]): unknown => {
    if (!Function.prototype.toString.call(callback).endsWith("{ [native code] }")) {
      return atOnce(callback, ...values);
    }
    polls = isPolling ? polls + 1 : 0;
    const poll = (): void => {
      isPolling = true;
      callback();
      isPolling = false;
    };
    return polls < AT_ONCE ? atOnce(poll) : later(poll, LATER_MS);
  };
  globalThis.setImmediate = Object.defineProperties(
    schedule,
    Object.getOwnPropertyDescriptors(atOnce),
  ) as typeof setImmediate;
}
