import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  checkIntervals,
  checkRefutation,
  decodeDrat,
  metricsOf,
  type NetworkBounds,
  type ProofStep,
  readersOf,
  readNetwork,
  sergeevSize,
  snirBound,
} from "../../src/networks.ts";
import { isLong } from "../../test/extent.ts";
import type { ExactRow } from "./exact.mjs";

const ROOT = new URL("../../", import.meta.url);
const PROOFS = new URL("proofs/", ROOT);

const rows: readonly ExactRow[] = JSON.parse(
  readFileSync(new URL("bench/results/networks/exact.json", ROOT), "utf8"),
).rows;

const nameOf = ({ width, depth, readers }: ExactRow): string =>
  `${width} wires, depth ${depth}${readers === undefined ? "" : `, ${readers} readers`}`;

const proved = rows.flatMap((row) => (row.proof === undefined ? [] : [{ ...row, proof: row.proof }]));

/** Lemmas of a proof that is checked at every run. The one that has more takes six seconds and is for the long run. */
const MOST_LEMMAS = 10_000;

function readProof(file: string): readonly ProofStep[] {
  return decodeDrat(gunzipSync(readFileSync(new URL(file, PROOFS))));
}

function boundsOf({ width, depth, readers }: ExactRow, size: number): NetworkBounds {
  return { width, depth, size, ...(readers === undefined ? {} : { readers }) };
}

describe("stored networks", () => {
  test.each(rows.map((row) => [nameOf(row), row] as const))("%s", (_, row) => {
    const network = readNetwork(row.network ?? "", { width: row.width });
    expect(checkIntervals(network)).toMatchObject({ holds: true });
    expect(metricsOf(network)).toMatchObject({ width: row.width, size: row.size });
    expect(network.steps.length).toBeLessThanOrEqual(row.depth);
    if (row.readers !== undefined) expect(readersOf(network)).toBeLessThanOrEqual(row.readers);
    expect(row.size).toBeLessThanOrEqual(row.known?.size ?? Number.POSITIVE_INFINITY);
  });
});

describe("stored proofs", () => {
  const checked = proved.filter(({ proof }) => isLong || proof.lemmas <= MOST_LEMMAS);
  test.each(checked.map((row) => [nameOf(row), row] as const))("%s", (_, row) => {
    const proof = readProof(row.proof.file);
    expect(proof).toHaveLength(row.proof.lemmas);
    expect(checkRefutation(boundsOf(row, row.lower - 1), proof)).toMatchObject({ holds: true });
  });

  test("are there for every row that search alone proves, and there are no others", () => {
    const files = proved.map(({ proof }) => proof.file);
    expect(
      readdirSync(PROOFS)
        .filter((file) => file.endsWith(".gz"))
        .sort(),
    ).toEqual([...files].sort());
    const bySearch = rows.filter(({ by }) => by === "SAT");
    expect(bySearch.map(nameOf)).toEqual(proved.map(nameOf));
    expect(rows.filter(({ by }) => by === "prefixes").every(({ width, size }) => size === width - 1)).toBe(
      true,
    );
  });

  test("prove nothing of the size that there is, and nothing with a lemma left out", () => {
    const row = proved.find(({ width, depth }) => width === 24 && depth === 5);
    if (row === undefined) throw new Error("no row of 24 wires and depth 5");
    const proof = readProof(row.proof.file);
    expect(checkRefutation(boundsOf(row, row.lower), proof)).toMatchObject({ holds: false });
    const half = proof.filter((_, index) => index < proof.length / 2 || index === proof.length - 1);
    expect(checkRefutation(boundsOf(row, row.lower - 1), half)).toMatchObject({ holds: false });
  });
});

describe("the table", () => {
  test.each([
    [8, 3, 12],
    [16, 4, 31],
    [32, 5, 74],
    [16, 5, 25],
    [16, 6, 24],
    [16, 7, 23],
    [16, 8, 22],
    [64, 6, 167],
  ])("has that %d wires and depth %d take %d combines, proved", (width, depth, size) => {
    const row = proved.find((each) => each.width === width && each.depth === depth);
    expect(row).toMatchObject({ size, lower: size });
  });

  test("keeps the bounds of Snir and Sergeev", () => {
    for (const { width, depth, lower, size, readers } of rows) {
      expect(size).toBeGreaterThanOrEqual(snirBound(width, depth));
      if (depth === Math.log2(width) && readers === undefined) expect(lower).toBe(sergeevSize(width));
    }
  });
});
