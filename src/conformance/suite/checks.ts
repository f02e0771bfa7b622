// Why: a part of the suite only lists what is to be tried. Steps are that list, and checks are the few ways in which an answer is held against another.
import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import type { Awaitable, Plan, Request } from "../../executors/executor.ts";
import { EmptyInputError } from "../../values/errors.ts";
import type { Column, ColumnArray, Columns, Row } from "../../values/value-types.ts";
import { compareColumns, compareRecords, firstDifference, type Mismatch } from "../compare.ts";

/** One thing that the suite does, in order, for any executor. */
export type Step = RunnableStep | CountCase;

/** One thing that is done with an executor. It may refuse a case; what is skipped is counted all the same. */
export type RunnableStep = Case | RefusalCase | Skip;

/** The parts of the suite, in the order in which they run. */
export type Part =
  | "refusals"
  | "tree-fingerprints"
  | "operators-and-types"
  | "special-values"
  | "custom-operators"
  | "placement"
  | "consistency"
  | "summaries"
  | "order-free"
  | "golden-vectors"
  | "combine-count";

/** A request that is served or refused, and what to do with its plan when it is served. */
export interface Case {
  readonly kind: "case";
  readonly request: ColumnRequest;
  readonly detail: string; // what tells the case from others of the same contract: "narrow, n = 97, in place"
  readonly check: (plan: Plan) => Awaitable<Mismatch | undefined>;
}

/** A count of the combines that an executor's code performs, for one that counts them. */
export interface CountCase {
  readonly kind: "count";
  readonly request: Asked;
  readonly detail: string;
  readonly length: number; // elements
  readonly expected: number; // combines
}

/** A request of which only the answer counts: served or refused, as the table of contracts says. */
export interface RefusalCase {
  readonly kind: "refusal";
  readonly request: Request;
  readonly detail: string;
}

/** Cases that do not run here, and why. */
export interface Skip {
  readonly kind: "skip";
  readonly count: number;
  readonly reason: string;
}

interface ColumnRequest extends Request {
  readonly contract: ColumnContract;
}

/** Whether a step needs a plan, which takes its time. */
export function isCase(step: Step): step is Case {
  return step.kind === "case";
}

/** A case of a contract whose scans may be quadratic: the suite always opts in, the refusals' part excepted. */
export function caseOf(request: Asked, detail: string, check: Case["check"]): Case {
  return { kind: "case", request: { allowQuadratic: true, ...request }, detail, check };
}

type Asked = Pick<ColumnRequest, "contract" | "observation"> & Partial<Pick<ColumnRequest, "allowQuadratic">>;

export type ScanObservation = Exclude<Observation, "reduce">;

/** Where a scan's output lies. */
export type Place = "fresh" | "in place";

/** The scans of a plan over columns, or over single elements. */
interface Scans<Input, Output> {
  inclusiveScan(input: Input, output?: Output): Awaitable<Output>;
  exclusiveScan(input: Input, output?: Output): Awaitable<Output>;
}

/** Runs a scan of a plan, into `output` where it is given. */
export async function runScan<Input, Output>(
  plan: Scans<Input, Output>,
  observation: ScanObservation,
  input: Input,
  output?: Output,
): Promise<Output> {
  return observation === "inclusive-scan"
    ? await plan.inclusiveScan(input, output)
    : await plan.exclusiveScan(input, output);
}

/**
 * Checks every position of a scan of a fresh input against the expected output, both made only when the case runs; in fresh columns the
 * input must stay what it was.
 */
export function scanCheck(
  columns: readonly Column[],
  observation: ScanObservation,
  place: Place,
  input: () => Columns,
  expected: () => Columns,
): Case["check"] {
  return async (plan) => {
    const given = input();
    if (place === "in place") {
      await runScan(plan, observation, given, given);
      return compareColumns(columns, expected(), given);
    }
    const output = await runScan(plan, observation, given);
    return compareColumns(columns, expected(), output) ?? changed(input(), given);
  };
}

/** Checks the value of a reduce of a fresh input. */
export function reduceCheck(
  columns: readonly Column[],
  input: () => Columns,
  expected: () => Row,
): Case["check"] {
  return async (plan) => compareRecords(columns, expected(), await plan.reduce(input()));
}

/** Checks that a reduce of nothing throws, unless there is an initial value to give back. */
export function emptyReduceCheck(input: () => Columns): Case["check"] {
  return async (plan) => {
    const expected = "EmptyInputError";
    try {
      return { expected, actual: String(await plan.reduce(input())), position: undefined };
    } catch (error) {
      return error instanceof EmptyInputError
        ? undefined
        : { expected, actual: String(error), position: undefined };
    }
  };
}

/** The same thunk, its value made on the first call and kept. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What of an input is no longer what it was. Raw bits are compared, because an input's NaNs may have any payload and keep it. */
export function changed(before: Columns, after: Columns): Mismatch | undefined {
  for (const [index, column] of before.entries()) {
    const position = differenceOf(column, after[index]);
    if (position === undefined) continue;
    return { expected: "the input as it was", actual: `another value in column ${index}`, position };
  }
  return undefined;
}

function differenceOf(before: ColumnArray, after: ColumnArray): number | undefined {
  if (!(before instanceof Uint8Array) && !(after instanceof Uint8Array))
    return firstDifference(before, after);
  const position = before.findIndex((value: unknown, index: number) => value !== after[index]);
  return position < 0 ? undefined : position;
}
