// A scan that stops, travels as text, and goes on elsewhere: on another executor here, on another machine in life.
import { inclusiveScan } from "samebits";
import { bindStreams, onlineJavascriptExecutor, onlineScan } from "samebits/streams";

const prices = Float64Array.from({ length: 1000 }, (_, day) => 100 + Math.round(10 * Math.sin(day)) / 10);

const here = onlineScan({ type: "f64" });
const head = here.push(prices.subarray(0, 333));
const snapshot = here.snapshot();
here.close();
console.log(snapshot.slice(0, 125));

const there = bindStreams(onlineJavascriptExecutor).resumeScan<"f64">(snapshot);
const tail = there.push(prices.subarray(333));
there.close();

const whole = inclusiveScan(prices);
const joined = Float64Array.of(...head, ...tail);
console.log(joined.every((value, day) => Object.is(value, whole[day])));

/* prints
{"format":"samebits-summary","version":1,"contract":"add f64 block-dyadic:32 initial=none v1","start":0,"end":333,"values":[[
true
*/
