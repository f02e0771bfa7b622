import { describe, expect, it } from "vitest";
import { algorithmsOn, javascriptExecutor as algorithmsOnLoops, filter } from "../../src/algorithms.ts";
import { contractOf } from "../../src/conformance/contract-of.ts";
import { columnContract } from "../../src/contracts/column-contract.ts";
import { evaluateUnary } from "../../src/elementary/exact/evaluate.ts";
import { refusalOf } from "../../src/executors/webgpu/serving.ts";
import { blockDyadic, interleaved, leftFold } from "../../src/expressions/expression.ts";
import * as wasm from "../../src/index.ts";
import * as loops from "../../src/javascript.ts";
import { compile, javascriptExecutor, run } from "../../src/language.ts";
import { networkModule, sklansky } from "../../src/networks.ts";
import { fn } from "../../src/operators.ts";
import { toHex } from "../../src/values/bits.ts";
import { UnsupportedError } from "../../src/values/errors.ts";
import { ELEMENTARY_OPERATORS, numbers } from "./operators.ts";

/** Functions over whatever arrays and operators. */
interface Loose {
  readonly inclusiveScan: (array: unknown, options: unknown) => ArrayLike<number>;
  readonly reduce: (array: unknown, options: unknown) => number;
}

const onWasm = wasm as unknown as Loose;
const onLoops = loops as unknown as Loose;

const LENGTHS = [0, 1, 5, 64, 259];

describe.each(["f64", "f32"] as const)("operators of %s", (type) => {
  const hexOf = (array: ArrayLike<number>): readonly string[] => Array.from(array, (x) => toHex(type, x));

  it.each([leftFold, blockDyadic(32), interleaved(8)])(
    "have the bits of plain loops on wasm: %j",
    (expression) => {
      for (const operator of ELEMENTARY_OPERATORS[type]) {
        for (const length of LENGTHS) {
          const given = type === "f64" ? numbers(length) : Float32Array.from(numbers(length));
          const options = { operator, expression, initial: 0.5 };
          expect(hexOf(onWasm.inclusiveScan(given, options))).toEqual(
            hexOf(onLoops.inclusiveScan(given, options)),
          );
          expect(hexOf([onWasm.reduce(given, options)])).toEqual(hexOf([onLoops.reduce(given, options)]));
        }
      }
    },
  );
});

it("operators have them in library memory, which a kernel reads in place", () => {
  const { array, release } = wasm.allocate("f64", 1000);
  array.set(numbers(1000));
  const options = { operator: ELEMENTARY_OPERATORS.f64[0] };
  expect(onWasm.inclusiveScan(array, options)).toEqual(onLoops.inclusiveScan(numbers(1000), options));
  release();
});

it("predicates have one answer", () => {
  const isLarge = fn`(x: f64) => exp(x) * cos(x) > 0.25`;
  const x = numbers(500);
  const expected = x.filter(
    (each) => evaluateUnary("exp", "f64", each) * evaluateUnary("cos", "f64", each) > 0.25,
  );
  expect(expected.length).toBeGreaterThan(50);
  expect(filter(x, isLarge)).toEqual(expected);
  expect(algorithmsOn(algorithmsOnLoops).filter(x, isLarge)).toEqual(expected);
});

it("array programs have one answer", () => {
  const program = compile(
    "def softmax (xs: []f64) = let es = map f64.exp xs in let s = reduce (+) 0 es in map (\\e -> e / s) es",
  );
  const x = numbers(100);
  const expected = program.interpret("softmax", [x]);
  expect(run(program, "softmax", [x])).toEqual(expected);
  expect(run(program, "softmax", [x], { on: javascriptExecutor })).toEqual(expected);
});

describe("what does not serve them", () => {
  it("a GPU refuses operators that apply them to f64, before anything runs", () => {
    const refusal = (type: "f32" | "f64") => {
      const given = { operator: ELEMENTARY_OPERATORS[type][0], type, expression: blockDyadic(32) };
      const contract = columnContract(contractOf(given as never));
      const limits = { threads: 256, bytes: 32_768, bindings: 8 };
      return refusalOf({ contract, observation: "reduce", allowQuadratic: false }, limits);
    };
    expect(refusal("f64")?.reason).toMatch(/the operator calls (exp|log1p) of f64: WGSL has no f64/);
    expect(refusal("f64")?.remedy).toContain("wasm executor");
    expect(refusal("f32")).toBeUndefined();
  });

  it("a network as one module refuses them", () => {
    expect(() => networkModule(sklansky(8), { operator: ELEMENTARY_OPERATORS.f64[1] })).toThrow(
      UnsupportedError,
    );
  });
});
