// Runs inside an engine that is a process: prints its fingerprints and what it is, as one line of JSON.
// node process.mjs SCOPE FOLDER-OF-VECTORS
import { readFileSync } from "node:fs";
import { argv, stdout } from "node:process";
import { describeEngine } from "./describe-engine.mjs";
import { fingerprints } from "./fingerprints.mjs";
import { scopeNamed } from "./scopes.mjs";

const [scope, folder] = argv.slice(2);
/** @param {string} name */
const read = (name) => readFileSync(`${folder}/${name}.jsonl`, "utf8");
const vectors = {
  expressions: read("expressions"),
  published: read("published"),
  paper: read("paper-witness"),
};
const begun = performance.now();
const found = await fingerprints(scopeNamed(scope), vectors, async () => {});
const seconds = (performance.now() - begun) / 1000;
stdout.write(`${JSON.stringify({ ...describeEngine(), seconds, ...found })}\n`);
