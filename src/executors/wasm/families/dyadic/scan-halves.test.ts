import { describe, expect, it } from "vitest";
import { hostileColumns, RECORD_OPERATORS } from "../../../../../test/helpers/operators/operators.ts";
import { contractOf, hostileElements } from "../../../../../test/helpers/summaries/contracts.ts";
import { recordContractOf } from "../../../../conformance/contract-of.ts";
import { columnContract } from "../../../../contracts/column-contract.ts";
import type { ElementContract, RecordContract } from "../../../../contracts/contract.ts";
import { printContract } from "../../../../contracts/print.ts";
import { blockDyadic, iteratedPairwise, linearCarry } from "../../../../expressions/expression.ts";
import { add, BUILT_IN_OPERATORS } from "../../../../operators/built-in.ts";
import { type ColumnArray, newColumn } from "../../../../values/value-types.ts";
import type { ColumnSummary, OnlinePass } from "../../../executor.ts";
import { openMemory } from "../../memory/wasm-memory.ts";
import { openNetworksWasm } from "../../networks-wasm-executor.ts";
import { scanHalves } from "./scan-halves.ts";

const { executor, machine } = openNetworksWasm(openMemory());
const halves = scanHalves(machine);
type Columns = readonly ColumnArray[];

/** Draws that are as good as random. */
function draws(count: number): readonly bigint[] {
  let state = 20261122n;
  return Array.from({ length: count }, () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return state ^ (state >> 29n);
  });
}

function picker(): (count: number) => number {
  let i = 0;
  const all = draws(1009);
  return (count) => Number(all[i++ % all.length] >> 33n) % count;
}

/** The raw words of columns, so that a NaN which is not canonical shows. */
function words(columns: Columns): readonly string[] {
  return columns.map((column) => Buffer.from(column.slice().buffer).toString("hex"));
}

type AnyContract = ElementContract | RecordContract;

/** Elements of a range of the sequence, in array order. */
function partOf({ direction }: AnyContract, columns: Columns, start: number, end: number): Columns {
  return columns.map((column) => {
    const { length } = column;
    return direction === "backward"
      ? column.subarray(length - end, length - start)
      : column.subarray(start, end);
  });
}

function closing<Result>(pass: OnlinePass, use: (pass: OnlinePass) => Result): Result {
  try {
    return use(pass);
  } finally {
    pass.close();
  }
}

/** Scans columns in pieces that end at `cuts` units: first halves, last piece first, then the joins. */
function scanInHalves(contract: AnyContract, input: Columns, output: Columns, cuts: readonly number[]): void {
  const unit = halves.unitOf(columnContract(contract)) ?? Number.NaN;
  const part = (columns: Columns, start: number, end: number): Columns =>
    partOf(contract, columns, start, end);
  const pieces = cuts.map((end, i) => ({ start: (cuts[i - 1] ?? 0) * unit, end: end * unit }));
  for (const { start, end } of [...pieces].reverse()) {
    closing(halves.openPrefixes(columnContract(contract)), (pass) => {
      pass.inclusiveScan(part(input, start, end), part(output, start, end));
      expect(pass.position).toBe(end - start);
    });
  }
  const before = closing(executor.openPass(columnContract(contract)), (pass) =>
    pieces.map(({ start, end }): ColumnSummary => {
      const summary = pass.summary();
      pass.reduce(part(input, start, end));
      return summary;
    }),
  );
  pieces.forEach(({ start, end }, i) => {
    closing(halves.openJoin(columnContract(contract), before[i]), (pass) => {
      const target = part(output, start, end);
      pass.inclusiveScan(target, target);
    });
  });
}

function check(contract: AnyContract, input: Columns, unit: number): void {
  const expected = input.map((column) => column.slice());
  closing(executor.openPass(columnContract(contract)), (pass) => pass.inclusiveScan(input, expected));
  const output = input.map((column) => column.slice());
  const { prefixes, joined } = halves.counts;
  scanInHalves(contract, input, output, [1, 4, 6]);
  expect(words(output)).toEqual(words(expected));
  expect(halves.counts).toEqual({ prefixes: prefixes + 6 * unit, joined: joined + 6 * unit });
}

describe("a scan in halves has the bits of one, and its first half the summary of its elements", () => {
  const contracts = BUILT_IN_OPERATORS.flatMap((operator) =>
    operator.types.flatMap((type) => {
      const initial = { value: type === "i64" || type === "u64" ? 3n : 3, placement: "outside" } as const;
      return [2, 4, 8, 16, 32].flatMap((length) =>
        [{}, { direction: "backward" } as const, { initial }].map((rest) =>
          contractOf(blockDyadic(length), { operator, type, accumulate: type, ...rest }),
        ),
      );
    }),
  ).filter((contract) => halves.unitOf(columnContract(contract)) !== undefined);

  it("of every operator on single elements", () => {
    expect(contracts.length).toBeGreaterThan(400);
    for (const contract of contracts) {
      const unit = halves.unitOf(columnContract(contract)) ?? Number.NaN;
      const input = hostileElements(contract.type, draws(6 * unit));
      try {
        check(contract, [input], unit);
      } catch (error) {
        throw new Error(printContract(contract), { cause: error });
      }
    }
  });

  it("in library memory, in place", () => {
    const contract = contractOf(blockDyadic(32));
    const length = 6 * (halves.unitOf(columnContract(contract)) ?? Number.NaN);
    const home = executor.allocate("u64", length);
    const elements = hostileElements("u64", draws(length));
    home.array.set(elements as BigUint64Array);
    scanInHalves(contract, [elements], [home.array], [2, 3, 6]);
    const expected = closing(executor.openPass(columnContract(contract)), (pass) =>
      pass.inclusiveScan([elements]),
    );
    expect(words([home.array])).toEqual(words(expected));
    home.array.set(elements as BigUint64Array);
    const summary = closing(halves.openPrefixes(columnContract(contract)), (pass) => {
      pass.inclusiveScan([home.array], [home.array]);
      return pass.summary();
    });
    closing(executor.openPass(columnContract(contract)), (pass) => {
      pass.reduce([elements]);
      expect(summary).toEqual(pass.summary());
    });
    closing(halves.openJoin(columnContract(contract)), (pass) =>
      pass.inclusiveScan([home.array], [home.array]),
    );
    expect(words([home.array])).toEqual(words(expected));
    home.release();
  });

  it.each(RECORD_OPERATORS.map((operator) => [operator.name, operator] as const))(
    "of records by %s",
    (_, operator) => {
      for (const length of [4, 16, 32]) {
        const contract = recordContractOf({ operator, expression: blockDyadic(length) });
        const unit = halves.unitOf(columnContract(contract));
        if (unit === undefined) continue;
        check(contract, hostileColumns(operator.columns, 6 * unit, picker()), unit);
      }
    },
  );

  it("is offered for blocks in groups alone, and refuses what is no multiple", () => {
    const first = { initial: { value: 1n, placement: "first" } } as const;
    for (const contract of [
      contractOf(iteratedPairwise),
      contractOf(linearCarry(32)),
      contractOf(blockDyadic(64)),
      contractOf(blockDyadic(24)),
      contractOf(blockDyadic(32), first),
      contractOf(blockDyadic(32), { operator: add, type: "f32", accumulate: "f64" }),
    ]) {
      expect(halves.unitOf(columnContract(contract)), printContract(contract)).toBeUndefined();
    }
    const contract = contractOf(blockDyadic(32));
    const odd = [newColumn("u64", 100)];
    for (const pass of [
      halves.openPrefixes(columnContract(contract)),
      halves.openJoin(columnContract(contract)),
    ]) {
      closing(pass, () => expect(() => pass.inclusiveScan(odd, odd)).toThrow(/half a scan/));
    }
  });
});
