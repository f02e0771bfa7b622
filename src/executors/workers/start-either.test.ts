import { describe, expect, test } from "vitest";
import { UnsupportedError } from "../../values/errors.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { startEither } from "./start-either.ts";
import type { StartWorker, WorkerEvents } from "./thread-link.ts";

/** A worker that does nothing by itself. */
interface Puppet {
  readonly start: StartWorker;
  readonly events: WorkerEvents[]; // of each that was started
  readonly posted: ToWorker[];
  readonly told: string[];
}

function puppet(): Puppet {
  const made: Puppet = {
    events: [],
    posted: [],
    told: [],
    start: (events) => {
      made.events.push(events);
      return {
        post: (message) => made.posted.push(message),
        setBusy: (isBusy) => made.told.push(`busy ${isBusy}`),
        terminate: async () => {
          made.told.push("terminate");
          return true;
        },
      };
    },
  };
  return made;
}

const READY: FromWorker = { kind: "ready" };
const JOB = { kind: "job" } as unknown as ToWorker;

function started(first: StartWorker, second: () => Promise<StartWorker>) {
  const start = startEither(first, second);
  const heard: FromWorker[] = [];
  const lost: string[] = [];
  const events = {
    onMessage: (message: FromWorker) => void heard.push(message),
    onLost: (fact: string) => void lost.push(fact),
  };
  return { start, events, link: start(events), heard, lost };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const never = (): Promise<StartWorker> => Promise.reject(new Error("nobody should ask for it"));

describe("a worker that is started one way or the other", () => {
  test("is the first one where that answers, and its later loss is a loss", () => {
    const first = puppet();
    const { link, heard, lost } = started(first.start, never);
    link.post(JOB);
    first.events[0].onMessage(READY);
    first.events[0].onLost("it broke");
    first.events[0].onLost("it ended with code 1");
    expect([first.posted, heard, lost]).toEqual([[JOB], [READY], ["it broke"]]);
  });

  test("is the second where the first never speaks: it is told the same, and later workers begin with it", async () => {
    const [first, second] = [puppet(), puppet()];
    const { start, events, link, heard, lost } = started(first.start, async () => second.start);
    link.post(JOB);
    first.events[0].onLost("its file did not load");
    first.events[0].onLost("it ended with code 1");
    link.setBusy(false);
    await turn();
    second.events[0].onMessage(READY);
    expect([second.posted, second.told, heard, lost]).toEqual([[JOB], ["busy false"], [READY], []]);
    start(events);
    await turn();
    expect([first.events.length, second.events.length]).toEqual([1, 2]);
  });

  test("is the second where the first cannot even be asked for, as where a bundle has no import.meta.url", async () => {
    const second = puppet();
    const invalid = (): never => {
      throw new TypeError("Invalid URL");
    };
    const { link, lost } = started(invalid, async () => second.start);
    link.post(JOB);
    await turn();
    expect([second.posted, lost]).toEqual([[JOB], []]);
  });

  test("is lost where neither begins, for the reason of the second", async () => {
    const [first, second] = [puppet(), puppet()];
    const { lost } = started(first.start, async () => second.start);
    first.events[0].onLost("its file did not load");
    await turn();
    second.events[0].onLost("a policy forbids it");
    expect(lost).toEqual(["a policy forbids it"]);
    const failing = started(first.start, async () => Promise.reject(new Error("no text")));
    first.events[1].onLost("its file did not load");
    await turn();
    expect(failing.lost).toEqual(["Error: no text"]);
  });

  test("does not begin once it was ended", async () => {
    const [first, second] = [puppet(), puppet()];
    const { link, lost } = started(first.start, async () => second.start);
    first.events[0].onLost("its file did not load");
    await link.terminate();
    await turn();
    expect([second.events.length, lost]).toEqual([0, []]);
  });

  test("throws at once where there are no workers at all", () => {
    const none = (): never => {
      throw new UnsupportedError("a worker", "there are none", "go on without");
    };
    expect(() => started(none, never)).toThrow(UnsupportedError);
  });
});
