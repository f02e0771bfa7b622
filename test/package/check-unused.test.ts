import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { checkUnused } from "../../tools/check-unused.mjs";

const planted: string[] = [];

afterEach(() => {
  for (const root of planted.splice(0)) rmSync(root, { recursive: true, force: true });
});

const MANIFEST = { scripts: { make: "maker --all" }, devDependencies: {} };

/** What is found in a repository of nothing but these files. */
function found(
  files: Readonly<Record<string, string>>,
  manifest: object = MANIFEST,
): ReturnType<typeof checkUnused> {
  const root = mkdtempSync(join(tmpdir(), "samebits-unused-"));
  planted.push(root);
  for (const [path, text] of Object.entries({ ...files, "package.json": JSON.stringify(manifest) })) {
    const full = join(root, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
  return checkUnused(root);
}

describe("exports", () => {
  test("of an entry point are free, and what it passes on is read", () => {
    const files = {
      "src/index.ts":
        'export { a } from "./room/a.ts";\nexport * from "./room/b.ts";\nexport const own = 1;\n',
      "src/room/a.ts": "export const a = 1;\n",
      "src/room/b.ts": "export const b = 1;\n",
    };
    expect(found(files).violations).toEqual([]);
  });

  test("that nobody imports are found, types and renamed ones too", () => {
    const files = {
      "src/index.ts": 'import { a } from "./room/a.ts";\na();\n',
      "src/room/a.ts":
        "export const a = () => b;\nexport const b = 1;\nexport interface C {}\nconst d = 1;\nexport { d as e };\n",
    };
    expect(found(files).violations).toEqual(
      ['2: nobody imports "b"', '3: nobody imports "C"', '5: nobody imports "e"'].map(
        (each) => `src/room/a.ts:${each}; take its export away, or it`,
      ),
    );
  });

  test.each([
    ['import * as all from "./room/a.ts";\nall.a();\n', ["b"]],
    ['import * as all from "./room/a.ts";\nObject.keys(all);\n', []],
    ['const { a } = await import("./room/a.ts");\n', ["b"]],
    ['(await import("./room/a.ts")).b;\n', ["a"]],
    ['import("./room/a.ts").then(Object.keys);\n', []],
    ['type A = import("./room/a.ts").a;\n', ["b"]],
  ])("as %j reads them", (text, unread) => {
    const files = { "src/index.ts": text, "src/room/a.ts": "export const a = 1;\nexport const b = 1;\n" };
    expect(found(files).violations.map((each) => /"(.)"/.exec(each)?.[1])).toEqual(unread);
  });

  test("that only tests import are counted apart", () => {
    const files = {
      "src/index.ts": 'import "./room/a.ts";\n',
      "src/room/a.ts": "export const a = 1;\n",
      "src/room/a.test.ts": 'import { a } from "./a.ts";\na;\n',
    };
    const { violations, testsOnly } = found(files);
    expect(violations).toEqual([]);
    expect(testsOnly).toEqual(['src/room/a.ts:1: only tests import "a"']);
  });
});

describe("files", () => {
  test("that nobody imports or names are found", () => {
    expect(found({ "src/room/lost.ts": "export {};\n" }).violations).toEqual([
      "src/room/lost.ts: nobody imports this file or names it",
    ]);
  });

  test.each([
    ["a test", { "src/room/lost.test.ts": "" }],
    ["a script", { "tools/lost.mjs": "#!/usr/bin/env node\n" }],
    ["named in a document", { "tools/lost.mjs": "", "docs/lost.md": "Run `tools/lost.mjs`.\n" }],
    ["named in a text", { "tools/lost.mjs": "", "tools/run.mjs": '#!/usr/bin/env node\nrun("lost.mjs");\n' }],
  ] as [string, Record<string, string>][])("are free as %s", (_, files) => {
    expect(found(files).violations).toEqual([]);
  });
});

test("dependencies without a reader are found", () => {
  const names = ["read", "@types/typed", "maker", "@family/member", "by-path", "nobody"];
  const files = {
    "src/index.ts": 'import "read";\nimport "typed/deep";\n',
    "tools/run.mjs": `#!/usr/bin/env node\nimport(\`@family/\${name}\`);\nrun("node_modules/by-path/cli.js");\n`,
  };
  const manifest = { ...MANIFEST, devDependencies: Object.fromEntries(names.map((name) => [name, "1"])) };
  expect(found(files, manifest).violations).toEqual(['package.json: nothing reads the dependency "nobody"']);
});
