import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLong } from "../../test/extent.ts";
import { largest, RECORD_OPERATORS, segmentedSum } from "../../test/helpers/operators/operators.ts";
import {
  contractOf,
  contractsOf,
  hostileElements,
  label,
  POSITIONED_EXPRESSIONS,
  SUMMARY_EXPRESSIONS,
} from "../../test/helpers/summaries/contracts.ts";
import { columnContract } from "../contracts/column-contract.ts";
import type { ElementContract } from "../contracts/contract.ts";
import { printContract } from "../contracts/print.ts";
import { elementPlan } from "../executors/executor.ts";
import { networksJavascriptExecutor } from "../executors/javascript/networks-javascript-executor.ts";
import { networksWasmExecutor } from "../executors/wasm/networks-wasm-executor.ts";
import { blockDyadic, iteratedPairwise, leftFold, linearCarry } from "../expressions/expression.ts";
import { inclusiveScan, reduce } from "../index.ts";
import { summaryAlgebra } from "../summaries/summary-algebra.ts";
import { toHex } from "../values/bits.ts";
import type { ElementArray, Scalar } from "../values/element-types.ts";
import { EmptyInputError, FormatError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { hashArray } from "../values/hash.ts";
import { bindStreams } from "./bind-streams.ts";
import { onlineReduce } from "./online-reduce.ts";
import { type AnyScanOptions, onlineScan } from "./online-scan.ts";
import { concatSnapshots, resumeReduce, resumeScan } from "./resume.ts";

const SEED = 20261122;
const EXECUTORS = [networksJavascriptExecutor, networksWasmExecutor()] as const;
const streams = bindStreams(EXECUTORS[1]);

const draws = fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 300, size: "max" });
const cuts = fc.array(fc.record({ length: fc.nat(90), executor: fc.nat(1), hop: fc.nat(2) }), {
  maxLength: 6,
});

describe(`any chunks, any stops, on any executor: the bits of one call (seed ${SEED})`, () => {
  it.each(SUMMARY_EXPRESSIONS.map((expression) => [label(expression), expression] as const))(
    "%s",
    (_, expression) => {
      const law = fc.property(
        fc.constantFrom(...contractsOf(expression)),
        draws,
        cuts,
        (contract, bits, steps) => {
          const input = hostileElements(contract.type, bits);
          const isExclusive = contract.initial !== undefined && bits.length % 2 === 0;
          const observation = isExclusive ? "exclusive-scan" : "inclusive-scan";
          const options = { ...optionsOf(contract), observation } as const;
          const plan = elementPlan(networksJavascriptExecutor.plan(columnContract(contract)));
          const whole = isExclusive ? plan.exclusiveScan(input) : plan.inclusiveScan(input);
          let scan = onlineScan(EXECUTORS[0], options);
          let start = 0;
          for (const { length, executor, hop } of [...steps, { length: input.length, executor: 1, hop: 2 }]) {
            const end = Math.min(input.length, start + length);
            const prefixes = scan.push(part(contract, input, start, end) as never) as unknown as ElementArray;
            expect(hexOf(contract, prefixes)).toBe(hexOf(contract, part(contract, whole, start, end)));
            expect(scan.position).toBe(end);
            start = end;
            // Go on as it is, or elsewhere: by the options or by what the snapshot says of itself, from text or bytes.
            if (hop === 1)
              scan = moved(scan, (from) => onlineScan(EXECUTORS[executor], { ...options, from }));
            if (hop === 2) {
              const from = scan.snapshotBytes();
              scan = moved(scan, () =>
                resumeScan(EXECUTORS[executor], from, { observation, expressions: [expression] }),
              );
            }
          }
          if (input.length > 0)
            expect(hexOf(contract, [scan.observe() as Scalar])).toBe(hexOf(contract, [plan.reduce(input)]));
          scan.close();
        },
      );
      fc.assert(law, { seed: SEED, numRuns: 20 });
    },
  );
});

describe(`snapshots of neighbouring ranges, joined in any grouping, are that of the whole (seed ${SEED})`, () => {
  it.each(POSITIONED_EXPRESSIONS.map((expression) => [label(expression), expression] as const))(
    "%s",
    (_, expression) => {
      const pieces = fc.array(fc.nat(60), { minLength: 1, maxLength: 5 });
      const law = fc.property(
        fc.constantFrom(...contractsOf(expression)),
        draws,
        pieces,
        fc.nat(),
        (contract, bits, lengths, pick) => {
          const input = hostileElements(contract.type, bits);
          const options = optionsOf(contract);
          const snapshots: (string | Uint8Array)[] = [];
          let start = 0;
          for (const length of [...lengths, input.length]) {
            const end = Math.min(input.length, start + length);
            const range = onlineReduce(EXECUTORS[snapshots.length % 2], { ...options, position: start });
            expect(range.start).toBe(start);
            range.push(part(contract, input, start, end) as never);
            snapshots.push(snapshots.length % 2 === 0 ? range.snapshot() : range.snapshotBytes());
            start = end;
          }
          while (snapshots.length > 1) {
            const at = pick % (snapshots.length - 1);
            snapshots.splice(
              at,
              2,
              concatSnapshots(snapshots[at], snapshots[at + 1], { expressions: [expression] }),
            );
          }
          const whole = onlineReduce(EXECUTORS[1], options);
          whole.push(input as never);
          expect(snapshots[0]).toBe(whole.snapshot());
          const algebra = summaryAlgebra(contract);
          const inOrder = contract.direction === "backward" ? input.slice().reverse() : input;
          expect(snapshots[0]).toBe(algebra.encode(algebra.append(algebra.empty(0), inOrder)));
        },
      );
      fc.assert(law, { seed: SEED, numRuns: 15 });
    },
  );
});

describe("long ranges that start anywhere, of which executors compute aligned pieces", () => {
  const bits = Array.from({ length: 40_000 }, (_, i) =>
    BigInt.asUintN(64, BigInt(i + 1) * 0x9e3779b97f4a7c15n),
  );
  const expressions = POSITIONED_EXPRESSIONS.filter(({ kind }) => kind !== "linearCarry");

  it.each([...expressions, linearCarry(100)].map((expression) => [label(expression), expression] as const))(
    "%s",
    (_, expression) => {
      // Fingerprints, by all directions and places of an initial value; and a sum that rounds.
      for (const [i, contract] of contractsOf(expression).slice(0, 8).entries()) {
        const input = hostileElements(contract.type, bits);
        const options = optionsOf(contract);
        const whole = onlineReduce(EXECUTORS[1], options);
        whole.push(input as never);
        // Contracts take turns at the cuts; the long run tries each with each.
        const cuts = [4095, 8192, 12_345, 32_700].filter((_, k) => isLong || k >> 1 === i % 2);
        for (const cut of cuts) {
          const executor = EXECUTORS[cut % 2];
          const left = onlineReduce(executor, options);
          const right = onlineReduce(executor, { ...options, position: cut });
          left.push(part(contract, input, 0, cut) as never);
          for (let start = cut; start < input.length; start += 9001) {
            const end = Math.min(input.length, start + 9001);
            right.push(part(contract, input, start, end) as never);
            expect(right.position).toBe(end);
          }
          expect(concatSnapshots(left.snapshot(), right.snapshot(), { expressions: [expression] })).toBe(
            whole.snapshot(),
          );
          right.close();
        }
      }
    },
  );
});

it.each(["exact", "binned:3"])(
  "a long range of %s that starts anywhere joins what stands before it",
  (expression) => {
    const input = Float64Array.from({ length: 20_000 }, (_, i) => Math.sin(i));
    for (const executor of EXECUTORS) {
      const ranges = [0, 4096].map((position) =>
        onlineReduce(executor, { type: "f64", expression, position }),
      );
      ranges[0].push(input.subarray(0, 4096) as never);
      ranges[1].push(input.subarray(4096) as never);
      const whole = onlineReduce(executor, { type: "f64", expression });
      whole.push(input as never);
      expect(concatSnapshots(ranges[0].snapshot(), ranges[1].snapshot())).toBe(whole.snapshot());
    }
  },
);

describe("records", () => {
  it("go in and come out as columns, and stop and go on as such", () => {
    const chunk = { value: Float32Array.of(3, 1, Number.NaN, 7), index: Uint32Array.of(0, 1, 2, 3) };
    const whole = inclusiveScan(chunk, { operator: largest });
    const scan = streams.onlineScan({ operator: largest });
    const head = scan.push({ value: chunk.value.subarray(0, 1), index: chunk.index.subarray(0, 1) });
    const resumed = streams.resumeScan<{ value: "f32"; index: "u32" }>(scan.snapshot(), {
      operators: [largest],
    });
    const rest = { value: chunk.value.subarray(1), index: chunk.index.subarray(1) };
    expect(resumed.push(rest, rest)).toBe(rest);
    expect([...head.value, ...rest.value]).toEqual([...whole.value]);
    expect([...head.index, ...rest.index]).toEqual([...whole.index]);
    expect(resumed.observe()).toEqual(reduce(chunk, { operator: largest }));
    expect(() => streams.resumeScan(scan.snapshot())).toThrow(/term:/);
    scan.close();
    resumed.close();
  });

  it("of every operator reduce in pieces", () => {
    for (const operator of RECORD_OPERATORS) {
      const options = { operator, expression: blockDyadic(4) };
      const left = streams.onlineReduce(options);
      const right = streams.onlineReduce({ ...options, position: 0 });
      expect(left.snapshot()).toBe(right.snapshot());
      expect(concatSnapshots(left.snapshot(), right.snapshot(), { operators: [operator] })).toBe(
        left.snapshot(),
      );
    }
    const flags = { value: BigInt64Array.of(1n, 2n), isHead: Uint8Array.of(0, 2) };
    const scan = streams.onlineScan({ operator: segmentedSum });
    const names = Object.keys(segmentedSum.type);
    const chunk = { [names[0]]: flags.value, [names[1]]: flags.isHead };
    expect(() => scan.push(chunk as never)).toThrow(`"chunk.${names[1]}[1]" must be 0 or 1`);
  });
});

describe("a snapshot is refused", () => {
  const scan = streams.onlineScan({ type: "f64" });
  scan.push(Float64Array.of(0.1, 0.2, 0.3));
  const text = scan.snapshot();

  it.each<[string, AnyScanOptions]>([
    ["add f32 block-dyadic:32 initial=none v1", { type: "f32" }],
    ["add f64 block-dyadic:64 initial=none v1", { type: "f64", expression: "block-dyadic:64" }],
    ["multiply f64 block-dyadic:32 initial=none v1", { type: "f64", operator: "multiply" }],
    [
      "add f64 block-dyadic:32 initial=0000000000000000@outside v1",
      { type: "f64", observation: "exclusive-scan" },
    ],
  ])("of another contract than %s, both named", (line, options) => {
    const open = () => onlineScan(EXECUTORS[1], { ...options, from: text });
    expect(open).toThrow(FormatError);
    expect(open).toThrow(`of contract "${line}", got one of "add f64 block-dyadic:32 initial=none v1"`);
  });

  it("of another version, or damaged, or no snapshot", () => {
    const open = (from: unknown) => () => onlineScan(EXECUTORS[1], { type: "f64", from: from as string });
    expect(open(text.replace('"version":1', '"version":2'))).toThrow(/format version 1, got version 2/);
    expect(open(text.replace(" v1", " v2"))).toThrow(FormatError);
    expect(open(text.replace('"end":3', '"end":4'))).toThrow(/checksum/);
    expect(open(text.slice(0, -3))).toThrow(FormatError);
    expect(open(Uint8Array.of(0xff, 0xfe))).toThrow(/a snapshot in UTF-8, got 2 bytes/);
    expect(open(7)).toThrow('"from" must be a snapshot, as text or bytes, got 7');
    expect(() => resumeScan(EXECUTORS[1], 7 as never)).toThrow(/"snapshot" must be a snapshot/);
    expect(() => concatSnapshots(text, 7 as never)).toThrow(/"right" must be a snapshot/);
  });

  it("of an inner range by a scan, and of a contract without an initial value by an exclusive one", () => {
    const inner = streams.onlineReduce({ type: "f64", position: 3 });
    inner.push(Float64Array.of(0.4));
    expect(() => onlineScan(EXECUTORS[1], { type: "f64", from: inner.snapshot() })).toThrow(
      '"from" must be a snapshot of a range from position 0 on, got one of [3, 4)',
    );
    expect(() => resumeScan(EXECUTORS[1], text, { observation: "exclusive-scan" })).toThrow(/initial value/);
    expect(() => inner.observe()).toThrow(InvalidArgumentError);
    const joined = concatSnapshots(text, inner.snapshot());
    expect(resumeReduce(EXECUTORS[0], joined).observe()).toBe(reduce(Float64Array.of(0.1, 0.2, 0.3, 0.4)));
    expect(() => concatSnapshots(inner.snapshot(), text)).toThrow(
      /"right" must be a summary from position 4 on/,
    );
    const more = resumeReduce(EXECUTORS[0], inner.snapshot());
    expect([more.start, more.position]).toEqual([3, 4]);
  });
});

describe("what does not fit is refused, and nothing is taken", () => {
  it.each([
    ["a Float32Array of length 1", Float32Array.of(1)],
    ["an Array of length 1", [1]],
    ["undefined", undefined],
    ["1", 1],
  ])("%s as a chunk", (_, chunk) => {
    const scan = streams.onlineScan({ type: "f64" });
    scan.push(Float64Array.of(1));
    expect(() => scan.push(chunk as never)).toThrow(/"chunk" must be a typed array of f64, got/);
    expect(scan.position).toBe(1);
    expect(scan.push(Float64Array.of(2))).toEqual(Float64Array.of(3));
  });

  it("a detached chunk, or an output that does not fit", () => {
    const scan = streams.onlineScan({ type: "f64" });
    const detached = Float64Array.of(1);
    structuredClone(detached, { transfer: [detached.buffer] });
    expect(() => scan.push(detached)).toThrow(/"chunk".*detached/);
    expect(() => scan.push(Float64Array.of(1), new Float64Array(2))).toThrow(
      /"output" must have length 1, got 2/,
    );
    const shared = new Float64Array(4);
    expect(() => scan.push(shared.subarray(0, 3), shared.subarray(1))).toThrow(
      /the same elements as "chunk"/,
    );
    expect(scan.position).toBe(0);
  });

  it("options", () => {
    const open = (options: unknown) => () => onlineScan(EXECUTORS[1], options as AnyScanOptions);
    expect(open({})).toThrow(/"type" must be given/);
    expect(open(undefined)).toThrow(/"options" must be an object/);
    expect(open({ type: "f64", expresion: "left-fold" })).toThrow(/expression/);
    expect(open({ type: "f64", position: 4 })).toThrow(InvalidArgumentError);
    expect(open({ type: "f64", observation: "reduce" })).toThrow(/"inclusive-scan" or "exclusive-scan"/);
    expect(open({ operator: (left: number) => left })).toThrow(UnsupportedError);
    expect(() => onlineReduce(EXECUTORS[1], { type: "f64", position: 1.5 })).toThrow(/"position"/);
    expect(() => onlineReduce(EXECUTORS[1], { type: "f64", position: 1, expression: leftFold })).toThrow(
      UnsupportedError,
    );
  });

  it("anything after it was closed, and an observation of nothing", () => {
    const scan = streams.onlineScan({ type: "f64" });
    expect(() => scan.observe()).toThrow(EmptyInputError);
    scan.close();
    scan.close();
    for (const call of [() => scan.push(Float64Array.of(1)), () => scan.observe(), () => scan.snapshot()]) {
      expect(call).toThrow(/online computation of add f64 block-dyadic:32 initial=none v1.*closed/);
    }
  });

  it("an executor that takes whole arrays only", () => {
    const { name, refusal, plan } = networksJavascriptExecutor;
    expect(() => onlineScan({ name, refusal, plan } as never, { type: "f64" })).toThrow(/whole arrays only/);
  });
});

it("gives its memory back when a kernel fails, and says so ever after", () => {
  let closedCount = 0;
  const failing = {
    ...networksJavascriptExecutor,
    openPass(...given: Parameters<typeof networksJavascriptExecutor.openPass>) {
      const pass = networksJavascriptExecutor.openPass(...given);
      return {
        ...pass,
        inclusiveScan() {
          throw new RangeError("out of memory");
        },
        close() {
          closedCount++;
        },
      };
    },
  };
  const scan = onlineScan(failing, { type: "f64" });
  expect(() => scan.push(Float64Array.of(1) as never)).toThrow(RangeError);
  expect(closedCount).toBe(1);
  expect(() => scan.snapshot()).toThrow(/closed/);
});

it("says what it is", () => {
  const scan = streams.onlineScan({ type: "f32", accumulate: "f64", observation: "exclusive-scan" });
  expect(printContract(scan.contract)).toBe(
    "add f32 sum=f64 block-dyadic:32 initial=0000000000000000@outside v1",
  );
  expect(scan.achieved).toEqual({
    determinism: "everywhere",
    expression: "block-dyadic:32",
    executor: "wasm",
  });
  expect(scan.observation).toBe("exclusive-scan");
  expect(hashArray(scan.push(Float32Array.of(1, 2, 3)))).toBe(hashArray(Float64Array.of(0, 1, 3)));
  const using = scan as unknown as Record<symbol, () => void>;
  using[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  expect(() => scan.observe()).toThrow(UnsupportedError);
  const pairwise = streams.onlineReduce({ type: "u32", expression: iteratedPairwise, initial: 5 });
  expect(pairwise.observe()).toBe(5);
  expect(printContract(contractOf(leftFold))).toContain("left-fold");
});

function moved(
  scan: ReturnType<typeof onlineScan>,
  open: (from: string) => ReturnType<typeof onlineScan>,
): ReturnType<typeof onlineScan> {
  const next = open(scan.snapshot());
  scan.close();
  return next;
}

function optionsOf({
  operator,
  type,
  accumulate,
  expression,
  direction,
  initial,
}: ElementContract): AnyScanOptions {
  const options = { operator, type, accumulate, expression, direction };
  return initial === undefined
    ? options
    : { ...options, initial: initial.value, initialPlacement: initial.placement };
}

/** The elements at the sequence's positions [start, end), which a backward contract counts from the end. */
function part({ direction }: ElementContract, array: ElementArray, start: number, end: number): ElementArray {
  return direction === "backward"
    ? array.slice(array.length - end, array.length - start)
    : array.slice(start, end);
}

function hexOf({ accumulate }: ElementContract, values: ArrayLike<Scalar>): string {
  return Array.from(values, (value) => toHex(accumulate, value)).join(" ");
}
