import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { algorithmsOn } from "./algorithms.ts";
import { symbolic } from "./expressions.ts";
import { decodeCsv, readColumns, writeColumns } from "./formats.ts";
import { allocate, inclusiveScan, prepare, reduce } from "./index.ts";
import * as javascript from "./javascript.ts";
import { resumeReduce } from "./streams.ts";
import { InvalidArgumentError, SamebitsError } from "./values/errors.ts";
import { onAbort } from "./values/on-abort.ts";
import { openWorkers } from "./workers.ts";

const x = Float64Array.of(1, 2, 3);
const csv = new TextEncoder().encode("a\n1\n\n");

describe("what nothing would look at is refused", () => {
  test("options of a plan's call, and not what map passes along", () => {
    const plan = prepare({ type: "f64" });
    const call = plan.reduce as (input: Float64Array, options?: unknown) => number;
    expect(() => call(x, { initial: 5 })).toThrow(InvalidArgumentError);
    expect([x, x].map(plan.reduce)).toEqual([6, 6]);
  });

  test("an operator that is asynchronous, or gives promises", () => {
    const asynchronous = async (left: number, right: number): Promise<number> => left + right;
    const promising = (left: number, right: number): unknown => Promise.resolve(left + right);
    for (const operator of [asynchronous, promising]) {
      expect(() => javascript.reduce([1, 2], { operator: operator as never })).toThrow(InvalidArgumentError);
      expect(() => javascript.inclusiveScan([1, 2], { operator: operator as never })).toThrow(
        InvalidArgumentError,
      );
    }
  });

  test("an array after release()", () => {
    const { array, release } = allocate("f64", 1000);
    expect(reduce(array)).toBe(0);
    release();
    expect(() => reduce(array)).toThrow(InvalidArgumentError);
    expect(() => inclusiveScan(array)).toThrow(InvalidArgumentError);
  });

  test("null rules and types that there are not", async () => {
    await expect(decodeCsv(csv, { nulls: "mean" as never })).rejects.toThrow(InvalidArgumentError);
    await expect(decodeCsv(csv, { type: "float32" as never })).rejects.toThrow(InvalidArgumentError);
  });

  test("options and signals of a pool that are none", async () => {
    await expect(openWorkers({ workers: 4 } as never)).rejects.toThrow(/"workers"/);
    await expect(openWorkers({ signal: {} } as never)).rejects.toThrow(/"signal" must be an AbortSignal/);
  });

  test.each(["wasm", javascript.javascriptExecutor, undefined, 5])("algorithmsOn(%#)", (on) => {
    expect(() => algorithmsOn(on as never)).toThrow(InvalidArgumentError);
  });

  test("expressions, and options of symbolic", () => {
    expect(() => symbolic("block-dyadic:4" as never, 5)).toThrow(InvalidArgumentError);
    expect(() => symbolic(javascript.leftFold, 5, { operatr: "+" } as never)).toThrow(/nearest: operator/);
  });
});

test.each(["runToRun", "run-to-run", "notGuaranteed", "not-guaranteed"] as const)(
  "the level %s",
  (determinism) => {
    expect(reduce(x, { determinism })).toBe(6);
    expect(prepare({ type: "f64", determinism }).achieved.determinism).not.toContain("-");
  },
);

test("a snapshot of nested brackets is a typed error", () => {
  for (const deep of [`${"[".repeat(200_000)}${"]".repeat(200_000)}`]) {
    expect(() => resumeReduce(deep)).toThrow(SamebitsError);
    expect(() => resumeReduce(`{"format":${deep}}`)).toThrow(SamebitsError);
  }
});

test.each([
  [{ nulls: "mean" }, "", "an array of columns"],
  [{ a: x }, "", "an array of columns"],
  ["a", "", "an array of columns"],
  [["a"], "[0]", "an object"],
  [undefined, "", "an array of columns"],
])("columns that are no list: %j", async (given, place, expected) => {
  await expect(readColumns("prices.csv", given as never)).rejects.toThrow(
    `"wanted${place}" must be ${expected}`,
  );
  await expect(writeColumns("o.csv", given as never)).rejects.toThrow(
    `"columns${place}" must be ${expected}`,
  );
});

test("a signal that many wait for has one listener, and none when nobody waits", () => {
  const controller = new AbortController();
  let added = 0;
  const add = controller.signal.addEventListener.bind(controller.signal);
  controller.signal.addEventListener = (...given: Parameters<typeof add>) => {
    added += 1;
    add(...given);
  };
  let rung = 0;
  const forget = Array.from({ length: 20 }, () => onAbort(controller.signal, () => rung++));
  expect(added).toBe(1);
  forget[0]();
  controller.abort();
  expect(rung).toBe(19);
});

test.skipIf(process.platform !== "linux")("a full device is one line, and no bug", () => {
  const cli = new URL("../dist/cli.mjs", import.meta.url).pathname;
  const { status, stderr } = spawnSync("sh", ["-c", `node "${cli}" network list --n 8 > /dev/full`], {
    encoding: "utf8",
  });
  expect(stderr).toMatch(/^samebits: standard output must be writable, got ENOSPC[^\n]*\n$/);
  expect(status).toBe(2);
});
