// Why: the tests of the site are several files and look at one build, without the reference, which takes a minute more.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { findPart, SYSTEM_PARTS } from "../../tools/system-parts.mjs";
import { ROOT } from "./root.ts";

export default function buildSite(): void {
  if (findPart(SYSTEM_PARTS.chromium) === undefined) return;
  execFileSync(process.execPath, [join(ROOT, "site/run.mjs"), "build", "--no-reference"], { stdio: "pipe" });
}
