import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compared } from "./builds.mjs";
import { type Case, GROUPS, QUICK_GROUPS } from "./cases/cpu.mjs";
import { CUSTOM_OPERATORS, operatorGroups } from "./cases/operators.mjs";
import { orderOf } from "./contenders/batch.mjs";
import { operatorContender } from "./contenders/operator-contender.mjs";
import type { CpuResult } from "./cpu.mjs";
import { outcomes } from "./goals.mjs";
import { calmSpeedRatio, median, speedRatio, statistics } from "./harness/statistics.mjs";
import { speedSummary } from "./speed-summary.mjs";
import { speedDocuments } from "./speed-tables.mjs";
import { tables } from "./tables.mjs";
import { type WorkersResult, type WorkersRow, withWorkersTables, workersTables } from "./workers-table.mjs";

describe("statistics", () => {
  test("the median is the middle, or the mean of the two middle values", () => {
    expect(median([10, 9, 1])).toBe(9);
    expect(median([10, 1, 2, 4])).toBe(3);
  });

  test("the spread is the width of the middle half: one bad round does not show in it", () => {
    expect(statistics([100, 101, 99, 100, 900])).toEqual({ median: 100, min: 99, spread: 0.01 });
  });

  test("ratios are taken within rounds, so that a slow round cancels", () => {
    expect(speedRatio([10, 40, 10], [20, 80, 20])).toBe(2);
  });

  test("rounds in which one of the two shared its core do not count where five others do", () => {
    const peer = { rounds: [30, 30, 30, 90, 30, 30, 30, 30], shared: [3] };
    expect(calmSpeedRatio({ rounds: [99, 99, 10, 10, 10, 10, 10, 10], shared: [0, 1] }, peer)).toBe(3);
    expect(calmSpeedRatio({ rounds: [15, 15, 15, 15, 10, 10, 10, 15], shared: [0, 1, 2] }, peer)).toBe(2.5);
  });
});

describe("two builds", () => {
  const before = [10, 10, 10, 10, 10];

  test("a row is kept that is as fast as the build before", () => {
    const row = compared([[10, 10, 10, 20, 10], before, [10, 10, 11, 10, 10]]);
    expect(row).toEqual({ ratio: 1, same: [1, 1, 1], isKept: true, nanoseconds: 10 });
  });

  test("a slower one is lost, but where equal builds differ as much", () => {
    const slower = [12, 12, 12, 12, 12];
    expect(compared([slower, before, before])).toMatchObject({ ratio: 0.833, isKept: false });
    expect(compared([slower, before, [8, 13, 13, 10, 10]])).toMatchObject({
      same: [0.769, 1, 1],
      isKept: true,
    });
  });
});

describe("turns", () => {
  test.each([1, 2, 3])("of %i: all begin twice, and each comes after each other twice", (count) => {
    const orders = Array.from({ length: 2 * count }, (_, slice) => orderOf(slice, count));
    const all = Array.from({ length: count }, (_, i) => i);
    for (const order of orders) expect([...order].sort()).toEqual(all);
    for (const one of all) {
      expect(orders.filter(([first]) => first === one).length).toBe(2);
      const before = orders.map((order) => order[order.indexOf(one) - 1]);
      for (const other of all.filter((i) => i !== one)) {
        expect(before.filter((i) => i === other).length).toBe(2);
      }
    }
  });
});

describe("cases", () => {
  const names = (cases: readonly Case[]): string[] => cases.map((each) => JSON.stringify(each));

  test.each(["f64", "f32"])("%s: every block length, scan and reduce, in cache and beyond", (type) => {
    for (const n of [10_000, 2 ** 24]) {
      const group = GROUPS.find(({ name }) => name === `${type} library n=${n}`);
      for (const blockLength of [8, 16, 32, 64, 128, 256, 512, 1024]) {
        for (const primitive of ["inclusive-scan", "reduce"]) {
          const found = group?.cases.filter(
            (each) =>
              each.expression === `block-dyadic:${blockLength}` &&
              each.primitive === primitive &&
              each.n === n,
          );
          expect(found, `${type} ${n} ${blockLength} ${primitive}`).toHaveLength(1);
        }
      }
      const peers = new Set(group?.cases.map(({ contender }) => contender));
      for (const peer of ["plain loop", "memcpy", "TypedArray.set", "std::reduce", "std::inclusive_scan"]) {
        expect(peers).toContain(peer);
      }
      expect(peers).toContain("std::partial_sum");
    }
  });

  test("no case stands twice in a group, and a quick run has every primitive", () => {
    for (const group of [...GROUPS, ...QUICK_GROUPS]) {
      expect(new Set(names(group.cases)).size, group.name).toBe(group.cases.length);
    }
    const quick = new Set(QUICK_GROUPS.flatMap(({ cases }) => cases.map(({ primitive }) => primitive)));
    expect([...quick].sort()).toEqual(["copy", "inclusive-scan", "reduce"]);
  });
});

describe("custom operators", () => {
  const groups = operatorGroups("block-dyadic:32", 1000);
  const cases = groups.flatMap((group) => group.cases).filter((each) => each.operator !== "add");

  test("each is scanned and reduced, in library memory and on the caller's arrays, beside its loop", () => {
    expect(groups.map(({ name }) => name)).toEqual(["operators library n=1000", "operators caller n=1000"]);
    for (const group of groups) {
      for (const { operator } of CUSTOM_OPERATORS) {
        const found = group.cases.filter((each) => each.operator === operator);
        const kinds = found.map(({ contender, primitive }) => `${contender} ${primitive}`);
        const wanted = ["inclusive-scan", "reduce"].flatMap((each) => [
          `samebits ${each}`,
          `plain loop ${each}`,
        ]);
        expect(kinds, `${group.name} ${operator}`).toEqual(wanted);
      }
    }
  });

  test.each(cases.map((each) => ({ ...each, title: `${each.memory} ${each.contender} ${each.operator}` })))(
    "$title $primitive gives the bits that are asked for, and other bits are refused",
    (each) => {
      const contender = operatorContender(each);
      const result = contender.run();
      contender.check(result);
      const other = operatorContender({ ...each, seed: each.seed + 1 }).run();
      expect(() => contender.check(other)).toThrow(/is wrong at/);
    },
  );
});

/** A result in which every contender of a group took the same time but ours. */
function resultWhereOursTakes(nanoseconds: number, name = "f64 library n=10000"): CpuResult {
  const group = GROUPS.find((each) => each.name === name);
  const results = (group?.cases ?? []).map((each) => {
    const time = each.contender === "samebits" ? nanoseconds : 1000;
    const timed = { group: name, rounds: [time, time], node: "20.19.0" };
    return { ...each, ...timed, nanoseconds: { median: time, min: time, spread: 0 } };
  });
  return {
    ...{ suite: "cpu", isQuick: false, date: "2020-02-02T00:00:00.000Z", command: "npm run bench -- cpu" },
    ...{ commit: "0", seconds: 1, units: "", firstCalls: [], skipped: [], results },
    ...{ doorBytes: 40_001, doorFilesBytes: 45_678 },
    machine: { name: "m", cpu: "m", cores: 1, caches: [], memoryGiB: 1, system: "s", hugePages: undefined },
    nodes: [{ version: "20.19.0", v8: "11" }],
    compiler: undefined,
    load: { before: [0], after: [0] },
  };
}

describe("goals", () => {
  const verdict = (nanoseconds: number): boolean | undefined =>
    outcomes(resultWhereOursTakes(nanoseconds)).find(({ asked }) => asked === "≥ 1.80×")?.isMet;

  test("a goal is met at its number and missed below", () => {
    expect(verdict(1000 / 1.81)).toBe(true);
    expect(verdict(1000 / 1.79)).toBe(false);
  });

  test("a miss is said, and what was not measured is not a pass", () => {
    const text = tables(resultWhereOursTakes(1000));
    expect(text).toMatch(/`std::inclusive_scan` \| ≥ 1.80× \| 1.00× \| \*\*miss\*\* \|/);
    expect(text).toMatch(/`memcpy` \| ≥ 1.00× \| not measured \| – \|/);
    expect(text).toMatch(
      /entry point `samebits`, gzipped \| ≤ 40 kB \| 40.0 kB as one bundle, 45.7 kB as files \| \*\*miss\*\* \|/,
    );
  });
});

test("chunks of a stream are held to 0.7 of one call, the worst one counts", () => {
  const [name] = GROUPS.map((group) => group.name).filter((each) => each.startsWith("streams"));
  const textAt = (nanoseconds: number): string => tables(resultWhereOursTakes(nanoseconds, name));
  expect(textAt(699)).toMatch(
    /chunks of 64 Ki, against one call \| ≥ 0.70× \| 0.70× at worst .* \| \*\*miss\*\*/,
  );
  expect(textAt(701)).toMatch(/\| 0.70× at worst \(scan f64 block-dyadic:32\) \| pass \|/);
  expect(textAt(500)).toContain("| f64 linear-carry:32 | 0.50× | 0.50× |");
  expect(tables(resultWhereOursTakes(1000))).not.toContain("chunks");
});

describe("the goal and the table of custom operators", () => {
  const textAt = (nanoseconds: number): string =>
    tables(resultWhereOursTakes(nanoseconds, "operators library n=10000"));

  test("the goal is met at half as much again and missed below", () => {
    expect(textAt(1000 / 1.51)).toMatch(/against the same loop \| ≥ 1.50× \| 1.51× \| pass \|/);
    expect(textAt(1000 / 1.49)).toMatch(/against the same loop \| ≥ 1.50× \| 1.49× \| \*\*miss\*\* \|/);
  });

  test("every operator has a row, empty where it was not measured", () => {
    for (const { title } of CUSTOM_OPERATORS) {
      expect(textAt(500)).toContain(`| ${title} | 2.00× | 2.00× | | |`);
    }
  });

  test("a result from before there were operators says nothing of them", () => {
    const text = tables(resultWhereOursTakes(1000));
    expect(text).not.toMatch(/operator/i);
    expect(text).not.toContain("the same loop");
  });

  test("they count as no sums: neither among callers' arrays nor in the table of speeds", () => {
    const text = tables(resultWhereOursTakes(500, "operators caller n=10000"));
    expect(text).not.toContain("GB/s");
    expect(text).toMatch(/caller's arrays, scan, output given, .* not measured/);
  });
});

test("the note on workers shows the newest committed results (node bench/workers-table.mjs)", () => {
  const note = readFileSync(new URL("../docs/notes/workers.md", import.meta.url), "utf8");
  expect(withWorkersTables(note)).toBe(note);
});

describe("the tables of workers", () => {
  const row = (count: number, timesAlone: number): WorkersRow => ({
    ...{ type: "f64", expression: "block-dyadic:32", operator: "heavy", n: 2 ** 24, memory: "library" },
    ...{ primitive: "reduce", contender: count === 0 ? "samebits" : "workers", count, timesAlone },
    milliseconds: { median: 160 / timesAlone },
  });
  const run = (isBusy: boolean, times: number): WorkersResult => ({
    ...{ suite: "workers", isBusy, date: "2020-02-02", command: "npm run bench -- workers" },
    machine: { cpu: "m", cores: 2, system: "s" },
    results: [row(0, 1), row(1, 0.9), row(2, times)],
  });

  test("have a line for each case, and say of each goal whether it is met", () => {
    const text = workersTables({ idle: run(false, 1.7), busy: run(true, 0.75) });
    expect(text).toContain("| heavy reduce | 2²⁴ | 160 | | 0.90× | 1.70× | 160 | | 0.90× | 0.75× |");
    expect(text).toContain("| heavy reduce, n = 2²⁴, 2 workers, idle | ≥ 1.70× | 1.70× | pass |");
    expect(text).toContain("| add reduce, n = 2²⁴, 2 workers, idle | ≥ 1.30× | not measured | – |");
    const slow = workersTables({ idle: run(false, 1.69), busy: run(true, 0.75) });
    expect(slow).toContain("| heavy reduce, n = 2²⁴, 2 workers, idle | ≥ 1.70× | 1.69× | **miss** |");
  });
});

test("the summary says where we lose, and leaves out what was not measured", () => {
  const fast = speedSummary(resultWhereOursTakes(500));
  const slow = speedSummary(resultWhereOursTakes(2000));
  expect(fast).toMatch(/^\| all prefixes of 10,000 \| [\d.]+ \| 2\.00× \| 2\.00× \|$/m);
  expect(slow).toMatch(/^\| all prefixes of 10,000 \| [\d.]+ \| \*\*0\.50×\*\* \| \*\*0\.50×\*\* \|$/m);
  expect(slow).toMatch(/^\| sum of 2²⁴( \|)+$/m);
  const operators = speedSummary(resultWhereOursTakes(2000, "operators caller n=10000"));
  expect(operators).toMatch(/an operator of your own, at worst \(.*\| \*\*0\.50×\*\*/);
});

test.each(speedDocuments().map((each) => [each.file, each] as const))(
  "%s shows the newest committed result (node bench/speed-tables.mjs)",
  (_file, { present, fresh }) => {
    expect(fresh).toBe(present);
  },
);
