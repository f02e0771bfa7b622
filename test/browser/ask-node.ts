import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** What the module of a page publishes when Node runs the same file. */
export async function askNode(folder: string, page: string): Promise<unknown> {
  const module = pathToFileURL(join(folder, `${page}.mjs`)).href;
  const script = `await import(${JSON.stringify(module)}); console.log(JSON.stringify(await globalThis.answer));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout);
}
