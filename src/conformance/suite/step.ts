import type { ColumnContract } from "../../contracts/column-contract.ts";
import type { Awaitable, Plan, Request } from "../../executors/executor.ts";
import type { Mismatch } from "../compare.ts";

/** One thing that the suite does, in order, whoever the executor is. */
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
