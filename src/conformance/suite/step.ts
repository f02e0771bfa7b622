import type { TypedContract } from "../../contracts/contract.ts";
import type { Awaitable, Plan, Request } from "../../executors/executor.ts";
import type { Mismatch } from "../compare.ts";

/** One thing that the suite does, in order. A case may be refused by the executor; what is skipped is counted all the same. */
export type Step = Case | RefusalCase | Skip;

/** The parts of the suite, in the order in which they run. */
export type Part =
  | "refusals"
  | "tree-fingerprints"
  | "operators-and-types"
  | "special-values"
  | "placement"
  | "consistency"
  | "summaries"
  | "golden-vectors"
  | "combine-count";

/** A request that is served or refused, and what to do with its plan when it is served. */
export interface Case {
  readonly kind: "case";
  readonly request: TypedRequest;
  readonly detail: string; // what tells the case from others of the same contract: "narrow, n = 97, in place"
  readonly check: (plan: Plan) => Awaitable<Mismatch | undefined>;
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

/** A case of a contract whose scans may be quadratic: the suite always opts in, the refusals' part excepted. */
export function caseOf(
  request: Pick<TypedRequest, "contract" | "observation">,
  detail: string,
  check: Case["check"],
): Case {
  return { kind: "case", request: { allowQuadratic: true, ...request }, detail, check };
}
