import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { affineMap, fingerprint, segmentedSum } from "../../../test/helpers/operators/operators.ts";
import { contractOf as contractOfParts } from "../../conformance/contract-of.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import { CONTRACT_VERSION, type ElementContract, type RecordContract } from "../../contracts/contract.ts";
import {
  bisection,
  blockDyadic,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { networkExpression } from "../../expressions/network-expression.ts";
import { add, max, treeHash } from "../../operators/built-in.ts";
import type { Operator } from "../../operators/operator.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import { bitsOf, fromBits, toHex } from "../../values/bits.ts";
import type { ElementType, Scalar, ScalarType } from "../../values/element-types.ts";
import { type ColumnArray, newColumn } from "../../values/value-types.ts";
import { elementPlan, type OnlinePass } from "../executor.ts";
import { networksJavascriptExecutor } from "../javascript/networks-javascript-executor.ts";
import { networksWasmExecutor } from "./networks-wasm-executor.ts";
import { sumsWasmExecutor } from "./sums-wasm-executor.ts";

const SEED = 20261121;

interface Subject {
  readonly operator: Operator | typeof affineMap | typeof segmentedSum | typeof fingerprint;
  readonly type: ElementType;
  readonly accumulate: ElementType;
}

const single = (operator: Operator, type: ElementType, accumulate = type): Subject => ({
  operator,
  type,
  accumulate,
});
const SUBJECTS: readonly Subject[] = [
  single(treeHash, "u64"),
  single(add, "f64"),
  single(add, "f32"),
  single(add, "f32", "f64"),
  single(add, "i32", "i64"),
  single(max, "i64"),
  { operator: fingerprint, type: "f64", accumulate: "f64" },
  { operator: affineMap, type: "f64", accumulate: "f64" },
  { operator: segmentedSum, type: "f64", accumulate: "f64" },
];

const EXPRESSIONS: readonly Expression[] = [
  leftFold,
  iteratedPairwise,
  ...[1, 3, 4, 16, 32, 64, 128].flatMap((length) => [blockDyadic(length), linearCarry(length)]),
  ...[1, 2, 5, 8, 16].map(interleaved),
];

type Contract = ElementContract | RecordContract;

function contractOf(draw: {
  readonly subject: number;
  readonly expression: number;
  readonly isBackward: boolean;
  readonly placement: number;
}): Contract {
  const { operator, type, accumulate } = SUBJECTS[draw.subject];
  const placement = (["outside", "first"] as const)[draw.placement - 1];
  const common = {
    expression: EXPRESSIONS[draw.expression],
    direction: draw.isBackward ? "backward" : "forward",
    version: CONTRACT_VERSION,
  } as const;
  if (operator.kind === "record-operator") {
    const value = operator.columns.map(({ type: column }) => scalarOf(column, 5));
    const initial = placement === undefined ? undefined : { value, placement };
    return { kind: "record", operator, type: operator.type, initial, ...common };
  }
  const initial = placement === undefined ? undefined : { value: scalarOf(accumulate, 5), placement };
  return { kind: "typed", operator, type, accumulate, initial, ...common };
}

function scalarOf(type: ScalarType, seed: number): Scalar {
  if (type === "bool") return seed % 7 === 0 ? 1 : 0;
  const mixed = BigInt.asUintN(64, (BigInt(seed) + 1n) * 0x9e3779b97f4a7c15n);
  if (type !== "f64" && type !== "f32") return fromBits(type, type.endsWith("64") ? mixed : mixed >> 32n);
  if (seed % 997 === 13) return [Number.NaN, Infinity, -0, -Infinity][seed % 4];
  return Math.fround(Number(BigInt.asIntN(32, mixed)) / 2 ** 20);
}

function typesOf(contract: Contract): readonly ScalarType[] {
  return contract.kind === "record" ? contract.operator.columns.map(({ type }) => type) : [contract.type];
}

function sumsOf(contract: Contract): readonly ScalarType[] {
  return contract.kind === "record" ? typesOf(contract) : [contract.accumulate];
}

function inputOf(contract: Contract, length: number, seed: number): readonly ColumnArray[] {
  return typesOf(contract).map((type, column) => {
    const array = newColumn(type, length);
    const slots = array as { [index: number]: Scalar };
    for (let i = 0; i < length; i++) slots[i] = scalarOf(type, seed + 31 * i + column);
    return array;
  });
}

function hexOf(types: readonly ScalarType[], columns: readonly ColumnArray[]): readonly string[] {
  return types.map((type, column) =>
    Array.from(columns[column] as ArrayLike<Scalar>, (value) => toHex(type, value)).join(" "),
  );
}

function expectedOf(
  contract: Contract,
  observation: "inclusive-scan" | "exclusive-scan",
  input: readonly ColumnArray[],
) {
  if (contract.kind === "record") return referenceScan(contract, observation, input);
  return [referenceScan(contract, observation, input[0] as Float64Array)];
}

function encoded(contract: Contract, pass: OnlinePass): string {
  return columnSummaries(columnContract(contract)).encode(pass.summary());
}

function decoded(contract: Contract, text: string) {
  return columnSummaries(columnContract(contract)).decode(text);
}

const draws = fc.record({
  subject: fc.nat(SUBJECTS.length - 1),
  expression: fc.nat(EXPRESSIONS.length - 1),
  isBackward: fc.boolean(),
  placement: fc.nat(2),
  seed: fc.nat(10_000),
  chunks: fc.array(
    fc.record({
      length: fc.oneof(fc.nat(40), fc.nat(700)),
      action: fc.constantFrom("inclusive", "exclusive", "reduce"),
      resumes: fc.boolean(),
      isInLibrary: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

describe("an online pass", () => {
  const executor = sumsWasmExecutor();
  const open = (contract: Contract, text?: string): OnlinePass =>
    executor.openPass(columnContract(contract), text === undefined ? undefined : decoded(contract, text));

  it(`gives the bits of one call, however it is cut, saved and resumed (seed ${SEED})`, () => {
    fc.assert(
      fc.property(draws, (draw) => {
        const contract = contractOf(draw);
        const length = draw.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
        const input = inputOf(contract, length, draw.seed);
        const types = typesOf(contract);
        const sums = sumsOf(contract);
        const inclusive = expectedOf(contract, "inclusive-scan", input);
        const exclusive =
          contract.initial === undefined ? undefined : expectedOf(contract, "exclusive-scan", input);
        let pass = open(contract);
        let taken = 0;
        for (const { length: count, action, resumes, isInLibrary } of draw.chunks) {
          const from = contract.direction === "backward" ? length - taken - count : taken;
          const cut = (columns: readonly ColumnArray[]) =>
            columns.map((column) => column.subarray(from, from + count));
          const allocations = isInLibrary ? types.map((type) => executor.allocate(type, count)) : [];
          const chunk = cut(input).map((column, i) => {
            if (!isInLibrary) return column;
            (allocations[i].array as Float64Array).set(column as Float64Array);
            return allocations[i].array;
          });
          if (action === "reduce" || (action === "exclusive" && exclusive === undefined)) pass.reduce(chunk);
          else if (action === "inclusive") {
            expect(hexOf(sums, pass.inclusiveScan(chunk))).toEqual(hexOf(sums, cut(inclusive)));
          } else {
            expect(hexOf(sums, pass.exclusiveScan(chunk))).toEqual(hexOf(sums, cut(exclusive ?? [])));
          }
          for (const allocation of allocations) allocation.release();
          taken += count;
          expect(pass.position).toBe(taken);
          if (!resumes) continue;
          const text = encoded(contract, pass);
          pass.close();
          pass = open(contract, text);
          expect(encoded(contract, pass)).toBe(text);
        }
        expect(encoded(contract, pass)).toBe(literal(contract, input));
        if (length > 0) {
          const reduced = pass.observe().map((value, i) => toHex(sums[i], value));
          const expected =
            contract.kind === "record"
              ? referenceReduce(contract, input)
              : [referenceReduce(contract, input[0] as Float64Array)];
          expect(reduced).toEqual(expected.map((value, i) => toHex(sums[i], value)));
        }
        pass.close();
      }),
      { seed: SEED, numRuns: 80 },
    );
  });

  // The first array decides whether library memory is used in place.
  it.each([
    ["JavaScript's from the first one on", [1, 100, 60, 40], []],
    ["after one in library memory, and before another", [100, 1, 60, 40], [0, 3]],
  ])("folds doubles by generated code, and back to kernels: %s", (_, lengths, inLibrary) => {
    const subject = SUBJECTS.findIndex(({ operator, type }) => operator === add && type === "f64");
    const contract = contractOf({ subject, expression: 0, isBackward: false, placement: 0 });
    const total = lengths.reduce((sum, length) => sum + length, 7);
    // Ends in a number, in an infinity, in a NaN made of two, in one that came.
    for (const special of [[], [Infinity], [Infinity, -Infinity], [Number.NaN]]) {
      const input = Float64Array.from({ length: total }, (_, i) => Math.sin(i) * 2 ** (i % 40));
      input.set(special, 130);
      const counts = { ...executor.kernelCounts };
      const pass = open(contract);
      const seen: number[] = [];
      for (const [i, length] of lengths.entries()) {
        const isInLibrary = inLibrary.includes(i);
        const chunk = isInLibrary ? executor.allocate("f64", length).array : new Float64Array(length);
        chunk.set(input.subarray(seen.length, seen.length + length));
        pass.inclusiveScan([chunk], i % 2 === 0 ? [chunk] : undefined).forEach((column) => {
          seen.push(...(column as Float64Array));
        });
      }
      pass.reduce([input.subarray(seen.length)]);
      const prefixes = Float64Array.of(...seen, Number(pass.observe()[0]));
      const wanted = referenceScan(contract as ElementContract, "inclusive-scan", input) as Float64Array;
      const ends = Float64Array.of(...wanted.subarray(0, seen.length), wanted[total - 1]);
      expect(hexOf(["f64"], [prefixes])).toEqual(hexOf(["f64"], [ends]));
      const byKernels = inLibrary.reduce((sum, i) => sum + lengths[i], 0);
      expect(executor.kernelCounts.generated - counts.generated).toBe(total - byKernels);
      expect(executor.kernelCounts.fold - counts.fold).toBe(byKernels);
      pass.close();
    }
  });

  it.each([2, 32, 64])("scans blocks of %i doubles by generated code, and back to kernels", (blockLength) => {
    const contract = contractOfParts({ operator: add, type: "f64", expression: blockDyadic(blockLength) });
    const lengths = [10, 9000, 5, 2 ** 13 + 13, 3 * 2 ** 13, 700, 20_000, 2 ** 13];
    const whole = [1, 3, 4, 6, 7]; // those that are long enough
    const total = lengths.reduce((sum, length) => sum + length, 0);
    for (const special of [
      [],
      [Infinity],
      [Infinity, -Infinity],
      [Number.NaN],
      [1.7e308, 1.7e308, -1.7e308],
    ]) {
      const input = Float64Array.from({ length: total }, (_, i) => Math.sin(i) * 2 ** (i % 4));
      input.set(special, 12_345);
      const expected = elementPlan(networksJavascriptExecutor.plan(columnContract(contract))).inclusiveScan(
        input,
      );
      const before = executor.kernelCounts.generated;
      let pass = open(contract);
      let position = 0;
      let blocks = 0;
      for (const [i, length] of lengths.entries()) {
        const chunk = input.subarray(position, position + length);
        if (i === 2) pass.reduce([chunk]);
        else {
          const [prefixes] = pass.inclusiveScan(
            [chunk],
            i % 2 === 0 ? undefined : [new Float64Array(length)],
          );
          const wanted = expected.subarray(position, position + length);
          expect(hexOf(["f64"], [prefixes]), `chunk ${i}`).toEqual(hexOf(["f64"], [wanted]));
        }
        const first = Math.ceil(position / blockLength);
        position += length;
        if (whole.includes(i)) blocks += Math.floor(position / blockLength) - first;
        if (i !== 3) continue;
        const { summary, close } = pass;
        pass = executor.openPass(columnContract(contract), summary());
        close();
      }
      expect(executor.kernelCounts.generated - before).toBe(blocks * blockLength);
      expect(pass.observe()).toEqual([expected[total - 1]]);
      pass.close();
    }
  });

  it("changes between narrow groups and others from chunk to chunk in library memory", () => {
    const contract = contractOfParts({ operator: add, type: "f64", expression: blockDyadic(32) });
    const lengths = [100, 2 ** 18 + 40, 7 * 32 + 5, 2 ** 18, 3000, 2 ** 18 + 8 * 32, 40 * 32];
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const home = executor.allocate("f64", total);
    home.array.set(Float64Array.from({ length: total }, (_, i) => Math.sin(i) * 2 ** (i % 16)));
    const expected = elementPlan(networksJavascriptExecutor.plan(columnContract(contract))).inclusiveScan(
      home.array.slice(),
    );
    const before = { ...executor.kernelCounts };
    const pass = open(contract);
    for (const length of lengths) {
      const chunk = home.array.subarray(pass.position, pass.position + length);
      pass.inclusiveScan([chunk], [chunk]);
    }
    pass.close();
    expect(hexOf(["f64"], [home.array])).toEqual(hexOf(["f64"], [expected]));
    const { narrowGroup, block } = executor.kernelCounts;
    // Of twelve windows two at least by each way; of the others the clock decides.
    expect(narrowGroup - before.narrowGroup).toBeGreaterThanOrEqual((2 * 2 ** 16) / 32 / 8);
    expect(block - before.block).toBeGreaterThanOrEqual((2 * 2 ** 16) / 32);
    home.release();
  });

  it("keeps passes apart that take turns, and gives all their memory back", () => {
    const contract = contractOf({ subject: 1, expression: 4, isBackward: false, placement: 0 });
    const input = inputOf(contract, 4000, 3);
    const passes = [open(contract), open(contract), open(contract)];
    for (let start = 0; start < 4000; start += 100) {
      passes.forEach((pass, i) => {
        if ((start / 100) % 3 >= i) pass.reduce(input.map((column) => column.subarray(start, start + 100)));
      });
    }
    const counts = passes.map((pass) => pass.position);
    expect(counts).toEqual([4000, 2600, 1300]);
    const again = open(contract);
    again.reduce(input);
    expect(bitsOf("f64", passes[0].observe()[0])).toBe(bitsOf("f64", again.observe()[0]));
    for (const pass of [...passes, again]) pass.close();
    expect(() => again.reduce(input)).toThrow(/was closed/);
  });

  it("is refused for expressions that need the length, and for summaries of something else", () => {
    const contract = contractOf({ subject: 1, expression: 4, isBackward: false, placement: 0 });
    expect(() => open({ ...contract, expression: bisection })).toThrow(/bisection/);
    const summary = open(contract).summary();
    const other = { ...contract, expression: blockDyadic(8) };
    expect(() => executor.openPass(columnContract(other), summary)).toThrow(/block-dyadic:8/);
  });

  it("gives the initial value, or throws, for nothing", () => {
    const none = contractOf({ subject: 1, expression: 4, isBackward: false, placement: 0 });
    expect(() => open(none).observe()).toThrow(/at least one element/);
    const given = contractOf({ subject: 1, expression: 4, isBackward: false, placement: 1 });
    expect(open(given).observe()).toEqual([given.initial?.value]);
  });
});

function literal(contract: Contract, input: readonly ColumnArray[]): string {
  const sequence =
    contract.direction === "backward" ? input.map((column) => column.slice().reverse()) : input;
  const algebra = columnSummaries(columnContract(contract));
  return algebra.encode(algebra.append(algebra.empty(0), sequence));
}

describe("a carry that is not finite", () => {
  // It is an open fold, overflows where no root does, and is finite again a block later: in between it makes a NaN of a range that overflows too.
  const huge = 1.7e308;
  const input = new Float64Array(32); // another block would hide it, whose carry is not finite for a moment
  input.set([huge], 0);
  input.set([huge], 16);
  input.set([-huge, 0, -huge, huge], 24);
  const words = (values: ColumnArray): readonly bigint[] => [...new BigUint64Array(values.slice().buffer)];

  it.each([blockDyadic(8), networkExpression("sklansky", 8)])(
    "is known to the chunks after it, however they came by it: canonical NaNs at every cut ($kind)",
    (expression) => {
      const contract = contractOfParts({ operator: add, type: "f64", expression });
      const expected = words(
        elementPlan(networksJavascriptExecutor.plan(columnContract(contract))).inclusiveScan(input),
      );
      expect(expected[26]).toBe(0x7ff8000000000000n);
      const executor = networksWasmExecutor();
      for (let cut = 1; cut < input.length; cut++) {
        const [before, after] = [input.subarray(0, cut), input.subarray(cut)];
        const passes = [
          executor.openPass(columnContract(contract)),
          executor.openPass(columnContract(contract)),
        ];
        const [scanned, reduced] = passes;
        scanned.inclusiveScan([before]);
        reduced.reduce([before]);
        const resumed = executor.openPass(columnContract(contract), scanned.summary());
        for (const pass of [scanned, reduced, resumed]) {
          expect([cut, words(pass.inclusiveScan([after])[0])]).toEqual([cut, expected.slice(cut)]);
          pass.close();
        }
      }
    },
  );
});
