import { describe, expect, it } from "vitest";
import { javascriptExecutor } from "../executors/javascript/javascript-executor.ts";
import { bisection } from "../expressions/expression.ts";
import { InvalidArgumentError, LengthMismatchError, UnsupportedError } from "../values/errors.ts";
import { bind } from "./bind.ts";

// Callers without types: every argument may be anything.
const algorithms = bind(() => javascriptExecutor);
const reduce = algorithms.reduce as (input?: unknown, options?: unknown) => unknown;
const inclusiveScan = algorithms.inclusiveScan as (input?: unknown, options?: unknown) => unknown;
const exclusiveScan = algorithms.exclusiveScan as (input?: unknown, options?: unknown) => unknown;
const prepare = algorithms.prepare as unknown as (
  options?: unknown,
) => Record<string, (...given: unknown[]) => unknown>;

const x = Float64Array.of(1, 2, 3);
const join = (left: string, right: string): string => left + right;

describe("every function refuses options that no contract has", () => {
  it.each<[string, object, string]>([
    ["an unknown expression", { expression: "block-dyadik:32" }, "block-dyadic"],
    ["an unknown operator", { operator: "multiple" }, "(nearest: multiply)"],
    ["an unknown type", { type: "f65" }, "(nearest: f64)"],
    ["an unknown level", { determinism: "run-2-run" }, "(nearest: runToRun)"],
    ["a block length that is not positive", { expression: "block-dyadic:0" }, "0"],
    ["a lane count that is not whole", { expression: "interleaved:1.5" }, "1.5"],
    [
      "an initial value of the wrong type",
      { initial: "7" },
      '"initial" must be a number that f64 has exactly, got string "7"',
    ],
    [
      "an operator that is not defined there",
      { operator: "xor" },
      '"operator" must be an operator defined on f64',
    ],
    ["an accumulation type that is not wider", { accumulate: "f32" }, '"accumulate" must be f64'],
  ])("%s", (_, options, message) => {
    for (const call of [reduce, inclusiveScan, exclusiveScan]) {
      expect(() => call(x, options)).toThrow(InvalidArgumentError);
      expect(() => call(x, options)).toThrow(message);
    }
    expect(() => prepare({ type: "f64", ...options })).toThrow(InvalidArgumentError);
    expect(() => prepare({ type: "f64", ...options })).toThrow(message);
  });

  it.each([null, 5, "max", () => 0])("options that are %s", (options) => {
    expect(() => reduce(x, options)).toThrow('"options" must be an object');
    expect(() => inclusiveScan(x, options)).toThrow('"options" must be an object');
    expect(() => prepare(options)).toThrow('"options" must be an object');
  });

  it("no options, or no type, for a plan", () => {
    expect(() => prepare()).toThrow('"options" must be an object, got undefined');
    expect(() => prepare({})).toThrow(
      '"type" must be given where the input is not an element array, got none',
    );
  });
});

describe("every function refuses an input that has no elements", () => {
  it.each<[string, unknown, object | undefined, string]>([
    ["nothing", undefined, undefined, '"input" must be a typed array, an array or a DataView, got undefined'],
    ["a number", 5, undefined, "got 5"],
    ["a text", "123", undefined, 'got "123"'],
    ["a buffer", new ArrayBuffer(8), { type: "f64" }, "got an ArrayBuffer"],
    ["an object with a length", { length: 2 }, { type: "f64" }, "got an Object"],
    [
      "numbers without a type",
      [1, 2],
      undefined,
      '"input" must be an array of f64, f32, i64, u64, i32 or u32, or come with a "type"',
    ],
    ["words without a type", Uint16Array.of(1), {}, "u16, f16 or bf16, got a Uint16Array of length 1"],
    ["a DataView without a type", new DataView(new ArrayBuffer(8)), undefined, "got a DataView"],
    ["elements of another type", x, { type: "f32" }, '"type" must be that of the input, f64, got "f32"'],
    [
      "a number that the type has not",
      [1, 0.1],
      { type: "f32" },
      '"input[1]" must be a value that f32 has exactly, got 0.1',
    ],
    ["a number too large", Uint16Array.of(1, 2), { type: "u32", initial: -1 }, '"initial" must be'],
    [
      "a hole",
      [1, undefined, 3],
      { type: "f64" },
      '"input[1]" must be a value that f64 has exactly, got undefined',
    ],
    ["a number for a function", 5, { operator: join }, '"input" must be an array or a typed array, got 5'],
    ["a DataView for a function", new DataView(new ArrayBuffer(8)), { operator: join }, "got a DataView"],
  ])("%s", (_, input, options, message) => {
    for (const call of [reduce, inclusiveScan]) {
      expect(() => call(input, options)).toThrow(InvalidArgumentError);
      expect(() => call(input, options)).toThrow(message);
    }
  });

  it("half an element", () => {
    expect(() => reduce(new DataView(new ArrayBuffer(12)), { type: "f64" })).toThrow(LengthMismatchError);
  });

  it("elements whose buffer is gone or has shrunk", () => {
    for (const spoilt of [detachedView(), shrunkView()]) {
      for (const call of [reduce, inclusiveScan, exclusiveScan]) {
        expect(() => call(spoilt)).toThrow('"input" must be a view inside its buffer');
        expect(() => call(spoilt, { initial: 1 })).toThrow(InvalidArgumentError);
        expect(() => call(spoilt, { operator: join, initial: 1 })).toThrow(InvalidArgumentError);
      }
      expect(() => inclusiveScan(new Float64Array(0), { output: spoilt })).toThrow(
        '"output" must be a view inside',
      );
      expect(() => prepare({ type: "f64" }).reduce(spoilt)).toThrow('"input" must be a view inside');
    }
    const bytes = new DataView(new ArrayBuffer(8));
    detach(bytes.buffer);
    expect(() => reduce(bytes, { type: "f64" })).toThrow('"input" must be a view inside its buffer');
  });
});

describe("every scan refuses an output it cannot fill", () => {
  const buffer = new ArrayBuffer(80);
  const input = new Float64Array(buffer, 16, 3);

  it.each<[string, unknown, new (...given: never[]) => Error, string]>([
    ["one too short", new Float64Array(2), LengthMismatchError, '"output" must have length 3, got 2'],
    ["one too long", new Float64Array(4), LengthMismatchError, '"output" must have length 3, got 4'],
    [
      "one of another type",
      new Float32Array(3),
      InvalidArgumentError,
      '"output" must be a typed array of f64, got a Float32Array of length 3',
    ],
    ["a plain array", [0, 0, 0], InvalidArgumentError, "got an Array of length 3"],
    ["no array", true, InvalidArgumentError, "got true"],
    [
      "one ahead of the input",
      new Float64Array(buffer, 8, 3),
      InvalidArgumentError,
      'the same elements as "input" (in place) or bytes apart from it',
    ],
    [
      "one behind the input",
      new Float64Array(buffer, 32, 3),
      InvalidArgumentError,
      "got bytes [32, 56) of the buffer that has the input at [16, 40)",
    ],
  ])("%s", (_, output, type, message) => {
    const before = [...new Uint8Array(buffer)];
    for (const call of [inclusiveScan, exclusiveScan]) {
      expect(() => call(input, { output })).toThrow(type);
      expect(() => call(input, { output })).toThrow(message);
    }
    const plan = prepare({ type: "f64" });
    expect(() => plan.inclusiveScan(input, output)).toThrow(message);
    expect(() => plan.exclusiveScan(input, output)).toThrow(message);
    expect([...new Uint8Array(buffer)]).toEqual(before);
  });

  it("one that is wider than the input in the same place", () => {
    const narrow = new Float32Array(buffer, 16, 3);
    const call = (): unknown =>
      inclusiveScan(narrow, { accumulate: "f64", output: new Float64Array(buffer, 16, 3) });
    expect(call).toThrow('the same elements as "input"');
  });

  it("any but a plain array of the same length for a function", () => {
    expect(() => inclusiveScan(["a"], { operator: join, output: new Float64Array(1) })).toThrow(
      '"output" must be an Array',
    );
    expect(() => inclusiveScan(["a"], { operator: join, output: [] })).toThrow(LengthMismatchError);
    expect(() => prepare({ operator: join }).inclusiveScan(["a"], [])).toThrow(LengthMismatchError);
  });
});

describe("what cannot be served is refused before anything is touched", () => {
  it("an exclusive scan whose operator has no start", () => {
    const message =
      '"initial" must be given for an exclusive scan with tree-hash, which has no start, got none';
    expect(() => exclusiveScan(new BigUint64Array(2), { operator: "tree-hash" })).toThrow(message);
    expect(() => exclusiveScan(["a"], { operator: join })).toThrow("a plain function, which has no start");
  });

  it("a scan by bisection without opt-in, naming iteratedPairwise", () => {
    const output = new Float64Array(3).fill(7);
    for (const call of [inclusiveScan, exclusiveScan]) {
      expect(() => call(x, { expression: bisection, output })).toThrow(UnsupportedError);
      expect(() => call(x, { expression: bisection, output })).toThrow("use iteratedPairwise");
      expect(() => call(["a"], { operator: join, expression: bisection, initial: "z" })).toThrow(
        "of a plain function by bisection",
      );
    }
    expect([...output]).toEqual([7, 7, 7]);
    expect(reduce(x, { expression: bisection })).toBe(6);
  });

  it("with level, executor, reason and remedy", () => {
    const refused = (): unknown => inclusiveScan(x, { expression: bisection, determinism: "runToRun" });
    expect(refused).toThrow(
      'inclusive-scan of add by bisection at level "runToRun" on executor "javascript" is not possible here: every prefix',
    );
  });
});

function detach(buffer: ArrayBufferLike): void {
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
}

function detachedView(): Float64Array {
  const view = new Float64Array(4);
  detach(view.buffer);
  return view;
}

function shrunkView(): Float64Array {
  const Buffer = ArrayBuffer as unknown as new (
    byteLength: number,
    options: { maxByteLength: number },
  ) => ArrayBuffer & { resize(byteLength: number): void };
  const buffer = new Buffer(64, { maxByteLength: 64 });
  const view = new Float64Array(buffer, 0, 8);
  buffer.resize(32);
  return view;
}

describe("an option's name that nothing knows", () => {
  it("is refused, also after a call whose known options were the same", () => {
    const misspelt = { expresion: "left-fold" } as object;
    const expected = /"options" must be .*\(nearest: expression\), got "expresion"/;
    expect(reduce(new Float64Array(3), {})).toBe(0);
    expect(() => reduce(new Float64Array(3), misspelt)).toThrow(expected);
    expect(() => inclusiveScan(new Float64Array(3), misspelt)).toThrow(expected);
    expect(() => prepare({ type: "f64", ...misspelt })).toThrow(expected);
  });
});
