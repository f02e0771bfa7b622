import { describe, expect, it, vi } from "vitest";
import {
  askAll,
  contractOf,
  EXPRESSIONS,
  SUBJECTS,
  withExecutors,
} from "../../test/docs/determinism-matrix.ts";
import { generateData } from "../conformance/data/generate-data.ts";
import { columnContract } from "../contracts/column-contract.ts";
import type { TypedContract } from "../contracts/contract.ts";
import { DETERMINISM_LEVELS, type Determinism, isAtLeast } from "../contracts/levels.ts";
import { awaitedElementPlan, type Executor, type SynchronousExecutor } from "../executors/executor.ts";
import { javascriptExecutor } from "../executors/javascript/javascript-executor.ts";
import { networksJavascriptExecutor } from "../executors/javascript/networks-javascript-executor.ts";
import { sumsJavascriptExecutor } from "../executors/javascript/sums-javascript-executor.ts";
import { isOrderFree, leftFold } from "../expressions/expression.ts";
import { InternalError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { bind } from "./bind.ts";
import { bindAsynchronous } from "./bind-asynchronous.ts";
import { achievedBy, resolveColumns } from "./serve.ts";

const x = Float64Array.of(1, 2, 3);

describe("every executor, asked everything", () => {
  it("meets the level or refuses, never less", async () => {
    await withExecutors((executors) => {
      for (const { level, answers, named } of askAll(executors)) {
        for (const answer of answers) {
          if (answer.kind === "refused") {
            expect(answer.refusal.reason).toMatch(/[^.]$/);
            expect(answer.refusal.remedy).toMatch(/^use /);
            continue;
          }
          expect(isAtLeast(answer.level, level)).toBe(true);
          if (answer.level === "everywhere") expect(answer.expression).toBe(named);
        }
      }
    });
  });

  it("refuses at one level what it refuses at all: a weaker level is never harder", async () => {
    await withExecutors((executors) => {
      const refused = new Map<string, Set<Determinism>>();
      for (const { level, answers, named, observation, subject, expression } of askAll(executors)) {
        if (expression === undefined) {
          expect(answers.every(({ kind }) => kind === "served")).toBe(true);
          continue;
        }
        answers.forEach(({ kind }, i) => {
          if (kind !== "refused") return;
          const key = [i, named, observation, subject.operator, subject.type].join();
          refused.set(key, (refused.get(key) ?? new Set()).add(level));
        });
      }
      expect(refused.size).toBeGreaterThan(50);
      for (const levels of refused.values()) expect([...levels]).toEqual(["runToRun", "everywhere"]);
    });
  });

  it("computes the contract to the bit wherever it says everywhere, whatever was asked for", async () => {
    await withExecutors(async (executors) => {
      let compared = 0;
      for (const asked of askAll(executors)) {
        const contract = contractOf(asked);
        if (contract instanceof Error || contract.kind !== "typed") continue;
        const isIn = (executor: Executor): boolean => !["webgpu"].includes(executor.name);
        const requirement = {
          determinism: asked.level,
          isExpressionNamed: asked.expression !== undefined,
        };
        for (const [i, executor] of executors.entries()) {
          const answer = asked.answers[i];
          if (!isIn(executor) || answer.kind === "refused" || answer.level !== "everywhere") continue;
          if (contract.expression.kind === "custom") continue; // a tree of one element, to be asked about and not to be computed
          const given = await observe(executor, contract, asked.observation, requirement);
          const expected = await observe(networksJavascriptExecutor, contract, asked.observation);
          expect(given, `${executor.name} ${asked.named} ${asked.subject.operator}`).toEqual(expected);
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(2000);
    });
  });
});

async function observe(
  executor: Executor,
  contract: TypedContract,
  observation: "reduce" | "inclusive-scan" | "exclusive-scan",
  requirement?: Parameters<Executor["plan"]>[1],
): Promise<unknown> {
  const isFloat = contract.type === "f64" || contract.type === "f32";
  const type = contract.type as TypedContract["accumulate"];
  const input = generateData({ data: isFloat ? "wide" : "bits", type, length: 70, seed: 1n });
  const plan = awaitedElementPlan(executor.plan(columnContract(contract), requirement));
  if (observation === "reduce") return plan.reduce(input);
  return observation === "inclusive-scan" ? plan.inclusiveScan(input) : plan.exclusiveScan(input);
}

describe("sums without an order", () => {
  it("are everywhere, at every level that may name them", async () => {
    await withExecutors((executors) => {
      const sums = askAll(executors).filter(
        ({ expression }) => expression !== undefined && isOrderFree(expression),
      );
      // Four of them, by add over f64 and f32, at two levels, in three functions.
      expect(sums).toHaveLength(4 * 2 * 2 * 3);
      for (const { subject, named, answers } of sums) {
        expect(subject.operator).toBe("add");
        for (const answer of answers) {
          if (answer.kind === "served")
            expect(answer).toEqual({ kind: "served", level: "everywhere", expression: named });
        }
      }
    });
  });

  it("are errors for every other operator and type, and where nothing is guaranteed", () => {
    for (const expression of EXPRESSIONS.filter(isOrderFree)) {
      for (const subject of SUBJECTS) {
        const asked = { observation: "reduce", subject, expression } as const;
        expect(contractOf({ ...asked, level: "notGuaranteed" })).toBeInstanceOf(InvalidArgumentError);
        if (subject.operator === "add" && subject.type.startsWith("f")) continue;
        expect(contractOf({ ...asked, level: "everywhere" })).toBeInstanceOf(InvalidArgumentError);
      }
    }
  });
});

describe("a level that an executor cannot meet", () => {
  /** An executor that knows its own floats and nothing else. */
  const native: SynchronousExecutor = {
    ...javascriptExecutor,
    name: "native",
    refusal: ({ requirement }) =>
      isAtLeast("runToRun", requirement?.determinism ?? "everywhere")
        ? undefined
        : { reason: "its floats are its own", remedy: 'use "samebits"' },
    served: () => ({ determinism: "runToRun", expression: "implementation-defined:native" }),
    plan: vi.fn(javascriptExecutor.plan),
  };

  it("is refused before anything runs, with level, executor, reason and remedy", async () => {
    const door = bind(() => native);
    const message =
      'reduce of add by block-dyadic:32 at level "everywhere" on executor "native" is not possible here: its floats are its own; use "samebits"';
    expect(() => door.reduce(x)).toThrow(message);
    expect(() => door.reduce(x, { determinism: "everywhere" })).toThrow(message);
    expect(() => door.prepare({ type: "f64" })).toThrow(UnsupportedError);
    await expect(bindAsynchronous(() => native).reduce(x)).rejects.toThrow(message);
    expect(() => bindAsynchronous(() => native).achieved("reduce", { type: "f64" })).toThrow(message);
    expect(native.plan).not.toHaveBeenCalled();
    expect(door.reduce(x, { determinism: "runToRun" })).toBe(6);
    expect(door.prepare({ type: "f64", determinism: "notGuaranteed" }).achieved).toEqual({
      determinism: "runToRun",
      executor: "native",
      expression: "implementation-defined:native",
    });
  });

  it("is never served by less: that would be our bug", () => {
    const liar = { ...native, refusal: () => undefined };
    expect(() => bind(() => liar).prepare({ type: "f64" })).toThrow(InternalError);
    const contract = resolveColumns({ type: "f64" }, "reduce");
    expect(() => achievedBy(liar, contract, "reduce", {})).toThrow(
      "executor native would serve level runToRun where everywhere was asked for",
    );
  });
});

describe("achieved", () => {
  const door = bindAsynchronous(() => sumsJavascriptExecutor);

  it("is told before a call, function by function", () => {
    const options = { type: "f64", determinism: "runToRun" } as const;
    expect(door.achieved("reduce", options).expression).toBe("linear-carry:8");
    expect(door.achieved("inclusive-scan", { ...options, operator: "max" })).toEqual({
      determinism: "everywhere",
      executor: "javascript",
      expression: "block-dyadic:32",
    });
    expect(door.achieved("reduce", { ...options, expression: leftFold }).expression).toBe("left-fold");
  });

  it("refuses what a call would", () => {
    const achieved = door.achieved as (observation?: unknown, options?: unknown) => unknown;
    expect(() => achieved("reduse", { type: "f64" })).toThrow('"observation" must be one of reduce');
    expect(() => achieved("reduce", { type: "f64", determinism: "gpu-to-gpu" })).toThrow(
      '"determinism" must be one of',
    );
    expect(() => achieved("reduce", {})).toThrow('"type" must be given');
    expect(() => achieved("reduce")).toThrow(InvalidArgumentError);
    expect(() => achieved("reduce", { type: "f64", determinsm: "everywhere" })).toThrow(
      "(nearest: determinism)",
    );
    expect(() => achieved("inclusive-scan", { type: "f64", expression: "bisection" })).toThrow(
      UnsupportedError,
    );
  });
});

it("knows the levels from the weakest to the strongest", () => {
  for (const [i, level] of DETERMINISM_LEVELS.entries()) {
    for (const [j, other] of DETERMINISM_LEVELS.entries()) expect(isAtLeast(level, other)).toBe(i >= j);
  }
});
