// A fresh process: how long until the first result of a new kernel? Prints one object of milliseconds.
import { fillUniform } from "./inputs.mjs";

const { type, primitive, expression, second, n } = JSON.parse(process.argv[2]);

const beforeImport = performance.now();
const { allocate, prepare } = await import("samebits");
const afterImport = performance.now();
const input = allocate(type, n).array;
const output = allocate(type, n).array;
fillUniform(input, 2026);

/** From the request to its result, checks, code, compilation and the call itself; then the next call, which may compile more. @param {string} named */
function timed(named) {
  const started = performance.now();
  const plan = prepare({ type, expression: named });
  const call = primitive === "reduce" ? () => plan.reduce(input) : () => plan.inclusiveScan(input, output);
  call();
  const called = performance.now();
  call();
  return [called - started, performance.now() - called];
}

const [first, repeated] = timed(expression);
const [another] = timed(second);
const [again] = timed(expression);
console.log(JSON.stringify({ import: afterImport - beforeImport, first, repeated, second: another, again }));
