// One question to Z3, through its C API, with time and memory that end.
import { FormatError } from "../values/errors.ts";
import { LONGEST_TIMEOUT_MS } from "./check-solver.ts";
import type { Handle, Z3Api, Z3Memory, Z3Runtime } from "./z3-api.ts";

/** What is asked: a text in SMT-LIB 2 or DIMACS, and how an assignment is read. */
export interface Z3Question<Model> {
  readonly text: string;
  readonly logic?: "QF_FD"; // propositional: Z3's SAT solver; otherwise Z3 chooses
  readonly readModel: (Z3: Z3Api, context: Handle, model: Handle) => Model;
}

/** `unknown` is no answer: neither a proof nor a refutation. */
export type Z3Answer<Model> =
  | { readonly status: "sat"; readonly model: Model }
  | { readonly status: "unsat" }
  | { readonly status: "unknown"; readonly reason: string };

/** An answer, and whether it was the last: without memory Z3 cannot even free what it has, and one that works on beyond its time takes no other question. */
interface Z3Result<Model> {
  readonly answer: Z3Answer<Model>;
  readonly isLast: boolean;
}

/** Error codes of Z3's C API. */
const NO_ERROR = 0;
const OUT_OF_MEMORY = 7;

/** How long Z3 is waited for after it was interrupted, besides a quarter of its time: it looks whether it was between steps. */
const GRACE_MS = 1000;

const LATE = { status: "unknown", reason: "timeout" } as const;

/**
 * One script, in a context of its own that is freed afterwards: a model depends on no script that came before. A context costs 0.5 ms, and
 * after 1,500 queries the process is no larger than after 600.
 *
 * The script is parsed by `solver_from_string`, at once, and only then the solving starts on another thread. `eval_smtlib2_string` hands
 * the text to that thread and frees it meanwhile, so that now and then a damaged script is solved.
 *
 * The time is watched from here, and one that does not stop is left behind: nothing that Z3 does on its thread can hold up a caller for long.
 */
export async function askZ3<Model>(
  runtime: Z3Runtime,
  question: Z3Question<Model>,
  timeoutMs: number,
): Promise<Z3Result<Model>> {
  const { Z3 } = runtime;
  const config = Z3.mk_config();
  const context = Z3.mk_context_rc(config);
  Z3.del_config(config);
  const solver = makeSolver(Z3, context, question.logic);
  Z3.solver_inc_ref(context, solver);
  let isLast = true; // until it has been seen to work
  try {
    parse(runtime.em, context, solver, question.text);
    const code = Z3.get_error_code(context);
    const checked = code === NO_ERROR ? startCheck(Z3, context, solver) : 0;
    let isLate = false;
    const timeout = after(timeoutMs, () => {
      isLate = true;
      Z3.interrupt(context);
    });
    const grace = after(1.25 * timeoutMs + GRACE_MS, () => undefined);
    const status = await Promise.race([checked, grace.end]).finally(() => {
      timeout.cancel();
      grace.cancel();
    });
    if (status === undefined) return { answer: LATE, isLast };
    isLast = Z3.get_error_code(context) === OUT_OF_MEMORY;
    if (isLast) return { answer: { status: "unknown", reason: "out of memory" }, isLast };
    if (isLate && status === 0) return { answer: LATE, isLast };
    if (code === NO_ERROR) return { answer: readAnswer(Z3, context, solver, status, question), isLast };
    throw new FormatError("SMT script", "one that Z3 understands", Z3.get_error_msg(context, code).trim());
  } finally {
    if (!isLast) {
      Z3.solver_dec_ref(context, solver);
      Z3.del_context(context);
    }
  }
}

/**
 * Starts to solve. Z3 sets a timer of ten minutes that keeps a process of Node alive, and takes it back with its answer: a process that had left a
 * question behind ended ten minutes late. The timer must not count; whoever waits for the answer has timers of their own.
 */
function startCheck(Z3: Z3Api, context: Handle, solver: Handle): Promise<number> {
  const { setTimeout } = globalThis;
  const setUncounted = (...given: Parameters<typeof setTimeout>): ReturnType<typeof setTimeout> => {
    const timer = setTimeout(...given);
    if (typeof timer === "object") timer.unref(); // a number in a browser
    return timer;
  };
  globalThis.setTimeout = Object.assign(setUncounted, setTimeout);
  try {
    return Z3.solver_check(context, solver);
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}

/** Runs `act` after so many milliseconds, unless it is cancelled before. */
function after(timeMs: number, act: () => void): { readonly end: Promise<undefined>; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(void act()), Math.min(timeMs, LONGEST_TIMEOUT_MS));
  });
  return { end, cancel: () => clearTimeout(timer) };
}

function makeSolver(Z3: Z3Api, context: Handle, logic: string | undefined): Handle {
  if (logic === undefined) return Z3.mk_solver(context);
  return Z3.mk_solver_for_logic(context, Z3.mk_string_symbol(context, logic));
}

/** On the heap, because the package's own binding puts the text on the stack, which a long script overflows. */
function parse(memory: Z3Memory, context: Handle, solver: Handle, script: string): void {
  const bytes = new TextEncoder().encode(`${script}\0`);
  const address = memory._malloc(bytes.length);
  try {
    memory.HEAPU8.set(bytes, address);
    memory._Z3_solver_from_string(context, solver, address);
  } finally {
    memory._free(address);
  }
}

function readAnswer<Model>(
  Z3: Z3Api,
  context: Handle,
  solver: Handle,
  status: number,
  { readModel }: Z3Question<Model>,
): Z3Answer<Model> {
  if (status < 0) return { status: "unsat" };
  if (status === 0) return { status: "unknown", reason: Z3.solver_get_reason_unknown(context, solver) };
  const model = Z3.solver_get_model(context, solver);
  Z3.model_inc_ref(context, model);
  const read = readModel(Z3, context, model);
  Z3.model_dec_ref(context, model);
  return { status: "sat", model: read };
}

/** The values of a model's constants as SMT-LIB text, by name. */
export function readZ3Model(Z3: Z3Api, context: Handle, model: Handle): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (let index = 0; index < Z3.model_get_num_consts(context, model); index++) {
    const declaration = Z3.model_get_const_decl(context, model, index);
    const name = Z3.get_symbol_string(context, Z3.get_decl_name(context, declaration));
    // What was substituted before the search has a term over others as its interpretation, of which every use is printed: thirteen minutes were seen.
    const value = Z3.model_eval(context, model, Z3.mk_app(context, declaration, []), true);
    if (value !== null) values.set(name, Z3.ast_to_string(context, value));
  }
  return values;
}
