// Drawdown: how far each price stands below the highest so far. One scan, one subtraction.
import { inclusiveScan, max } from "samebits";

const prices = Float64Array.of(100, 104, 101, 97, 108, 103, 111);

const highest = inclusiveScan(prices, { operator: max });
const drawdown = prices.map((price, i) => highest[i] - price);

console.log("highest so far", [...highest]);
console.log("drawdown      ", [...drawdown]);
console.log("worst", Math.max(...drawdown));

/* prints
highest so far [ 100, 104, 104, 104, 108, 108, 111 ]
drawdown       [ 0, 0, 3, 7, 0, 5, 0 ]
worst 7
*/
