// Preloaded (`node --import`) by a contender's process that is to measure another build of this package: SAMEBITS_BUILD names its checkout.
// Every import of "samebits" then comes from there, by that checkout's own package.json.
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const checkout = process.env.SAMEBITS_BUILD;
if (checkout === undefined) throw new Error("SAMEBITS_BUILD must name a checkout that is built");
const { exports } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
const files = Object.entries(exports).flatMap(([name, { default: file } = {}]) =>
  file === undefined ? [] : [[`samebits${name.slice(1)}`, pathToFileURL(join(checkout, file)).href]],
);
const hooks = `
  let files;
  export const initialize = (data) => { files = new Map(data); };
  export const resolve = (name, context, next) =>
    files.has(name) ? { url: files.get(name), shortCircuit: true } : next(name, context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, { data: files });
