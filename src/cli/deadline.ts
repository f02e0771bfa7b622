// One end for everything that a command does, by the clock that it is given.
import { UnsupportedError } from "../index.ts";
import type { CommandIo } from "./io.ts";

/** When the time that --timeout gives is over, counted from the command's start. */
export interface Deadline {
  readonly seconds: number;
  readonly leftMs: () => number; // whole milliseconds; below 1 it is over
  readonly isOver: () => boolean;
}

export function deadlineIn(seconds: number, { now }: Pick<CommandIo, "now">): Deadline {
  const end = now() + seconds * 1000;
  const leftMs = (): number => Math.floor(end - now());
  return { seconds, leftMs, isOver: () => leftMs() < 1 };
}

/** @throws UnsupportedError once the time is over: `what` stays undone */
export function expectTime(what: string, { seconds, isOver }: Deadline): void {
  if (isOver()) throw overtime(what, seconds);
}

function overtime(what: string, seconds: number): UnsupportedError {
  return new UnsupportedError(what, `it takes more than --timeout ${seconds}`, "give it more time");
}

type Ask<Question, Answer> = (question: Question, timeoutMs: number) => Promise<Answer>;

const LATE = { status: "unknown", reason: "timeout" } as const;

/** Questions to a solver until the time is over; from then on it does not know. */
export function askUntil<Question, Answer>(
  { leftMs }: Deadline,
  ask: Ask<Question, Answer>,
): Ask<Question, Answer | typeof LATE> {
  return async (question, timeoutMs) => {
    const left = leftMs();
    return left < 1 ? LATE : ask(question, Math.min(left, timeoutMs));
  };
}

/** The same for searches that would take "not known" for an answer. @throws UnsupportedError, from every question, once the time is over */
export function askWithin<Question, Answer>(
  what: string,
  deadline: Deadline,
  ask: Ask<Question, Answer>,
): Ask<Question, Answer> {
  return async (question, timeoutMs) => {
    const left = deadline.leftMs();
    if (left < 1) throw overtime(what, deadline.seconds);
    const answer = await ask(question, Math.min(left, timeoutMs));
    expectTime(what, deadline);
    return answer;
  };
}
