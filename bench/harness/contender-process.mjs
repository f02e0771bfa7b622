import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * A process that answers a line with a line, "ok …" or "error …".
 *
 * @typedef {object} ContenderProcess
 * @property {(request: string) => Promise<string>} ask  the answer's rest after "ok"
 * @property {() => void} close
 */

/** @param {string} command @param {readonly string[]} parameters @param {Readonly<Record<string, string>>} [environment]  besides this process's @returns {ContenderProcess} */
export function openProcess(command, parameters, environment = {}) {
  const env = { ...process.env, ...environment };
  const child = spawn(command, parameters, { env, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin.write(`${request}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`the process of the benchmark ended at: ${request}`);
      const [, verdict, rest] = /^(ok|error) ?(.*)$/.exec(value) ?? [
        undefined,
        "error",
        `it printed ${value}`,
      ];
      if (verdict === "ok") return rest;
      throw new Error(`${rest} (asked: ${request})`);
    },
    close: () => child.stdin.end(),
  };
}
