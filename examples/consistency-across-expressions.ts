// Under one expression a scan's last value is the reduce, always. Across expressions nothing of the kind is promised.
import { inclusiveScan, iteratedPairwise, leftFold, reduce } from "samebits";

const terms = Float64Array.of(1e16, 1, -1e16, 1);

console.log("left fold: scan", inclusiveScan(terms, { expression: leftFold }).at(-1));
console.log("left fold: reduce", reduce(terms, { expression: leftFold }));
console.log("pairwise: scan", inclusiveScan(terms, { expression: iteratedPairwise }).at(-1));
console.log("pairwise: reduce", reduce(terms, { expression: iteratedPairwise }));

// 1e16 − 1e16 + 1, bracketed from the left and from the right.
console.log(1e16 - 1e16 + 1, 1e16 + (-1e16 + 1));

/* prints
left fold: scan 1
left fold: reduce 1
pairwise: scan 0
pairwise: reduce 0
1 0
*/
