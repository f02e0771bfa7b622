import { UnsupportedError } from "./errors.ts";

/**
 * Loads an optional package. `load` holds the literal `import(…)`, so that bundlers see it.
 *
 * @throws UnsupportedError naming the package and the command that installs it
 */
export async function importPeer<Module>(
  packageName: string,
  purpose: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const why = isMissing(cause) ? "is not installed" : `could not be loaded (${firstLine(cause)})`;
    throw new UnsupportedError(
      purpose,
      `the optional package ${packageName} ${why}`,
      `get it with: npm install ${packageName}`,
    );
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
}

function firstLine(cause: unknown): string {
  return String(cause instanceof Error ? cause.message : cause).split("\n")[0];
}
