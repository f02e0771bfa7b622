import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** A case of each suite, two rounds: that all of them still run on the built package, whatever the times. */
test.each([
  ["cpu", ""],
  ["sums", ""],
  ["algorithms", "filter"],
  ["language", "kept wasm"],
  ["workers", ""],
])("npm run bench -- builds has cases of %s", (suite, only) => {
  const command = `bench/run.mjs builds --before . --quick --rounds 2 --suite ${suite}`.split(" ");
  const printed = execFileSync(process.execPath, [...command, "--only", only], { encoding: "utf8" });
  expect(printed).toMatch(new RegExp(`^\\| ${suite} \\| 1 \\|`, "m"));
});
