import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packedFiles, REPOSITORY } from "../packed-files.ts";

/** The compilers that read our types, by the folder of each in node_modules. */
export const COMPILERS = ["typescript-5.4", "typescript-5.9", "typescript", "typescript-7"] as const;

const MODULES = { bundler: "esnext", nodenext: "nodenext", node10: "commonjs" } as const;

export interface Consumer {
  readonly compiler: (typeof COMPILERS)[number];
  readonly lib: readonly string[];
  readonly types: readonly string[];
  readonly moduleResolution: keyof typeof MODULES;
  readonly programs: readonly string[]; // of this folder, without their ending
}

/** A program that imports every door there is. */
function everyDoor(): string {
  const { exports } = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8"));
  const doors = Object.keys(exports).filter((path) => path !== "./package.json");
  return doors
    .map((path, i) => `import * as door${i} from "samebits${path.slice(1)}";\nexport { door${i} };\n`)
    .join("");
}

/** A project that has installed what npm would publish, and nothing else. `complaints` compiles a consumer there. */
export interface ConsumerProject {
  complaints(consumer: Consumer): Promise<string>;
  remove(): void;
}

export function openConsumerProject(): ConsumerProject {
  const folder = mkdtempSync(join(tmpdir(), "samebits-consumer-"));
  const put = (from: string, to: string): void => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(join(REPOSITORY, from), join(folder, to));
  };
  const types = packedFiles().filter((path) => path.endsWith(".d.mts") || path === "package.json");
  for (const path of types) put(path, join("node_modules/samebits", path));
  for (const name of ["@types", "@webgpu", "undici-types"]) {
    symlinkSync(join(REPOSITORY, "node_modules", name), join(folder, "node_modules", name));
  }
  let count = 0;
  return {
    async complaints({ compiler, programs, moduleResolution, ...libraries }) {
      const home = `consumer-${count++}`;
      const files = ["doors.mts", ...programs.map((name) => `${name}.mts`)];
      for (const name of programs) put(`test/package/consumers/${name}.ts`, join(home, `${name}.mts`));
      const module = MODULES[moduleResolution];
      const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
      const compilerOptions = {
        ...libraries,
        ...strict,
        target: "es2022",
        noEmit: true,
        module,
        moduleResolution,
      };
      writeFileSync(join(folder, home, "doors.mts"), everyDoor());
      writeFileSync(join(folder, home, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
      const tsc = join(REPOSITORY, "node_modules", compiler, "bin/tsc");
      return await printed(tsc, ["--project", home, "--pretty", "false"], folder);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What a program of Node's prints, whether or not it fails. */
function printed(program: string, parameters: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...parameters], { cwd }, (error, stdout, stderr) => {
      const text = `${stdout}${stderr}`.trim();
      resolve(error !== null && text === "" ? String(error) : text);
    });
  });
}
