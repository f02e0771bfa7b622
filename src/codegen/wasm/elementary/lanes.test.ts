import { describe, expect, it } from "vitest";
import { binaryFunction, unaryFunction } from "../../../elementary/functions.ts";
import { LANES } from "../../../elementary/lanes/lanes.ts";
import { type FloatType, isBinaryFunction } from "../../../elementary/names.ts";
import { toHex } from "../../../values/bits.ts";
import { doWhile, get, i32, i32Const, load, set, store } from "../code.ts";
import { encodeModule, FunctionBuilder } from "../module.ts";
import { elementaryModule, importName } from "./elementary-module.ts";
import { ELEMENTARY_TABLE, elementaryCall } from "./slots.ts";

const LENGTH = 16384;

/** The lanes of one function over many operands, and how often they asked the scalar function. */
function runLanes(name: "exp" | "log", type: FloatType, operands: readonly number[]) {
  let calls = 0;
  const imports = ELEMENTARY_TABLE.map((slot) => {
    const apply: (...given: number[]) => number = isBinaryFunction(slot.name)
      ? binaryFunction(slot.name, slot.type)
      : unaryFunction(slot.name, slot.type);
    const counted = (...given: number[]): number => {
      calls++;
      return apply(...given);
    };
    return [importName(slot), counted];
  });
  const { bytes: moduleBytes, memory: tables } = elementaryModule(LANES);
  const { elementary, memory: ownMemory } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes), {
    javascript: Object.fromEntries(imports),
  }).exports;
  new BigUint64Array((ownMemory as WebAssembly.Memory).buffer).set(tables);
  const kernel = new FunctionBuilder("run", ["i32"]);
  const [end] = kernel.parameters;
  const at = kernel.local("i32");
  const value = elementaryCall(name, type, "lanes", load("v128", get(at)));
  kernel.body = doWhile(
    [store("v128", get(at), value), set(at, i32("add", get(at), i32Const(16)))],
    i32("less", get(at), get(end)),
  );
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 2 });
  const bytes = encodeModule({ minimumPages: 2, maximumPages: 2, isShared: false }, [kernel]);
  const { run } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    env: { memory, elementary: elementary as WebAssembly.Table },
  }).exports;
  const array = new (type === "f64" ? Float64Array : Float32Array)(memory.buffer, 0, operands.length);
  array.set(operands);
  (run as (end: number) => void)(array.byteLength);
  return { values: Array.from(array), calls };
}

/** Numbers of a kind at the places of a sequence that fills an interval evenly. */
const spread = (of: (u: number) => number): readonly number[] =>
  Array.from({ length: LENGTH }, (_, i) => of((i * 0.6180339887498949) % 1));

const USUAL = {
  exp: { f64: (u: number) => 1400 * u - 700, f32: (u: number) => 200 * u - 100 },
  log: { f64: (u: number) => 2 ** (2000 * u - 1000), f32: (u: number) => 2 ** (250 * u - 125) },
} as const;

const SPECIAL = [
  0,
  -0,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  5e-324,
  1e-310,
  -1,
  -750,
];
const ENDS = [
  709.78,
  709.79,
  -707.5,
  -745.2,
  88.7,
  89,
  -87.4,
  -103.9,
  -104.1,
  2 ** -1022,
  1e-45,
  3.4e38,
  1.79e308,
];

describe.each([
  ["exp", "f64"],
  ["exp", "f32"],
  ["log", "f64"],
  ["log", "f32"],
] as const)("%s on lanes of %s", (name, type) => {
  const apply = unaryFunction(name, type);
  const given = (x: number): number => (type === "f32" ? Math.fround(x) : x);

  function checkBits(operands: readonly number[]): number {
    const { values, calls } = runLanes(name, type, operands);
    values.forEach((value, i) => {
      const x = given(operands[i]);
      expect(`${x}: ${toHex(type, value)}`).toBe(`${x}: ${toHex(type, apply(x))}`);
    });
    return calls;
  }

  it("have the bits of the function, and decide nearly all operands by themselves", () => {
    expect(checkBits(spread(USUAL[name][type]))).toBeLessThan(LENGTH / 64);
    expect(checkBits(spread((u) => 1 + (u - 0.5) / 64))).toBeLessThan(LENGTH / 16);
    checkBits(spread((u) => (u - 0.5) * 2 ** (-200 * u)));
  });

  it("have them where only the scalar function can, in any lane", () => {
    const usual = 1.5;
    for (let lane = 0; lane < 4; lane++) {
      const operands = [...SPECIAL, ...ENDS].flatMap((x) =>
        Array.from({ length: 4 }, (_, i) => (i === lane ? x : usual)),
      );
      expect(checkBits(operands)).toBeGreaterThan(SPECIAL.length);
    }
  });
});
