import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { affineMap } from "../../../test/helpers/operators/operators.ts";
import {
  doneTasks,
  elementsAlone,
  elementsOn,
  type Mischief,
  workersHere,
} from "../../../test/helpers/workers/workers.ts";
import { contractOf, recordContractOf } from "../../conformance/contract-of.ts";
import { generateData } from "../../conformance/data/generate-data.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import { networkExpression } from "../../expressions/network-expression.ts";
import { koggeStone } from "../../networks/generators/kogge-stone.ts";
import { serial } from "../../networks/generators/serial.ts";
import { add, treeHash } from "../../operators/built-in.ts";
import { referenceReduce, referenceScan } from "../../reference/reference.ts";
import type { ElementArray } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { hashArray } from "../../values/hash.ts";
import { networksWasmExecutor } from "../wasm/networks-wasm-executor.ts";
import type { AnyJob, FromWorker, ToWorker } from "./messages.ts";
import { openPool, type Pool } from "./pool.ts";

const SEED = 20_261_121;

const pools: Pool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

async function open(count: number, pieceLength: number, mischief?: Mischief): Promise<Pool> {
  const pool = await openPool({ count, start: workersHere(mischief), shortest: 0, ownWork: 0, pieceLength });
  pools.push(pool);
  return pool;
}

const EXPRESSIONS = [
  ...[1, 4, 32].map((width) => networkExpression("sklansky", width)),
  networkExpression(koggeStone(12), "mine"),
  networkExpression("brent-kung", 16),
  networkExpression("serial", 7),
  networkExpression("ladner-fischer:1", 256),
];
const SUBJECTS = [
  { operator: treeHash, type: "u64", data: "bits" },
  { operator: add, type: "f64", data: "special" },
  { operator: add, type: "f32", data: "narrow" },
] as const;

describe("networks on a pool", () => {
  it("have the bits of the reference, whatever the pieces and the count of workers", async () => {
    const opened = await Promise.all([1, 2, 3].map((count, i) => open(count, [7, 64, 1][i])));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          expression: fc.constantFrom(...EXPRESSIONS),
          pool: fc.constantFrom(...opened),
          subject: fc.constantFrom(...SUBJECTS),
          length: fc.integer({ min: 1, max: 900 }),
          direction: fc.constantFrom("forward" as const, "backward" as const),
          placement: fc.constantFrom(undefined, "outside" as const, "first" as const),
        }),
        async ({ expression, pool, subject: { operator, type, data }, length, direction, placement }) => {
          const value = type === "u64" ? 75n : 0.75;
          const initial = placement === undefined ? undefined : { value, placement };
          const contract = contractOf({ operator, type, expression, direction, initial });
          const input = generateData({ data, type, length, seed: 3n }) as ElementArray;
          const plan = elementsOn(pool.executor(), contract);
          expect(await plan.reduce(input)).toEqual(referenceReduce(contract, input));
          expect(await plan.inclusiveScan(input)).toEqual(referenceScan(contract, "inclusive-scan", input));
          if (initial === undefined) return;
          expect(await plan.exclusiveScan(input)).toEqual(referenceScan(contract, "exclusive-scan", input));
        },
      ),
      { seed: SEED, numRuns: 40 },
    );
  });

  it("serve records, and passes that go on where another executor stopped", async () => {
    const pool = await open(2, 50);
    const expression = networkExpression("kogge-stone", 20);
    const columns = affineMap.columns.map((_, i) =>
      generateData({ data: "narrow", type: "f64", length: 700, seed: BigInt(i) }),
    );
    const records = recordContractOf({ operator: affineMap, expression });
    expect(await pool.executor().plan(columnContract(records)).inclusiveScan(columns)).toEqual(
      referenceScan(records, "inclusive-scan", columns),
    );

    const contract = contractOf({ operator: treeHash, type: "u64", expression });
    const input = generateData({ data: "bits", type: "u64", length: 1000, seed: 5n }) as BigUint64Array;
    const elsewhere = networksWasmExecutor().openPass(columnContract(contract));
    elsewhere.reduce([input.subarray(0, 333)]);
    const pass = pool.openPass(columnContract(contract), elsewhere.summary());
    const expected = referenceScan(contract, "inclusive-scan", input) as BigUint64Array;
    for (const length of [0, 1, 266, 400]) {
      const { position } = pass;
      const [prefixes] = await pass.inclusiveScan([input.subarray(position, position + length)]);
      expect(prefixes).toEqual(expected.subarray(position, position + length));
    }
    expect(pass.observe()).toEqual([expected[999]]);
  });

  it("are computed by workers, none of which fails, however wide they are", async () => {
    const reasons: (string | undefined)[] = [];
    const onAnswer = (message: FromWorker): "pass" => {
      if (message.kind === "done") reasons.push(...message.results.map(({ reason }) => reason));
      return "pass";
    };
    const jobs: AnyJob[] = [];
    const onPost = (message: ToWorker): "pass" => {
      if (message.kind === "job") jobs.push(message);
      return "pass";
    };
    const pool = await open(2, 1000, { onPost, onAnswer });
    for (const [name, width] of [
      ["brent-kung", 8192],
      ["kogge-stone", 2048],
      ["sklansky", 96],
    ] as const) {
      const contract = contractOf({ operator: add, type: "f64", expression: networkExpression(name, width) });
      const input = generateData({ data: "narrow", type: "f64", length: 20_000, seed: 9n }) as Float64Array;
      const plan = elementsOn(pool.executor(), contract);
      const alone = elementsAlone(networksWasmExecutor(), contract);
      expect(hashArray((await plan.inclusiveScan(input)) as Float64Array)).toBe(
        hashArray(alone.inclusiveScan(input)),
      );
      expect(await plan.reduce(input)).toBe(alone.reduce(input));
    }
    expect(reasons.filter((reason) => reason !== undefined)).toEqual([]);
    expect(jobs.reduce((sum, job) => sum + doneTasks(job), 0)).toBeGreaterThan(10);
  });

  it("of one name are told apart", async () => {
    const pool = await open(2, 32);
    const input = generateData({ data: "narrow", type: "f64", length: 960, seed: 9n }) as Float64Array;
    for (const network of [koggeStone(12), serial(12), koggeStone(12)]) {
      const expression = networkExpression(network, "mine");
      const contract = contractOf({ operator: add, type: "f64", expression });
      expect(await elementsOn(pool.executor(), contract).reduce(input)).toBe(
        referenceReduce(contract, input),
      );
    }
    const [one, other] = [koggeStone(12), serial(12)].map((network) =>
      referenceReduce(
        contractOf({ operator: add, type: "f64", expression: networkExpression(network, "mine") }),
        input,
      ),
    );
    expect(one).not.toBe(other);
  });

  it("travel as one text", async () => {
    const posted: string[] = [];
    const onPost = (message: ToWorker): "pass" => {
      if (message.kind === "job") posted.push(JSON.stringify(message.contract.expression));
      return "pass";
    };
    const pool = await open(1, 64, { onPost });
    const expression = networkExpression("sklansky", 4);
    const contract = contractOf({ operator: add, type: "f64", expression });
    await elementsOn(pool.executor(), contract).reduce(new Float64Array(500).fill(1));
    const text = JSON.stringify({ width: 4, steps: expression.network.steps });
    expect([...new Set(posted)]).toEqual([JSON.stringify({ kind: "network", name: "sklansky", text })]);
  });

  it("are refused where they are no scans, before anything runs", async () => {
    const pool = await open(1, 64);
    const expression = { kind: "network", name: "mine", network: { width: 3, steps: [[[0, 2]]] } } as const;
    const contract = contractOf({ operator: add, type: "f64", expression });
    expect(() =>
      pool
        .executor()
        .refusal({ contract: columnContract(contract), observation: "reduce", allowQuadratic: false }),
    ).toThrow(InvalidArgumentError);
  });
});
