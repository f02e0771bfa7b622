// The same contract on WebAssembly SIMD kernels and on plain loops: 100,003 prefixes, every bit the same.
import { hashArray, inclusiveScan, prepare, printContract, toHex } from "samebits";
import * as javascript from "samebits/javascript";

const readings = Float64Array.from(
  { length: 100_003 },
  (_, i) => (((i * 2654435761) % 2001) - 1000) / (1 + (i % 17)),
);

const onWasm = inclusiveScan(readings);
const onJavaScript = javascript.inclusiveScan(readings);

console.log("contract  ", printContract(prepare({ type: "f64" }).contract));
console.log("wasm      ", hashArray(onWasm), toHex("f64", onWasm[100_002]));
console.log("javascript", hashArray(onJavaScript), toHex("f64", onJavaScript[100_002]));

/* prints
contract   add f64 block-dyadic:32 initial=none v1
wasm       0bb41a07682e92da c0888d8026c4d16b
javascript 0bb41a07682e92da c0888d8026c4d16b
*/
