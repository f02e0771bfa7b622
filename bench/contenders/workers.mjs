import { allocate, hashArray, parseExpression, prepare } from "samebits";
import { operator as defined, f64 } from "samebits/operators";
import { openWorkers } from "samebits/workers";
import { HEAVY_STEPS } from "../cases/workers.mjs";

/** @typedef {import("../cases/workers.mjs").WorkersCase} WorkersCase */
/** @typedef {import("samebits/workers").WorkerPool} WorkerPool */

/** The memory of `samebits`, where pools have one of their own. */
const ONE_THREAD = { allocate };

/** x ← 3.7·x·(1 − x), again and again, from the mean of the operands: stays in [0, 1], and memory has no part in it. */
const heavy = defined(f64, (left, right) => {
  let x = left.add(right).multiply(0.5);
  for (let i = 0; i < HEAVY_STEPS; i++) x = x.multiply(3.7).multiply(x.negate().add(1));
  return x;
});

/** Opens a pool for each number of workers as cases ask for it, and the memory of each. They are closed by `close`. */
export function openWorkersCases() {
  const arraysOf = arraysByMemory();
  /** @type {Map<number, WorkerPool>} */
  const pools = new Map();
  return {
    /** @param {WorkersCase} each */
    async contenderOf(each) {
      const { count } = each;
      if (count > 0 && !pools.has(count)) pools.set(count, await openWorkers({ count, shortest: 0 }));
      return contenderOf(each, pools.get(count), arraysOf);
    },
    async close() {
      for (const pool of pools.values()) await pool.close();
    },
  };
}

/**
 * @param {WorkersCase} each
 * @param {WorkerPool | undefined} pool
 * @param {ReturnType<typeof arraysByMemory>} arraysOf
 */
function contenderOf(each, pool, arraysOf) {
  const { n, memory, primitive } = each;
  const [input, output] = arraysOf(memory === "caller" ? undefined : (pool ?? ONE_THREAD), n);
  const expression = parseExpression(each.expression);
  const options = each.operator === "heavy" ? { operator: heavy, expression } : { expression };
  if (each.contender === "copy") return { call: async () => output.set(input), answer: async () => "" };
  const call = pool === undefined ? callAlone() : callTogether(pool);
  function callAlone() {
    const plan = prepare({ type: "f64", ...options });
    return async () => (primitive === "reduce" ? plan.reduce(input) : plan.inclusiveScan(input, output));
  }
  /** @param {WorkerPool} workers */
  function callTogether(workers) {
    return async () =>
      primitive === "reduce"
        ? workers.reduce(input, options)
        : workers.inclusiveScan(input, { ...options, output });
  }
  const answer = async () => {
    const result = await call();
    return typeof result === "object" ? hashArray(result) : String(result);
  };
  return { call, answer };
}

/** Gives input and output in a memory, one pair for all cases of a group that use it: 2^27 doubles are a GiB. */
function arraysByMemory() {
  /** @type {Map<object, readonly [Float64Array, Float64Array]>} */
  const known = new Map();
  const callers = {
    /** @param {"f64"} _type @param {number} n */
    allocate: (_type, n) => ({ array: new Float64Array(n) }),
  };
  /** @param {Pick<WorkerPool, "allocate"> | undefined} memory @param {number} n */
  return (memory, n) => {
    const owner = memory ?? callers;
    const found = known.get(owner);
    if (found !== undefined) return found;
    const made = /** @type {const} */ ([owner.allocate("f64", n).array, owner.allocate("f64", n).array]);
    for (let i = 0; i < n; i++) made[0][i] = ((i * 7919) % 1009) / 2018;
    known.set(owner, made);
    return made;
  };
}
