// CaDiCaL, as a process beside ours: it writes proofs, which Z3 does not.
import { checkText } from "../values/check-arguments.ts";
import { describeText } from "../values/describe.ts";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { onAbort } from "../values/on-abort.ts";
import { checkTimeout } from "./check-solver.ts";
import { printDimacs } from "./dimacs.ts";
import { type Cnf, checkCnf, type ProvingSolver, type SatAnswer } from "./sat.ts";

type ChildProcesses = typeof import("node:child_process");

/**
 * Opens CaDiCaL, a program of its own, by its path. Every formula is another process, which `close` ends if it still runs.
 *
 * @throws UnsupportedError where there are no processes, or the path leads to no CaDiCaL
 */
export async function openCadical(path: string): Promise<ProvingSolver> {
  if (!/^[^\0]+$/.test(checkText("path", path))) {
    throw new InvalidArgumentError("path", "the path of a program", describeText(path));
  }
  const processes = childProcesses();
  const asked = await runProgram(processes, { path, options: ["--version"], input: "" });
  const version = asked.output.trim();
  if (asked.code !== 0 || !/^[\w.-]+$/.test(version))
    throw absent(path, asked.reason ?? "it is another program");
  const running = new Set<AbortController>();
  let lastAnswer: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const ask = async (formula: Cnf, timeoutMs: number, options: readonly string[]): Promise<RunResult> => {
    checkTimeout(timeoutMs);
    checkCnf(formula);
    if (isClosed) throw new UnsupportedError("asking CaDiCaL", "this solver was closed", "open another one");
    const stop = new AbortController();
    running.add(stop);
    const input = printDimacs(formula);
    const answer = lastAnswer.then(() => runProgram(processes, { path, options, input, timeoutMs, stop }));
    lastAnswer = answer.catch(() => undefined);
    return answer.finally(() => running.delete(stop));
  };
  return {
    name: "cadical",
    version,
    solve: async (formula, timeoutMs) =>
      readAnswer(await ask(formula, timeoutMs, ["-q"]), formula.variableCount),
    prove: async (formula, timeoutMs) => {
      const result = await ask(formula, timeoutMs, ["-q", "--no-binary", "-", "-"]);
      const answer = readAnswer(result, formula.variableCount);
      return answer.status === "unsat" ? { ...answer, proof: proofOf(result.output) } : answer;
    },
    close: async () => {
      isClosed = true;
      for (const stop of running) stop.abort();
      await lastAnswer;
    },
  };
}

function childProcesses(): ChildProcesses {
  const found = typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:child_process");
  if (found !== undefined) return found;
  throw new UnsupportedError("running CaDiCaL", "this engine starts no programs", "use openZ3Sat");
}

function absent(path: string, reason: string): UnsupportedError {
  const remedy = "give the path of CaDiCaL (Debian: apt-get install cadical) or use openZ3Sat";
  return new UnsupportedError(`running CaDiCaL at ${JSON.stringify(path)}`, reason, remedy);
}

interface Run {
  readonly path: string;
  readonly options: readonly string[];
  readonly input: string;
  readonly timeoutMs?: number;
  readonly stop?: AbortController;
}

interface RunResult {
  readonly code: number | null; // null where it was ended
  readonly output: string;
  readonly reason: string | undefined; // why it did not end by itself
}

/** Largest output that is kept: a string of JavaScript holds no more than half a gigabyte. */
const MAX_OUTPUT = 2 ** 28;

function runProgram(processes: ChildProcesses, run: Run): Promise<RunResult> {
  return new Promise((resolve) => {
    const { signal } = run.stop ?? new AbortController();
    if (signal.aborted) {
      resolve({ code: null, output: "", reason: "closed" });
      return;
    }
    const child = processes.spawn(run.path, run.options, { stdio: ["pipe", "pipe", "ignore"] });
    let reason: string | undefined;
    const end = (why: string): void => {
      reason ??= why;
      child.kill("SIGKILL");
    };
    const timer = run.timeoutMs === undefined ? undefined : setTimeout(() => end("timeout"), run.timeoutMs);
    const forget = onAbort(signal, () => end("closed"));
    const pieces: string[] = [];
    let length = 0;
    child.stdout.setEncoding("latin1").on("data", (piece: string) => {
      length += piece.length;
      if (length <= MAX_OUTPUT) pieces.push(piece);
      else end("its output is too long");
    });
    child.on("error", (error) => end(error.message));
    child.stdin.on("error", () => undefined); // a program that ends early does not read all; its answer says why
    child.stdin.end(run.input);
    child.on("close", (code) => {
      forget();
      clearTimeout(timer);
      resolve({ code, output: pieces.join(""), reason });
    });
  });
}

const SATISFIABLE = 10;
const UNSATISFIABLE = 20;

function readAnswer({ code, output, reason }: RunResult, variableCount: number): SatAnswer {
  if (reason !== undefined) return { status: "unknown", reason };
  if (code === UNSATISFIABLE && /^s UNSATISFIABLE$/m.test(output)) return { status: "unsat" };
  if (code === SATISFIABLE) return { status: "sat", model: readAssignment(output, variableCount) };
  return { status: "unknown", reason: `CaDiCaL ended with ${code}` };
}

/** Lines "v 1 -2 …". */
function readAssignment(output: string, variableCount: number): Uint8Array {
  const model = new Uint8Array(variableCount + 1);
  for (const [, literals] of output.matchAll(/^v (.*)$/gm)) {
    for (const literal of literals.split(" ")) if (Number(literal) > 0) model[Number(literal)] = 1;
  }
  return model;
}

/** Steps of a proof are lines that begin with a number or with d, for a deletion. */
function proofOf(output: string): string {
  return output.replace(/^[sc] .*\n/gm, "");
}
