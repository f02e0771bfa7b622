import { describe, expect, test } from "vitest";
import { gpuParts } from "../../../test/helpers/webgpu/gpu-parts.ts";
import { serialPlans, serialWords, wordsOf } from "../../../test/helpers/webgpu/serial-plan.ts";
import { describeOnQuickAdapter } from "../../../test/webgpu/adapters.ts";
import { contractOf, recordContractOf } from "../../conformance/contract-of.ts";
import { type ColumnContract, columnContract } from "../../contracts/column-contract.ts";
import type { Observation } from "../../contracts/contract.ts";
import { blockDyadic } from "../../expressions/expression.ts";
import { add } from "../../operators/built-in.ts";
import { defineOperator } from "../../operators/define-operator.ts";
import { right } from "../../operators/term.ts";
import type { ElementType, Scalar, ScalarType } from "../../values/element-types.ts";
import { EmptyInputError } from "../../values/errors.ts";
import { type ColumnArray, newColumn } from "../../values/value-types.ts";
import { awaitedElementPlan } from "../executor.ts";
import { webGpuExecutor } from "./machine.ts";

const expression = blockDyadic(32);
const RECORD = { value: "f64", isValid: "bool", id: "u32" } as const;
const lastRecord = defineOperator(RECORD, [right("f64"), right("bool", 1), right("u32", 2)], {
  name: "last",
});

const INITIALS = [undefined, "outside", "first"] as const;
const DIRECTIONS = ["forward", "backward"] as const;
const OBSERVATIONS = ["reduce", "inclusive-scan", "exclusive-scan"] as const;

/** Bits without a pattern; bools as bytes 0 and 1. */
function anyColumn(type: ScalarType, length: number, seed = 1): ColumnArray {
  const column = newColumn(type, length);
  const bytes = new Uint8Array(column.buffer);
  let state = seed;
  for (let i = 0; i < bytes.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = type === "bool" ? state >>> 31 : state >>> 24;
  }
  return column;
}

/** Every kind of contract over elements: direction and initial value. */
function contractsOf(type: ElementType, value: Scalar): readonly ColumnContract[] {
  return DIRECTIONS.flatMap((direction) =>
    INITIALS.map((placement) => {
      const initial = placement && { value, placement };
      return columnContract(contractOf({ operator: add, type, expression, direction, initial }));
    }),
  );
}

describeOnQuickAdapter((adapter) => {
  const open = async (chunkLength: number) => {
    const parts = gpuParts(await adapter.device(), serialPlans(chunkLength));
    return { parts, executor: webGpuExecutor(parts) };
  };

  test("takes arrays of every length to the device and back, in chunks", async () => {
    const { executor } = await open(8);
    for (const contract of contractsOf("u32", 77)) {
      for (const n of [1, 7, 8, 9, 16, 33]) {
        await expectColumns(executor, contract, [anyColumn("u32", n)]);
      }
    }
  });

  test.each(["f64", "f32", "u64"] as const)("moves every bit of %s", async (type) => {
    const { executor } = await open(8);
    for (const contract of contractsOf(type, type === "u64" ? 5n : 5)) {
      await expectColumns(executor, contract, [anyColumn(type, 21)]);
    }
  });

  test("takes records by column, bools as words", async () => {
    const { executor } = await open(8);
    const initial = { value: [1.5, 1, 9], placement: "first" } as const;
    for (const given of [{}, { initial }, { initial, direction: "backward" } as const]) {
      const contract = columnContract(recordContractOf({ operator: lastRecord, expression, ...given }));
      for (const n of [5, 20]) {
        const columns = [anyColumn("f64", n), anyColumn("bool", n), anyColumn("u32", n)];
        await expectColumns(executor, contract, columns);
      }
    }
  });

  test("writes into outputs: given ones, parts of arrays, shared memory, the input itself", async () => {
    const { executor } = await open(8);
    const contract = columnContract(
      contractOf({
        ...{ operator: add, type: "i64", expression },
        initial: { value: 3n, placement: "first" },
      }),
    );
    const values = anyColumn("i64", 30) as BigInt64Array;
    const plan = awaitedElementPlan(executor.plan(contract));
    const scan = async (input: BigInt64Array, output: BigInt64Array): Promise<void> => {
      const expected = serialWords(contract, "exclusive-scan", [values])[0];
      expect(await plan.exclusiveScan(input, output)).toBe(output);
      expect(wordsOf(output)).toEqual(expected);
    };
    const part = new BigInt64Array(40).fill(-1n);
    await scan(values, part.subarray(5, 35));
    expect([part[4], part[35]]).toEqual([-1n, -1n]);
    const shared = new BigInt64Array(new SharedArrayBuffer(8 * 31)).subarray(1);
    shared.set(values);
    await scan(shared, shared);
    const inPlace = values.slice();
    await scan(inPlace, inPlace);
  });

  test("answers of nothing need no device", async () => {
    const { executor, parts } = await open(8);
    const given = { operator: add, type: "f32", expression } as const;
    const empty = new Float32Array(0);
    const planOf = (of: Parameters<typeof contractOf>[0]) =>
      awaitedElementPlan(executor.plan(columnContract(contractOf(of))));
    await expect(planOf(given).reduce(empty)).rejects.toThrow(EmptyInputError);
    const plan = planOf({ ...given, initial: { value: -0, placement: "outside" } });
    expect(await plan.reduce(empty)).toBe(-0);
    expect(await plan.inclusiveScan(empty)).toEqual(empty);
    expect(await plan.exclusiveScan(empty, empty)).toBe(empty);
    parts.core.check();
  });

  test("runs calls at the same time, of one plan and of several", async () => {
    const { executor } = await open(8);
    const contracts = contractsOf("u32", 5);
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        expectColumns(executor, contracts[i % 3], [anyColumn("u32", 10 + i, i)]),
      ),
    );
  });

  describe("a call that is aborted", () => {
    test("before it began rejects with the signal's reason, and does nothing", async () => {
      const made: object[] = [];
      const parts = gpuParts(await adapter.device(), serialPlans(8, made as never));
      const plan = webGpuExecutor(parts, AbortSignal.abort("no")).plan(contractsOf("u32", 1)[0]);
      await expect(async () => plan.reduce([new Uint32Array(3)])).rejects.toBe("no");
      expect(made).toEqual([]);
    });

    test("while it runs rejects at once, writes nothing more, and leaves the device to others", async () => {
      const { parts, executor } = await open(8);
      const contract = contractsOf("u32", 1)[0];
      const abort = new AbortController();
      const input = anyColumn("u32", 80) as Uint32Array;
      const output = new Uint32Array(80);
      const call = webGpuExecutor(parts, abort.signal).plan(contract).inclusiveScan([input], [output]);
      const expected = new Error("enough");
      queueMicrotask(() => abort.abort(expected));
      await expect(call).rejects.toBe(expected);
      await expectColumns(executor, contract, [input]);
      expect(output).toEqual(new Uint32Array(80));
    });
  });
});

async function expectColumns(
  executor: ReturnType<typeof webGpuExecutor>,
  contract: ColumnContract,
  columns: readonly ColumnArray[],
): Promise<void> {
  for (const observation of OBSERVATIONS) {
    if (observation === "exclusive-scan" && contract.initial === undefined) continue;
    const found = await observe(executor, contract, observation, columns);
    expect({ observation, n: columns[0].length, words: found.map(wordsOf) }).toEqual({
      observation,
      n: columns[0].length,
      words: serialWords(contract, observation, columns),
    });
  }
}

async function observe(
  executor: ReturnType<typeof webGpuExecutor>,
  contract: ColumnContract,
  observation: Observation,
  columns: readonly ColumnArray[],
): Promise<readonly ColumnArray[]> {
  const plan = executor.plan(contract);
  if (observation === "inclusive-scan") return plan.inclusiveScan(columns);
  if (observation === "exclusive-scan") return plan.exclusiveScan(columns);
  const row = await plan.reduce(columns);
  return contract.sums.map((type, i) => {
    const column = newColumn(type, 1);
    column[0] = row[i];
    return column;
  });
}
