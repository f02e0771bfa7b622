// Formats and solvers come from packages that callers install: imports that every bundler lets pass, and the error where one is missing.

import { checkFunction } from "./check-arguments.ts";
import { UnsupportedError } from "./errors.ts";

/**
 * What is thrown where an optional package could not be imported: names it, why, and the command that installs it.
 *
 * Whoever imports one awaits the literal `import(…)` inside a `try`: the only form that esbuild, webpack, rollup and Vite all bundle where the
 * package is there, and let pass where it is not (docs/decisions/0028).
 */
export function peerError(packageName: string, purpose: string, cause: unknown): UnsupportedError {
  const why = isMissing(packageName, cause)
    ? "is not installed"
    : `could not be loaded (${messageOf(cause).split("\n")[0]})`;
  const inPages = LOADED_BY_CALLERS.includes(packageName)
    ? `, and in a page pass () => import("${packageName}")`
    : "";
  return new UnsupportedError(
    purpose,
    `the optional package ${packageName} ${why}`,
    `get it with: npm install ${packageName}${inPages}`,
  );
}

/** Those that no bundle holds by itself, and whose functions take a `load`. */
const LOADED_BY_CALLERS: readonly string[] = ["highs", "z3-solver"];

/** What engines and bundlers say, in the first line, of a package that is not there: by a code of theirs, or in words. */
const NOT_FOUND = /cannot find (module|package)|(not|to) resolve|bare specifier/i;

/** Not so where the package is there and one that it needs is not: the error names that one. */
function isMissing(packageName: string, cause: unknown): boolean {
  const message = messageOf(cause);
  const isNamed = ["''", '""', "“”"].some(([open, close]) => message.includes(open + packageName + close));
  return isNamed && (NOT_FOUND.test(message) || /^(ERR_)?MODULE_NOT_FOUND$/.test(codeOf(cause)));
}

function messageOf(cause: unknown): string {
  const message = typeof cause === "object" && cause !== null && "message" in cause ? cause.message : cause;
  return String(message);
}

function codeOf(cause: unknown): string {
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
}

/**
 * Imports an optional package that no bundle should hold by itself: it brings machine code or WebAssembly in files of its own, and imports
 * Node's modules, so that a bundler which finds it fails, or gives what fails when it runs (docs/decisions/0028). In Node it is loaded from
 * where packages are, from a bundle too; a page has it where the caller's `load` imports it.
 *
 * @throws UnsupportedError naming the package and the command that installs it
 */
export async function importOutsideBundle(
  packageName: string,
  purpose: string,
  load: () => Promise<unknown> = () => importByName(packageName),
): Promise<unknown> {
  checkFunction("load", load);
  try {
    return await load();
  } catch (cause) {
    throw peerError(packageName, purpose, cause);
  }
}

/** Not a literal, on purpose: bundlers look for what a literal names. */
function importByName(packageName: string): Promise<unknown> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ packageName);
}
