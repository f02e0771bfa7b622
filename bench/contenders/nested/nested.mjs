// Nested programs of the language, ready to be called beside their plain loops and what is written by hand.

import {
  algorithmsOn,
  wasmExecutor as algorithmsWasm,
  javascriptExecutor as plainLoops,
} from "samebits/algorithms";
import { compile, javascriptExecutor, run, runOn, wasmExecutor } from "samebits/language";
import { openWebGpu } from "samebits/webgpu";
import { openWorkers } from "samebits/workers";
import { findPart, SYSTEM_PARTS } from "../../../tools/system-parts.mjs";
import { BY_HAND } from "./by-hand.mjs";
import { nestedInput } from "./operands.mjs";
import { PLAIN_LOOPS } from "./plain-loops.mjs";

/** @typedef {import("../../cases/nested-programs.mjs").NestedCase} NestedCase */
/** @typedef {import("../../cases/nested-programs.mjs").NestedExecutor} NestedExecutor */
/** @typedef {import("samebits/language").ArrayProgram} ArrayProgram */

/**
 * A case, three times; `byHand` where there is something of `samebits/algorithms` to use.
 *
 * @typedef {object} NestedCalls
 * @property {() => unknown} nested
 * @property {(() => unknown) | undefined} byHand
 * @property {() => unknown} loop
 */

/** What runs programs, and the functions that are written with by hand. @typedef {{ run: (program: ArrayProgram, entry: string, operands: readonly unknown[]) => unknown, algorithms: unknown }} Place */

/** The emulated GPU, where Chromium brings one; undefined where there is none. */
async function openEmulatedGpu() {
  const driver = findPart(SYSTEM_PARTS.swiftshader);
  if (driver === undefined || findPart(SYSTEM_PARTS.vulkan) === undefined) return undefined;
  process.env.VK_DRIVER_FILES = driver;
  return await openWebGpu({ adapter: "SwiftShader" });
}

/** Opens the executors that are here, until `close`. @param {readonly NestedExecutor[]} names */
export async function openNested(names) {
  const pool = await openWorkers();
  const gpu = names.includes("webgpu") ? await openEmulatedGpu() : undefined;
  /** @type {Partial<Record<NestedExecutor, Place>>} */
  const places = {
    javascript: placeOf(javascriptExecutor, algorithmsOn(plainLoops)),
    wasm: placeOf(wasmExecutor(), algorithmsOn(algorithmsWasm())),
    workers: hostOf(pool),
    ...(gpu && { webgpu: hostOf(gpu) }),
  };
  return {
    /** @param {NestedExecutor} executor */
    has: (executor) => places[executor] !== undefined,
    /** @param {NestedCase} each @returns {NestedCalls} */
    callsOf(each) {
      const place = places[each.executor];
      if (place === undefined) throw new Error(`${each.executor} is not here`);
      const { name, text, entry } = each.program;
      const program = compile(text.replaceAll("f64", each.type), { source: name });
      const input = nestedInput(each);
      const hand = BY_HAND[name];
      return {
        nested: () => place.run(program, entry, input.operands),
        byHand: hand && (() => hand(input, place.algorithms)),
        loop: () => PLAIN_LOOPS[name](input),
      };
    },
    async close() {
      await pool.close();
      await gpu?.close();
    },
  };
}

/** @param {import("samebits/language").RunOptions["on"]} on @param {unknown} algorithms @returns {Place} */
function placeOf(on, algorithms) {
  const options = on === undefined ? {} : { on };
  return { algorithms, run: (program, entry, operands) => run(program, entry, operands, options) };
}

/** @template Vector @param {import("samebits/algorithms").AlgorithmHost<Vector>} host @returns {Place} */
function hostOf(host) {
  return {
    algorithms: algorithmsOn(host),
    run: (program, entry, operands) => runOn(host, program, entry, operands),
  };
}

/** The numbers of an answer, row after row. @param {unknown} answer @returns {number[]} */
function numbersOf(answer) {
  if (Array.isArray(answer)) return answer.flatMap(numbersOf);
  if (ArrayBuffer.isView(answer)) return Array.from(/** @type {Float64Array} */ (answer), Number);
  return [Number(answer)];
}

/**
 * That the program has the bits of what is written by hand, and is near what the loop gives, which adds in another order.
 *
 * @param {NestedCase} each @param {{ nested: unknown, byHand: unknown, loop: unknown }} answers
 */
export function checkNested({ program: { name }, executor, n, type }, { nested, byHand, loop }) {
  const [given, expected] = [numbersOf(nested), numbersOf(loop)];
  const wrong = (/** @type {string} */ than) =>
    new Error(`${name} on ${executor} has another answer than ${than} at n=${n}`);
  if (given.length !== expected.length) throw wrong("the loop");
  const off = type === "f64" ? 1e-9 : 1e-3;
  if (!given.every((value, at) => isNear(value, expected[at], off))) throw wrong("the loop");
  const same = byHand === undefined ? given : numbersOf(byHand);
  if (!given.every((value, at) => Object.is(value, same[at]))) throw wrong("what is written by hand");
}

/** @param {number} value @param {number} expected @param {number} off */
function isNear(value, expected, off) {
  return Object.is(value, expected) || Math.abs(value - expected) <= off * Math.max(Math.abs(expected), 1e-3);
}
