import { describe, expect, it } from "vitest";
import { hashArray, hashBytes } from "./hash.ts";

describe("FNV-1a 64", () => {
  it.each([
    ["", "cbf29ce484222325"],
    ["a", "af63dc4c8601ec8c"],
    ["foobar", "85944171f73967e8"],
  ])("of %j has the published value", (text, expected) => {
    expect(hashBytes(new TextEncoder().encode(text))).toBe(expected);
  });

  it("agrees with the definition in 64-bit arithmetic on bytes of every value", () => {
    const bytes = new Uint8Array(4099).map((_, i) => (i * 197 + (i >> 5)) & 255);
    let hash = 0xcbf29ce484222325n;
    for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    expect(hashBytes(bytes)).toBe(hash.toString(16).padStart(16, "0"));
  });

  it("takes every NaN for the canonical one and leaves the array alone", () => {
    const odd = new Float64Array(new BigUint64Array([0xfff8000000000123n, 1n]).buffer);
    expect(hashArray(odd)).toBe(hashArray(new Float64Array([Number.NaN, 5e-324])));
    expect(new BigUint64Array(odd.buffer)[0]).toBe(0xfff8000000000123n);
  });

  it("does not depend on where the array lies", () => {
    const values = new Float64Array(200_000).map((_, i) => Math.sin(i));
    expect(hashArray(values.subarray(3))).toBe(hashArray(values.slice(3)));
    expect(hashArray(values)).toBe(hashBytes(new Uint8Array(values.buffer)));
  });
});
