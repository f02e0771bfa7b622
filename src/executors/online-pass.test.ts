import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileColumns, RECORD_OPERATORS } from "../../test/helpers/operators/operators.ts";
import { randomValue } from "../../test/helpers/operators/terms.ts";
import {
  contractOf,
  contractsOf,
  hostileElements,
  label,
  SUMMARY_EXPRESSIONS,
} from "../../test/helpers/summaries/contracts.ts";
import { columnContract } from "../contracts/column-contract.ts";
import {
  CONTRACT_VERSION,
  type ElementContract,
  type Observation,
  type RecordContract,
} from "../contracts/contract.ts";
import { bisection, type Expression } from "../expressions/expression.ts";
import { referenceReduce, referenceScan } from "../reference/reference.ts";
import { columnSummaries } from "../summaries/summary-algebra.ts";
import { toHex } from "../values/bits.ts";
import type { ElementArray, Scalar } from "../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import type { Columns } from "../values/value-types.ts";
import type { OnlineExecutor, OnlinePass } from "./executor.ts";
import { fastJavascriptExecutor } from "./javascript/fast-javascript-executor.ts";
import { networksJavascriptExecutor } from "./javascript/networks-javascript-executor.ts";
import { networksWasmExecutor } from "./wasm/networks-wasm-executor.ts";

const SEED = 20261121;
const EXECUTORS: readonly OnlineExecutor[] = [
  networksJavascriptExecutor,
  fastJavascriptExecutor,
  networksWasmExecutor(),
];

type AnyContract = ElementContract | RecordContract;

interface Step {
  readonly length: number;
  readonly observation: Observation;
  readonly isSaved: boolean; // afterwards the pass is closed, and another goes on from its encoded summary
}

const steps = fc.array(
  fc.record({
    length: fc.nat(60),
    observation: fc.constantFrom<Observation>("reduce", "inclusive-scan", "exclusive-scan"),
    isSaved: fc.boolean(),
  }),
  { minLength: 1, maxLength: 7 },
);
const draws = fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 200, size: "max" });

describe.each(EXECUTORS)(
  "a pass of $name in any chunks, stopped and resumed anywhere, is one call",
  (executor) => {
    it.each(SUMMARY_EXPRESSIONS.map((expression) => [label(expression), expression] as const))(
      `%s (seed ${SEED})`,
      (_, expression) => {
        const law = fc.property(
          fc.constantFrom(...contractsOf(expression)),
          draws,
          steps,
          (contract, bits, taken) => {
            checkPass(executor, contract, [hostileElements(contract.type, bits)], taken);
          },
        );
        fc.assert(law, { seed: SEED, numRuns: 60 });
      },
    );

    it(`over records (seed ${SEED})`, () => {
      const law = fc.property(recordCases(), steps, ({ contract, input }, taken) => {
        checkPass(executor, contract, input, taken);
      });
      fc.assert(law, { seed: SEED, numRuns: 100 });
    });
  },
);

describe.each(EXECUTORS)("a pass of $name", (executor) => {
  const contract = contractOf({ kind: "blockDyadic", blockLength: 4 });
  const first: ElementContract = { ...contract, initial: { value: 5n, placement: "first" } };
  const open = (of: ElementContract, from?: Parameters<typeof openPass>[2]): OnlinePass =>
    openPass(executor, of, from);

  it("of nothing is the initial value, and may be saved", () => {
    expect(() => open(contract).observe()).toThrow(EmptyInputError);
    const pass = open(first);
    expect(pass.observe()).toEqual([5n]);
    expect(pass.summary()).toEqual(columnSummaries(columnContract(first)).empty(0));
    expect(open(first, pass.summary()).observe()).toEqual([5n]);
  });

  it("writes where it is told to, the chunk itself included", () => {
    for (const direction of ["forward", "backward"] as const) {
      const initial = { value: 3n, placement: "outside" } as const;
      const of = { ...contract, direction, initial };
      for (const scan of ["inclusiveScan", "exclusiveScan"] as const) {
        const chunk = [BigUint64Array.from({ length: 11 }, (_, i) => BigInt(i * i))];
        const expected = open(of)[scan](chunk);
        const output = [new BigUint64Array(11)];
        expect(open(of)[scan](chunk, output)).toBe(output);
        expect(output).toEqual(expected);
        expect(open(of)[scan](chunk, chunk)).toBe(chunk);
        expect(chunk).toEqual(expected);
      }
    }
  });

  it("refuses what cannot be online, and names what can", () => {
    const own: Expression = { kind: "custom", name: "my-own", tree: () => 0 };
    for (const expression of [bisection, own]) {
      expect(() => open({ ...contract, expression })).toThrow(UnsupportedError);
      expect(() => open({ ...contract, expression })).toThrow(/iteratedPairwise/);
    }
  });

  it("refuses another contract's summary, with both named, and one of an inner range", () => {
    expect(() => open(contract, columnSummaries(columnContract(first)).empty(0))).toThrow(
      '"from" must be a summary of contract "tree-hash u64 block-dyadic:4 initial=none v1", ' +
        'got one of contract "tree-hash u64 block-dyadic:4 initial=0000000000000005@first v1"',
    );
    expect(() => open(contract, columnSummaries(columnContract(contract)).empty(4))).toThrow(
      InvalidArgumentError,
    );
  });

  it("cannot be used once it is closed, nor scan exclusively without an initial value", () => {
    const pass = open(contract);
    const chunk = [BigUint64Array.of(1n, 2n)];
    expect(() => pass.exclusiveScan(chunk)).toThrow(/"contract" must be one with an initial value/);
    expect(pass.position).toBe(0);
    pass.reduce(chunk);
    pass.close();
    expect(() => pass.reduce(chunk)).toThrow(UnsupportedError);
    expect(() => pass.inclusiveScan(chunk)).toThrow(/closed/);
  });
});

function openPass(
  executor: OnlineExecutor,
  contract: AnyContract,
  from?: ReturnType<OnlinePass["summary"]>,
): OnlinePass {
  return executor.openPass(columnContract(contract), from);
}

/** Takes the input in steps, and compares all that can be seen on the way with one call of the reference. */
function checkPass(
  executor: OnlineExecutor,
  contract: AnyContract,
  input: Columns,
  taken: readonly Step[],
): void {
  const length = input[0].length;
  const isBackward = contract.direction === "backward";
  /** The chunk of the sequence's positions [start, end): from the input's end where the contract is backward. */
  const part = (arrays: Columns, start: number, end: number): Columns =>
    arrays.map((array) => (isBackward ? array.slice(length - end, length - start) : array.slice(start, end)));
  const inclusive = scanOf(contract, "inclusive-scan", input);
  const exclusive = contract.initial === undefined ? inclusive : scanOf(contract, "exclusive-scan", input);

  let pass = openPass(executor, contract);
  let start = 0;
  for (const step of [...taken, { length, observation: "inclusive-scan", isSaved: true } as const]) {
    const end = Math.min(length, start + step.length);
    const chunk = part(input, start, end);
    if (step.observation === "reduce") pass.reduce(chunk);
    else if (step.observation === "inclusive-scan" || contract.initial === undefined) {
      expect(hexOf(contract, pass.inclusiveScan(chunk))).toEqual(
        hexOf(contract, part(inclusive, start, end)),
      );
    } else {
      expect(hexOf(contract, pass.exclusiveScan(chunk))).toEqual(
        hexOf(contract, part(exclusive, start, end)),
      );
    }
    start = end;
    expect(pass.position).toBe(end);
    if (end > 0) {
      const total = reduceOf(contract, part(input, 0, end));
      expect(
        hexOf(
          contract,
          pass.observe().map((scalar) => [scalar]),
        ),
      ).toEqual(
        hexOf(
          contract,
          total.map((scalar) => [scalar]),
        ),
      );
    }
    if (step.isSaved) pass = saved(executor, contract, pass, part(input, 0, end));
  }
  pass.close();
}

/** Another pass in the place of this one: from its encoded summary, which is that of the algebra over all that was taken. */
function saved(
  executor: OnlineExecutor,
  contract: AnyContract,
  pass: OnlinePass,
  taken: Columns,
): OnlinePass {
  const algebra = columnSummaries(columnContract(contract));
  const inOrder = taken.map((array) => (contract.direction === "backward" ? array.slice().reverse() : array));
  const expected = algebra.encode(algebra.append(algebra.empty(0), inOrder));
  const text = algebra.encode(pass.summary());
  expect(text).toBe(expected);
  pass.close();
  return openPass(executor, contract, algebra.decode(text));
}

function scanOf(
  contract: AnyContract,
  observation: "inclusive-scan" | "exclusive-scan",
  input: Columns,
): Columns {
  if (contract.kind === "record") return referenceScan(contract, observation, input);
  return [referenceScan(contract, observation, input[0] as ElementArray)];
}

function reduceOf(contract: AnyContract, input: Columns): readonly Scalar[] {
  if (contract.kind === "record") return referenceReduce(contract, input);
  return [referenceReduce(contract, input[0] as ElementArray)];
}

function hexOf(contract: AnyContract, arrays: readonly ArrayLike<Scalar>[]): readonly string[] {
  const { sums } = columnContract(contract);
  return arrays.map((array, i) => Array.from(array, (value) => toHex(sums[i], value)).join(" "));
}

function recordCases(): fc.Arbitrary<{ contract: RecordContract; input: Columns }> {
  return fc
    .record({
      draw: fc.integer(),
      expression: fc.constantFrom(...SUMMARY_EXPRESSIONS),
      operator: fc.constantFrom(...RECORD_OPERATORS),
      direction: fc.constantFrom("forward", "backward"),
      placement: fc.constantFrom("none", "outside", "first"),
      length: fc.nat(150),
    })
    .map(({ draw, expression, operator, direction, placement, length }) => {
      const pick = pickFrom(draw);
      const value = randomValue(operator.columns, pick);
      const contract: RecordContract = {
        kind: "record",
        operator,
        type: operator.type,
        expression,
        direction,
        initial: placement === "none" ? undefined : { value, placement },
        version: CONTRACT_VERSION,
      };
      return { contract, input: hostileColumns(operator.columns, length, pick) };
    });
}

/** Numbers below a length, the same for the same seed. */
function pickFrom(seed: number): (length: number) => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return (length) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % length;
  };
}
