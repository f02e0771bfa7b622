import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("vectors/order-free.jsonl is what its program writes, every line", () => {
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const { stdout, stderr } = spawnSync("python3", ["tools/order-free-vectors.py", "--check"], {
    cwd,
    encoding: "utf8",
  });
  expect([stdout, stderr]).toEqual([expect.stringMatching(/is what this program writes: 1580 lines\n$/), ""]);
});
