// One adder's questions: its trees by the command line, as a reader can ask them too, and plain values.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** @typedef {import("./adders.mjs").Asked} Asked */

/** @param {Asked} asked */
const flags = (asked) => ("pipe" in asked ? ["--pipe", asked.pipe] : ["--module", asked.module]);

/** What `samebits reveal --json` says. @param {Asked} asked @param {readonly string[]} more @returns {any} */
export function reveal(asked, ...more) {
  const argv = [`${ROOT}dist/cli.mjs`, "reveal", ...flags(asked), "--timeout", "60", ...more, "--json"];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr.trim().split("\n").at(-1));
  return JSON.parse(stdout);
}

/** The numbers that somebody gives for some arrays, one array after the other. @param {Asked} asked @param {readonly (Float64Array | Float32Array)[]} inputs @returns {Promise<readonly (readonly number[])[]>} */
export async function answers(asked, inputs) {
  if ("pipe" in asked) return answersOfProcess(asked.pipe, inputs);
  const [file, name] = asked.module.split("#");
  const { [name]: sum } = await import(file);
  /** @type {(readonly number[])[]} */
  const all = [];
  for (const input of inputs) {
    const answer = await sum(input);
    all.push(typeof answer === "number" ? [answer] : Array.from(answer));
  }
  return all;
}

/** @param {string} line @param {readonly (Float64Array | Float32Array)[]} inputs */
async function answersOfProcess(line, inputs) {
  const { encodeNpy } = await import("../../dist/formats.mjs");
  const input = Buffer.concat(inputs.map((each) => encodeNpy(each)));
  const { status, stdout, stderr } = spawnSync(line, { shell: true, input, maxBuffer: 2 ** 28 });
  if (status !== 0)
    throw new Error(`${line} ends with ${status}: ${String(stderr).trim().split("\n").at(-1)}`);
  const lines = String(stdout).trimEnd().split("\n");
  if (lines.length !== inputs.length)
    throw new Error(`${inputs.length} answers expected, got ${lines.length}`);
  return lines.map((each) => each.trim().split(/\s+/).map(numberOf));
}

/** @param {string} word */
function numberOf(word) {
  if (/^[-+]?inf/i.test(word)) return word.startsWith("-") ? -Infinity : Infinity;
  return Number(word);
}
