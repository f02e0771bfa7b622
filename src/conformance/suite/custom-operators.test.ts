import { describe, expect, test } from "vitest";
import { isLong } from "../../../test/extent.ts";
import {
  type ColumnContract,
  columnContract,
  derivedContract,
  namedContract,
} from "../../contracts/column-contract.ts";
import type { Executor, Request, SynchronousPlan } from "../../executors/executor.ts";
import { wasmExecutor } from "../../executors/wasm/wasm-executor.ts";
import { leftFold } from "../../expressions/expression.ts";
import { add, BUILT_IN_OPERATORS } from "../../operators/built-in.ts";
import { OPERATORS, type Operator, type RecordOperator } from "../../operators/operator.ts";
import { replaceLeaves, swapSides } from "../../operators/term.ts";
import type { ElementType } from "../../values/element-types.ts";
import type { ColumnArray, Columns } from "../../values/value-types.ts";
import { referenceExecutor } from "../reference-executor.ts";
import { type ConformanceOptions, conformance } from "./conformance.ts";
import type { Report } from "./report.ts";

// Each of these executors is right on built-in operators, which all the other parts ask for, and wrong on users' in one way.

const base = wasmExecutor();
type PlanOf = (contract: ColumnContract) => SynchronousPlan;
const right: PlanOf = (contract) => base.plan(contract);

interface Wrong {
  readonly custom?: PlanOf; // of operators of elements that are not built in
  readonly records?: PlanOf;
  readonly refusal?: Executor["refusal"];
}

/** One that is wrong on records alone refuses elements, which saves their time. */
function mutant({ custom, records = right, refusal }: Wrong): Executor {
  const isOnRecords = custom === undefined && refusal === undefined;
  return {
    name: isOnRecords ? "abacus" : "wasm",
    refusal:
      refusal ??
      ((request) => (isOnRecords && !isOfRecords(request.contract) ? ROWS_ONLY : base.refusal(request))),
    plan(contract) {
      if (isOfRecords(contract)) return records(contract);
      const isBuiltIn = BUILT_IN_OPERATORS.some((operator) => operator === contract.operator);
      return custom === undefined || isBuiltIn ? base.plan(contract) : custom(contract);
    },
  };
}

const ROWS_ONLY = { reason: "rows of beads only", remedy: "use the javascript executor" };

function isOfRecords(contract: Request["contract"]): boolean {
  return contract.kind !== "function" && contract.operator.kind === "record-operator";
}

/** The contract with another operator of elements. */
function ofElements(contract: ColumnContract, change: (operator: Operator) => Operator): ColumnContract {
  const named = namedContract(contract);
  return named.kind === "record" ? contract : columnContract({ ...named, operator: change(named.operator) });
}

/** A right plan over records whose scans pass through `change`, which also sees the input as it was, before they come back. */
function withColumns(change: (output: Columns, contract: ColumnContract, input: Columns) => void): Executor {
  const records: PlanOf = (contract) => {
    const plan = right(contract);
    const changed =
      (scan: SynchronousPlan["inclusiveScan"]): SynchronousPlan["inclusiveScan"] =>
      (input, output) => {
        const before = input.map((column) => column.slice() as ColumnArray);
        const result = scan(input, output);
        change(result, contract, before);
        return result;
      };
    return {
      reduce: plan.reduce,
      inclusiveScan: changed(plan.inclusiveScan),
      exclusiveScan: changed(plan.exclusiveScan),
    };
  };
  return mutant({ records });
}

function withOperator(change: (operator: RecordOperator) => Partial<RecordOperator>): Executor {
  return mutant({
    records(contract) {
      const named = namedContract(contract);
      if (named.kind !== "record") return right(contract);
      const operator = OPERATORS.mark({ ...named.operator, ...change(named.operator) });
      return right(columnContract({ ...named, operator }));
    },
  });
}

/** Requests that show what is wrong with a mutant, where others come before them that take seconds. */
type IsTried = (request: Request) => boolean;

function typesOf(contract: Request["contract"]): string {
  return contract.kind === "function" ? "" : String(contract.types);
}

type Mutant = readonly [name: string, executor: Executor, message: RegExp, isTried?: IsTried];

const MUTANTS: readonly Mutant[] = [
  [
    "an operator is known by its name",
    mutant({
      custom: (contract) =>
        base.plan(contract.operator.name === "add" ? ofElements(contract, () => add) : contract),
    }),
    /^custom-operators: term:[0-9a-f]{16} f64 .* expected [0-9a-f]{16}( at position \d+)?, got [0-9a-f]{16}$/,
    ({ contract }) => !isOfRecords(contract) && contract.operator.name === "add",
  ],
  [
    "backward does not swap the sides of a user's operator",
    mutant({
      custom: (contract) => {
        if (contract.direction === "forward") return base.plan(contract);
        const swapped = (operator: Operator): Operator =>
          OPERATORS.mark({ ...operator, term: (type) => swapSides([operator.term(type)])[0] });
        return base.plan(ofElements(contract, swapped));
      },
    }),
    /term:[0-9a-f]{16} f64 .* backward .* expected/,
  ],
  [
    "every user's operator is taken for associative",
    mutant({
      custom: (contract) =>
        base.plan(
          ofElements(contract, (operator) => OPERATORS.mark({ ...operator, isAssociative: () => true })),
        ),
    }),
    /term:[0-9a-f]{16} f64 .* expected [0-9a-f]{16} at position \d+, got/,
  ],
  [
    "and over records",
    withOperator(() => ({ isAssociative: true })),
    /\{a:u32,b:i32,isOn:bool\} .* expected [0-9a-f]{8},[0-9a-f]{8},0[01]/,
  ],
  [
    "what an operator starts with is combined as if it were an identity",
    mutant({
      custom: (contract) => {
        const { operator, types, initial } = contract;
        const start = operator.kind === "operator" ? operator.start(types[0] as ElementType) : undefined;
        if (start === undefined || initial !== undefined) return base.plan(contract);
        return base.plan(derivedContract(contract, { initial: { value: [start], placement: "outside" } }));
      },
    }),
    /initial=none v1 .* expected/,
  ],
  [
    "a column sees what the one before it has become",
    withOperator(({ terms }) => ({
      terms: terms.map((term, index) =>
        index === 0
          ? term
          : replaceLeaves([term], (leaf) => (leaf.kind === "left" && leaf.column === 0 ? terms[0] : leaf))[0],
      ),
    })),
    /\{a:u32,b:i32,isOn:bool\} .* at position \d+/,
  ],
  [
    "bools are any byte",
    withColumns((output) => {
      for (const column of output)
        if (column instanceof Uint8Array) column.set(column.map((bit) => bit * 255));
    }),
    /expected [0-9a-f]{8},[0-9a-f]{8},01 at position \d+, got [0-9a-f]{8},[0-9a-f]{8},ff$/,
  ],
  [
    "NaNs in a column keep a payload",
    withColumns((output) => {
      for (const column of output) {
        if (!(column instanceof Float64Array)) continue;
        const bits = new BigUint64Array(column.buffer, column.byteOffset, column.length);
        column.forEach((value, i) => {
          if (Number.isNaN(value)) bits[i] = 0x7ff80000deadbeefn;
        });
      }
    }),
    /special, n = 37: expected .*7ff8000000000000.* at position \d+, got .*7ff80000deadbeef/,
    ({ contract }) => isOfRecords(contract) && typesOf(contract).includes("f64"),
  ],
  ...["bool", "bool,bool", "u32", "f64"].flatMap((types) =>
    (["interleaved", "blockDyadic", "linearCarry"] as const).map(
      (kind): Mutant => [
        `records of ${types} alone by ${kind} are combined by another tree`,
        mutant({
          records: (contract) => {
            const isMeant = typesOf(contract) === types && contract.expression.kind === kind;
            return right(isMeant ? derivedContract(contract, { expression: leftFold }) : contract);
          },
        }),
        /^custom-operators: term:.* expected [0-9a-f,]+ at position/,
        ({ contract }) => isOfRecords(contract) && typesOf(contract) === types,
      ],
    ),
  ),
  [
    "the smaller columns of mixed widths are one element late",
    withColumns((output, { types }) => {
      if (types[0] === "u64" && output[1] instanceof Uint32Array) output[1].copyWithin(1, 0);
    }),
    /\{a:u64,b:u32\} .* expected [0-9a-f]{16},[0-9a-f]{8} at position 1, got/,
  ],
  [
    "in place, a column is read again when it has been written",
    mutant({
      records: (contract) => {
        const plan = right(contract);
        return {
          ...plan,
          inclusiveScan(input, output) {
            const result = plan.inclusiveScan(input, output);
            if (output?.[1] === input[1] && input[1].length > 1) result[1].copyWithin(1, 0, 1);
            return result;
          },
        };
      },
    }),
    /inclusive-scan, narrow, n = 67, in place: expected .* at position 1, got/,
  ],
  [
    "the input of a scan is changed",
    mutant({
      records: (contract) => {
        const plan = right(contract);
        return {
          ...plan,
          inclusiveScan(input, output) {
            const result = plan.inclusiveScan(input, output);
            if (output === undefined && input[0].length > 1) input[0][1] = input[0][0];
            return result;
          },
        };
      },
    }),
    /expected the input as it was at position 1, got another value in column 0$/,
  ],
  [
    "a reduce of records is its last element",
    mutant({
      records: (contract) => ({
        ...right(contract),
        reduce: (input) => input.map((column) => column[column.length - 1]),
      }),
    }),
    /reduce, narrow, n = 0: expected EmptyInputError, got/,
  ],
  [
    "a column is missing",
    withColumns((output) => void (output as ColumnArray[]).pop()),
    /expected 3 columns, got 2 columns$/,
  ],
  [
    "records are refused by an executor that has to serve them",
    mutant({
      refusal: (request) =>
        isOfRecords(request.contract)
          ? { reason: "no records here", remedy: "use the javascript executor" }
          : base.refusal(request),
    }),
    /expected no refusal, got the refusal "no records here; use the javascript executor"$/,
    ({ contract }) => isOfRecords(contract),
  ],
  [
    "a proof of associativity is no reason to scan by bisection",
    mutant({
      refusal: (request) =>
        request.contract.expression.kind === "bisection" &&
        request.observation !== "reduce" &&
        !request.allowQuadratic
          ? { reason: "it is quadratic", remedy: "use iteratedPairwise" }
          : base.refusal(request),
    }),
    /bisection .*proved associative, n = 0: expected no refusal, got/,
    ({ contract }) => contract.expression.kind === "bisection",
  ],
];

function ofUsers(executor: Executor, options: ConformanceOptions = {}): Promise<Report> {
  return conformance(executor, { parts: ["custom-operators"], stopAfter: 3, ...options });
}

describe("an executor fails that is wrong on users' operators alone", () => {
  test.each(MUTANTS.map((each) => [each[0], each] as const))("%s", async (_, each) => {
    const [, executor, message, isTried] = each;
    const report = await ofUsers(executor, { isTried });
    expect(report.passed).toBe(false);
    expect(report.failed.map((failure) => failure.message)).toContainEqual(expect.stringMatching(message));
  });
});

test("the same wrappers around nothing wrong pass", async () => {
  const records = withColumns(() => undefined).plan as PlanOf;
  const extent = isLong ? ({ tier: "full" } as const) : { requestLimit: 300 };
  const report = await ofUsers(mutant({ custom: base.plan, records }), extent);
  expect(report.failed.map((failure) => failure.message)).toStrictEqual([]);
  expect(report.run).toBeGreaterThan(isLong ? 20_000 : 2000);
});

test("an executor that has no records refuses them all, which is counted", async () => {
  const elements: Executor = {
    name: "abacus",
    plan: referenceExecutor.plan,
    refusal: ({ contract }) =>
      isOfRecords(contract)
        ? { reason: "one element at a time", remedy: "use the javascript executor" }
        : undefined,
  };
  const report = await ofUsers(elements, { requestLimit: isLong ? undefined : 50 });
  expect(report.failed.map((failure) => failure.message)).toStrictEqual([]);
  expect(report.refused).toBeGreaterThan(2000);
});
