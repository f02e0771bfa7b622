import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Executor, Plan } from "../../executors/executor.ts";
import { javascriptExecutor } from "../../executors/javascript/javascript-executor.ts";
import { sumsJavascriptExecutor } from "../../executors/javascript/sums-javascript-executor.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { hashBytes } from "../../values/hash.ts";
import type { StoredArray, StoredColumns } from "../../values/value-types.ts";
import { countReferenceCombines } from "../reference-executor.ts";
import { parseVectors } from "../vectors/parse-vectors.ts";
import type { Part } from "./checks.ts";
import { conformance, conformanceOf, type Progress, type Subject } from "./conformance.ts";

const SHORT = { parts: ["placement", "summaries"] } as const;

/** A right executor whose plans answer with promises, as workers and GPUs do. */
const asynchronous: Executor = {
  name: "javascript",
  refusal: javascriptExecutor.refusal,
  plan(contract): Plan {
    const plan = javascriptExecutor.plan(contract);
    return {
      reduce: async (input) => plan.reduce(input),
      inclusiveScan: async (input, output) => plan.inclusiveScan(input, output),
      exclusiveScan: async (input, output) => plan.exclusiveScan(input, output),
    };
  },
};

describe("conformance", () => {
  test("counts the same for an executor that answers with promises", async () => {
    expect(await conformance(asynchronous, SHORT)).toStrictEqual(
      await conformance(javascriptExecutor, SHORT),
    );
  });

  test("reports each part, and their sums", async () => {
    const report = await conformance(javascriptExecutor, SHORT);
    expect(report.parts.map(({ part }) => part)).toStrictEqual(SHORT.parts);
    expect(report.run).toBe(report.parts[0].run + report.parts[1].run);
    expect(report.parts[0].run).toBeGreaterThan(1000);
    expect(report).toMatchObject({
      passed: true,
      extent: "complete",
      failedCount: 0,
      executor: "javascript",
    });
  });

  test("counts what it skips, and says why", async () => {
    const parts: Part[] = ["summaries", "golden-vectors", "combine-count"];
    const report = await conformance(javascriptExecutor, { parts });
    expect(report.skipped).toBe(13);
    expect(report.skips).toStrictEqual([
      { reason: "no golden vectors were passed in", count: 1 },
      { reason: "the executor counts no combines", count: 12 },
    ]);
  });

  test("fails when nothing ran", async () => {
    const report = await conformance(javascriptExecutor, { parts: ["golden-vectors"] });
    expect(report.passed).toBe(false);
    expect(report.failed.map(({ message }) => message)).toStrictEqual([
      "suite: the whole run: expected at least one case run, got none",
    ]);
  });

  test("tells its progress, and waits for whoever is told", async () => {
    const seen: Progress[] = [];
    let open = 0;
    await conformance(javascriptExecutor, {
      ...SHORT,
      onProgress: async (progress) => {
        expect(++open).toBe(1);
        await Promise.resolve();
        open--;
        seen.push(progress);
      },
    });
    expect(seen.length).toBeGreaterThan(10);
    expect(seen[0]).toStrictEqual({ part: "placement", run: 0, refused: 0, skipped: 0, failed: 0 });
    const runs = seen.map(({ run }) => run);
    expect(runs).toStrictEqual([...runs].sort((left, right) => left - right));
  });

  test("stops when its signal is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const running = conformance(javascriptExecutor, {
      signal: controller.signal,
      onProgress: ({ run }) => {
        if (run > 500) controller.abort(reason);
      },
    });
    await expect(running).rejects.toBe(reason);
  });

  test("stops after so many failures, and says so", async () => {
    const broken: Executor = { ...javascriptExecutor, refusal: () => undefined };
    const report = await conformance(broken, { parts: ["refusals", "summaries"], stopAfter: 2 });
    expect(report).toMatchObject({ extent: "stopped early", failedCount: 2, passed: false });
    expect(report.parts).toHaveLength(1);
  });

  test("keeps no more failures than asked, and counts all", async () => {
    const broken: Executor = { ...javascriptExecutor, refusal: () => undefined };
    const report = await conformance(broken, { parts: ["refusals"], failureLimit: 1 });
    expect(report.failed).toHaveLength(1);
    expect(report.failedCount).toBeGreaterThan(1);
  });

  test("refuses a part that does not exist", async () => {
    const running = conformance(javascriptExecutor, { parts: ["golden-vector" as Part] });
    await expect(running).rejects.toThrow(InvalidArgumentError);
  });
});

const NOTHING = (): void => {};

/** A right executor that does something with each input, before and after it answers. */
function around(before: (input: StoredColumns) => void, after: (input: StoredColumns) => void): Executor {
  const answered = <Result>(input: StoredColumns, answer: () => Result): Result => {
    before(input);
    const result = answer();
    after(input);
    return result;
  };
  return {
    ...sumsJavascriptExecutor,
    plan(contract): Plan {
      const { reduce, inclusiveScan, exclusiveScan } = sumsJavascriptExecutor.plan(contract);
      return {
        reduce: (input) => answered(input, () => reduce(input)),
        inclusiveScan: (input, output) => answered(input, () => inclusiveScan(input, output)),
        exclusiveScan: (input, output) => answered(input, () => exclusiveScan(input, output)),
      };
    },
  };
}

const bytesOf = (column: StoredArray): Uint8Array =>
  new Uint8Array(column.buffer, column.byteOffset, column.byteLength);

describe("several executors side by side", () => {
  const text = readFileSync(new URL("../../../vectors/expressions.jsonl", import.meta.url), "utf8");
  const vectors = parseVectors(text).filter((_, index) => index % 40 === 0);

  test("have the reports that each has alone", async () => {
    const subjects = [
      { executor: javascriptExecutor, requestLimit: 30 },
      { executor: sumsJavascriptExecutor, countCombines: countReferenceCombines, requestLimit: 10 },
      { executor: javascriptExecutor, isTried: () => false },
    ];
    const together = await conformanceOf(subjects, { vectors });
    const alone = [];
    for (const { executor, ...options } of subjects) {
      alone.push(await conformance(executor, { ...options, vectors }));
    }
    expect(together).toStrictEqual(alone);
    expect(together.map(({ passed }) => passed)).toStrictEqual([true, true, true]);
  });

  test("cannot spoil one another's inputs", async () => {
    const spoiler = around(NOTHING, (input) => {
      for (const column of input) bytesOf(column).fill(0x7f);
    });
    const seenBeside = async (others: readonly Subject[]): Promise<readonly string[]> => {
      const seen: string[] = [];
      const observer = around(
        (input) => seen.push(input.map((column) => hashBytes(bytesOf(column))).join()),
        NOTHING,
      );
      const reports = await conformanceOf([...others, { executor: observer, requestLimit: 60 }], { vectors });
      expect(reports.at(-1)).toMatchObject({ passed: true });
      expect(
        reports
          .at(-1)
          ?.parts.filter(({ run }) => run === 0)
          .map(({ part }) => part),
      ).toStrictEqual(["combine-count"]);
      return seen;
    };
    expect(await seenBeside([{ executor: spoiler, requestLimit: 60 }])).toStrictEqual(await seenBeside([]));
    expect((await conformance(spoiler, { parts: ["placement"] })).passed).toBe(false);
  });

  test("end one by one", async () => {
    const broken: Executor = { ...javascriptExecutor, refusal: () => undefined };
    const [early, complete] = await conformanceOf([{ executor: broken }, { executor: javascriptExecutor }], {
      parts: ["refusals", "summaries"],
      stopAfter: 2,
    });
    expect(early).toMatchObject({ extent: "stopped early", failedCount: 2 });
    expect(complete).toStrictEqual(
      await conformance(javascriptExecutor, { parts: ["refusals", "summaries"] }),
    );
  });
});
