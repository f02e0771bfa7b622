import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import type { Awaitable, Plan, RecordPlan, Request } from "../../executors/executor.ts";
import type { Mismatch } from "../compare.ts";

/** One thing that the suite does, in order, whoever the executor is. */
export type Step = RunnableStep | CountCase;

/** One thing that is done with an executor. It may refuse a case; what is skipped is counted all the same. */
export type RunnableStep = Case | RecordCase | RefusalCase | Skip;

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
  readonly request: TypedRequest;
  readonly detail: string; // what tells the case from others of the same contract: "narrow, n = 97, in place"
  readonly check: (plan: Plan) => Awaitable<Mismatch | undefined>;
}

/** The same over records. */
export interface RecordCase {
  readonly kind: "record-case";
  readonly request: RecordRequest;
  readonly detail: string;
  readonly check: (plan: RecordPlan) => Awaitable<Mismatch | undefined>;
}

/** A count of the combines that an executor's code performs, for one that counts them. */
export interface CountCase {
  readonly kind: "count";
  readonly request: Asked<TypedRequest>;
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

export interface TypedRequest extends Request {
  readonly contract: TypedContract;
}

export interface RecordRequest extends Request {
  readonly contract: RecordContract;
}

/** Whether a step needs a plan, which takes its time. */
export function isCase(step: Step): step is Case | RecordCase {
  return step.kind === "case" || step.kind === "record-case";
}

/** A case of a contract whose scans may be quadratic: the suite always opts in, the refusals' part excepted. */
export function caseOf(request: Asked<TypedRequest>, detail: string, check: Case["check"]): Case {
  return { kind: "case", request: { allowQuadratic: true, ...request }, detail, check };
}

/** The same over records. */
export function recordCaseOf(
  request: Asked<RecordRequest>,
  detail: string,
  check: RecordCase["check"],
): RecordCase {
  return { kind: "record-case", request: { allowQuadratic: true, ...request }, detail, check };
}

type Asked<Of extends Request> = Pick<Of, "contract" | "observation"> & Partial<Pick<Of, "allowQuadratic">>;
