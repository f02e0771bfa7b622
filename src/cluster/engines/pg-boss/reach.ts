// A database that is restarted, or not there yet, is asked again with growing pauses. What is asked twice was perhaps done twice: jobs may be repeated.

import { setTimeout as pause } from "node:timers/promises";
import { EngineError, SamebitsError } from "../../../values/errors.ts";
import { type PgBossAddress, withoutPassword } from "./address.ts";

/** Half a minute in all. */
const PAUSES_MS: readonly number[] = [250, 500, 1000, 2000, 4000, 8000, 16_000];

/** Codes of systems and of PostgreSQL (its classes 08, connections, and 57P, shutdowns; too many clients) that may pass. */
const MAY_PASS =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|57P0[1-5]|53300)$/;

/** What node-postgres says without a code. */
const MAY_PASS_IN_WORDS = /connection terminated|connection timeout|timeout exceeded when trying to connect/i;

export interface Reaching {
  readonly address: PgBossAddress;
  readonly signal?: AbortSignal | undefined;
  readonly pausesMs?: readonly number[] | undefined; // default: PAUSES_MS
}

/** @throws EngineError where it cannot be reached, or refuses what it is asked */
export async function untilReached<Result>(
  { address, signal, pausesMs = PAUSES_MS }: Reaching,
  call: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (cause) {
      if (cause instanceof SamebitsError) throw cause;
      const fact = withoutPassword(address, messageOf(cause));
      if (!mayPass(cause)) throw new EngineError(address.name, "do what it is asked", fact);
      if (tries > pausesMs.length) {
        const seconds = Math.round(pausesMs.reduce((sum, each) => sum + each, 0) / 1000);
        const times = `it was tried ${tries} times with pauses of ${seconds} s in all`;
        throw new EngineError(address.name, "be reached", `${times}: ${fact}`);
      }
    }
    await pause(pausesMs[tries - 1], undefined, { signal });
  }
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
