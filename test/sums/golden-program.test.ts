import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const python = (...parameters: readonly string[]) =>
  spawnSync("python3", parameters, { cwd: REPOSITORY, encoding: "utf8" });
const isHere = python("--version").status === 0;

/** All of them take the program a minute: test/long has them. */
const LONGEST = 31;

test.skipIf(!isHere)("vectors/order-free.jsonl is what its program writes, as far as it is short", () => {
  const { stdout, stderr } = python("tools/order-free-vectors.py", "--check", String(LONGEST));
  expect([stdout, stderr]).toEqual([
    expect.stringMatching(/^order-free.jsonl is what this program writes: \d{3} lines\n$/),
    "",
  ]);
});

test.skipIf(!isHere)("the program refuses what it does not know", () => {
  expect(python("tools/order-free-vectors.py", "--chekc")).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^usage/),
  });
});
