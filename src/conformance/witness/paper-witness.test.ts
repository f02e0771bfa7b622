import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { derivedContract } from "../../contracts/column-contract.ts";
import type { Executor } from "../../executors/executor.ts";
import { javascriptExecutor } from "../../executors/javascript/javascript-executor.ts";
import { wasmExecutor } from "../../executors/wasm/wasm-executor.ts";
import { iteratedPairwise } from "../../expressions/expression.ts";
import { parsePaperVectors, parseVectors } from "../vectors/parse-vectors.ts";
import { type StdlibSums, stdlibPeer } from "./compare-peers.ts";
import { paperWitness } from "./paper-witness.ts";

function linesOf(file: string): string {
  return readFileSync(new URL(`../../../vectors/${file}`, import.meta.url), "utf8");
}

const VECTORS = parsePaperVectors(linesOf("paper-witness.jsonl"));
const PUBLISHED = parseVectors(linesOf("published.jsonl"));

function stdlib(): StdlibSums {
  const load = createRequire(import.meta.url);
  return {
    dcusumpw: load("@stdlib/blas-ext-base-dcusumpw") as StdlibSums["dcusumpw"],
    dsumpw: load("@stdlib/blas-ext-base-dsumpw") as StdlibSums["dsumpw"],
  };
}

describe("paperWitness", () => {
  test("remakes Appendix F and table B.8 on every executor", async () => {
    const told: string[] = [];
    const witness = await paperWitness([javascriptExecutor, wasmExecutor()], {
      vectors: VECTORS,
      published: PUBLISHED,
      peers: [stdlibPeer(stdlib()), stdlibPeer(undefined)],
      onGroup: ({ summary }) => {
        told.push(summary);
      },
    });
    expect(told).toStrictEqual(
      ["javascript", "wasm"].flatMap((executor) => [
        `SUMMARY wide, n = 1048576 on ${executor}: 84 PASS, 0 FAIL`,
        `SUMMARY narrow, n = 1048576 on ${executor}: 84 PASS, 0 FAIL`,
        `SUMMARY values printed in P4229R0 and P4016R0 on ${executor}: 6 PASS, 0 FAIL`,
      ]),
    );
    expect(witness).toMatchObject({ passed: true, exitStatus: 0 });
    expect(witness.groups[0].rows.slice(22, 28)).toMatchObject([
      { expression: "iterated-pairwise", what: "scan[970903]" },
      { what: "scan[1009739]" },
      { what: "scan back" },
      { what: "reduce" },
      { what: "scan hash" },
      { what: "back equals reduce", expected: "41eb519d292a2b70", actual: "41eb519d292a2b70" },
    ]);

    const compared = witness.comparisons.filter((row) => row.kind === "compared");
    expect(compared.map(({ peer, data, isConsistent }) => [peer, data, isConsistent])).toStrictEqual(
      ["published", "wide", "narrow"].flatMap((data) => [
        ["samebits, block-dyadic:256", `${data}, n = 1048576`, true],
        ["plain loop", `${data}, n = 1048576`, true],
        ["@stdlib dcusumpw, dsumpw", `${data}, n = 1048576`, false],
      ]),
    );
    expect(compared[0]).toMatchObject({
      scanLast: "406fef4dbe54a0f8",
      reduce: "406fef4dbe54a0f8",
      differing: 0,
    });
    for (const { peer, differing } of compared) {
      if (!peer.startsWith("samebits")) expect(differing).toBeGreaterThan(900_000);
    }
    expect(witness.comparisons.at(-1)).toMatchObject({ kind: "skipped", peer: "@stdlib dcusumpw, dsumpw" });
  });

  test("one wrong expression fails its rows and the whole", async () => {
    const confused: Executor = {
      ...javascriptExecutor,
      plan: (contract) =>
        javascriptExecutor.plan(derivedContract(contract, { expression: iteratedPairwise })),
    };
    const narrow = VECTORS.filter(({ data }) => data === "narrow");
    const witness = await paperWitness([confused], { vectors: narrow });
    expect(witness).toMatchObject({ passed: false, exitStatus: 1 });
    const failed = witness.groups[0].rows.filter(({ verdict }) => verdict === "FAIL");
    // At n = 2^20 the roots are the same: only prefixes inside a block tell these expressions apart.
    expect(failed.map(({ what }) => what)).toContain("scan hash");
    expect(failed.map(({ what }) => what)).not.toContain("reduce");
    expect(failed.some(({ what }) => what.startsWith("scan["))).toBe(true);
    expect(failed.every(({ expression }) => expression.startsWith("block-dyadic:"))).toBe(true);
  });

  test("what an executor refuses is counted, with the reason, and is no failure", async () => {
    const reason = "every prefix combines all lanes again";
    const withoutScans: Executor = {
      ...javascriptExecutor,
      name: "without scans",
      refusal: ({ contract, observation }) =>
        contract.expression.kind === "interleaved" && observation !== "reduce"
          ? { reason, remedy: "use the javascript executor" }
          : undefined,
    };
    const published = await paperWitness([withoutScans], { vectors: [], published: PUBLISHED });
    expect(published).toMatchObject({ passed: true, exitStatus: 0 });
    // The papers print reduces by lanes, and a reduce is not refused because the scan is.
    expect(published.groups[0].summary).toBe(
      "SUMMARY values printed in P4229R0 and P4016R0 on without scans: 6 PASS, 0 FAIL",
    );

    const withoutReduces: Executor = {
      ...javascriptExecutor,
      name: "without reduces",
      refusal: ({ observation }) =>
        observation === "reduce" ? { reason: "no reduces here", remedy: "use javascript" } : undefined,
    };
    const witness = await paperWitness([withoutReduces], { vectors: VECTORS.slice(0, 1) });
    expect(witness).toMatchObject({ passed: true, exitStatus: 0 });
    expect(witness.groups[0].summary).toBe(
      "SUMMARY wide, n = 1048576 on without reduces: 26 PASS, 0 FAIL, 2 REFUSED",
    );
    expect(witness.groups[0].rows.at(-1)).toMatchObject({
      what: "back equals reduce",
      actual: "refused: no reduces here",
      verdict: "REFUSED",
    });
    expect(witness.comparisons[0]).toMatchObject({ kind: "skipped", reason: "no reduces here" });
  });

  test("an executor that refuses everything has shown nothing", async () => {
    const unwilling: Executor = {
      ...javascriptExecutor,
      name: "unwilling",
      refusal: () => ({ reason: "no f64 here", remedy: "use the javascript executor" }),
    };
    const witness = await paperWitness([unwilling], { vectors: VECTORS.slice(0, 1) });
    expect(witness).toMatchObject({ passed: false, exitStatus: 1 });
    expect(witness.groups[0].summary).toBe(
      "SUMMARY wide, n = 1048576 on unwilling: 0 PASS, 0 FAIL, 28 REFUSED",
    );
    expect(witness.groups[0].rows[0].actual).toBe("refused: no f64 here");
    expect(witness.comparisons).toMatchObject([{ kind: "skipped", peer: "all" }]);
  });

  test("what an executor throws is a failure", async () => {
    const clumsy: Executor = {
      ...javascriptExecutor,
      plan: () => {
        throw new Error("dropped it");
      },
    };
    const witness = await paperWitness([clumsy], { vectors: VECTORS.slice(0, 1) });
    expect(witness.groups[0]).toMatchObject({ passCount: 0, failCount: 28, refusedCount: 0 });
    expect(witness.groups[0].rows[0].actual).toBe("Error: dropped it");
  });
});
