import { describe, expect, it } from "vitest";
import { checkApart, checkAttached, checkOverlap } from "./check-arrays.ts";
import { InvalidArgumentError } from "./errors.ts";

type Resizable = ArrayBuffer & { resize(byteLength: number): void };

function resizable(byteLength: number): Resizable {
  const Buffer = ArrayBuffer as unknown as new (
    byteLength: number,
    options: { maxByteLength: number },
  ) => Resizable;
  return new Buffer(byteLength, { maxByteLength: byteLength });
}

function detach(buffer: ArrayBuffer): void {
  structuredClone(buffer, { transfer: [buffer] });
}

describe("checkAttached", () => {
  it("lets empty views of live buffers through", () => {
    checkAttached("input", new Float64Array(0));
    checkAttached("input", new Float64Array(new ArrayBuffer(8), 8));
    checkAttached("input", new DataView(new ArrayBuffer(0)));
  });

  it("refuses a view of a detached buffer", () => {
    const view = new Float64Array(4);
    const bytes = new DataView(view.buffer);
    detach(view.buffer);
    expect(() => checkAttached("input", view)).toThrow(InvalidArgumentError);
    expect(() => checkAttached("input", view)).toThrow("buffer was detached");
    expect(() => checkAttached("input", bytes)).toThrow("buffer was detached");
  });

  it("refuses a view that a smaller buffer has left outside", () => {
    const buffer = resizable(64);
    const view = new Int32Array(buffer, 32, 8);
    buffer.resize(40);
    expect(() => checkAttached("output", view)).toThrow('"output" must be a view inside its buffer');
    expect(() => checkAttached("output", view)).toThrow("buffer was resized");
  });
});

describe("checkOverlap", () => {
  const buffer = new ArrayBuffer(64);
  const input = new Float32Array(buffer, 16, 4);

  it("allows the input itself, an equal view, neighbours and other buffers", () => {
    checkOverlap(input, input);
    checkOverlap(input, new Float32Array(buffer, 16, 4));
    checkOverlap(input, new Float32Array(buffer, 0, 4));
    checkOverlap(input, new Float32Array(buffer, 32, 4));
    checkOverlap(input, new Float32Array(4));
  });

  it("refuses shifted views and another type over the same bytes", () => {
    for (const offset of [4, 12, 20, 28]) {
      expect(() => checkOverlap(input, new Float32Array(buffer, offset, 4))).toThrow(InvalidArgumentError);
    }
    expect(() => checkOverlap(input, new Float64Array(buffer, 16, 4))).toThrow("[16, 48)");
  });
});

describe("checkApart", () => {
  it("lets through what shares no bytes: neighbours, other buffers at the same offset, and nothing in the midst of something", () => {
    const buffer = new ArrayBuffer(64);
    const array = new Float64Array(buffer, 16, 4);
    const others = [
      new Float64Array(buffer, 0, 2),
      new Uint8Array(buffer, 48),
      new Float64Array(new ArrayBuffer(64), 16, 4),
      new Float64Array(buffer, 24, 0),
    ];
    for (const other of others) {
      checkApart("output", array, "input", other);
      checkApart("output", other, "input", array);
    }
  });

  it("remembers two arrays of two buffers, and no others in their place", () => {
    const buffer = new ArrayBuffer(64);
    const array = new Float32Array(buffer, 0, 4);
    const apart = new Float32Array(4);
    for (const other of [apart, apart, new Float32Array(buffer, 16, 4)])
      checkApart("output", array, "input", other);
    expect(() => checkApart("output", array, "input", new Float32Array(buffer, 12, 4))).toThrow("apart from");
    expect(() => checkApart("output", apart, "input", apart)).toThrow("apart from");
  });

  it("refuses any byte in common, the whole array and bools among them", () => {
    const buffer = new ArrayBuffer(32);
    const array = new Float32Array(buffer, 8, 2);
    const check = (other: Float32Array | Uint8Array) => (): void =>
      checkApart("output.a", array, "input.b", other);
    for (const other of [
      array,
      new Uint8Array(buffer, 15, 1),
      new Uint8Array(buffer, 0, 9),
      new Float32Array(buffer),
    ]) {
      expect(check(other)).toThrow(InvalidArgumentError);
    }
    expect(check(new Uint8Array(buffer, 4, 5))).toThrow(
      '"output.a" must be bytes apart from "input.b", got bytes [8, 16) of the buffer that has that at [4, 9)',
    );
    const apart = [new Uint8Array(buffer, 16, 4), new Uint8Array(buffer, 0, 8), new Float32Array(8)];
    for (const other of [...apart, new Uint8Array(buffer, 10, 0)]) expect(check(other)).not.toThrow();
  });
});
