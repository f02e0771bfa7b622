import { afterAll, describe, expect, test } from "vitest";
import { isLong } from "../../../test/extent.ts";
import { HIGH_PLACES, type HighMemory, highMemory } from "../../../test/helpers/wasm/high-heap.ts";
import { workersHere } from "../../../test/helpers/workers/workers.ts";
import { conformance } from "../../conformance/suite/conformance.ts";
import { type ColumnContract, scalarTypesOf } from "../../contracts/column-contract.ts";
import type { ColumnArray, Columns, StoredArray, StoredColumns } from "../../values/value-types.ts";
import type { Executor, OnlinePass, Plan, Request } from "../executor.ts";
import { networksWasmExecutor } from "../wasm/networks-wasm-executor.ts";
import { openPool, type Pool } from "./pool.ts";

/*
 * Elements, records, networks, order-free sums and passes on arrays that lie above 2 GiB of library memory: the conformance suite on executors
 * that are given copies there. Of the algorithms see test/algorithms/high-addresses.thorough.test.ts.
 */

const pools: Pool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

/** How a call is made on columns in high memory: the input is copied there, and what comes from there copied out. */
interface Placed {
  readonly input: Columns;
  readonly output: Columns;
}

function placed({ place }: HighMemory, contract: ColumnContract, input: StoredColumns): Placed {
  const { sums } = contract;
  const types = scalarTypesOf(contract);
  const lengths = [...types, ...sums].map(() => input[0].length);
  const columns = place([...types, ...sums], lengths);
  input.forEach((column, i) => {
    copy(columns[i], column);
  });
  return { input: columns.slice(0, types.length), output: columns.slice(types.length) };
}

function copy(to: ColumnArray, from: StoredArray): void {
  (to as Uint8Array).set(from as Uint8Array);
}

/** An executor whose every call is one on high memory. */
function inHighMemory(executor: Executor, memory: HighMemory): Executor {
  const scanned =
    (contract: ColumnContract, scan: Plan["inclusiveScan"]) =>
    async (input: StoredColumns, output?: Columns): Promise<Columns> => {
      const there = placed(memory, contract, input);
      const isInPlace = output !== undefined && output[0] === input[0];
      const result = await scan(there.input, isInPlace ? there.input : there.output);
      if (output === undefined) return result.map((column) => column.slice() as ColumnArray);
      result.forEach((column, i) => {
        copy(output[i], column);
      });
      return output;
    };
  return {
    name: executor.name,
    refusal: (request) => executor.refusal(request),
    plan(contract): Plan {
      const plan = executor.plan(contract);
      return {
        reduce: async (input) => plan.reduce(placed(memory, contract, input).input),
        inclusiveScan: scanned(contract, plan.inclusiveScan),
        exclusiveScan: scanned(contract, plan.exclusiveScan),
      };
    },
  };
}

/** The plans of passes: what they give of a whole array in three chunks. */
function byPasses(executor: ReturnType<typeof networksWasmExecutor>): Executor {
  const cut = (length: number): readonly number[] => [
    0,
    Math.floor(length / 3),
    Math.floor(length / 2),
    length,
  ];
  const over = <Result>(
    contract: ColumnContract,
    input: StoredColumns,
    take: (pass: OnlinePass, from: number, to: number) => void,
    result: (pass: OnlinePass) => Result,
  ): Result => {
    const pass = executor.openPass(contract);
    try {
      const cuts = cut(input[0].length);
      for (let i = 1; i < cuts.length; i++) {
        const [start, end] = [cuts[i - 1], cuts[i]];
        // The sequence of a backward contract begins at the end.
        const isBackward = contract.direction === "backward";
        const length = input[0].length;
        take(pass, isBackward ? length - end : start, isBackward ? length - start : end);
      }
      return result(pass);
    } finally {
      pass.close();
    }
  };
  const parts = (columns: StoredColumns, from: number, to: number) =>
    columns.map((column) => column.subarray(from, to) as ColumnArray);
  const planFor = (contract: ColumnContract): Plan => {
    const scan =
      (kind: "inclusiveScan" | "exclusiveScan"): Plan["inclusiveScan"] =>
      (input, output = input as Columns) =>
        over(
          contract,
          input,
          (pass, from, to) => pass[kind](parts(input, from, to), parts(output, from, to)),
          () => output,
        );
    return {
      reduce: (input) =>
        over(
          contract,
          input,
          (pass, from, to) => pass.reduce(parts(input, from, to)),
          (pass) => pass.observe(),
        ),
      inclusiveScan: scan("inclusiveScan"),
      exclusiveScan: scan("exclusiveScan"),
    };
  };
  return {
    name: executor.name,
    refusal: (request) => executor.refusal(request),
    plan: planFor,
  };
}

async function expectRight(
  executor: Executor,
  requestLimit: number,
  isTried?: (request: Request) => boolean,
): Promise<void> {
  const parts = ["tree-fingerprints", "operators-and-types", "custom-operators", "order-free"] as const;
  const limit = isLong ? undefined : requestLimit;
  const report = await conformance(executor, { parts, requestLimit: limit, isTried, stopAfter: 3 });
  expect(report.failed.map(({ message }) => message)).toEqual([]);
  expect(report.run).toBeGreaterThan(300);
}

describe.each(HIGH_PLACES)("%s", (place) => {
  test("plans in WebAssembly", async () => {
    const memory = highMemory(place);
    await expectRight(inHighMemory(networksWasmExecutor(memory.heap), memory), 120);
  });

  test("passes in WebAssembly", async () => {
    const memory = highMemory(place);
    const executor = networksWasmExecutor(memory.heap);
    const isTried = ({ contract }: Request): boolean => {
      try {
        if (contract.kind === "function") return false;
        executor.openPass(contract).close();
        return true;
      } catch {
        return false; // an expression without summaries
      }
    };
    await expectRight(inHighMemory(byPasses(executor), memory), 90, isTried);
  });

  test("plans on workers", async () => {
    const memory = highMemory(place);
    const setting = { count: 2, start: workersHere(), shortest: 0, ownWork: 0, pieceLength: 32 };
    const pool = await openPool({ ...setting, heap: memory.heap });
    pools.push(pool);
    await expectRight(inHighMemory(pool.executor(), memory), 40);
  });
});
