import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/**
 * The built files that a file loads by static imports, itself included, and the packages that they name.
 *
 * @param {string} file
 * @returns {{ readonly files: ReadonlySet<string>, readonly packages: ReadonlySet<string> }}
 */
export function loadedFiles(file) {
  const files = new Set([file]);
  /** @type {Set<string>} */
  const packages = new Set();
  for (const each of files) {
    const parsed = ts.createSourceFile(each, readFileSync(each, "utf8"), ts.ScriptTarget.Latest);
    for (const statement of parsed.statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      if (statement.moduleSpecifier === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const specifier = statement.moduleSpecifier.text;
      if (specifier.startsWith(".")) files.add(join(dirname(each), specifier));
      else packages.add(specifier);
    }
  }
  return { files, packages };
}
