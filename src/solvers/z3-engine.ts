// One Z3 for the whole process: it has 2 GiB of address space and threads, and must be replaced after it ran out of either.
import { SamebitsError, UnsupportedError } from "../values/errors.ts";
import { importOutsideBundle, peerError } from "../values/optional-packages.ts";
import { checkTimeout } from "./check-solver.ts";
import type { Z3Module, Z3Runtime } from "./z3-api.ts";
import { askZ3, type Z3Answer, type Z3Question } from "./z3-query.ts";

/** One user of the running Z3. */
interface Z3Session {
  readonly version: string;

  /** @throws FormatError for a text that Z3 does not understand; UnsupportedError after `close` */
  ask<Model>(question: Z3Question<Model>, timeoutMs: number): Promise<Z3Answer<Model>>;

  /** Ends the threads, when what was asked before is answered and nobody else has a session. */
  close(): Promise<void>;
}

/** One running Z3, with 2 GiB of address space and threads of its own, which every open solver of the process shares. */
interface Engine {
  readonly module: Z3Module;
  runtime: Promise<Z3Runtime>; // another one after it has run out of memory or time
  lastAnswer: Promise<unknown>; // Z3 solves one script at a time
  users: number;
}

/**
 * Megabytes after which Z3 gives up. It looks after the fact, and its tables double: with 500 it was seen to take 1,040, with 1,000 2,070.
 * At the wall of 2 GiB it would take the process with it.
 */
const MEMORY_LIMIT = 500;

const PACKAGE = "z3-solver";

/** At most one, however many callers open it. It holds no state that an answer depends on. */
let engine: Engine | undefined;

/**
 * Opens a session of Z3, from the optional package z3-solver; `purpose` is for the message where it is not installed.
 *
 * @throws UnsupportedError where z3-solver is not installed, or does not start
 */
export async function openZ3Session(purpose: string, load?: () => Promise<unknown>): Promise<Z3Session> {
  const module = moduleOf(await importOutsideBundle(PACKAGE, purpose, load), purpose);
  engine ??= { module, runtime: start(module), lastAnswer: Promise.resolve(), users: 0 };
  const mine = engine;
  mine.users++;
  let closing: Promise<void> | undefined;
  try {
    const { Z3 } = await mine.runtime;
    return {
      version: Z3.get_full_version().replace(/^Z3 /, ""),
      ask: async (question, timeoutMs) => {
        checkTimeout(timeoutMs);
        if (closing === undefined) return inTurn(mine, () => answer(mine, question, timeoutMs));
        throw new UnsupportedError("asking Z3", "this solver was closed", "open another one");
      },
      close: () => {
        closing ??= mine.lastAnswer.then(() => release(mine));
        return closing;
      },
    };
  } catch (cause) {
    await release(mine);
    throw peerError(PACKAGE, purpose, cause);
  }
}

/** A module of CommonJS has its exports under "default" as well; which of them are elsewhere depends on who imports it. */
function moduleOf(imported: unknown, purpose: string): Z3Module {
  const namespace = imported as
    | (Partial<Z3Module> & { readonly default?: Partial<Z3Module> })
    | undefined
    | null;
  const module = namespace?.init === undefined ? namespace?.default : namespace;
  if (typeof module?.init === "function" && typeof module.killThreads === "function")
    return module as Z3Module;
  throw new UnsupportedError(
    purpose,
    "the package z3-solver has another form than that of 5.2",
    "get it with: npm install z3-solver@^5.2.0",
  );
}

async function start(module: Z3Module): Promise<Z3Runtime> {
  const runtime = await module.init();
  runtime.Z3.global_param_set("memory_max_size", String(MEMORY_LIMIT));
  return runtime;
}

/** Runs what is asked after everything that was asked before, answered or failed. */
function inTurn<Result>(shared: Engine, run: () => Promise<Result>): Promise<Result> {
  const result = shared.lastAnswer.then(run);
  shared.lastAnswer = result.catch(() => undefined);
  return result;
}

async function answer<Model>(
  shared: Engine,
  question: Z3Question<Model>,
  timeoutMs: number,
): Promise<Z3Answer<Model>> {
  const runtime = await shared.runtime;
  try {
    const result = await askZ3(runtime, question, timeoutMs);
    if (result.isLast) await restart(shared, runtime);
    return result.answer;
  } catch (cause) {
    if (cause instanceof SamebitsError) throw cause;
    // A trap of its WebAssembly, as where a term is too deep for its stack: what is left of it is not to be relied on.
    await restart(shared, runtime);
    return { status: "unknown", reason: `Z3 failed: ${String(cause)}` };
  }
}

/** Turns of the event loop, a millisecond at least each, that threads which have given their answer are left to end by themselves. */
const TURNS_TO_END = 50;

/** Ends all threads; one that is ended between its answer and its end would leave a line on standard error. */
async function endThreads({ module }: Engine, { em }: Z3Runtime): Promise<void> {
  for (let turn = 0; turn < TURNS_TO_END && (em.PThread?.runningWorkers.length ?? 0) > 0; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await module.killThreads(em);
}

async function restart(shared: Engine, broken: Z3Runtime): Promise<void> {
  await endThreads(shared, broken);
  shared.runtime = start(shared.module);
}

async function release(shared: Engine): Promise<void> {
  shared.users--;
  if (shared.users > 0) return;
  if (engine === shared) engine = undefined;
  const runtime = await shared.runtime.catch(() => undefined);
  if (runtime !== undefined) await endThreads(shared, runtime);
}
