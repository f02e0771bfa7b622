/** @typedef {import("./javascript.mjs").Contender} Contender */

const WARM_UP_CALLS = 3;
/** V8 counts calls before it compiles with its best compiler, 3000 in Node 24, however long the loops are. */
const WARM_UP_SHORT_CALLS = 10_000;

/** Every result ends here, so that no call can be left out. @type {{ latest: unknown }} */
const kept = { latest: undefined };

/** @param {() => unknown} run @param {number} calls @returns {number} nanoseconds */
function batch(run, calls) {
  const started = process.hrtime.bigint();
  for (let i = 0; i < calls; i++) kept.latest = run();
  return Number(process.hrtime.bigint() - started);
}

// Having called many functions, `batch` has none compiled into itself: each is compiled on its own merits. Without this the plain loop
// is 5.0 µs or 8.8 µs in Node 20 and 5 µs or 32 µs in Node 24, by the order of the cases.
const others = [..."abcdefgh"].map((name) => /** @type {() => unknown} */ (new Function(`return "${name}"`)));
for (let i = 0; i < 1000; i++) for (const other of others) batch(other, 10);

/**
 * Nanoseconds of all the calls of each contender, a slice of calls of each in turn, in the order of `orderOf`.
 *
 * @param {readonly Contender[]} contenders @param {number} calls @param {number} slices
 */
export function timeInTurns(contenders, calls, slices) {
  const nanoseconds = contenders.map(() => 0);
  for (let slice = 0; slice < slices; slice++) {
    for (const i of orderOf(slice, contenders.length)) nanoseconds[i] += batch(contenders[i].run, calls);
  }
  return nanoseconds;
}

/**
 * Who comes after whom in a slice. A collector works for whoever was before, and whoever begins finds pages that nobody had for a while:
 * so in any 2·count slices everybody begins twice, once with the others in their order after him and once backwards.
 *
 * @param {number} slice @param {number} count @returns {readonly number[]}
 */
export function orderOf(slice, count) {
  const isBackwards = Math.floor(slice / count) % 2 === 1;
  return Array.from({ length: count }, (_, turn) => {
    const place = (slice + turn) % count;
    return isBackwards ? count - 1 - place : place;
  });
}

/** @param {Contender} contender @param {number} milliseconds at least @returns {number} nanoseconds of one warm call */
export function warmUp({ run, runShort }, milliseconds) {
  batch(runShort, WARM_UP_SHORT_CALLS);
  const end = performance.now() + milliseconds;
  let calls = 0;
  let latest = 0;
  while (calls < WARM_UP_CALLS || performance.now() < end) {
    const more = Math.max(1, calls >> 2);
    latest = batch(run, more) / more;
    calls += more;
  }
  return latest;
}
