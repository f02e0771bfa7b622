import { describe, expect, it } from "vitest";
import { largest } from "../../test/helpers/operators/operators.ts";
import { generateData } from "../conformance/data/generate-data.ts";
import { printContract } from "../contracts/print.ts";
import { fastJavascriptExecutor } from "../executors/javascript/fast-javascript-executor.ts";
import { networksWasmExecutor } from "../executors/wasm/networks-wasm-executor.ts";
import { blockDyadic } from "../expressions/expression.ts";
import { prepare } from "../javascript.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { onlineReduce } from "./online-reduce.ts";
import { type AnyScanOptions, onlineScan } from "./online-scan.ts";

const executor = networksWasmExecutor();

describe("what a stream keeps of a contract", () => {
  const lineOf = (options: unknown): string => {
    const scan = onlineScan(executor, options as AnyScanOptions);
    scan.close();
    return printContract(scan.contract);
  };

  it("is not what an object of the caller's was before it changed", () => {
    const options = { type: "f64", expression: { ...blockDyadic(8) }, initial: 1 };
    expect(lineOf(options)).toBe(lineOf(options));
    options.expression = { ...options.expression, blockLength: 16 } as never;
    expect(lineOf(options)).toContain("block-dyadic:16");
    (options.expression as { blockLength: number }).blockLength = 4;
    expect(lineOf(options)).toContain("block-dyadic:4 ");
    options.initial = 2;
    expect(lineOf(options)).toContain("initial=4000000000000000@");
    options.type = "i32";
    expect(lineOf(options)).toContain("add i32");
    options.type = "f128";
    expect(() => lineOf(options)).toThrow(InvalidArgumentError);
  });

  it("is not what a record's initial value was before it changed", () => {
    const initial = { value: 1, index: 2 };
    const options = { operator: largest, initial };
    const before = lineOf(options);
    initial.index = 3;
    expect(lineOf(options)).not.toBe(before);
  });

  it("is of one observation: an exclusive scan has a start", () => {
    expect(lineOf({ type: "f64" })).toContain("initial=none");
    expect(lineOf({ type: "f64", observation: "exclusive-scan" })).not.toContain("initial=none");
    expect(lineOf({ type: "f64" })).toContain("initial=none");
  });
});

describe("where less than everywhere will do", () => {
  const input = generateData({ data: "narrow", type: "f64", length: 1000, seed: 2n }) as Float64Array;
  const options = { type: "f64", determinism: "run-to-run" } as const;
  const plan = prepare(options);

  it("a stream has the level, the expression and the bits of a whole call", () => {
    const sum = onlineReduce(fastJavascriptExecutor, options);
    const scan = onlineScan(fastJavascriptExecutor, options);
    const prefixes: number[] = [];
    for (let start = 0; start < 1000; start += 77) {
      sum.push(input.subarray(start, start + 77));
      prefixes.push(...(scan.push(input.subarray(start, start + 77)) as Float64Array));
    }
    expect(sum.observe()).toBe(plan.reduce(input));
    expect(Float64Array.from(prefixes)).toEqual(plan.inclusiveScan(input));
    expect([sum.achieved, scan.achieved]).toEqual([plan.achieved, plan.achieved]);
    expect(sum.contract).toEqual(plan.contract);
    const more = onlineReduce(fastJavascriptExecutor, { ...options, from: sum.snapshot() });
    more.push(input);
    expect(more.observe()).toBe(plan.reduce(Float64Array.of(...input, ...input)));
  });

  it("a range that is joined with others, and an executor with nothing faster, are everywhere", () => {
    expect(onlineReduce(fastJavascriptExecutor, { ...options, position: 32 }).achieved.determinism).toBe(
      "everywhere",
    );
    expect(onlineReduce(executor, options).achieved.determinism).toBe("everywhere");
  });
});
