import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a module against the built package under flags that forbid something, and gives what it prints. */
function run(flags: readonly string[], script: string): string {
  const node = [...flags, "--no-warnings", "--input-type=module", "--eval", script];
  return execFileSync(process.execPath, node, { cwd: REPOSITORY, encoding: "utf8" }).trim();
}

const HASH = `
  const x = new Float64Array(10_007).map((_, i) => Math.sin(i) * 2 ** (i % 17));
  const hash = (door) => door.hashArray(door.inclusiveScan(x)) + " " + door.toHex("f64", door.reduce(x));`;

const expected = run([], `import * as door from "samebits"; ${HASH} console.log(hash(door));`);

describe("a host that forbids", () => {
  test("code from text gets the same bits from the main door, by WebAssembly alone", () => {
    const flags = ["--disallow-code-generation-from-strings"];
    const script = `import * as door from "samebits"; ${HASH}
      let isForbidden = false;
      try { new Function("return 1"); } catch { isForbidden = true; }
      console.log(isForbidden, hash(door));`;
    expect(run(flags, script)).toBe(`true ${expected}`);
  });

  test("WebAssembly gets a typed error that names the door which needs neither", () => {
    const script = `delete globalThis.WebAssembly;
      const door = await import("samebits");
      for (const call of [() => door.allocate("f64", 10), () => door.exclusiveScan(new Float64Array(5000))]) {
        try { call(); console.log("ran"); } catch (error) { console.log(error.name, error.message); }
      }`;
    const lines = run([], script).split("\n");
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^UnsupportedError .*samebits\/javascript/);
  });

  test("both is served by samebits/javascript, with the same bits", () => {
    const script = `delete globalThis.WebAssembly;
      const door = await import("samebits/javascript"); ${HASH}
      console.log(hash(door));`;
    expect(run(["--disallow-code-generation-from-strings"], script)).toBe(expected);
  });
});
