// Softmax, log-sum-exp, a sigmoid and a normal density in f32: one fingerprint on kernels, plain loops, every engine and every GPU, as exp and log are correctly rounded.
import { hashArray, toHex } from "samebits";
import { algorithmsOn, logSumExp, softmax } from "samebits/algorithms";
import { compile, javascriptExecutor, run } from "samebits/language";

const x = Float32Array.from({ length: 10_007 }, (_, i) => ((i * 7919) % 2003) / 100 - 10);

const program = compile(`
  def sigmoid (xs: []f32) = map (\\x -> 1 / (1 + f32.exp (0 - x))) xs
  def density (xs: []f32) = map (\\x -> 0.3989423 * f32.exp (-0.5 * x * x)) xs
`);
const onLoops = algorithmsOn(javascriptExecutor);
const mapped = (name: string, options = {}): string =>
  hashArray(run(program, name, [x], options) as Float32Array);

console.log("softmax    ", hashArray(softmax(x)), hashArray(onLoops.softmax(x)));
console.log("log-sum-exp", toHex("f32", logSumExp(x)), toHex("f32", onLoops.logSumExp(x)));
for (const name of ["sigmoid", "density"]) {
  console.log(name.padEnd(11), mapped(name), mapped(name, { on: javascriptExecutor }));
}

/* prints
softmax     e1b0ff5e472e33f5 e1b0ff5e472e33f5
log-sum-exp 4181eab6 4181eab6
sigmoid     ec624e920261cf21 ec624e920261cf21
density     f7dfacb40ef522bd f7dfacb40ef522bd
*/
