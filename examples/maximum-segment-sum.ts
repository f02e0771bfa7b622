// The largest sum of a stretch of a list, as a reduce: a piece needs to tell its total, the best sums of its beginnings, of its ends
// and of its stretches, and two pieces tell theirs together.
//
// J. Bentley, Programming Pearls: Algorithm Design Techniques, 1984, with this list; M. Cole, Parallel Programming with List
// Homomorphisms, 1995.
import { inclusiveScan, reduce } from "samebits";
import { maxSegmentSum } from "samebits/operators";

const list = Int32Array.of(31, -41, 59, 26, -53, 58, 97, -93, -23, 84);

const orNothing = list.map((x) => Math.max(x, 0)); // a stretch may be empty
const pieces = { total: list, prefix: orNothing, suffix: orNothing, best: orNothing };
const operator = maxSegmentSum("i32");

console.log(reduce(pieces, { operator }));

const soFar = inclusiveScan(pieces, { operator });
console.log("best so far     ", soFar.best.join(" "));
console.log("best ending here", soFar.suffix.join(" "));

/* prints
{ total: 145, prefix: 177, suffix: 155, best: 187 }
best so far      31 31 59 85 85 90 187 187 187 187
best ending here 31 0 59 85 32 90 187 94 71 155
*/
