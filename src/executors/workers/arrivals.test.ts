import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { elementsOn, type Mischief, workersHere } from "../../../test/helpers/workers/workers.ts";
import { contractOf } from "../../conformance/contract-of.ts";
import { columnContract } from "../../contracts/column-contract.ts";
import type { TypedContract } from "../../contracts/contract.ts";
import type { Determinism, Requirement } from "../../contracts/levels.ts";
import { bisection, blockDyadic, interleaved } from "../../expressions/expression.ts";
import { add, BUILT_IN_OPERATORS, multiply } from "../../operators/built-in.ts";
import { OPERATORS } from "../../operators/operator.ts";
import { f64, operator } from "../../operators.ts";
import { bitsOf } from "../../values/bits.ts";
import { InternalError } from "../../values/errors.ts";
import type { TaskResult } from "./messages.ts";
import { arrivals } from "./pieces.ts";
import { openPool, type Pool } from "./pool.ts";
import type { PoolSetting } from "./pool-core.ts";

const SEED = 20_261_204;
const PIECE = 32;

const pools: Pool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

async function open(mischief: Mischief, setting: Partial<PoolSetting> = {}): Promise<Pool> {
  const start = workersHere(mischief);
  const pool = await openPool({
    count: 3,
    start,
    shortest: 0,
    ownWork: 0,
    pieceLength: PIECE,
    patience: 20,
    ...setting,
  });
  pools.push(pool);
  return pool;
}

/** A pool that hears of a round's pieces in an order of the test's. */
async function openOrdered(order: (results: readonly TaskResult[]) => readonly TaskResult[]): Promise<Pool> {
  return open({
    onAnswer(message) {
      if (message.kind === "done") Object.assign(message, { results: order(message.results) });
      return "pass";
    },
  });
}

const sum = contractOf({ operator: add, type: "f64", expression: blockDyadic(32) });
const asking = (determinism: Determinism): Requirement => ({ determinism, isExpressionNamed: false });

/** Elements of which each piece has one that is not zero. */
function pieces(...values: readonly number[]): Float64Array {
  const input = new Float64Array(values.length * PIECE);
  values.forEach((value, piece) => {
    input[piece * PIECE + 5] = value;
  });
  return input;
}

function reduceOn(
  pool: Pool,
  determinism: Determinism,
  input: Float64Array,
  contract: TypedContract = sum,
): unknown {
  return elementsOn(pool.executor(), contract, asking(determinism)).reduce(input);
}

describe("a reduce that guarantees nothing takes pieces as they arrive", () => {
  const input = pieces(1, 1e16, -1e16, 1);

  it("so that two arrival orders give two values, both right up to rounding", async () => {
    const inOrder = await openOrdered((results) => results);
    const reversed = await openOrdered((results) => [...results].reverse());
    const swapped = await openOrdered(([first, second, third, last]) => [second, third, first, last]);
    // (((1 + 1e16) − 1e16) + 1), the same from the end, and (((1e16 − 1e16) + 1) + 1).
    expect(await reduceOn(inOrder, "notGuaranteed", input)).toBe(1);
    expect(await reduceOn(reversed, "notGuaranteed", input)).toBe(1);
    expect(await reduceOn(swapped, "notGuaranteed", input)).toBe(2);
    // Rounding: at most three additions of up to 1e16 + 2, each within 2^-53 of its value; the sum is 2.
    expect(2 - 1).toBeLessThanOrEqual(3 * 2 ** -53 * (1e16 + 2));
  });

  // Of lanes, whose summaries are posted; of blocks a piece is one value, which is left in shared memory.
  it("and no other level does", async () => {
    const lanes = contractOf({ operator: add, type: "f64", expression: interleaved(4) });
    for (const level of ["runToRun", "everywhere"] as const) {
      const values = new Set<unknown>();
      for (const order of [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [1, 2, 0, 3],
      ]) {
        const pool = await openOrdered((results) => order.map((i) => results[i]));
        values.add(await reduceOn(pool, level, input, lanes));
        expect(await elementsOn(pool.executor(), lanes).reduce(input)).toBe(
          await reduceOn(pool, level, input, lanes),
        );
      }
      expect([...values]).toHaveLength(1);
    }
  });

  it("whatever the order: of many, several bit patterns, all within the bound of a sum in any order", async () => {
    let seed = 0;
    const pool = await openOrdered((results) => shuffled(results, seed));
    const seen = new Set<bigint>();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 - 1 }), async (given) => {
        seed = given;
        const values = Float64Array.from(
          { length: 20 * PIECE },
          (_, i) => Math.round(Math.sin(i) * 2 ** 20) * 2 ** (i % 40),
        );
        const value = Number(await reduceOn(pool, "notGuaranteed", values));
        const { exact, magnitude } = wholeSums(values);
        expect(Math.abs(value - exact)).toBeLessThanOrEqual(
          (values.length - 1) * 2 ** -53 * magnitude * 1.001,
        );
        seen.add(bitsOf("f64", value));
      }),
      { seed: SEED, numRuns: 60 },
    );
    expect(seen.size).toBeGreaterThan(3);
  });

  it("takes each piece once, though it be done twice", async () => {
    let isLate = true;
    const pool = await open({
      onAnswer(message, slot, events) {
        if (message.kind !== "done" || slot === 2) return "pass";
        // It answers when the caller's thread has lost patience and done the work itself.
        if (isLate) setTimeout(() => events.onMessage(message), 60);
        return isLate ? "keep" : "pass";
      },
    });
    const whole = Float64Array.from({ length: 3000 }, (_, i) => i);
    for (let run = 0; run < 3; run++) {
      expect(await reduceOn(pool, "notGuaranteed", whole)).toBe((2999 * 3000) / 2);
      isLate = run < 1;
    }
  });

  it("with an initial value in either place, from either end, and of nothing", async () => {
    const pool = await openOrdered((results) => [...results].reverse());
    const whole = Float64Array.from({ length: 777 }, (_, i) => i);
    for (const placement of ["outside", "first"] as const) {
      for (const direction of ["forward", "backward"] as const) {
        const contract = { ...sum, direction, initial: { value: 0.5, placement } };
        expect(await reduceOn(pool, "notGuaranteed", whole, contract)).toBe((776 * 777) / 2 + 0.5);
        expect(await reduceOn(pool, "notGuaranteed", new Float64Array(0), contract)).toBe(0.5);
      }
    }
    expect(await reduceOn(pool, "notGuaranteed", Float64Array.of(-0))).toBe(-0);
    expect(await reduceOn(pool, "notGuaranteed", pieces(1, Number.NaN, 2))).toBeNaN();
  });

  it("of a bisection too, whose pieces end anywhere", async () => {
    const pool = await openOrdered((results) => [...results].reverse());
    const whole = Float64Array.from({ length: 777 }, (_, i) => i);
    expect(await reduceOn(pool, "notGuaranteed", whole, { ...sum, expression: bisection })).toBe(
      (776 * 777) / 2,
    );
  });

  it("asks that something has arrived", () => {
    expect(() => arrivals((left) => left).total()).toThrow(InternalError);
  });
});

describe("served", () => {
  it("says so, of sums and products of floats and of nothing else", async () => {
    const pool = await open({});
    const { served } = pool.executor();
    const freed: string[] = [];
    for (const builtIn of BUILT_IN_OPERATORS) {
      for (const type of builtIn.types) {
        const contract = contractOf({ operator: builtIn, type, expression: blockDyadic(32) });
        for (const observation of ["reduce", "inclusive-scan", "exclusive-scan"] as const) {
          for (const level of ["notGuaranteed", "runToRun", "everywhere"] as const) {
            const request = {
              contract: columnContract(contract),
              observation,
              allowQuadratic: false,
              requirement: asking(level),
            };
            const answer = served?.(request);
            if (answer?.determinism === "everywhere") expect(answer.expression).toBe("block-dyadic:32");
            else
              freed.push([builtIn.name, type, observation, level, ...Object.values(answer ?? {})].join(" "));
          }
        }
      }
    }
    const arrival = "reduce notGuaranteed notGuaranteed implementation-defined:arrival-order";
    expect(freed.sort()).toEqual(
      [add, multiply].flatMap(({ name }) => [`${name} f32 ${arrival}`, `${name} f64 ${arrival}`]),
    );
    const whole = { contract: columnContract(sum), observation: "reduce", allowQuadratic: false } as const;
    expect(served?.(whole)).toEqual({ determinism: "everywhere", expression: "block-dyadic:32" });
  });

  it("takes no freedom with an operator that is commutative and nothing more", async () => {
    const mean = operator(f64, (left, right) => left.add(right).multiply(0.5), { name: "mean" });
    const contract = contractOf({
      operator: OPERATORS.mark({ ...mean, isCommutative: true }),
      type: "f64",
      expression: blockDyadic(32),
    });
    const pool = await openOrdered((results) => [...results].reverse());
    const asked = {
      contract: columnContract(contract),
      observation: "reduce",
      allowQuadratic: false,
      requirement: asking("notGuaranteed"),
    } as const;
    expect(pool.executor().served?.(asked).determinism).toBe("everywhere");
    const input = pieces(1, 2, 3, 4);
    expect(await reduceOn(pool, "notGuaranteed", input, contract)).toBe(
      await elementsOn(pool.executor(), contract).reduce(input),
    );
  });
});

function shuffled<Each>(list: readonly Each[], seed: number): readonly Each[] {
  const result = [...list];
  let state = seed;
  for (let i = result.length - 1; i > 0; i--) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
    const j = state % (i + 1);
    [result[i], result[j]] = [result[j], result[i]];
    state += 0x9e37_79b9;
  }
  return result;
}

/** Sum and sum of magnitudes of whole numbers, each rounded once. */
function wholeSums(values: Float64Array): { readonly exact: number; readonly magnitude: number } {
  let exact = 0n;
  let magnitude = 0n;
  for (const value of values) {
    exact += BigInt(value);
    magnitude += BigInt(Math.abs(value));
  }
  return { exact: Number(exact), magnitude: Number(magnitude) };
}
