import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

/** The files that npm would publish, below the package's folder. Their text is that of the working tree. */
export function packedFiles(): readonly string[] {
  const options = ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const [command, ...parameters] =
    npm === undefined ? ["npm", ...options] : [process.execPath, npm, ...options];
  const report: readonly [{ readonly files: readonly { readonly path: string }[] }] = JSON.parse(
    execFileSync(command, parameters, { cwd: REPOSITORY, encoding: "utf8" }),
  );
  return report[0].files.map(({ path }) => path);
}
