import { wasmExecutor as algorithmsWasm, javascriptExecutor as plainLoops } from "samebits/algorithms";
import { compile, javascriptExecutor, run, runOn, wasmExecutor } from "samebits/language";
import { openWorkers } from "samebits/workers";
import { PROGRAMS } from "../cases/language.mjs";

/** @typedef {import("../cases/language.mjs").LanguageCase} LanguageCase */
/** @typedef {() => unknown} LanguageCall  gives the value, or a promise of it */

/** Opens everything that cases run on. Pools of workers are closed by `close`. */
export async function openLanguage() {
  const program = compile(PROGRAMS, { source: "bench" });
  const pool = await openWorkers();
  const executors = {
    javascript: { fused: javascriptExecutor, between: plainLoops },
    wasm: { fused: wasmExecutor(), between: algorithmsWasm() },
  };
  return {
    /** @param {LanguageCase} each @returns {LanguageCall} */
    callOf({ entry, executor, folds, type, n }) {
      const operands = [elementsOf(type, n)];
      if (executor === "interpreter") return () => program.interpret(entry, operands, { fuel: 1e10 });
      if (executor === "workers") return () => runOn(pool, program, entry, operands);
      const on = executors[executor][folds];
      return () => run(program, entry, operands, { on });
    },
    close: () => pool.close(),
  };
}

/** Repeatable elements: small numbers of both signs, so that sums of squares wrap as late as they may. @param {LanguageCase["type"]} type @param {number} n */
export function elementsOf(type, n) {
  const make = { i32: Int32Array, u32: Uint32Array, f64: Float64Array }[type];
  const elements = new make(n);
  let state = 2026;
  for (let i = 0; i < n; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const draw = (state ^ (state >>> 15)) >>> 0;
    if (type === "u32") elements[i] = draw;
    else elements[i] = type === "i32" ? (draw % 2001) - 1000 : draw / 2 ** 31 - 1;
  }
  return elements;
}

/** That a case has the answer that a plain loop gives. @param {LanguageCase} each @param {unknown} answer */
export function checkLanguage(each, answer) {
  const { entry, executor, n } = each;
  const expected = expectedOf(each);
  const isSame = typeof expected === "number" ? isNear(Number(answer), expected) : hasAll(answer, expected);
  if (!isSame) throw new Error(`${entry} on ${executor} is wrong at n=${n}`);
}

/** @param {unknown} answer @param {ArrayLike<unknown>} expected */
function hasAll(answer, expected) {
  const given = /** @type {ArrayLike<unknown>} */ (answer);
  if (given.length !== expected.length) return false;
  for (let i = 0; i < expected.length; i++) if (given[i] !== expected[i]) return false;
  return true;
}

/** Sums of doubles round by their tree. @param {number} answer @param {number} expected */
function isNear(answer, expected) {
  if (Number.isInteger(expected)) return answer === expected;
  return Math.abs(answer - expected) <= 1e-9 * Math.abs(expected);
}

/** @param {LanguageCase} each */
function expectedOf({ entry, type, n }) {
  const elements = /** @type {Float64Array} */ (elementsOf(type, n)); // or others, which are used alike
  switch (entry) {
    case "red":
    case "total":
      return elements.reduce((sum, element) => (sum + element) | 0, 0);
    case "radix_sort":
    case "built_in":
      return elements.slice().sort();
    case "dot":
      return elements.reduce((sum, element) => sum + element * (element + 1), 0);
    case "kept":
      return elements.reduce((sum, x) => (x > 0 ? (sum + x * x) | 0 : sum), 0);
    case "running": {
      let sum = 0;
      return Int32Array.from(elements, (x) => {
        sum = (sum + x * x) | 0;
        return sum;
      });
    }
    case "largest": {
      let place = 0;
      for (let i = 1; i < n; i++) if (elements[place] < elements[i]) place = i;
      return [elements[place], BigInt(place)];
    }
    default:
      throw new Error(`unknown entry ${entry}`);
  }
}
