// Which errors of a database may pass, and what is told of one: no password.

import { askPatiently, type Patience } from "../patience.ts";
import { type PgBossAddress, withoutPassword } from "./address.ts";

/** Codes of systems and of PostgreSQL (its classes 08, connections, and 57P, shutdowns; too many clients) that may pass. */
const MAY_PASS =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|57P0[1-5]|53300)$/;

/** What node-postgres says without a code. */
const MAY_PASS_IN_WORDS = /connection terminated|connection timeout|timeout exceeded when trying to connect/i;

export interface Reaching extends Pick<Patience, "signal" | "pausesMs"> {
  readonly address: PgBossAddress;
}

/** @throws EngineError where it cannot be reached, or refuses what it is asked */
export function untilReached<Result>(
  { address, ...rest }: Reaching,
  call: () => Promise<Result>,
): Promise<Result> {
  const factOf = (cause: unknown): string => withoutPassword(address, messageOf(cause));
  return askPatiently({ engine: address.name, mayPass, factOf, ...rest }, call);
}

function mayPass(cause: unknown): boolean {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
  return MAY_PASS.test(code) || MAY_PASS_IN_WORDS.test(messageOf(cause));
}

/** Of several addresses of a host, each with an error, the message is empty. */
function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof AggregateError && cause.message === "") return cause.errors.map(messageOf).join("; ");
  return cause.message;
}
