import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

interface PackReport {
  readonly size: number; // of the tarball, in bytes
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** What npm would publish. */
export function packReport(): PackReport {
  const options = ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const [command, ...parameters] =
    npm === undefined ? ["npm", ...options] : [process.execPath, npm, ...options];
  const [report]: readonly [PackReport] = JSON.parse(
    execFileSync(command, parameters, { cwd: REPOSITORY, encoding: "utf8" }),
  );
  return report;
}

/** The files of that, below the package's folder. Their text is that of the working tree. */
export function packedFiles(): readonly string[] {
  return packReport().files.map(({ path }) => path);
}
