// Any function over any values, in plain arrays: with one that writes brackets, a reduce shows its own tree.
import { blockDyadic, interleaved, iteratedPairwise, leftFold, linearCarry } from "samebits";
import { inclusiveScan, reduce } from "samebits/javascript";

const letters = [..."abcdefghijk"];
const operator = (left: string, right: string): string => `(${left} ${right})`;

for (const expression of [leftFold, iteratedPairwise, interleaved(2), blockDyadic(2), linearCarry(2)]) {
  console.log(reduce(letters, { operator, expression }));
}

// Each prefix has a tree of its own; complete pairs are all that one hands to the next.
console.log(inclusiveScan(letters.slice(0, 4), { operator, expression: iteratedPairwise }).join("  "));

/* prints
((((((((((a b) c) d) e) f) g) h) i) j) k)
((((a b) (c d)) ((e f) (g h))) ((i j) k))
((((a c) (e g)) (i k)) (((b d) (f h)) j))
(((((a b) (c d)) ((e f) (g h))) (i j)) k)
((((((a b) (c d)) (e f)) (g h)) (i j)) k)
a  (a b)  ((a b) c)  ((a b) (c d))
*/
