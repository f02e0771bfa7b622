// The same readings from three places, in whatever order they arrive: one sum, and one state that two machines can compare.
import { summaryAlgebra } from "samebits/summaries";
import { exact, parseContract, reduce } from "samebits/sums";

const places = [Float64Array.of(1e16, 3, -1e16), Float64Array.of(0.1, 0.2), Float64Array.of(-1e16, 1e16, 4)];
const inOrder = Float64Array.from(places.flatMap((place) => [...place]));
const shuffled = Float64Array.of(4, 0.2, -1e16, 1e16, 3, 0.1, 1e16, -1e16);

// A tree of additions depends on the order of its leaves, a sum of a set does not.
console.log(reduce(inOrder), reduce(shuffled));
console.log(reduce(inOrder, { expression: exact }), reduce(shuffled, { expression: exact }));

// Each place sums its own; whoever joins the summaries, in whatever grouping, has the same text.
const algebra = summaryAlgebra(parseContract("add f64 exact initial=none v1"));
let position = 0;
const summaries = places.map((place) => {
  const summary = algebra.append(algebra.empty(position), place);
  position += place.length;
  return summary;
});
const joined = summaries.reduce((left, right) => algebra.concat(left, right));
const text = algebra.encode(algebra.append(algebra.empty(0), shuffled));
console.log(algebra.encode(joined) === text, algebra.observe(joined));

/* prints
8 7.300000000000001
7.3 7.3
true 7.3
*/
