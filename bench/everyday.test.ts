import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EVERYDAY_GOALS, EVERYDAY_GROUPS, type EverydayCase, LOOP, OURS } from "./cases/everyday.mjs";
import { everydayInputs, halfValue } from "./contenders/everyday/inputs.mjs";
import * as loops from "./contenders/everyday/loops.mjs";
import * as numpyTs from "./contenders/everyday/numpy-ts.mjs";
import { callOf, checkDigest, digestOf, type Opened } from "./contenders/everyday/peer.mjs";
import * as samebits from "./contenders/everyday/samebits.mjs";
import type { EverydayResult } from "./everyday.mjs";
import { everydayOutcomes, everydayTables, withEveryday } from "./everyday-tables.mjs";
import { isOfOther } from "./harness/run-everyday.mjs";

const tasksOf = (peer: string): readonly EverydayCase[] =>
  EVERYDAY_GROUPS.flatMap(({ cases }) => cases).filter((each) => each.peer === peer);

/** The answer of a peer as it is compared. */
async function answerOf(opened: Opened, each: EverydayCase) {
  const { read = (answer) => answer } = opened;
  const call = await callOf(opened, each);
  return digestOf(read(await call()));
}

describe.each([
  [OURS, samebits],
  ["numpy-ts", numpyTs],
])("answers of %s", (peer, { open }) => {
  const cases = tasksOf(peer).map((each) => ({ ...each, n: Math.min(each.n, 100) }));
  const same = cases.filter((each) => !isOfOther(each));
  const opening = open();

  test.each(same)("$task $type n=$n are the loop's", async (each) => {
    const actual = await answerOf(await opening, each);
    const plain = await answerOf(await loops.open(), {
      ...each,
      task: each.task.replace("reduce beside ", ""),
      memory: undefined,
    });
    checkDigest(each, actual, plain);
  });
});

test("another answer is refused", () => {
  const [each] = tasksOf(OURS);
  expect(() => checkDigest(each, [1, 2], [1, 2])).not.toThrow();
  expect(() => checkDigest(each, [1, 2.1], [1, 2])).toThrow("samebits, sum f64 1000000 is wrong: 2.1, not 2");
  expect(() => checkDigest(each, [1], [1, 2])).toThrow(/is wrong/);
  expect(digestOf(new Float64Array(1000).fill(2))).toEqual([1000, 2000, ...new Array(64).fill(2)]);
});

test("halves are all finite, and of every size", () => {
  const { x } = everydayInputs({ ...tasksOf(OURS)[0], type: "f16", n: 1000 });
  const values = Array.from(x, halfValue);
  expect(values.every((value) => Math.abs(value) < 1)).toBe(true);
  expect([0x3c00, 0x0001, 0x83ff, 0x8000].map(halfValue)).toEqual([1, 2 ** -24, -1023 * 2 ** -24, -0]);
});

test("every goal is measured: its groups have us and whoever it names", () => {
  for (const { groups, measure } of EVERYDAY_GOALS) {
    const own = EVERYDAY_GROUPS.filter(({ name }) => groups.test(name));
    expect(own).not.toEqual([]);
    const peer = "least" in measure ? measure.peer : LOOP;
    for (const { cases } of own)
      expect(cases.map(({ contender }) => contender)).toEqual(expect.arrayContaining([OURS, peer]));
  }
});

const RESULT: EverydayResult = {
  ...{ suite: "everyday", isQuick: false, date: "2020-02-02T00:00:00.000Z", command: "npm run bench" },
  ...{ commit: "0", seconds: 1, units: "", node: "20.19.0", peers: ["numpy 2"], skipped: [] },
  results: EVERYDAY_GROUPS.flatMap(({ name, cases }) =>
    cases.map((each) => {
      const time = each.contender === OURS ? 200 : 300;
      return {
        ...each,
        group: name,
        nanoseconds: { median: time, min: time, spread: 0 },
        rounds: [time, time],
      };
    }),
  ),
  machine: { name: "m", cpu: "m", cores: 1, caches: [], memoryGiB: 1, system: "s", hugePages: undefined },
  load: { before: [0], after: [0] },
};

test("tables have a line for each group, and a verdict for each goal", () => {
  const text = everydayTables(RESULT);
  expect(text).toContain("| topK f64 n=10⁶ | 200 ns | 300 ns (1.50×) |");
  expect(text).toContain("| topK f64 n=1000000 | ≥ 3 × DuckDB | 1.50× | **miss** |");
  expect(everydayOutcomes(RESULT).filter(({ group }) => group === "sum f64 n=16")).toEqual([
    {
      group: "sum f64 n=16",
      asked: "≤ 60 ns + 1.5 × plain loop",
      measured: "200 ns; the loop 300 ns",
      isMet: true,
    },
  ]);
});

test("the note shows the newest result", () => {
  const text = readFileSync(new URL("../docs/notes/everyday-speed.md", import.meta.url), "utf8");
  expect(withEveryday(text)).toBe(text);
  expect(() => withEveryday("no marks")).toThrow(/once each/);
});
