import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatorsOfProgram } from "../../../src/language/laws/operators-of-program.ts";
import {
  compile,
  executorUse,
  javascriptExecutor,
  run,
  wasmExecutor,
  workEfficiency,
} from "../../../src/language.ts";
import { checkLaw } from "../../../src/laws/check-law.ts";
import { explain } from "../../../src/laws/explain.ts";
import type { Law } from "../../../src/laws/question.ts";
import { binary, constant, left as termLeft, unary } from "../../../src/operators/term.ts";
import { openZ3 } from "../../../src/solvers/open-z3.ts";
import type { SmtSolver } from "../../../src/solvers/smt.ts";
import { answer, counting, example, growth, i32, textOf } from "./slides.ts";

describe("A1: npow2, padpow2 and red", () => {
  const program = example("reduction");
  it("have the values of the slides, and those at the edges", () => {
    const powers = [0, 1, 2, 3, 4, 5, 10, 100, 1025].map((n) =>
      Number(program.interpret("npow2", [BigInt(n)])),
    );
    // 2, and not 1, for 0 and 1: the loop begins there.
    expect(powers).toEqual([2, 2, 2, 4, 4, 8, 16, 128, 2048]);
    expect(answer(program, "padpow2", -1, i32(1, 2, 3))).toEqual(i32(1, 2, 3, -1));
    expect(answer(program, "red", counting(100))).toBe(450);
    expect(answer(program, "red", i32())).toBe(0);
    expect(answer(program, "total", i32())).toBe(0);
  });

  it("contracts halves, which needs an operator that commutes", () => {
    const contraction = compile(`
      def larger (ax: i32, ai: i32) (bx: i32, bi: i32) = if ax < bx then (bx, bi) else (ax, ai)
      entry fold xs = #[expression(left-fold)] reduce larger (i32.smallest, -1) xs
      entry contract (xs: [](i32, i32)) =
        let xs = loop xs while length xs > 1 do let n = length xs / 2 in map2 larger xs[0:n] xs[n:2*n]
        in xs[0]`);
    const pairs = [i32(1, 5, 5, 0), i32(0, 1, 2, 3)];
    expect(contraction.interpret("fold", [pairs])).toEqual([5, 1]);
    expect(contraction.interpret("contract", [pairs])).toEqual([5, 2]);
  });

  it("is as efficient as the reduce that the language has, and as a loop", () => {
    const loop = compile("entry sum [n] (xs: [n]i32) = loop s = 0 for x in xs do s + x");
    const red = growth(program, "red", [16, 64, 256, 1024, 4096], "corrected");
    const sum = growth(loop, "sum", [16, 64, 256, 1024, 4096], "corrected");
    expect([sum.work.form, sum.span.form]).toEqual(["n", "n"]);
    expect(workEfficiency(red.work, sum.work)?.isEfficient).toBe(true);
    // 32 for every doubling, in both sets of equations.
    for (const model of ["verbatim", "corrected"] as const) {
      const spans = [1024, 2048, 4096].map((n) => program.cost("red", [counting(n)], { model }).span);
      expect([spans[1] - spans[0], spans[2] - spans[1]]).toEqual([32, 32]);
    }
  });
});

// How many times as long red takes as reduce, on 10^7 elements and every executor: \`samebits bench examples/language/reduction.sb\`.
describe("A2: red beside the reduce that the language has", () => {
  const program = example("reduction");
  it.each([
    ["javascript", javascriptExecutor],
    ["wasm", wasmExecutor()],
  ])("gives the same on %s", (_, on) => {
    for (const n of [0, 1, 2, 1000, 65_537]) {
      const [red, total] = ["red", "total"].map((entry) => run(program, entry, [counting(n)], { on }));
      expect(red).toBe(total);
    }
  });

  it("has data for that in its test blocks, ten million elements", () => {
    expect(textOf("reduction")).toContain("-- entry: red total\n-- random input { [10000000]i32 }\n");
  });
});

describe("A14 to A17: argmax", () => {
  const program = example("argmax");
  it("takes the first of equal values, whichever operator", () => {
    for (const entry of ["argmax", "argmax_tie"]) {
      expect(answer(program, entry, i32(3, 9, 2, 9, 1))).toEqual([9, 1n]);
      expect(answer(program, entry, i32(-5))).toEqual([-5, 0n]);
    }
    expect(answer(program, "argmax", i32())).toEqual([-(2 ** 31), -1n]);
    expect(answer(program, "argmax_tie", i32())).toEqual([-(2 ** 31), 2n ** 63n - 1n]);
    // (smallest, -1) is no neutral element: to its right stands a pair with the same value.
    expect(answer(program, "argmax", i32(-(2 ** 31)))).toEqual([-(2 ** 31), 0n]);
  });

  it("commutes only with a tie-break", () => {
    const published = textOf("argmax").replace("  reduce (", "  reduce_comm (");
    expect(() => compile(published)).toThrow(/reduce_comm of an operator that is commutative/);
  });

  it("A17: commutativity is not asked of operators that are built in, and uses no primitive more", () => {
    const program = compile(
      "entry main (xs: []i32) = (reduce_comm (+) 0 xs, reduce_comm i32.max i32.smallest xs)",
    );
    expect(answer(program, "main", i32(3, 9, 2))).toEqual([14, 9]);
    const [plain, commutative] = ["reduce", "reduce_comm"].map((name) => {
      return executorUse(compile(`entry main (xs: []i32) = ${name} (+) 0 xs`), "main", [counting(10_000)]);
    });
    expect(commutative).toEqual(plain);
  });
});

describe("A14 to A16: what is proved of the operators of argmax", () => {
  let z3: SmtSolver;
  beforeAll(async () => {
    z3 = await openZ3();
  });
  afterAll(() => z3.close());

  // As the program has them, the published one first.
  const [larger, tie] = operatorsOfProgram(example("argmax").typed).map(({ operator }) => operator);
  const kindOf = async (operator: typeof larger, law: Law, identity?: unknown): Promise<string> => {
    return (await checkLaw(operator, law, { solver: z3, identity })).kind;
  };
  const smallest = -(2 ** 31);

  it("A14: eight combinations of three comparisons, of which two cannot occur, and six that are equal", async () => {
    const text = await explain(larger, "associative", { solver: z3 });
    expect(text).toContain("8 combinations, 2 cannot occur, 6 to look at\n");
    expect(text).toContain("The sides are equal in every case that can occur.\n");
    expect(await kindOf(larger, "associative")).toBe("proved");
  });

  it("A15: (smallest, -1) is neutral on the right; on the left not, but for values above it", async () => {
    const none = { c0: smallest, c1: -1n };
    expect(await kindOf(larger, "right-identity", none)).toBe("proved");
    const left = await checkLaw(larger, "left-identity", { solver: z3, identity: none });
    expect(left.kind).toBe("refuted");
    // The published proof forgets this: the pair itself has the smallest value, and another index.
    expect(left.kind === "refuted" && left.counterexample.operands).toMatchObject([
      { value: { c0: smallest } },
    ]);
    const isAbove = unary("not", binary("equal", termLeft("i32", 0), constant("i32", smallest)));
    const carrier = binary("or", isAbove, binary("equal", termLeft("i64", 1), constant("i64", -1n)));
    const above = await checkLaw(larger, "left-identity", { solver: z3, identity: none, carrier });
    expect(above.kind).toBe("proved");
  });

  it("A16: it does not commute; with a tie-break it does, and (smallest, highest) is neutral", async () => {
    const swapped = await checkLaw(larger, "commutative", { solver: z3 });
    expect(swapped.kind).toBe("refuted");
    if (swapped.kind !== "refuted") return;
    const [x, y] = swapped.counterexample.operands.map(({ columns }) => columns);
    expect(x[0]).toBe(y[0]);
    expect(x[1]).not.toBe(y[1]);
    const none = { c0: smallest, c1: 2n ** 63n - 1n };
    for (const law of ["associative", "commutative", "left-identity", "right-identity"] as const) {
      expect(await kindOf(tie, law, none)).toBe("proved");
    }
    expect(await kindOf(tie, "left-identity", { c0: smallest, c1: -1n })).toBe("refuted");
  });
});
