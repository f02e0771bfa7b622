import { describe, expect, test } from "vitest";
import {
  completeSketch,
  findNetwork,
  generateNetwork,
  openHighs,
  openZ3,
  parseSketch,
  refuteBounds,
  synthesizePairIndex,
} from "../networks.ts";
import { InvalidArgumentError, UnsupportedError } from "../values/errors.ts";

// A solver may be a caller's own, or a broken one: what it answers is held against what was asked.

const BOUNDS = { width: 4, depth: 2, size: 4 };
const SKETCH = parseSketch(
  "for (i = 0; i < 1; i++) { parallel for (j = 1; j < N; j++) { if (j >= ?? 0..2) { a[j] += a[j - 1]; } } }",
);

function answering(answer: unknown) {
  const ask = async (): Promise<never> => answer as never;
  return { name: "mine", version: "1", solve: ask, prove: ask, check: ask, close: async () => {} };
}

async function refused(asked: Promise<unknown>, message: string | RegExp): Promise<void> {
  await expect(asked).rejects.toThrow(InvalidArgumentError);
  await expect(asked).rejects.toThrow(message);
}

const NONE = [undefined, null, 5, {}, { status: "yes" }, { status: "unknown" }, { status: "sat" }];

describe("what is no answer", () => {
  test.each(NONE.map((answer) => [answer]))("%j", async (answer) => {
    const mine = answering(answer);
    await refused(findNetwork(BOUNDS, mine, 100), /"solver\.solve/);
    await refused(refuteBounds(BOUNDS, mine, 100), /"solver\.prove/);
    await refused(synthesizePairIndex(generateNetwork("sklansky", 4), mine), /"solver\.solve/);
    const options = { width: 4, stepCounts: [1], mustScan: true, timeoutMs: 100, now: () => 0 };
    await refused(completeSketch(SKETCH, mine, options), /"solver\.check/);
  });
});

test("a model that misses a clause, and a proof that is none", async () => {
  await refused(
    findNetwork(BOUNDS, answering({ status: "sat", model: new Uint8Array(3) }), 100),
    /a model of \d+ bytes/,
  );
  await refused(
    refuteBounds({ ...BOUNDS, size: 3 }, answering({ status: "unsat" }), 100),
    /proof" must be a text/,
  );
});

test("values that miss a row", async () => {
  const mine = answering({ status: "optimal", values: new Map([["p0", 0.5]]), objective: 0 });
  await refused(synthesizePairIndex(generateNetwork("sklansky", 4), mine), /values that meet all rows/);
});

test("a model that is wrong again and again, while the clock stands still", async () => {
  const model = new Map([["u0", "#b0000"]]);
  const options = { width: 4, stepCounts: [1], mustScan: true, timeoutMs: 100, now: () => 0 };
  const wrong = completeSketch(SKETCH, answering({ status: "sat", model }), options);
  await refused(wrong, /a model of the script, got one that is wrong at input \d again/);
  const noVector = answering({ status: "sat", model: new Map([["u0", "#zz"]]) });
  await refused(completeSketch(SKETCH, noVector, options), /bit vectors/);
});

describe("a package that is another one", () => {
  test.each([undefined, null, {}, { default: {} }, () => undefined, { init: () => undefined }])(
    "%s",
    async (given) => {
      const load = async (): Promise<unknown> => given;
      for (const asked of [openZ3(load), openHighs(load)])
        await expect(asked).rejects.toThrow(UnsupportedError);
    },
  );
});
