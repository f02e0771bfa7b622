import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { REPOSITORY } from "./packed-files.ts";

const PROBES = fileURLToPath(new URL("doors", import.meta.url));
const BESIDE = ["samples", "told"]; // what probes share

/** Every door: its name below samebits, and `index` for samebits itself. Each has a probe, a module that uses a little of it. */
export const DOORS: readonly string[] = readdirSync(PROBES)
  .map((file) => file.replace(/\.mjs$/, ""))
  .filter((name) => !BESIDE.includes(name));

const manifest = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8"));

/** A project that has installed what npm would publish; for each door `src/NAME.mjs` leaves what its probe finds in `globalThis.answers`. */
export interface UserProject {
  readonly folder: string;
  remove(): void;
}

export function openUserProject(packages: "with peers" | "without peers"): UserProject {
  const folder = mkdtempSync(join(tmpdir(), "samebits-user-"));
  const source = join(folder, "src");
  cpSync(PROBES, join(source, "doors"), { recursive: true });
  for (const door of DOORS) {
    const text = `import { probe } from "./doors/${door}.mjs";
globalThis.answers = { ...globalThis.answers, "${door}": Promise.resolve().then(probe).catch(String) };
`;
    writeFileSync(join(source, `${door}.mjs`), text);
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  npm(REPOSITORY, "pack", "--ignore-scripts", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "";
  // Without a network: there is nothing else to fetch.
  npm(folder, "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", join(folder, tarball));
  for (const name of packages === "with peers" ? Object.keys(manifest.peerDependencies) : []) {
    const place = join(folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(REPOSITORY, "node_modules", name), place, "junction");
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function npm(cwd: string, ...parameters: readonly string[]): void {
  const path = process.env.npm_execpath;
  const [command, ...before] = path === undefined ? ["npm"] : [process.execPath, path];
  execFileSync(command, [...before, ...parameters, "--loglevel=error"], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
