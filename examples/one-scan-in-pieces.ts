// One scan whose pieces are computed in four places, plain loops, WebAssembly kernels, a pool of workers and another process, joined by
// nothing but text: the summary of all that came before. A cluster is no more than that.

import { spawnSync } from "node:child_process";
import { columnContract, hashArray, inclusiveScan, parseContract } from "samebits";
import { onlineJavascriptExecutor, onlineWasmExecutor } from "samebits/streams";
import { summaryAlgebra } from "samebits/summaries";
import { openWorkers } from "samebits/workers";

const line = "add f64 block-dyadic:32 initial=none v1";
const contract = columnContract(parseContract(line)); // executors compute over columns: a typed array is a list of one
const { empty, encode, decode } = summaryAlgebra(contract);

const x = Float64Array.from({ length: 400_000 }, (_, i) => Math.sin(i) * 2 ** (i % 20));
const prefixes = new Float64Array(x.length);
const cuts = [0, 50_001, 123_456, 300_000, x.length];
const piece = (of: Float64Array, i: number) => [of.subarray(cuts[i], cuts[i + 1])];

let text = encode(empty(0)); // what one place tells the next: one line of JSON, values as hexadecimal bits

for (const [i, executor] of [onlineJavascriptExecutor, onlineWasmExecutor()].entries()) {
  const pass = executor.openPass(contract, decode(text));
  pass.inclusiveScan(piece(x, i), piece(prefixes, i));
  text = encode(pass.summary());
}

const pool = await openWorkers({ count: 2, shortest: 0, ownWork: 0 }); // by default this thread would do so short a piece
const pass = pool.openPass(contract, decode(text));
await pass.inclusiveScan(piece(x, 2), piece(prefixes, 2));
text = encode(pass.summary() as ReturnType<typeof decode>);
await pool.close();
console.log("positions so far:", decode(text).end);

const program = `
  import { readFileSync } from "node:fs";
  import { columnContract, parseContract } from "samebits";
  import { onlineWasmExecutor } from "samebits/streams";
  import { summaryAlgebra } from "samebits/summaries";
  const { line, text, elements } = JSON.parse(readFileSync(0, "utf8"));
  const contract = columnContract(parseContract(line));
  const pass = onlineWasmExecutor().openPass(contract, summaryAlgebra(contract).decode(text));
  const [values] = pass.inclusiveScan([Float64Array.from(elements)]);
  process.stdout.write(new Uint8Array(values.buffer));`;
const [elements] = piece(x, 3);
const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
  input: JSON.stringify({ line, text, elements: [...elements] }),
  maxBuffer: 2 ** 24,
});
prefixes.set(new Float64Array(Uint8Array.from(stdout).buffer), cuts[3]);

console.log("the bits of one call:", hashArray(prefixes) === hashArray(inclusiveScan(x)));

/* prints
positions so far: 300000
the bits of one call: true
*/
