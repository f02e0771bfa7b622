const [get, set, tee, add, subtract, xor] = [0x20, 0x21, 0x22, 0x6a, 0x6b, 0x73];

/** A function of a count: that many rounds of six chains of one operation each, more than a core's adders take in a cycle. */
const CHAINS = [
  ...[0x03, 0x40], // loop
  ...[add, xor, subtract, add, xor, subtract].flatMap((operation, i) => {
    return [get, i + 1, get, 0, operation, set, i + 1];
  }),
  ...[get, 0, 0x41, 1, subtract, tee, 0, 0x0d, 0, 0x0b], // … while (--count)
  ...[get, 1, ...[2, 3, 4, 5, 6].flatMap((chain) => [get, chain, xor])],
];
const MODULE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f], // one type, i32 to i32
  ...[3, 2, 1, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0], // exported as "f"
  ...[10, CHAINS.length + 6, 1, CHAINS.length + 4, 1, 6, 0x7f, ...CHAINS, 0x0b],
]);
const { f: chains } = new WebAssembly.Instance(new WebAssembly.Module(MODULE)).exports;
const ROUNDS = 50_000;
const CALIBRATION_MILLISECONDS = 100;
/** Times the shortest up to which the core is taken to be ours alone. */
const TOLERANCE = 1.05;

/**
 * The shortest times so far, ascending. The last of them counts: now and then a reading comes out an eighth too short (on Zen 4 up to six
 * of 3,000, some next to each other), and where such a one counted, all rounds of a process looked shared.
 */
const shortest = Array.from({ length: 32 }, () => Number.POSITIVE_INFINITY);

/** Nanoseconds of a fixed piece of work that needs adders and nothing else: longer while another program shares the core, or just after a sleep. */
function gauge() {
  const start = process.hrtime.bigint();
  /** @type {(count: number) => number} */ (chains)(ROUNDS);
  const nanoseconds = Number(process.hrtime.bigint() - start);
  shortest.push(nanoseconds);
  shortest.sort((left, right) => left - right).pop();
  return nanoseconds;
}

/** Whether the core is ours alone; asks again until it is or `milliseconds` are over. @param {number} milliseconds */
export function isCalm(milliseconds) {
  const end = performance.now() + milliseconds;
  do {
    if (gauge() <= shortest[shortest.length - 1] * TOLERANCE) return true;
  } while (performance.now() < end);
  return false;
}

/** Finds out what the shortest are. */
export function calibrate() {
  const end = performance.now() + CALIBRATION_MILLISECONDS;
  while (performance.now() < end) gauge();
}
