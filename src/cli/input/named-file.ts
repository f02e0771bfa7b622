import { readFile } from "node:fs/promises";
import type { InvalidArgumentError } from "../../index.ts";

/** The bytes of a file that an argument names. Where it cannot be read `refuse` makes the error of the system's code. */
export async function readNamedFile(
  path: string,
  refuse: (code: string) => InvalidArgumentError,
): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw refuse(String(error.code));
  }
}
