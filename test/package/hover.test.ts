import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { REPOSITORY } from "./packed-files.ts";

// What an editor shows of a name that is imported: the comment of its declaration in the package.
const manifest = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8"));
const doors: readonly string[] = Object.values<{ types?: string }>(manifest.exports)
  .flatMap(({ types = [] }) => types)
  .filter((path) => !path.endsWith("samebits-worker.d.mts"));
const paths = doors.map((path) => join(REPOSITORY, path));
const program = ts.createProgram(paths, { noLib: true, noResolve: false, types: [] });
const checker = program.getTypeChecker();

interface Shown {
  readonly door: string;
  readonly name: string;
  readonly lines: number; // of its comment
}

/** Functions, classes, constants and types that a door exports. */
function shownBy(path: string): readonly Shown[] {
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) return [];
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    return [{ door: path, name: exported.name, lines: text === "" ? 0 : text.split("\n").length }];
  });
}

const shown = paths.flatMap(shownBy);

describe("in an editor", () => {
  test("every door shows something", () => {
    expect(new Set(shown.map(({ door }) => door)).size).toBe(doors.length);
    expect(shown.length).toBeGreaterThan(1500);
  });

  test("each function, class, constant and type tells what it is", () => {
    const silent = shown.filter(({ lines }) => lines === 0);
    expect(silent.map(({ door, name }) => `${door.slice(REPOSITORY.length)}: ${name}`)).toEqual([]);
  });

  // They are constants of types that hold the comment in src: tools/declarations/whole-comments.mjs.
  test("functions over columns show their whole comment, and not its first line alone", () => {
    for (const [door, fewest] of [
      ["algorithms", 60],
      ["matrices", 25],
    ] as const) {
      const text = readFileSync(join(REPOSITORY, `dist/${door}.d.mts`), "utf8");
      const names = [...text.matchAll(/^declare const ([\w$]+): [\w$]+<"now">;/gm)].map(([, name]) => name);
      expect(names.length).toBeGreaterThanOrEqual(fewest);
      const short = shown.filter(
        ({ door: path, name, lines }) =>
          path.endsWith(`dist/${door}.d.mts`) && names.includes(name) && lines < 3,
      );
      expect(short.map(({ name }) => name)).toEqual([]);
    }
  });
});
