import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { countsOf } from "../../../test/helpers/wasm/kernel-counts.ts";
import { contractOf as contractOfParts } from "../../conformance/contract-of.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { ElementContract } from "../../contracts/contract.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { add, BUILT_IN_OPERATORS, max, multiply, treeHash } from "../../operators/built-in.ts";
import type { Operator } from "../../operators/operator.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import { toHex } from "../../values/bits.ts";
import { ACCUMULATION_TYPES } from "../../values/convert.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  type ElementType,
  newElementArray,
  type Scalar,
} from "../../values/element-types.ts";
import { hashArray } from "../../values/hash.ts";
import { elementPlan } from "../executor.ts";
import { javascriptExecutor } from "../javascript/javascript-executor.ts";
import type { WasmExecutor } from "./machine.ts";
import { wasmExecutor } from "./wasm-executor.ts";

function contractOf(
  operator: Operator,
  type: ElementType,
  expression: Expression,
  rest: Partial<ElementContract> = {},
): ElementContract {
  return contractOfParts({ operator, type, expression, ...rest });
}

/** Numbers with the exponents that separate trees best, and now and then everything that floats can go wrong with. */
function elementsOf(
  type: ElementType,
  length: number,
  seed: number,
  hostility: "narrow" | "special",
): ElementArray {
  const array = newElementArray(type, length) as { [index: number]: Scalar; length: number };
  let state = (seed * 2654435761) >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const odd = [Number.NaN, Infinity, -Infinity, -0, 5e-324, 1.7e308, -1.7e308, 3e38, -3e38];
  for (let i = 0; i < length; i++) {
    const value = (next() - 0.5) * 2 ** Math.floor(next() * 16);
    if (ELEMENT_TYPE_FACTS[type].isBigInt)
      array[i] = BigInt(Math.floor(value * 2 ** 40)) * 0x9e3779b97f4a7c15n;
    else if (!ELEMENT_TYPE_FACTS[type].isFloat) array[i] = Math.floor(value * 2 ** 30);
    else array[i] = hostility === "special" && next() < 0.03 ? odd[Math.floor(next() * odd.length)] : value;
  }
  return array as unknown as ElementArray;
}

type Observe = "reduce" | "inclusiveScan" | "exclusiveScan";

function bitsOfResult(type: ElementType, result: Scalar | ElementArray): string {
  return typeof result === "object"
    ? `${result.length} ${hashArray(result)} ${rawBits(result)}`
    : toHex(type, result);
}

/** FNV of the raw words, so that a NaN which is not canonical shows. */
function rawBits(array: ElementArray): string {
  const copy = array.slice();
  return hashArray(new Uint32Array(copy.buffer));
}

const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  bisection,
  ...[1, 2, 3, 8, 100, 128].map(interleaved),
  ...[1, 2, 3, 4, 8, 16, 32, 64, 100, 128, 256, 1024].map(blockDyadic),
  ...[1, 2, 8, 16, 32, 64, 100, 256].map(linearCarry),
];

let wasm: WasmExecutor;
beforeAll(() => {
  wasm = wasmExecutor();
});

describe("agreement with the literal reference, by tree fingerprint at every position", () => {
  const lengths = [1, 3, 17, 97, 301];
  it.each(
    EXPRESSIONS.filter(({ kind }) => kind !== "bisection").map(
      (expression) => [JSON.stringify(expression), expression] as const,
    ),
  )("%s", (_, expression) => {
    const input = elementsOf("u64", 301, 7, "narrow") as BigUint64Array;
    for (const direction of ["forward", "backward"] as const) {
      for (const placement of [undefined, "outside", "first"] as const) {
        const initial = placement === undefined ? undefined : { value: 77n, placement };
        const contract = contractOf(treeHash, "u64", expression, { direction, initial });
        const again = elementPlan(wasm.plan(columnContract(contract)));
        for (const length of lengths) {
          const part = input.subarray(input.length - length);
          const inclusive = referenceScan(contract, "inclusive-scan", part);
          const exclusive = initial && referenceScan(contract, "exclusive-scan", part);
          for (const plan of [elementPlan(wasm.plan(columnContract(contract))), again]) {
            expect(plan.inclusiveScan(part)).toEqual(inclusive);
            if (exclusive !== undefined) expect(plan.exclusiveScan(part)).toEqual(exclusive);
            expect(plan.reduce(part)).toBe(referenceReduce(contract, part));
          }
        }
      }
    }
  });
});

describe("agreement with the javascript executor", () => {
  const seed = 20261121;
  const numRuns = 1_200;
  it(`on random contracts, data and placements (seed ${seed})`, () => {
    const placements = [
      "javascript",
      "output",
      "in place",
      "library",
      "library input",
      "library output",
      "library in place",
    ] as const;
    const choice = fc.record({
      operator: fc.constantFrom(...BUILT_IN_OPERATORS),
      type: fc.nat(),
      accumulate: fc.nat(),
      expression: fc.constantFrom(...EXPRESSIONS),
      observe: fc.constantFrom<Observe>("reduce", "inclusiveScan", "exclusiveScan"),
      direction: fc.constantFrom("forward", "backward"),
      initial: fc.constantFrom(undefined, "outside", "first", "odd"),
      length: fc.oneof(
        fc.integer({ min: 0, max: 70 }),
        fc.integer({ min: 0, max: 1200 }),
        fc.integer({ min: 0, max: 10_000 }),
      ),
      offset: fc.integer({ min: 0, max: 3 }),
      hostility: fc.constantFrom("narrow", "special"),
      placement: fc.constantFrom(...placements),
      data: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(choice, (given) => {
        const { operator, expression, observe, direction, length } = given;
        const type = operator.types[given.type % operator.types.length];
        const wider = ACCUMULATION_TYPES[type].filter((other) => operator.types.includes(other));
        const accumulate = wider[given.accumulate % wider.length];
        const { isBigInt, isFloat } = ELEMENT_TYPE_FACTS[accumulate];
        const value = isBigInt ? 77n : given.initial === "odd" && isFloat ? Number.NaN : 77;
        const start = operator.start(accumulate);
        let initial =
          given.initial === undefined
            ? undefined
            : ({
                value: value as Scalar,
                placement: given.initial === "first" ? "first" : "outside",
              } as const);
        if (observe === "exclusiveScan" && initial === undefined) {
          if (start === undefined) return;
          initial = { value: start, placement: "outside" };
        }
        if (expression.kind === "bisection" && observe !== "reduce") return;
        if (observe === "reduce" && length === 0 && initial === undefined) return;
        const contract = contractOf(operator, type, expression, { accumulate, direction, initial });
        const source = elementsOf(
          type,
          length + given.offset,
          given.data,
          given.hostility as "narrow" | "special",
        ).subarray(given.offset);
        const expected = bitsOfResult(
          accumulate,
          elementPlan(javascriptExecutor.plan(columnContract(contract)))[observe](source.slice()),
        );

        const inLibrary = given.placement.startsWith("library") && given.placement !== "library output";
        const inputHome = inLibrary ? wasm.allocate(type, length + given.offset) : undefined;
        const outputHome =
          given.placement === "library" || given.placement === "library output"
            ? wasm.allocate(accumulate, length)
            : undefined;
        const input = (inputHome?.array.subarray(given.offset) ?? source.slice()) as ElementArray;
        const isInPlace = given.placement.endsWith("in place") && accumulate === type;
        const output = isInPlace
          ? input
          : given.placement === "output"
            ? newElementArray(accumulate, length)
            : outputHome?.array;
        try {
          const plan = elementPlan(wasm.plan(columnContract(contract)));
          for (const call of ["first", "second"]) {
            (input as Float64Array).set(source as Float64Array);
            const result = observe === "reduce" ? plan.reduce(input) : plan[observe](input, output);
            if (output !== undefined && observe !== "reduce") expect(result).toBe(output);
            expect(bitsOfResult(accumulate, result), call).toBe(expected);
            if (!isInPlace) expect(rawBits(input)).toBe(rawBits(source));
          }
        } finally {
          inputHome?.release();
          outputHome?.release();
        }
      }),
      { seed, numRuns },
    );
  });

  it.each([
    { operator: add, type: "f64", expression: blockDyadic(32), hostility: "special" },
    { operator: add, type: "f64", expression: blockDyadic(32), hostility: "narrow", initial: 0.1 },
    { operator: multiply, type: "f64", expression: linearCarry(32), hostility: "narrow", singleBlocks: 0 },
    { operator: treeHash, type: "u64", expression: blockDyadic(32), hostility: "narrow" },
  ] as const)(
    "agrees by narrow groups and single blocks in turn: $operator.name, $type, $expression.kind",
    (each) => {
      const { operator, type, expression, hostility } = each;
      const rest =
        "initial" in each ? { initial: { value: each.initial, placement: "outside" } as const } : {};
      const contract = contractOf(operator, type, expression, rest);
      const input = elementsOf(type, 2 ** 18 + 15 * 32 + 17, 11, hostility);
      const home = wasm.allocate(type, input.length);
      (home.array as Float64Array).set(input as Float64Array);
      const before = { ...wasm.kernelCounts };
      const result = elementPlan(wasm.plan(columnContract(contract))).inclusiveScan(home.array, home.array);
      expect(rawBits(result)).toBe(
        rawBits(elementPlan(javascriptExecutor.plan(columnContract(contract))).inclusiveScan(input)),
      );
      // Four windows of 2^16 elements, the second and third by single blocks unless NaNs ask for shorter ones; then 15 blocks, of which eight are a group.
      const { singleBlocks = (2 * 2 ** 16) / 32 } = { ...each };
      expect(wasm.kernelCounts.narrowGroup - before.narrowGroup).toBe((2 ** 13 - singleBlocks) / 8 + 1);
      expect(wasm.kernelCounts.block - before.block).toBe(singleBlocks + 7);
      home.release();
    },
  );

  it.each([
    { memory: "library", length: 10_000, groupsFrom: 2 },
    { memory: "caller", length: 10_000, groupsFrom: 2 },
    { memory: "library", length: 2 ** 16, groupsFrom: 1 },
  ] as const)("makes fast kernels for a second scan, for a long one at once: $memory, $length", (each) => {
    const { memory, length, groupsFrom } = each;
    const contract = contractOf(add, "f32", blockDyadic(32));
    const own = elementsOf("f32", length, 12, "narrow");
    const homes = [wasm.allocate("f32", length), wasm.allocate("f32", length)];
    const [input, output] = memory === "library" ? homes.map(({ array }) => array as Float32Array) : [own];
    (input as Float32Array).set(own as Float32Array);
    const expected = rawBits(
      elementPlan(javascriptExecutor.plan(columnContract(contract))).inclusiveScan(own),
    );
    const plan = elementPlan(wasm.plan(columnContract(contract)));
    const call = (): void => expect(rawBits(plan.inclusiveScan(input, output))).toBe(expected);
    const groups = Math.floor(length / 512);
    const first = countsOf(wasm, call);
    expect(first.group).toBe(groupsFrom === 1 ? groups : 0);
    expect(first.element).toBe(groupsFrom === 1 ? 0 : length);
    const second = countsOf(wasm, call);
    expect(second.group).toBe(groups);
    expect(second.wholeScan > 0).toBe(memory === "library");
    for (const home of homes) home.release();
  });

  it.each(["forward", "backward"] as const)("fills arrays of many pages, in place too, %s", (direction) => {
    const initial = { value: 3n, placement: "outside" } as const;
    const contract = contractOf(treeHash, "u64", blockDyadic(32), { direction, initial });
    const length = 2 ** 21 + 37; // above 2²¹ the pages ahead are touched, which must change no element
    const input = elementsOf("u64", length, 14, "narrow");
    const plan = elementPlan(wasm.plan(columnContract(contract)));
    for (const observe of ["inclusiveScan", "exclusiveScan"] as const) {
      const expected = rawBits(
        elementPlan(javascriptExecutor.plan(columnContract(contract)))[observe](input),
      );
      expect(rawBits(plan[observe](input))).toBe(expected);
      const both = input.slice();
      expect(rawBits(plan[observe](both, both))).toBe(expected);
    }
  });

  it("ran every kernel", () => {
    const idle = Object.entries(wasm.kernelCounts).filter(([, count]) => count === 0);
    expect(idle).toEqual([]);
  });
});

describe("canonical NaNs", () => {
  const payload = new Float64Array(
    new BigUint64Array([0x7ff0000000000001n, 0xfff8000000000123n, 0x7ff8deadbeef0000n]).buffer,
  );
  it.each([add, multiply, max])("of $name, from payloads, at every length, in either memory", (operator) => {
    for (let length = 1; length < 600; length += 13) {
      const input = new Float64Array(length).map((_, i) => (i % 7 === 3 ? payload[i % 3] : i));
      input[0] = payload[length % 3];
      const home = wasm.allocate("f64", length);
      home.array.set(input);
      const plan = elementPlan(wasm.plan(columnContract(contractOf(operator, "f64", blockDyadic(32)))));
      // By element, then by the fastest kernels, in either.
      const results = [input, input, home.array].map((each) => plan.inclusiveScan(each));
      for (const result of [...results, plan.inclusiveScan(home.array, home.array)]) {
        const bits = new BigUint64Array(result.slice().buffer);
        for (let i = 0; i < length; i++) expect(bits[i]).toBe(0x7ff8000000000000n);
      }
      home.release();
    }
  });

  it("where a NaN appears between finite carries and a finite end, because two open ranges overflow", () => {
    // Carry +∞ from an open fold, then an open range that overflows to −∞ and is saved by the block's last element.
    const huge = 1.7e308;
    const input = new Float64Array(64);
    input.set([huge], 0);
    input.set([huge], 16);
    input.set([-huge, 0, -huge, huge], 24);
    const contract = contractOf(add, "f64", blockDyadic(8));
    const expected = elementPlan(javascriptExecutor.plan(columnContract(contract))).inclusiveScan(input);
    for (const length of [27, 28, 32, 40, 64]) {
      const part = input.subarray(0, length);
      const home = wasm.allocate("f64", length);
      home.array.set(part);
      const plan = elementPlan(wasm.plan(columnContract(contract)));
      for (const each of [home.array, home.array, part, part])
        expect(rawBits(plan.inclusiveScan(each))).toBe(rawBits(expected.subarray(0, length)));
      home.release();
    }
  });
});

describe("growth in the middle of a call", () => {
  it("leaves no view of the memory before it", () => {
    const input = elementsOf("f64", 120_000, 5, "narrow");
    const contract = contractOf(add, "f64", interleaved(50_000));
    const expected = bitsOfResult(
      "f64",
      elementPlan(javascriptExecutor.plan(columnContract(contract))).inclusiveScan(input),
    );
    for (const grown of [wasmExecutor(), wasmExecutor()]) {
      elementPlan(grown.plan(columnContract(contractOf(add, "f64", interleaved(8))))).inclusiveScan(input); // views of the small memory are taken
      const home = grown.allocate("f64", input.length);
      home.array.set(input as Float64Array);
      expect(
        bitsOfResult("f64", elementPlan(grown.plan(columnContract(contract))).inclusiveScan(input)),
      ).toBe(expected);
      expect(
        bitsOfResult("f64", elementPlan(grown.plan(columnContract(contract))).inclusiveScan(home.array)),
      ).toBe(expected);
    }
  });
});

describe("a plan that is kept", () => {
  it("does not keep the arrays that it worked on", async () => {
    const { setFlagsFromString } = await import("node:v8");
    const { runInNewContext } = await import("node:vm");
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const plan = elementPlan(wasm.plan(columnContract(contractOf(add, "f32", blockDyadic(32)))));
    const seen = ((): WeakRef<ElementArray>[] => {
      const input = elementsOf("f32", 100_000, 3, "narrow");
      return [new WeakRef(input), new WeakRef(plan.inclusiveScan(input))];
    })();
    for (let i = 0; i < 20 && seen.some((each) => each.deref() !== undefined); i++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      collect();
    }
    expect(seen.map((each) => each.deref())).toEqual([undefined, undefined]);
  });
});

describe("huge parameters", () => {
  it("cost memory for what is there, not for the parameter", () => {
    const input = elementsOf("f64", 1000, 3, "narrow");
    for (const expression of [interleaved(2 ** 40), blockDyadic(2 ** 50), linearCarry(2 ** 50)]) {
      const contract = contractOf(add, "f64", expression);
      expect(elementPlan(wasm.plan(columnContract(contract))).inclusiveScan(input)).toEqual(
        elementPlan(javascriptExecutor.plan(columnContract(contract))).inclusiveScan(input),
      );
      expect(elementPlan(wasm.plan(columnContract(contract))).reduce(input)).toBe(
        elementPlan(javascriptExecutor.plan(columnContract(contract))).reduce(input),
      );
    }
  });
});

describe("refusals", () => {
  it("names who can", () => {
    const scan = wasm.refusal({
      contract: columnContract(contractOf(add, "f64", bisection)),
      observation: "inclusive-scan",
      allowQuadratic: false,
    });
    expect(scan?.remedy).toMatch(/iteratedPairwise.*allowQuadratic: true/);
    expect(
      wasm.refusal({
        contract: columnContract(contractOf(add, "f64", bisection)),
        observation: "reduce",
        allowQuadratic: false,
      }),
    ).toBeUndefined();
    const own = columnContract(contractOf(add, "f64", { kind: "custom", name: "mine", tree: () => 0 }));
    expect(wasm.refusal({ contract: own, observation: "reduce", allowQuadratic: false })?.remedy).toMatch(
      /samebits\/javascript/,
    );
  });
});
