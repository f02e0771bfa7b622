import { describe, expect, test } from "vitest";
import { isLong } from "../../../test/extent.ts";
import { derivedContract } from "../../contracts/column-contract.ts";
import type { Executor } from "../../executors/executor.ts";
import { javascriptExecutor } from "../../executors/javascript/javascript-executor.ts";
import { networksJavascriptExecutor } from "../../executors/javascript/networks-javascript-executor.ts";
import { sumsJavascriptExecutor } from "../../executors/javascript/sums-javascript-executor.ts";
import { networksWasmExecutor } from "../../executors/wasm/networks-wasm-executor.ts";
import { wasmExecutor } from "../../executors/wasm/wasm-executor.ts";
import { binned, blockDyadic, exact, iteratedPairwise } from "../../expressions/expression.ts";
import { add, max, treeHash } from "../../operators/built-in.ts";
import { referenceExecutor } from "../reference-executor.ts";
import { mixingOperator } from "../sample-operators.ts";
import { parseVectors } from "../vectors/parse-vectors.ts";
import { witness } from "./witness.ts";

const FEW = {
  expressions: [iteratedPairwise, blockDyadic(32)],
  operators: [add, max, treeHash],
  length: 300,
};

/** Right, except that every block-dyadic:32 is computed as another expression. */
const confused: Executor = {
  name: "confused",
  refusal: javascriptExecutor.refusal,
  plan(contract) {
    const { expression } = contract;
    const isConfused = expression.kind === "blockDyadic" && expression.blockLength === 32;
    return javascriptExecutor.plan(
      isConfused ? derivedContract(contract, { expression: blockDyadic(16) }) : contract,
    );
  },
};

const confusedOnRecords: Executor = {
  ...javascriptExecutor,
  plan: (contract) => {
    const isConfused = contract.expression.kind === "blockDyadic";
    return referenceExecutor.plan(
      isConfused ? derivedContract(contract, { expression: blockDyadic(16) }) : contract,
    );
  },
};

const unwilling: Executor = {
  ...javascriptExecutor,
  name: "unwilling",
  refusal: () => ({ reason: "no", remedy: "use the javascript executor" }),
};

describe("witness", () => {
  test("has a row for every executor, expression and operator, all of them right", async () => {
    const report = await witness([javascriptExecutor, referenceExecutor], FEW);
    expect(report.rows).toHaveLength(2 * 2 * 3);
    expect(report.summary).toBe("12 PASS, 0 FAIL, 0 refused");
    expect(report.passed).toBe(true);
    expect(report.rows[0]).toMatchObject({
      executor: "javascript",
      expression: "iterated-pairwise",
      operator: "add",
      type: "f64",
      contract: "add f64 iterated-pairwise initial=none v1",
      observation: "inclusive-scan",
      checkedBy: "reference",
      verdict: "PASS",
    });
    const fingerprints = new Set(report.rows.map(({ fingerprint }) => fingerprint));
    expect(fingerprints.size).toBe(2);
  });

  // At its default length the literal reference takes twenty seconds: for the long run.
  test("the whole table passes on every executor", async () => {
    const length = isLong ? undefined : 1031;
    const report = await witness([networksJavascriptExecutor, networksWasmExecutor()], { length });
    expect(report.rows.filter(({ verdict }) => verdict !== "PASS")).toStrictEqual([]);
    expect(report).toMatchObject({ length: length ?? 4099, passCount: 320, passed: true });
  });

  test("a table has 4,099 elements unless told otherwise", async () => {
    const { operators, expressions } = FEW;
    const report = await witness([networksWasmExecutor()], { operators, expressions });
    expect(report).toMatchObject({ length: 4099, passCount: 6, passed: true });
  });

  test("executors without accumulators refuse the sums without an order, and nothing else", async () => {
    const report = await witness([wasmExecutor()], {
      ...FEW,
      expressions: [blockDyadic(32), binned(2), exact],
    });
    expect(report.rows.map(({ expression, verdict }) => `${expression} ${verdict}`)).toStrictEqual([
      ...FEW.operators.map(() => "block-dyadic:32 PASS"),
      "binned:2 refused",
      "exact refused",
    ]);
  });

  test("a sum without an order has a row for add alone, and no trees", async () => {
    const expressions = [exact, binned()];
    const report = await witness([sumsJavascriptExecutor, referenceExecutor], { ...FEW, expressions });
    expect(report.rows.map(({ expression, operator }) => `${expression} ${operator}`)).toStrictEqual([
      "exact add",
      "exact add",
      "binned:3 add",
      "binned:3 add",
    ]);
    expect(report.rows[0]).toMatchObject({ fingerprint: undefined, verdict: "PASS", checkedBy: "reference" });
    expect(report.rows[0].hash).not.toBe(report.rows[2].hash);
  });

  test("a sum without an order that is another fails", async () => {
    const wrong: Executor = {
      ...sumsJavascriptExecutor,
      plan: (contract) => javascriptExecutor.plan(derivedContract(contract, { expression: blockDyadic(32) })),
    };
    const report = await witness([wrong], { ...FEW, expressions: [exact] });
    expect(report.rows.map(({ message }) => message)).toStrictEqual([
      expect.stringMatching(/^values: expected hash [0-9a-f]{16} \(reference\), got [0-9a-f]{16}$/),
    ]);
  });

  test("fails every row of an expression whose trees are wrong, even where the values are right", async () => {
    const report = await witness([confused], FEW);
    expect(report.passed).toBe(false);
    const failed = report.rows.filter(({ verdict }) => verdict === "FAIL");
    expect(failed.map(({ expression, operator }) => `${expression} ${operator}`)).toStrictEqual([
      "block-dyadic:32 add",
      "block-dyadic:32 max",
      "block-dyadic:32 tree-hash",
    ]);
    expect(failed[1].message).toMatch(/^trees: expected hash [0-9a-f]{16} \(reference\), got [0-9a-f]{16}$/);
  });

  test("judges operators that are not built in, over elements and records", async () => {
    const operators = [mixingOperator("i32"), mixingOperator({ a: "f32", b: { isOn: "bool" } })];
    const options = { ...FEW, operators };
    const { rows } = await witness([javascriptExecutor, wasmExecutor(), referenceExecutor], options);
    expect(rows).toHaveLength(3 * 2 * 2);
    expect(rows.filter(({ verdict }) => verdict !== "PASS")).toStrictEqual([]);
    expect(rows[3]).toMatchObject({
      type: "{a:f32,b:{isOn:bool}}",
      checkedBy: "reference",
      operator: "mixing",
    });
    expect(rows[3].contract).toMatch(/^term:[0-9a-f]{16} \{a:f32,b:\{isOn:bool\}\} iterated-pairwise/);
    expect(rows[3].fingerprint).toBe(rows[3].hash); // itself a fingerprint of trees
    const wrong = await witness([confusedOnRecords], { ...options, operators: [operators[1]] });
    expect(wrong.rows.map(({ verdict, message }) => `${verdict} ${message}`)).toStrictEqual([
      "PASS undefined",
      expect.stringMatching(/^FAIL trees: expected hash [0-9a-f]{16} \(reference\), got [0-9a-f]{16}$/),
    ]);
  });

  test("asks an executor with a limit for as many rows, and says which were skipped", async () => {
    const asked: string[] = [];
    const slow: Executor = {
      ...javascriptExecutor,
      name: "slow",
      plan(contract) {
        asked.push(`${contract.operator.name} ${contract.expression.kind}`);
        return javascriptExecutor.plan(contract);
      },
    };
    const rowLimit = (executor: Executor) => (executor === slow ? 2 : undefined);
    const report = await witness([javascriptExecutor, slow], { ...FEW, rowLimit });
    expect(report).toMatchObject({ passed: true, failCount: 0, passCount: 6 + 3, skippedCount: 3 });
    expect(report.summary).toBe("9 PASS, 0 FAIL, 0 refused, 3 skipped");
    const ofSlow = report.rows.filter(({ executor }) => executor === "slow");
    // Two rows: fingerprints over one expression, and another operator over another, whose fingerprints are a row then.
    expect(ofSlow.map(({ operator, verdict }) => `${operator} ${verdict}`)).toStrictEqual([
      "add skipped",
      "max skipped",
      "tree-hash PASS",
      "add PASS",
      "max skipped",
      "tree-hash PASS",
    ]);
    expect(ofSlow[0]).toMatchObject({ hash: undefined, fingerprint: undefined });
    expect(asked).toStrictEqual(["tree-hash iteratedPairwise", "tree-hash blockDyadic", "add blockDyadic"]);
    expect((await witness([slow], { ...FEW, rowLimit: () => 0 })).passed).toBe(false);
  });

  test("counts refusals, which are no failures; but nothing at all is none", async () => {
    const both = await witness([javascriptExecutor, unwilling], FEW);
    expect(both).toMatchObject({ passCount: 6, refusedCount: 6, passed: true });
    expect(both.rows[1]).toMatchObject({ verdict: "refused", message: "no; use the javascript executor" });
    expect((await witness([unwilling], FEW)).passed).toBe(false);
  });

  test("beyond the reference, executors judge each other, and one alone is unchecked", async () => {
    const long = { ...FEW, expressions: [blockDyadic(32)], length: 5003 };
    const alone = await witness([javascriptExecutor], long);
    expect(alone).toMatchObject({ passCount: 0, uncheckedCount: 3, passed: false });
    expect(alone.summary).toBe("0 PASS, 0 FAIL, 0 refused, 3 unchecked");
    const two = await witness([javascriptExecutor, { ...javascriptExecutor, name: "twin" }], long);
    expect(two).toMatchObject({ passCount: 6, passed: true });
    expect(two.rows.every(({ checkedBy }) => checkedBy === "executors")).toBe(true);
    expect((await witness([javascriptExecutor, confused], long)).failCount).toBe(6);
  });

  test("beyond the reference, a golden vector judges where there is one", async () => {
    const scan = "ffffffffffffffff";
    const line = {
      type: "f64",
      data: "narrow",
      n: 5003,
      seed: "2026",
      operator: "add",
      expression: "block-dyadic:32",
    };
    const vectors = parseVectors(JSON.stringify({ ...line, scan }));
    const options = { operators: [add], expressions: [blockDyadic(32)], length: 5003, vectors };
    const { rows } = await witness([javascriptExecutor, { ...javascriptExecutor, name: "twin" }], options);
    expect(rows.map(({ verdict, checkedBy }) => `${verdict} by ${checkedBy}`)).toStrictEqual([
      "FAIL by vectors",
      "FAIL by vectors",
    ]);
    expect(rows[0].message).toMatch(/^values: expected hash ffffffffffffffff \(vectors\), got/);
  });

  test("an executor that writes its input fails alone", async () => {
    const spoiler: Executor = {
      ...javascriptExecutor,
      name: "spoiler",
      plan(contract) {
        const plan = javascriptExecutor.plan(contract);
        return {
          ...plan,
          reduce(input) {
            const value = plan.reduce(input);
            input[0].fill(0 as never);
            return value;
          },
        };
      },
    };
    const { rows } = await witness([javascriptExecutor, spoiler, referenceExecutor], FEW);
    const verdictsOf = (name: string) =>
      new Set(rows.filter(({ executor }) => executor === name).map(({ verdict }) => verdict));
    expect(["javascript", "spoiler", "reference"].map(verdictsOf)).toStrictEqual([
      new Set(["PASS"]),
      new Set(["FAIL"]),
      new Set(["PASS"]),
    ]);
  });

  test("an executor that throws fails its rows", async () => {
    const broken: Executor = {
      ...javascriptExecutor,
      plan: () => {
        throw new RangeError("out of beads");
      },
    };
    const { rows } = await witness([broken], { ...FEW, operators: [add] });
    expect(rows.map(({ verdict, message }) => `${verdict} ${message}`)).toStrictEqual([
      "FAIL RangeError: out of beads",
      "FAIL RangeError: out of beads",
    ]);
  });

  test("tells each row as it comes, and stops when its signal is aborted", async () => {
    const controller = new AbortController();
    let rowCount = 0;
    const running = witness([javascriptExecutor], {
      ...FEW,
      signal: controller.signal,
      onRow: () => {
        rowCount++;
        if (rowCount === 2) controller.abort(new Error("enough"));
      },
    });
    await expect(running).rejects.toThrow("enough");
    expect(rowCount).toBe(2);
  });
});
