// Which pieces of a job wait, are begun, or are done: what an engine that hands them out itself keeps in mind while the job runs.

import type { EngineEvent, EngineJob } from "../engine.ts";

export interface Board {
  /** The next piece for a worker, which is then begun; undefined where there is none for it. */
  take(
    worker: string | undefined,
    how: { readonly isAlone: boolean; readonly patienceMs: number },
  ): number | undefined;
  /** A piece that is done or has failed: told once, whoever else is still at it. */
  close(event: Extract<EngineEvent, { readonly kind: "done" | "failed" }>): void;
  /** A piece whose worker is gone: it waits again, unless another is at it. Gives how often that happened to it. */
  lose(index: number): number;
  /** Pieces that are neither done nor failed. */
  readonly left: number;
}

/** A piece that is being computed, by one worker or more. */
interface Begun {
  readonly at: number;
  runners: number;
}

/** A piece that takes so many times longer than the slowest is begun once more where a worker is free. */
const PATIENCE = 4;

export function openBoard({ indices, inOrder, avoid, tell }: EngineJob, now: () => number): Board {
  const queue = [...indices];
  const begun = new Map<number, Begun>();
  const losses = new Map<number, number>();
  const open = new Set(indices);
  let slowestMs = 0;
  /** One that the worker has not made itself, if there is another worker. */
  const next = (worker: string | undefined, isAlone: boolean): number | undefined => {
    const at = queue.findIndex((index) => worker === undefined || avoid.get(index) !== worker);
    if (at < 0) return isAlone ? queue.shift() : undefined;
    return at === 0 ? queue.shift() : queue.splice(at, 1)[0];
  };
  const late = (patienceMs: number): number | undefined => {
    const longest = Math.max(patienceMs, PATIENCE * slowestMs);
    for (const [index, { at, runners }] of begun) if (runners === 1 && now() - at > longest) return index;
    return undefined;
  };
  return {
    take(worker, { isAlone, patienceMs }) {
      const index =
        inOrder && begun.size > 0 ? late(patienceMs) : (next(worker, isAlone) ?? late(patienceMs));
      if (index === undefined) return undefined;
      const state = begun.get(index) ?? { at: now(), runners: 0 };
      state.runners++;
      begun.set(index, state);
      return index;
    },
    close(event) {
      if (!open.delete(event.index)) return;
      if (event.kind === "done") slowestMs = Math.max(slowestMs, 1000 * event.seconds);
      begun.delete(event.index);
      tell(event);
    },
    lose(index) {
      const lost = (losses.get(index) ?? 0) + 1;
      losses.set(index, lost);
      const state = begun.get(index);
      if (state !== undefined && --state.runners === 0) {
        begun.delete(index);
        queue.unshift(index);
      }
      return lost;
    },
    get left() {
      return open.size;
    },
  };
}
