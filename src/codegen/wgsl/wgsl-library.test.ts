import { describe, expect, it } from "vitest";
import { InternalError } from "../../values/errors.ts";
import { WgslLibrary, wgslFunctions } from "./wgsl-library.ts";

const declared = (library: WgslLibrary): readonly string[] =>
  [...library.source().matchAll(/^fn (\w+)/gm)].map(([, name]) => name);

describe("WgslLibrary", () => {
  it("declares what is called and what that calls, each once", () => {
    const library = new WgslLibrary();
    expect(library.source()).toBe("");
    expect(library.call("u64_multiply", "a", "b")).toBe("u64_multiply(a, b)");
    library.call("u64_multiply", "b", "c");
    expect(declared(library)).toEqual(["u32_product", "u64_multiply"]);
    library.call("f32_subtract", "x", "y");
    expect(declared(library)).toEqual(["u32_product", "u64_multiply", "f32_add", "f32_subtract"]);
  });

  it("gives one text whatever the order of the calls", () => {
    const names = wgslFunctions().map(({ name }) => name);
    const sourceOf = (order: readonly string[]): string => {
      const library = new WgslLibrary();
      for (const name of order) library.call(name);
      return library.source();
    };
    expect(sourceOf([...names].reverse())).toBe(sourceOf(names));
  });

  it("refuses a name that it has not", () => {
    expect(() => new WgslLibrary().call("f32_fuse")).toThrow(InternalError);
  });
});

describe("wgslFunctions", () => {
  it("have names of their own that begin with a type", () => {
    const names = wgslFunctions().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const named =
      /^((f32|f64|i32|u32|i64|u64|u96|u128|wide)_[A-Za-z0-9_]+|Wide[A-Z]?[a-z]*|WIDE_[A-Z0-9_]+)$/;
    expect(names.filter((name) => !named.test(name))).toEqual([]);
  });

  it("call the library and built-in functions on integers, nothing else", () => {
    const names = new Set(wgslFunctions().map(({ name }) => name));
    const calls = wgslFunctions().flatMap(({ text }) => text.match(/\b[a-z]\w*(<\w+>)?(?=\()/g) ?? []);
    const others = [...new Set(calls.filter((each) => !names.has(each)))].sort();
    expect(others).toEqual([
      ...["bitcast<i32>", "bitcast<u32>", "clamp", "countLeadingZeros", "countOneBits", "countTrailingZeros"],
      ...["i32", "max", "min", "select", "u32", "vec2<u32>", "vec3<u32>", "vec4<u32>"],
    ]);
  });

  it("have no float type and no float literal", () => {
    const texts = wgslFunctions().filter(({ text }) => /\b(f16|f32)\b|\b\d+\./.test(text));
    expect(texts.map(({ name }) => name)).toEqual([]);
  });
});
