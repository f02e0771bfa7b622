import { beforeAll, describe, expect, test } from "vitest";
import type { Executor } from "../../src/executors/executor.ts";
import { ARITHMETIC_CASES } from "./cases/arithmetic.ts";
import type { SumCase } from "./cases/sum-case.ts";
import { TEST262_CASES } from "./cases/test262.ts";
import { ONE_TERM, TEN_TERM_REPEATS, XSUM_CASES, XSUM_TEN_TERM_CASES } from "./cases/xsum.ts";
import { inputOf, numbersOf, ORDER_FREE, oraclePrefixes, planOn, type Setting } from "./contracts.ts";
import { CONTENDERS } from "./executors.ts";

const TABLES = { test262: TEST262_CASES, xsum: XSUM_CASES, arithmetic: ARITHMETIC_CASES };
const [EXACT, ...BINNED] = ORDER_FREE;

describe.each(CONTENDERS)("the $name executor knows what others know", ({ open }) => {
  let executor: Executor;
  beforeAll(async () => {
    executor = await open();
  });

  test.each(Object.entries(TABLES))("exact reduces: %s", async (_, cases) => {
    for (const each of cases) {
      const sum = await planOn(executor, settingOf(each)).reduce(inputOf(each.type, each.terms));
      expect([each.name, sum]).toStrictEqual([each.name, each.sum]);
    }
  });

  test.each(Object.entries(TABLES))("exact scans, every prefix: %s", async (_, cases) => {
    for (const each of cases) await checkScans(executor, settingOf(each), each);
  });

  test.each(
    BINNED.map((expression) => ({ fold: expression.kind === "binned" ? expression.fold : 0, expression })),
  )("binned, fold $fold, by the oracle, every prefix", async ({ expression }) => {
    for (const each of Object.values(TABLES).flat()) {
      await checkScans(executor, { ...settingOf(each), expression }, each);
    }
  });

  test("the tables repeated, 8,192 times", async () => {
    const plan = planOn(executor, settingOf(XSUM_CASES[0]));
    for (const { name, terms, sum } of XSUM_TEN_TERM_CASES) {
      const repeated = new Array<readonly number[]>(TEN_TERM_REPEATS).fill(terms).flat();
      expect([name, await plan.reduce(inputOf("f64", repeated))]).toStrictEqual([
        name,
        sum * TEN_TERM_REPEATS,
      ]);
    }
    for (const term of ONE_TERM) {
      const repeated = new Array<number>(TEN_TERM_REPEATS).fill(term);
      expect(await plan.reduce(inputOf("f64", repeated))).toBe(term * TEN_TERM_REPEATS);
    }
  });
});

/** Cases of more terms than these are for reduces. */
const LONGEST_SCAN = 100;

async function checkScans(executor: Executor, setting: Setting, { name, terms }: SumCase): Promise<void> {
  if (terms.length > LONGEST_SCAN) return;
  const input = inputOf(setting.type, terms);
  const plan = planOn(executor, setting);
  const prefixes = oraclePrefixes(setting, terms);
  expect([name, numbersOf(await plan.inclusiveScan(input))]).toStrictEqual([name, prefixes]);
  expect(await plan.reduce(input)).toBe(prefixes[prefixes.length - 1]);

  const backward = planOn(executor, setting, { direction: "backward" });
  const suffixes = oraclePrefixes(setting, [...terms].reverse());
  expect([name, numbersOf(await backward.inclusiveScan(input))]).toStrictEqual([
    name,
    [...suffixes].reverse(),
  ]);

  const [value, ...rest] = terms;
  const exclusive = planOn(executor, setting, { initial: { value, placement: "outside" } });
  expect(numbersOf(await exclusive.exclusiveScan(inputOf(setting.type, rest)))).toStrictEqual(
    rest.map((_, i) => (i === 0 ? value : prefixes[i])),
  );
}

function settingOf({ type }: SumCase): Setting {
  return { name: `exact ${type}`, expression: EXACT, type };
}
