import { describe, expect, it } from "vitest";
import { encodeModule } from "../../../codegen/wasm/module.ts";
import type { StorageType } from "../../../values/element-types.ts";
import { type HalfType, valueOfHalf } from "../../../values/halves.ts";
import { widen } from "./kernels/widen.kernel.ts";

const PATTERNS = 2 ** 16;
const OUTPUT = 2 ** 21; // after eight words for each pattern
const CANONICAL = 0x7fc00000;

type Widen = (input: number, output: number, length: number) => void;

function widener(
  type: StorageType,
  accumulate: "f32" | "f64",
): { memory: WebAssembly.Memory; kernel: Widen } {
  const memory = new WebAssembly.Memory({ initial: 128, maximum: 128 });
  const limits = { minimumPages: 1, maximumPages: 128, isShared: false };
  const module = new WebAssembly.Module(encodeModule(limits, [widen(type, accumulate)]));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { memory, kernel: exports.widen as Widen };
}

/** The bits that each pattern has as an f32, by definition. */
function definition(type: HalfType): Uint32Array {
  const values = Float32Array.from({ length: PATTERNS }, (_, bits) => valueOfHalf(type, bits));
  return new Uint32Array(values.buffer).map((bits, i) => (Number.isNaN(values[i]) ? CANONICAL : bits));
}

describe.each([
  ["f16", 0x7c00],
  ["bf16", 0x7fff],
] as const)("widening %s", (type, special) => {
  it.each([
    ["beside neighbours that are ordinary", 0x3c00],
    ["beside an infinity or a NaN, which sends all eight the careful way", special],
  ])("gives every pattern the bits of its definition %s", (_, neighbour) => {
    const { memory, kernel } = widener(type, "f32");
    const words = new Uint16Array(memory.buffer);
    const wanted = definition(type);
    const found = new Uint32Array(PATTERNS);
    for (let bits = 0; bits < PATTERNS; bits++) {
      words.fill(neighbour, 0, 8);
      words[bits % 8] = bits;
      kernel(0, OUTPUT, 8);
      found[bits] = new Uint32Array(memory.buffer, OUTPUT, 8)[bits % 8];
    }
    expect(found).toStrictEqual(wanted);
  });

  it("gives every pattern its bits in runs, at odd starts, and at the end that is no eight", () => {
    const { memory, kernel } = widener(type, "f32");
    const wanted = definition(type);
    for (const start of [0, 1, 3, 7]) {
      new Uint16Array(memory.buffer, 2 * start, PATTERNS).set(Uint16Array.from(wanted.keys()));
      kernel(2 * start, OUTPUT, PATTERNS - 1);
      const found = new Uint32Array(memory.buffer, OUTPUT, PATTERNS - 1);
      expect(found).toStrictEqual(wanted.subarray(0, PATTERNS - 1));
    }
  });

  it("gives every number in f64", () => {
    const { memory, kernel } = widener(type, "f64");
    new Uint16Array(memory.buffer).set(Uint16Array.from({ length: PATTERNS }, (_, bits) => bits));
    kernel(0, OUTPUT, PATTERNS);
    const wanted = Float64Array.from({ length: PATTERNS }, (_, bits) => valueOfHalf(type, bits));
    expect(new Float64Array(memory.buffer, OUTPUT, PATTERNS)).toStrictEqual(wanted);
  });
});
