import { checkFunction } from "./check-function.ts";
import { peerError } from "./peer-error.ts";

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
