// A fresh process: how long until the first result of a new kernel? Prints one object of milliseconds.
import { fillUniform } from "./inputs.mjs";

const { type, primitive, expression, second, n } = JSON.parse(process.argv[2]);

const beforeImport = performance.now();
const { allocate, prepare } = await import("samebits");
const afterImport = performance.now();
const input = allocate(type, n).array;
const output = allocate(type, n).array;
fillUniform(input, 2026);

/** From the request to its result: checks, code, compilation and the call itself. @param {string} named */
function timed(named) {
  const started = performance.now();
  const plan = prepare({ type, expression: named });
  if (primitive === "reduce") plan.reduce(input);
  else plan.inclusiveScan(input, output);
  return performance.now() - started;
}

const milliseconds = { import: afterImport - beforeImport, first: timed(expression), second: timed(second) };
console.log(JSON.stringify({ ...milliseconds, again: timed(expression) }));
