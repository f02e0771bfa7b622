import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AlgorithmsResult } from "./algorithms.mjs";
import { algorithmsOutcomes, algorithmsTables, measuredAgain, withAlgorithms } from "./algorithms-tables.mjs";
import {
  ALGORITHM_GOALS,
  ALGORITHM_GROUPS,
  type AlgorithmCase,
  DATA,
  OURS,
  QUICK_ALGORITHM_GROUPS,
} from "./cases/algorithms.mjs";
import { checkAlgorithm } from "./contenders/algorithm-answers.mjs";
import { uniformElements } from "./contenders/algorithm-inputs.mjs";
import { algorithmLoop } from "./contenders/algorithm-loops.mjs";
import { samebitsAlgorithm } from "./contenders/algorithm-samebits.mjs";

const casesOf = (
  process: AlgorithmCase["process"],
): readonly (AlgorithmCase & { readonly title: string })[] =>
  QUICK_ALGORITHM_GROUPS.flatMap(({ cases }) => cases)
    .filter((each) => each.process === process)
    .map((each) => ({ ...each, n: 1000, title: `${each.task} ${each.type}, ${each.data}` }));

describe("cases of algorithms", () => {
  test("every task has ours and peers, every goal its groups, and no case stands twice", () => {
    for (const { name, cases } of [...ALGORITHM_GROUPS, ...QUICK_ALGORITHM_GROUPS]) {
      expect(cases[0].contender, name).toBe(OURS);
      expect(cases.length, name).toBeGreaterThan(1);
      expect(new Set(cases.map((each) => JSON.stringify(each))).size, name).toBe(cases.length);
      expect(Object.keys(DATA)).toContain(cases[0].data);
    }
    const tasks = (groups: typeof ALGORITHM_GROUPS): ReadonlySet<string> =>
      new Set(groups.map(({ cases: [{ task }] }) => task));
    expect(tasks(QUICK_ALGORITHM_GROUPS)).toEqual(tasks(ALGORITHM_GROUPS));
    for (const { groups, peer, title } of ALGORITHM_GOALS) {
      const own = ALGORITHM_GROUPS.filter(({ name }) => groups.test(name));
      expect(own.length, title).toBeGreaterThan(0);
      for (const { cases } of own) expect(cases.map(({ contender }) => contender)).toContain(peer);
    }
  });

  test("sorts of both lengths and all three types, beside the standard library's", () => {
    for (const type of ["u32", "f32", "f64"]) {
      for (const n of [2 ** 20, 2 ** 24]) {
        const group = ALGORITHM_GROUPS.find(({ name }) => name === `sort ${type} uniform n=${n}`);
        const contenders = group?.cases.map(({ contender }) => contender);
        expect(contenders).toEqual(
          expect.arrayContaining([OURS, "TypedArray.prototype.sort", "std::sort", "std::stable_sort"]),
        );
      }
    }
  });
});

describe("contenders of algorithms", () => {
  test.each(casesOf("javascript"))("$contender, $title: its answer is right, another is refused", (each) => {
    const run = algorithmLoop(each);
    checkAlgorithm(each, run());
    checkAlgorithm(each, run());
    const other = algorithmLoop({ ...each, seed: each.seed + 1 })();
    expect(() => checkAlgorithm(each, other)).toThrow(/is wrong at|has length/);
  });

  test.each(casesOf("samebits"))("$contender, $title: its answer is right, another is refused", (each) => {
    checkAlgorithm(each, samebitsAlgorithm(each)());
    const other = samebitsAlgorithm({ ...each, seed: each.seed + 1 })();
    expect(() => checkAlgorithm(each, other)).toThrow(/is wrong at|has length/);
  });

  test("an order that is not stable is refused", () => {
    const each = {
      task: "sort-pairs",
      contender: OURS,
      process: "samebits",
      type: "u32",
      data: "uniform",
      n: 3,
    } as const;
    const keys = uniformElements("u32", 3, 5);
    const order = [0, 1, 2].sort((left, right) => keys[left] - keys[right]);
    const given = { keys: Uint32Array.from(order, (i) => keys[i]), values: Uint32Array.from(order) };
    checkAlgorithm({ ...each, seed: 5 }, given);
    given.values.reverse();
    expect(() => checkAlgorithm({ ...each, seed: 5 }, given)).toThrow(/is wrong at/);
  });
});

/** A result in which ours take so many nanoseconds and all others 1,000. */
function resultWhere(nanoseconds: number): AlgorithmsResult {
  const results = ALGORITHM_GROUPS.flatMap(({ name, cases }) =>
    cases.map((each) => {
      const time = each.contender === OURS ? nanoseconds : 1000;
      return {
        group: name,
        ...each,
        nanoseconds: { median: time, min: time, spread: 0 },
        rounds: [time, time],
      };
    }),
  );
  return {
    ...{
      suite: "algorithms",
      isQuick: false,
      date: "2020-02-02T00:00:00.000Z",
      command: "npm run bench -- algorithms",
    },
    ...{ commit: "0", seconds: 1, units: "", skipped: [], results, node: "20.19.0", compiler: undefined },
    machine: { name: "m", cpu: "m", cores: 1, caches: [], memoryGiB: 1, system: "s", hugePages: undefined },
    load: { before: [0], after: [0] },
  };
}

describe("goals of algorithms", () => {
  test.each([
    [333, [true, true, true, true, true, true, true]],
    [350, [false, true, true, true, false, true, true]],
    [1000, [false, false, false, true, false, true, true]],
    [1500, [false, false, false, false, false, false, false]],
  ])("%d ns against 1,000", (nanoseconds, expected) => {
    expect(algorithmsOutcomes(resultWhere(nanoseconds)).map(({ isMet }) => isMet)).toEqual(expected);
  });

  test("of several groups the slowest counts and is named; what was not measured is no pass", () => {
    const result = resultWhere(100);
    const slow = result.results.map((row) => {
      const isSlow = row.group.startsWith("filter f32 50 %") && row.contender === OURS;
      return isSlow ? { ...row, rounds: [800, 800] } : row;
    });
    const filter = algorithmsOutcomes({ ...result, results: slow }).find(({ title }) =>
      title.startsWith("filter"),
    );
    expect(filter?.measured).toMatch(/^1\.25× \(filter f32 50 % n=/);
    expect(filter?.isMet).toBe(false);
    expect(algorithmsTables({ ...result, results: [] })).toContain("| not measured | – |");
    expect(algorithmsTables(result)).toMatch(/\| u32, uniform \| 2²⁴ \| 0\.000100 \| 0\.00100 \(10\.0×\)/);
  });
});

test("a part that was measured again takes the place of what the whole run has of its groups", () => {
  const isHistogram = ({ task }: { readonly task: string }): boolean => task === "histogram";
  const whole = resultWhere(2000);
  const part = resultWhere(100);
  const later = {
    ...part,
    command: `${part.command} --only histogram`,
    results: part.results.filter(isHistogram),
  };
  const both = measuredAgain(whole, later);
  expect(both.results.map(({ group, contender }) => [group, contender])).toEqual(
    whole.results.map(({ group, contender }) => [group, contender]),
  );
  const met = algorithmsOutcomes(both).filter(({ isMet }) => isMet);
  expect(met.map(({ title }) => title)).toEqual(["histogram"]);
  expect(algorithmsTables(both)).toContain("`npm run bench -- algorithms` and later `--only histogram`. ");
});

test("the note shows the newest result", () => {
  const text = readFileSync(new URL("../docs/notes/algorithm-speed.md", import.meta.url), "utf8");
  expect(withAlgorithms(text)).toBe(text);
  expect(() => withAlgorithms("no marks")).toThrow(/once each/);
});
