import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bindStreams } from "../../src/streams/bind-streams.ts";
import { concatSnapshots } from "../../src/streams/resume.ts";
import { inputOf, numbersOf, oraclePrefixes, oracleSum, SETTINGS, type Setting } from "./contracts.ts";
import { ONLINE_CONTENDERS } from "./executors.ts";
import { drawsFrom, KINDS, randomTerms, withOthers } from "./random-terms.ts";

const SEED = 20261121;
const seeds = fc.nat(2 ** 31 - 1);

describe.each(ONLINE_CONTENDERS)("streams on the $name executor (seed 20261121)", ({ open }) => {
  const streams = bindStreams(open());

  test.each(SETTINGS)(
    "$name: in any chunks, stopped and resumed anywhere, the oracle's prefixes",
    (setting) => {
      const options = { type: setting.type, expression: setting.expression } as const;
      const law = fc.property(seeds, (seed) => {
        const draws = drawsFrom(seed);
        const terms = someTerms(setting, seed);
        const expected = oraclePrefixes(setting, terms);
        let scan = streams.onlineScan(options);
        const found: number[] = [];
        while (found.length < terms.length) {
          const chunk = terms.slice(found.length, found.length + 1 + draws.below(9));
          found.push(...numbersOf(scan.push(inputOf(setting.type, chunk) as never)));
          expect(scan.observe()).toBe(expected[found.length - 1]);
          if (draws.below(3) > 0) continue;
          const from = scan.snapshot();
          scan.close();
          scan = streams.onlineScan({ ...options, from });
        }
        scan.close();
        expect(found).toStrictEqual(expected);
      });
      fc.assert(law, { seed: SEED, numRuns: 30 });
    },
  );

  test.each(SETTINGS)(
    "$name: snapshots of any order are one text, and so are those of joined ranges",
    (setting) => {
      const options = { type: setting.type, expression: setting.expression } as const;
      const snapshotOf = (terms: readonly number[], position = 0): string => {
        const running = streams.onlineReduce({ ...options, position });
        running.push(inputOf(setting.type, terms) as never);
        const text = running.snapshot();
        running.close();
        return text;
      };
      const law = fc.property(seeds, (seed) => {
        const draws = drawsFrom(seed + 1);
        const terms = someTerms(setting, seed);
        const text = snapshotOf(terms);
        expect(snapshotOf([...terms].reverse())).toBe(text);
        const cut = draws.below(terms.length + 1);
        const turned = [...terms.slice(cut), ...terms.slice(0, cut)];
        const left = snapshotOf(turned.slice(0, cut));
        expect(concatSnapshots(left, snapshotOf(turned.slice(cut), cut))).toBe(text);
        const resumed = streams.resumeReduce(text);
        expect(resumed.observe()).toBe(oracleSum(setting, terms));
        resumed.close();
      });
      fc.assert(law, { seed: SEED, numRuns: 40 });
    },
  );
});

function someTerms(setting: Setting, seed: number): number[] {
  const draws = drawsFrom(seed);
  const terms = KINDS.flatMap((kind) => randomTerms(setting.type, kind, draws.below(8), draws));
  terms.push(...randomTerms(setting.type, draws.pick(KINDS), 1, draws));
  if (draws.below(3) === 0) withOthers(terms, draws);
  return terms;
}
