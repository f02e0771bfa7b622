// "outside": combined with each result once, at the end. "first": it is element 0, and every bracket shifts by one.
import { iteratedPairwise } from "samebits";
import { exclusiveScan, inclusiveScan, reduce } from "samebits/javascript";

const letters = ["a", "b", "c", "d"];
const operator = (left: string, right: string): string => `(${left} ${right})`;
const expression = iteratedPairwise;

for (const initialPlacement of ["outside", "first"] as const) {
  const options = { operator, expression, initial: "I", initialPlacement };
  console.log(initialPlacement, "reduce   ", reduce(letters, options));
  console.log(initialPlacement, "inclusive", inclusiveScan(letters, options).join(" "));
  console.log(initialPlacement, "exclusive", exclusiveScan(letters, options).join(" "));
}

// Backward, the initial value stands on the right, and so does every suffix's anchor.
const options = { operator, expression, initial: "I", direction: "backward" } as const;
console.log("backward inclusive", inclusiveScan(letters, options).join(" "));

/* prints
outside reduce    (I ((a b) (c d)))
outside inclusive (I a) (I (a b)) (I ((a b) c)) (I ((a b) (c d)))
outside exclusive I (I a) (I (a b)) (I ((a b) c))
first reduce    (((I a) (b c)) d)
first inclusive (I a) ((I a) b) ((I a) (b c)) (((I a) (b c)) d)
first exclusive I (I a) ((I a) b) ((I a) (b c))
backward inclusive (((a b) (c d)) I) ((b (c d)) I) ((c d) I) (d I)
*/
