// A sum in two halves, computed apart, joined, and carried as text: the bits of the whole, because a summary is the state
// of a range and not its value.

import { blockDyadic, parseContract, reduce, toHex } from "samebits";
import { summaryAlgebra } from "samebits/summaries";

const x = Float64Array.from({ length: 1000 }, (_, i) => Math.sin(i) * 2 ** (i % 20));
const { empty, append, concat, observe, encode, decode } = summaryAlgebra(
  parseContract("add f64 block-dyadic:32 initial=none v1"),
);

const left = append(empty(0), x.subarray(0, 333));
const right = append(empty(333), x.subarray(333)); // computed elsewhere, without the left half
const travelled = decode(encode(right)); // one line of JSON, values as hexadecimal bits

const whole = observe(concat(left, travelled));
console.log(toHex("f64", whole) === toHex("f64", reduce(x, { expression: blockDyadic(32) })));

const valuesAdded = reduce(x.subarray(0, 333)) + reduce(x.subarray(333));
console.log("adding the halves' values instead is off by", valuesAdded - Number(whole));

/* prints
true
adding the halves' values instead is off by -2.9103830456733704e-10
*/
