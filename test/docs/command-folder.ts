import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll } from "vitest";
import { REPOSITORY } from "./blocks.ts";

/** A folder for the commands of a document, where `samebits` is that of the build. */
export function commandFolder(): {
  readonly folder: string;
  run(command: string): SpawnSyncReturns<string>;
} {
  const folder = mkdtempSync(join(tmpdir(), "samebits-session-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const script = `#!/bin/sh\nexec "${process.execPath}" "${join(REPOSITORY, "dist/cli.mjs")}" "$@"\n`;
  writeFileSync(join(folder, "samebits"), script);
  chmodSync(join(folder, "samebits"), 0o755);
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ""}` };
  return {
    folder,
    run: (command) => spawnSync(command, { cwd: folder, env, shell: true, encoding: "utf8" }),
  };
}
