/*
 * JavaScript that follows the stages of a program in one module, as text: threads run modules of their own. The calling thread runs the same text, so that what differs
 * between one thread and several is the threads.
 */

/**
 * `openShare(memory, { index, count })` gives `run(N, K, repeats)`: this thread's part of scanning `memory.input` into `memory.data`, K blocks of N elements, over and over. All
 * `count` threads have to call it. The copy of the input counts: stages work in place.
 */
export const DRIVER = `
const add = (left, right) => left + right;
const SPINS = 2000; // looks before a thread sleeps

/** Goes on when all threads are here. */
function meet(control, count) {
  if (count === 1) return;
  const round = Atomics.load(control, 1);
  if (Atomics.add(control, 0, 1) === count - 1) {
    Atomics.store(control, 0, 0);
    Atomics.add(control, 1, 1);
    Atomics.notify(control, 1);
    return;
  }
  for (let look = 0; look < SPINS; look++) if (Atomics.load(control, 1) !== round) return;
  while (Atomics.load(control, 1) === round) Atomics.wait(control, 1, round);
}

function shareOf({ input, data, sums, control }, { index, count }, N, K) {
  const from = Math.floor((K * index) / count);
  const to = Math.floor((K * (index + 1)) / count);
  const own = data.subarray(from * N, to * N);
  const ownInput = input.subarray(from * N, to * N);
  const values = sums.subarray(0, K * T);
  const blocks = Array.from({ length: to - from }, (_, i) => own.subarray(i * N, (i + 1) * N));
  return () => {
    own.set(ownInput);
    for (let i = 0; i < blocks.length; i++) {
      first(blocks[i], N, add);
      const made = sent(blocks[i], N);
      for (let t = 0; t < T; t++) values[(from + i) * T + t] = made[t];
    }
    meet(control, count);
    if (index === 0) middle(values, K * T, add);
    meet(control, count);
    for (let i = 0; i < blocks.length; i++) {
      enter(blocks[i], N, from + i, values, add);
      last(blocks[i], N, add);
    }
    meet(control, count);
  };
}

export function openShare(memory, place) {
  const shares = new Map();
  return (N, K, repeats) => {
    const name = N + " " + K;
    if (!shares.has(name)) shares.set(name, shareOf(memory, place, N, K));
    const share = shares.get(name);
    for (let repeat = 0; repeat < repeats; repeat++) share();
  };
}
`;

/** What a thread's own module has besides: a share for each message, and an answer. */
export const THREAD_DRIVER = `
import { parentPort, workerData } from "node:worker_threads";

const run = openShare(workerData.memory, workerData.place);
parentPort.on("message", ({ N, K, repeats }) => {
  run(N, K, repeats);
  parentPort.postMessage("done");
});
`;
