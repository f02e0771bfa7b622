import { afterEach, describe, expect, it, vi } from "vitest";
import { unaryFunction } from "../../../elementary/functions.ts";
import { toHex } from "../../../values/bits.ts";
import { fillByLanes } from "./fill-by-lanes.ts";

const EDGES = [
  0,
  -0,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
  5e-324,
  1e-45,
  -1,
  800,
  -745,
  1,
];

describe.each([
  ["exp", "f64", Float64Array],
  ["exp", "f32", Float32Array],
  ["log", "f64", Float64Array],
  ["log", "f32", Float32Array],
] as const)("%s of %s", (name, type, Type) => {
  it.each([4096, 4097, 8191, 12_289])("fills %i elements with the bits of the function", (length) => {
    const array = new Type(length + 1).subarray(1);
    for (let i = 0; i < length; i++) {
      array[i] =
        i % 97 === 5 ? EDGES[i % EDGES.length] : ((i * 7919) % 10_007) / 500 - (name === "exp" ? 10 : 0);
    }
    const apply = unaryFunction(name, type);
    const expected = Array.from(array, (x) => toHex(type, apply(x)));
    const output = new Type(length + 3).subarray(3);
    expect(fillByLanes(name, type, array, output)).toBe(true);
    expect(Array.from(output, (value) => toHex(type, value))).toEqual(expected);
    const words = new Uint32Array(output.slice().buffer);
    const canonical = new Uint32Array(new Type([Number.NaN]).buffer);
    const each = canonical.length;
    output.forEach((value, i) => {
      if (Number.isNaN(value)) expect(words.subarray(i * each, (i + 1) * each)).toEqual(canonical);
    });
    expect(fillByLanes(name, type, array, array)).toBe(true);
    expect(Array.from(array, (value) => toHex(type, value))).toEqual(expected);
  });
});

describe("leaves to loops", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("short arrays", () => {
    expect(fillByLanes("exp", "f64", new Float64Array(4095), new Float64Array(4095))).toBe(false);
  });

  it("engines and pages without WebAssembly", async () => {
    const array = new Float64Array(5000);
    for (const given of [undefined, forbidden()]) {
      vi.resetModules();
      vi.stubGlobal("WebAssembly", given);
      const { fillByLanes: fresh } = await import("./fill-by-lanes.ts");
      expect(fresh("exp", "f64", array, new Float64Array(5000))).toBe(false);
    }
  });

  /** What a policy without wasm-unsafe-eval leaves of it. */
  function forbidden(): object {
    const { Memory, Instance, CompileError } = WebAssembly;
    return {
      Memory,
      Instance,
      CompileError,
      Module: function Module() {
        throw new CompileError("forbidden by a policy");
      },
    };
  }
});
