import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { describe, expect, test } from "vitest";
import { headingAnchors, markdownLinks } from "./markdown-links.ts";
import { packedFiles, REPOSITORY } from "./packed-files.ts";

// What the package ships points at nothing that it does not ship.
const files = packedFiles();
const shipped = new Set(files);
const folders = new Set(files.flatMap(foldersOf));
const textOf = (path: string): string => readFileSync(join(REPOSITORY, path), "utf8");

/** Each folder that a path is in, without and with the slash at its end. */
function foldersOf(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === "." ? [] : [folder, `${folder}/`, ...foldersOf(folder)];
}

function isShipped(path: string): boolean {
  return shipped.has(path) || folders.has(path);
}

function leadsNowhere(from: string, target: string): boolean {
  if (/^[a-z]+:/.test(target)) return false;
  const [path, anchor] = target.split("#");
  const to = path === "" ? from : normalize(join(dirname(from), decodeURI(path)));
  if (!isShipped(to)) return true;
  return anchor !== undefined && !headingAnchors(textOf(to)).has(anchor);
}

describe("documents", () => {
  const documents = files.filter((path) => path.endsWith(".md"));

  test("are shipped, and link to one another", () => {
    expect(documents).toEqual(expect.arrayContaining(["README.md", "docs/webgpu.md"]));
    expect(documents.flatMap((path) => markdownLinks(textOf(path))).length).toBeGreaterThan(120);
  });

  test.each(documents)("%s links to nothing that is not in the package", (document) => {
    const broken = markdownLinks(textOf(document)).filter(({ target }) => leadsNowhere(document, target));
    expect(broken.map(({ target, line }) => `${document}:${line}: ${target}`)).toEqual([]);
  });
});

describe("documents that stay in the repository", () => {
  const folders = ["", "docs/notes", "docs/decisions", "bench", ".github"];
  const documents = folders
    .flatMap((folder) => readdirSync(join(REPOSITORY, folder)).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(".md") && !shipped.has(path));

  test("are notes, decisions and what is for those who work on it", () => {
    expect(documents).toEqual(expect.arrayContaining(["ARCHITECTURE.md", "docs/notes/folds.md"]));
  });

  test.each(documents)("%s links to files that are there", (document) => {
    const targets = markdownLinks(textOf(document)).filter(({ target }) => !/^[a-z]+:|^#/.test(target));
    const absent = targets.filter(({ target }) => {
      const path = decodeURI(target.split("#")[0]);
      return !existsSync(join(REPOSITORY, dirname(document), path));
    });
    expect(absent.map(({ target, line }) => `${document}:${line}: ${target}`)).toEqual([]);
  });
});

describe("types and code", () => {
  const code = files.filter((path) => /\.m?ts$|\.mjs$/.test(path));

  test("name documents", () => {
    const names = code.flatMap((path) => documentsNamed(textOf(path)));
    expect(names.length).toBeGreaterThan(30);
    expect(names).toContain("docs/what-scans-are-for.md");
  });

  test.each(code)("%s names no document that is not in the package", (path) => {
    const named = documentsNamed(textOf(path));
    expect(named.filter((name) => !isShipped(name) && !isShipped(join(dirname(path), name)))).toEqual([]);
  });

  test("a file that is imported beside another is there", () => {
    const imports = code
      .filter((path) => path.startsWith("dist/"))
      .flatMap((path) => [...textOf(path).matchAll(BESIDE)].map(([, to]) => ({ path, to })));
    expect(imports.length).toBeGreaterThan(100);
    const broken = imports.filter(({ path, to }) => !isShipped(typesBeside(join(dirname(path), to), path)));
    expect(broken).toEqual([]);
  });
});

const BESIDE = /(?:\bfrom ?"|\bimport\("|^\/\/\/ <reference path=")(\.[^"]+|ambient[^"]+)"/gm;

/** A declaration file imports `x.mjs`, which means the types beside it. */
function typesBeside(imported: string, importer: string): string {
  return importer.endsWith(".d.mts") ? imported.replace(/\.mjs$/, ".d.mts") : imported;
}

/** `docs/…`, `vectors/…` and the like of a package's own, and every name of a Markdown file. */
function documentsNamed(text: string): readonly string[] {
  const found = text.matchAll(
    /(?<![\w/.@:-])(?:(?:docs|vectors|examples|proofs)\/[\w./-]*\w|[\w-]+(?:\/[\w-]+)*\.md\b)/g,
  );
  return [...found].map(([name]) => name);
}

test("every source map is shipped, and has its sources in it", () => {
  const maps = files.filter((path) => path.endsWith(".map"));
  for (const path of files.filter((each) => each.startsWith("dist/"))) {
    const [, map] = /^\/\/# sourceMappingURL=(?!data:)(\S+)\s*$/m.exec(textOf(path)) ?? [];
    if (map !== undefined) expect(shipped, path).toContain(join(dirname(path), map));
  }
  for (const path of maps) {
    const { sources, sourcesContent } = JSON.parse(textOf(path));
    const missing = sources.filter(
      (source: string, i: number) =>
        typeof sourcesContent?.[i] !== "string" && !isShipped(join(dirname(path), source)),
    );
    expect(missing, path).toEqual([]);
  }
});
