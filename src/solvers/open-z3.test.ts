import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FormatError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { openZ3 } from "./open-z3.ts";
import type { SmtSolver } from "./smt.ts";

/** Factors of a product of two primes of 31 bits: minutes of work. */
const HARD = `(declare-const x (_ BitVec 64)) (declare-const y (_ BitVec 64))
  (assert (and (= (bvmul x y) (_ bv4611685975477714963 64)) (bvult x (_ bv4294967296 64)) (bvult y (_ bv4294967296 64))
    (bvugt x (_ bv1 64)) (bvugt y (_ bv1 64))))`;

describe("openZ3", () => {
  let solver: SmtSolver;
  beforeAll(async () => {
    solver = await openZ3();
  });
  afterAll(() => solver.close());

  it("knows its name and version", () => {
    expect(solver.name).toBe("z3");
    expect(solver.version).toMatch(/^\d+\.\d+/);
  });

  it("finds that nothing fits", async () => {
    const script = "(declare-const x (_ BitVec 32)) (assert (not (= (bvadd x x) (bvmul x #x00000002))))";
    expect(await solver.check(script, 10_000)).toEqual({ status: "unsat" });
  });

  it("gives the values of every sort as SMT-LIB text", async () => {
    const script = `(set-logic ALL)
      (declare-const wide (_ BitVec 32)) (declare-const odd (_ BitVec 5)) (declare-const whole Int) (declare-const flag Bool)
      (declare-const half (_ FloatingPoint 8 24)) (declare-const zero (_ FloatingPoint 11 53)) (declare-const none (_ FloatingPoint 8 24))
      (assert (and (= wide #x0000ff05) (= odd #b10101) (= whole (- 5)) flag (fp.isNaN none)))
      (assert (and (= half (fp #b0 #x7e #b00000000000000000000000)) (= zero (_ -zero 11 53))))
      (check-sat) (get-model) (exit)`;
    const answer = await solver.check(script, 10_000);
    expect(answer.status).toBe("sat");
    expect(answer.status === "sat" && Object.fromEntries(answer.model)).toEqual({
      wide: "#x0000ff05",
      odd: "#b10101",
      whole: "(- 5)",
      flag: "true",
      half: "(fp #b0 #x7e #b00000000000000000000000)",
      zero: "(_ -zero 11 53)",
      none: "(_ NaN 8 24)",
    });
  });

  it("says unknown, and why, when the time is over", async () => {
    expect(await solver.check(HARD, 200)).toEqual({
      status: "unknown",
      reason: expect.stringMatching(/timeout/),
    });
    expect(await solver.check("(assert false)", 10_000)).toEqual({ status: "unsat" });
  });

  it("answers in turn, and nothing of one script is there for the next", async () => {
    const scripts = [3, 5, 7].map((value) => `(declare-const x Int) (assert (= x ${value}))`);
    const answers = await Promise.all(scripts.map((script) => solver.check(script, 10_000)));
    expect(answers.map((answer) => answer.status === "sat" && answer.model.get("x"))).toEqual([
      "3",
      "5",
      "7",
    ]);
  });

  it("refuses a script that it does not understand, and goes on", async () => {
    const failed = solver.check("(declare-const x Int)\n(assert (foo x))", 10_000);
    const next = solver.check("(assert true)", 10_000);
    await expect(failed).rejects.toThrow(FormatError);
    await expect(failed).rejects.toThrow(/line 2.*foo/);
    expect((await next).status).toBe("sat");
  });

  it("reads a script of megabytes", async () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, i) => `(define-fun n${i + 1} () (_ BitVec 32) (bvadd n${i} #x00000001))`,
    );
    const script = `(declare-const n0 (_ BitVec 32))\n${lines.join("\n")}\n(assert (= n20000 n0))`;
    expect(script.length).toBeGreaterThan(1_000_000);
    expect(await solver.check(script, 30_000)).toEqual({ status: "unsat" });
  });

  it("answers hundreds of queries in the memory of one", async () => {
    const ask = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        const sum = `(bvadd x (_ bv${i} 64))`;
        const answer = await solver.check(
          `(declare-const x (_ BitVec 64)) (assert (not (= (bvmul ${sum} x) (bvmul x ${sum}))))`,
          10_000,
        );
        expect(answer.status).toBe("unsat");
      }
    };
    await ask(50);
    const before = process.memoryUsage().rss;
    await ask(300);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it("refuses timeouts that are none", async () => {
    for (const timeoutMs of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(solver.check("(assert true)", timeoutMs)).rejects.toThrow(InvalidArgumentError);
    }
  });
});

describe("the life of a solver", () => {
  it("goes on while another one is open, and starts again when all were closed", async () => {
    const [first, second] = await Promise.all([openZ3(), openZ3()]);
    const late = first.check("(assert true)", 10_000);
    await first.close();
    await first.close();
    expect((await late).status).toBe("sat");
    await expect(first.check("(assert true)", 10_000)).rejects.toThrow(UnsupportedError);
    expect((await second.check("(assert true)", 10_000)).status).toBe("sat");
    await second.close();
    const third = await openZ3();
    expect((await third.check("(assert false)", 10_000)).status).toBe("unsat");
    await third.close();
  });

  it.each<[string, string, () => Promise<number>]>([
    [
      "a trap",
      "Z3 failed: RuntimeError: unreachable",
      async () => {
        throw new WebAssembly.RuntimeError("unreachable");
      },
    ],
    ["an answer that does not come, whatever the limit", "timeout", () => new Promise(() => {})],
  ])("starts again after %s", async (_name, reason, firstCheck) => {
    const started: number[] = [];
    const solver = await openZ3(async () => faultyZ3(started, firstCheck));
    const answers = [await solver.check("(assert true)", 1), await solver.check("(assert true)", 1000)];
    expect(answers).toEqual([{ status: "unknown", reason }, { status: "unsat" }]);
    expect(started.length).toBe(2);
    await solver.close();
  });

  it("a question that is left behind does not keep the process alive", async () => {
    const timers: NodeJS.Timeout[] = [];
    const leftBehind = () => {
      timers.push(setTimeout(() => {}, 600_000)); // as Z3's own binding does, which clears it with the answer
      return new Promise<number>(() => {});
    };
    const solver = await openZ3(async () => faultyZ3([], leftBehind));
    const before = globalThis.setTimeout;
    expect(await solver.check("(assert true)", 1)).toEqual({ status: "unknown", reason: "timeout" });
    await solver.close();
    expect(timers.map((timer) => timer.hasRef())).toEqual([false]);
    expect(globalThis.setTimeout).toBe(before);
    timers.forEach(clearTimeout);
  });

  it("says why the package could not be started, and tries again when asked again", async () => {
    const failing = {
      init: () => Promise.reject(new Error("no shared memory")),
      killThreads: async () => {},
    };
    await expect(openZ3(async () => failing)).rejects.toThrow("no shared memory");
    const solver = await openZ3();
    expect((await solver.check("(assert false)", 10_000)).status).toBe("unsat");
    await solver.close();
  });

  it("says how to get the package where it is not there", async () => {
    const missing = Object.assign(new Error("Cannot find package 'z3-solver'"), {
      code: "ERR_MODULE_NOT_FOUND",
    });
    const opened = openZ3(() => Promise.reject(missing));
    await expect(opened).rejects.toThrow(UnsupportedError);
    await expect(opened).rejects.toThrow(/npm install z3-solver/);
  });
});

/** A package whose first solving ends as is said, and whose others find nothing. */
function faultyZ3(started: number[], firstCheck: () => Promise<number>): unknown {
  const init = async (): Promise<unknown> => {
    started.push(started.length);
    const isFirst = started.length === 1;
    const functions: Readonly<Record<string, unknown>> = {
      get_full_version: () => "Z3 0.0",
      solver_check: async () => {
        return isFirst ? firstCheck() : -1;
      },
    };
    const Z3 = new Proxy({}, { get: (_, name) => functions[String(name)] ?? (() => 0) });
    const em = {
      HEAPU8: new Uint8Array(1000),
      _malloc: () => 0,
      _free: () => {},
      _Z3_solver_from_string: () => {},
    };
    return { Z3, em };
  };
  return { init, killThreads: async () => {} };
}
