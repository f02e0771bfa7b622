import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const require = createRequire(import.meta.url);

/** The engines that an installed package asks for. */
function nodeOf(name: string): string | undefined {
  let folder = dirname(require.resolve(name));
  for (;;) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      if (manifest.name === name) return manifest.engines?.node;
    } catch {}
    folder = dirname(folder);
  }
}

it("docs/many-machines.md says which Node each optional package of a cluster asks for", () => {
  const asked = ["pg-boss", "@electric-sql/pglite", "@aws-sdk/client-s3"].map(nodeOf);
  expect(asked).toEqual([">=22.12.0", undefined, ">=20.0.0"]);
  const text = readFileSync(new URL("../../../docs/many-machines.md", import.meta.url), "utf8");
  expect(text).toContain("pg-boss asks for Node 22.12.");
  expect(text).toContain("PGlite asks for none, and `@aws-sdk/client-s3` for Node 20.");
});
