import type { TypedContract } from "../../contracts/contract.ts";
import type { Plan } from "../../executors/executor.ts";
import {
  blockDyadic,
  DEFAULT_EXPRESSION,
  type Expression,
  interleaved,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "../../expressions/expression.ts";
import { networkExpression } from "../../expressions/network-expression.ts";
import { add, max, treeHash } from "../../operators/built-in.ts";
import { type ElementArray, newElementArray } from "../../values/element-types.ts";
import { compareArrays, compareScalars, type Mismatch } from "../compare.ts";
import { contractOf } from "../contract-of.ts";
import { dataSetsOf } from "../data/data-sets.ts";
import { generateData } from "../data/generate-data.ts";
import { runScan, type ScanObservation } from "./checks.ts";
import { type Case, caseOf } from "./step.ts";
import { DIRECTIONS, initialOf, SUITE_SEED, type UnderTest } from "./under-test.ts";

/**
 * Where an array lies may not matter: views at odd offsets, the caller's output, in place, input and output in one buffer. Nothing
 * but the output is written, and a result stays what it was when the next one is made. Compared with a plain run of the same plan.
 */
export function* placement(sizes: UnderTest): Generator<Case> {
  for (const contract of contracts()) {
    // Past what any executor stages at once, the default expression stands for all.
    const isLong = sizes.tier === "full" && contract.expression === DEFAULT_EXPRESSION;
    for (const length of isLong ? [...sizes.placementLengths, LONG] : sizes.placementLengths) {
      const request = { data: dataSetsOf(contract.type)[0], type: contract.type, length, seed: SUITE_SEED };
      yield* placementOf(contract, generateData(request));
    }
  }
}

const LONG = 70_001;

/** Every placement of one input under one contract. */
export function* placementOf(contract: TypedContract, input: ElementArray): Generator<Case> {
  for (const observation of ["inclusive-scan", "exclusive-scan"] as const) {
    if (observation === "exclusive-scan" && contract.initial === undefined) continue;
    for (const [name, run] of Object.entries(SCANS)) {
      if (name === "in place" && contract.type !== contract.accumulate) continue;
      const check = (plan: Plan): Promise<Mismatch | undefined> =>
        run(plan, observation, input.slice(), contract);
      yield caseOf({ contract, observation }, `n = ${input.length}, ${name}`, check);
    }
  }
  yield caseOf({ contract, observation: "reduce" }, `n = ${input.length}, view at offset 3`, async (plan) =>
    compareScalars(
      contract.accumulate,
      await plan.reduce(input.slice()),
      await plan.reduce(viewAt(3, input)),
    ),
  );
}

type PlacedScan = (
  plan: Plan,
  observation: ScanObservation,
  input: ElementArray,
  contract: TypedContract,
) => Promise<Mismatch | undefined>;

const SCANS: Readonly<Record<string, PlacedScan>> = {
  "view at offset 1": (plan, observation, input) => scanOfView(plan, observation, input, 1),
  "view at offset 7": (plan, observation, input) => scanOfView(plan, observation, input, 7),
  "caller's output": (plan, observation, input, contract) => scanInto(plan, observation, input, contract, 0),
  "caller's output at offset 3": (plan, observation, input, contract) => {
    return scanInto(plan, observation, input, contract, 3);
  },
  "in place": async (plan, observation, input) => {
    const expected = await plainScan(plan, observation, input);
    const both = viewAt(1, input);
    const result = await runScan(plan, observation, both, both);
    return sameArray(both, result) ?? compareArrays(expected, both) ?? guardsOf(both);
  },
  "result kept": async (plan, observation, input) => {
    const first = await runScan(plan, observation, input.slice());
    const kept = first.slice();
    await runScan(plan, observation, input.slice().reverse());
    await plan.reduce(input.slice().reverse());
    return compareArrays(kept, first);
  },
};

async function scanOfView(
  plan: Plan,
  observation: ScanObservation,
  input: ElementArray,
  offset: number,
): Promise<Mismatch | undefined> {
  const expected = await plainScan(plan, observation, input);
  const view = viewAt(offset, input);
  const actual = await runScan(plan, observation, view);
  return compareArrays(expected, actual) ?? compareArrays(input, view) ?? guardsOf(view);
}

async function scanInto(
  plan: Plan,
  observation: ScanObservation,
  input: ElementArray,
  contract: TypedContract,
  offset: number,
): Promise<Mismatch | undefined> {
  const expected = await plainScan(plan, observation, input);
  const output = viewAt(offset, newElementArray(contract.accumulate, input.length));
  const result = await runScan(plan, observation, input, output);
  return sameArray(output, result) ?? compareArrays(expected, output) ?? guardsOf(output);
}

async function plainScan(
  plan: Plan,
  observation: ScanObservation,
  input: ElementArray,
): Promise<ElementArray> {
  return (await runScan(plan, observation, input.slice())).slice();
}

/** Elements on either side of a view that nobody may touch. */
const GUARD_LENGTH = 8;
const GUARD_BYTE = 0xa5;

/** The elements at an offset inside a larger buffer, guards before and behind. */
function viewAt(offset: number, elements: ElementArray): ElementArray {
  const whole = elements.slice(0, 0).constructor as new (length: number) => ElementArray;
  const buffer = new whole(GUARD_LENGTH + offset + elements.length + GUARD_LENGTH);
  new Uint8Array(buffer.buffer).fill(GUARD_BYTE);
  const view = buffer.subarray(GUARD_LENGTH + offset, GUARD_LENGTH + offset + elements.length);
  view.set(elements as never);
  return view;
}

function guardsOf(view: ElementArray): Mismatch | undefined {
  const bytes = new Uint8Array(view.buffer);
  const end = view.byteOffset + view.byteLength;
  const touched = bytes.findIndex((byte, i) => (i < view.byteOffset || i >= end) && byte !== GUARD_BYTE);
  if (touched < 0) return undefined;
  const actual = `byte ${touched - view.byteOffset} of it changed`;
  return { expected: "nothing written outside the view", actual, position: undefined };
}

function sameArray(output: ElementArray, result: ElementArray): Mismatch | undefined {
  if (output === result) return undefined;
  return { expected: "the caller's own output array back", actual: "another array", position: undefined };
}

function contracts(): readonly TypedContract[] {
  const expressions: readonly Expression[] = [
    leftFold,
    iteratedPairwise,
    DEFAULT_EXPRESSION,
    blockDyadic(100),
    interleaved(16),
    linearCarry(32),
    networkExpression("kogge-stone", 12),
  ];
  return expressions.flatMap((expression) =>
    DIRECTIONS.flatMap((direction) => [
      contractOf({ operator: add, type: "f64", expression, direction }),
      contractOf({ operator: add, type: "f64", expression, direction, initial: initialOf("f64", "outside") }),
      contractOf({ operator: add, type: "f32", expression, direction }),
      contractOf({ operator: add, type: "f32", accumulate: "f64", expression, direction }),
      contractOf({ operator: max, type: "i32", expression, direction, initial: initialOf("i32", "first") }),
      contractOf({ operator: add, type: "i32", accumulate: "i64", expression, direction }),
      contractOf({
        operator: treeHash,
        type: "u64",
        expression,
        direction,
        initial: initialOf("u64", "first"),
      }),
    ]),
  );
}
