import { SamebitsError } from "../../values/errors.ts";
import type { ToWorker } from "./messages.ts";
import type { StartWorker, WorkerEvents, WorkerLink } from "./thread-link.ts";

/**
 * Starts workers by `first`; where one is lost before it has said anything, by what `second` gives, which then is told everything that was
 * told the first one. From then on all workers are started so.
 */
export function startEither(first: StartWorker, second: () => Promise<StartWorker>): StartWorker {
  let hasFailed = false;
  return (events) => {
    const worker = new DeferredWorker(events);
    const startSecond = (): void => {
      hasFailed = true;
      second()
        .then((start) => worker.start(start, worker.giveUp))
        .catch((error: unknown) => worker.giveUp(String(error)));
    };
    if (hasFailed) startSecond();
    else worker.start(first, startSecond);
    return worker.link;
  };
}

/** The link of a worker that may not have begun: until one has answered, it keeps what is posted. */
class DeferredWorker {
  readonly #events: WorkerEvents;
  #begun: WorkerLink | undefined;
  #posted: ToWorker[] | undefined = []; // undefined once a worker has answered
  #isBusy = true;
  #isEnded = false;

  constructor(events: WorkerEvents) {
    this.#events = events;
  }

  readonly link: WorkerLink = {
    post: (message) => {
      this.#posted?.push(message);
      this.#begun?.post(message);
    },
    setBusy: (isBusy) => {
      this.#isBusy = isBusy;
      this.#begun?.setBusy(isBusy);
    },
    terminate: async () => {
      this.#isEnded = true;
      return (await this.#begun?.terminate()) ?? true;
    },
  };

  /** Begins by `start`; `onUnheard` is for the case that it ends before it has said anything. */
  start(start: StartWorker, onUnheard: (fact: string) => void): void {
    if (this.#isEnded) return;
    let isLost = false;
    const onLost = (fact: string): void => {
      if (isLost) return; // an engine may tell both the error and the end
      isLost = true;
      if (this.#posted === undefined) this.#events.onLost(fact);
      else {
        this.#begun = undefined;
        onUnheard(fact);
      }
    };
    try {
      const begun = start({
        onMessage: (message) => {
          if (this.#posted !== undefined) Object.assign(this.link, this.#begun); // from now on the pool talks to its worker directly
          this.#posted = undefined;
          this.#events.onMessage(message);
        },
        onLost,
      });
      this.#begun = begun;
      for (const message of this.#posted ?? []) begun.post(message);
      begun.setBusy(this.#isBusy);
    } catch (error) {
      if (error instanceof SamebitsError) throw error; // there are no workers at all
      onLost(String(error));
    }
  }

  readonly giveUp = (fact: string): void => {
    if (!this.#isEnded) this.#events.onLost(fact);
  };
}
