import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Before any test of the built package: the build is that of the sources. */
export function setup(): void {
  const script = fileURLToPath(new URL("../../tools/setup.mjs", import.meta.url));
  execFileSync(process.execPath, [script], { stdio: ["ignore", "ignore", "inherit"] });
}
