import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

export type Answers = Readonly<Record<string, unknown>>;

/** What a page, or a program like `tellAnswers`, makes of `globalThis.answers` once its modules have run. */
export async function settledAnswers(): Promise<Answers> {
  const { answers = {} } = globalThis as { readonly answers?: Readonly<Record<string, Promise<unknown>>> };
  const entries = Object.entries(answers).map(async ([door, answer]) => [door, await answer]);
  return Object.fromEntries(await Promise.all(entries));
}

const PROGRAM = "tell-answers.mjs";

/** Runs modules by an engine's command in a folder of a project, and gives what their probes found. */
export async function askEngine(
  [program, ...before]: readonly string[],
  folder: string,
  modules: readonly string[],
): Promise<Answers> {
  const imports = modules.map((path) => `await import(${JSON.stringify(pathToFileURL(path).href)});`);
  const text = `${imports.join("\n")}
${settledAnswers}
console.log(JSON.stringify(await settledAnswers()));
setTimeout(() => process.exit(), 100); // threads of z3-solver would keep it
`;
  writeFileSync(join(folder, PROGRAM), text);
  const options = { cwd: folder, timeout: 120_000 };
  const { stdout } = await promisify(execFile)(program, [...before, join(folder, PROGRAM)], options);
  return JSON.parse(stdout);
}
