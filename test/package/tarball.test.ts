import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { unpackVectors } from "../../src/cli/commands/witness/packed-vectors.ts";
import { packReport, REPOSITORY } from "./packed-files.ts";

/** What whoever installs the package has to fetch (docs/decisions/0047). */
const MOST_BYTES = 1_500_000;

test("the package is no larger than 1.5 MB to fetch", () => {
  const { size, files } = packReport();
  expect(size, heaviest(files)).toBeLessThanOrEqual(MOST_BYTES);
  expect(size).toBeGreaterThan(MOST_BYTES / 2);
});

/** Which files cost most, for whoever has to find the bytes. */
function heaviest(files: readonly { readonly path: string }[]): string {
  const weighed = files.map(({ path }) => {
    const bytes = gzipSync(readFileSync(join(REPOSITORY, path)), { level: 9 }).length;
    return { path, bytes };
  });
  const lines = weighed.sort((one, other) => other.bytes - one.bytes).slice(0, 20);
  return lines.map(({ path, bytes }) => `${bytes} ${path}`).join("\n");
}

test("notes, decisions and what only the repository needs stay there", () => {
  const paths = packReport().files.map(({ path }) => path);
  expect(
    paths.filter((path) => /^docs\/(notes|decisions|api)\/|^(test|tools|bench|src)\//.test(path)),
  ).toEqual([]);
  const kept = [
    "docs/what-scans-are-for.md",
    "vectors/expressions.packed.br",
    "vectors/order-free.packed.br",
  ];
  expect(paths).toEqual(expect.arrayContaining(kept));
});

test.each(["expressions", "order-free"])("the golden vectors %s are shipped as they are here", (name) => {
  const file = (kind: string): Buffer => readFileSync(join(REPOSITORY, "vectors", `${name}.${kind}`));
  expect(unpackVectors(file("packed.br"))).toBe(file("jsonl").toString("utf8"));
});
