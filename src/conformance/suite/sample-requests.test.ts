import { describe, expect, test } from "vitest";
import { javascriptExecutor } from "../../executors/javascript/javascript-executor.ts";
import { blockDyadic, iteratedPairwise } from "../../expressions/expression.ts";
import { add, max, treeHash } from "../../operators/built-in.ts";
import { columnContractOf } from "../contract-of.ts";
import { conformance } from "./conformance.ts";
import { requestKey, sampleRequests } from "./sample-requests.ts";

const candidates = [iteratedPairwise, blockDyadic(32), blockDyadic(4)].flatMap((expression) =>
  (["f64", "f32", "i32"] as const).flatMap((type) =>
    [add, max].flatMap((operator) =>
      (["reduce", "inclusive-scan"] as const).map((observation) => ({
        request: { contract: columnContractOf({ operator, type, expression }), observation },
      })),
    ),
  ),
);

describe("a sample of requests", () => {
  test("has every fact as soon as it can, and takes no chances", () => {
    const three = [...sampleRequests(candidates, 3)];
    const words = new Set(three.flatMap((key) => key.split(" ")));
    for (const fact of ["f64", "f32", "i32", "add", "max", "reduce", "inclusive-scan"]) {
      expect(words).toContain(fact);
    }
    expect(words).toContain("iterated-pairwise");
    expect(words).toContain("block-dyadic:32");
    expect(words).toContain("block-dyadic:4");
    expect([...sampleRequests([...candidates, ...candidates], 3)]).toEqual(three);
    expect([...sampleRequests(candidates, 5)].slice(0, 3)).toEqual(three);
  });

  test("has every pair of facts long before it has everything", () => {
    const pairsOf = (keys: readonly string[]): ReadonlySet<string> =>
      new Set(
        keys.flatMap((key) =>
          key
            .split(" ")
            .slice(0, 4)
            .flatMap((first, i, all) => all.slice(i + 1).map((next) => `${first} ${next}`)),
        ),
      );
    const everything = pairsOf(candidates.map(({ request }) => requestKey(request)));
    expect(pairsOf([...sampleRequests(candidates, candidates.length / 2)])).toEqual(everything);
  });

  test("is all there is where there is no more", () => {
    expect(sampleRequests(candidates, 1000).size).toBe(candidates.length);
    expect(sampleRequests(candidates, 0).size).toBe(0);
  });
});

describe("conformance of a part", () => {
  const parts = ["refusals", "placement", "summaries"] as const;

  test("runs the requests of a limit, and counts the rest as skipped", async () => {
    const all = await conformance(javascriptExecutor, { parts });
    const part = await conformance(javascriptExecutor, { parts, requestLimit: 5 });
    expect(part).toMatchObject({ passed: true, refused: all.refused });
    expect(part.run + part.skipped).toBe(all.run);
    expect(part.skips).toEqual([
      { reason: "contracts beyond those that were asked for", count: part.skipped },
    ]);
    const [refusals, ...others] = part.parts;
    expect(refusals).toEqual(all.parts[0]);
    for (const { run, skipped } of others) expect([run > 0, skipped > run]).toEqual([true, true]);
  });

  test("runs what is chosen, and fails where that is nothing", async () => {
    const report = await conformance(javascriptExecutor, {
      parts: ["summaries"],
      isTried: ({ contract, observation }) => contract.operator === treeHash && observation === "reduce",
    });
    expect(report.run).toBe(report.skipped); // the other half adds f32
    const none = await conformance(javascriptExecutor, { parts: ["summaries"], isTried: () => false });
    expect(none).toMatchObject({ passed: false, run: 0, failedCount: 1 });
  });

  test("a refusal that throws is a failure, whatever is asked for", async () => {
    const broken = {
      ...javascriptExecutor,
      refusal: () => {
        throw new RangeError("out of beads");
      },
    };
    const report = await conformance(broken, { parts: ["summaries"], requestLimit: 1, stopAfter: 1 });
    expect(report.failed[0].message).toMatch(/expected a result, got RangeError: out of beads$/);
  });
});
