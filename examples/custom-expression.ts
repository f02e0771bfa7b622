// A tree of your own: halves that share their middle fairly, thirds, anything that is a function of the length.
// It runs on the javascript executor, under its own name, with everything that is promised of the others.
import { defineExpression, symbolic, type Tree } from "samebits/expressions";
import { inclusiveScan, reduce } from "samebits/javascript";

const thirds = defineExpression("thirds", (length) => build(0, length));

function build(start: number, length: number): Tree {
  if (length === 1) return start;
  if (length === 2) return { left: start, right: start + 1 };
  const third = Math.floor(length / 3);
  const middle = length - 2 * third;
  return {
    left: { left: build(start, third), right: build(start + third, middle) },
    right: build(start + third + middle, third),
  };
}

console.log(symbolic(thirds, 9));

const values = Float64Array.from({ length: 1000 }, (_, i) => 1 / (i + 1));
console.log(reduce(values, { expression: thirds }));
console.log(inclusiveScan(values, { expression: thirds, allowQuadratic: true }).at(-1));

/* prints
((((x0 + x1) + x2) + ((x3 + x4) + x5)) + ((x6 + x7) + x8))
7.485470860550344
7.485470860550344
*/
