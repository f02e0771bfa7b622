// A filter with two poles, y[i] = x[i] + y[i−1] − ½·y[i−2], as one scan: its state (y[i], y[i−1]) goes through a 2×2 matrix in
// each step, so the recurrence is of first order over matrices, and `affine` takes these as well as numbers.
//
// P. M. Kogge and H. S. Stone, A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence Equations, 1973;
// G. E. Blelloch, Prefix Sums and Their Applications, 1990, on recurrences of higher order.
import { add, inclusiveScan, multiply } from "samebits";
import { affine, matrices2x2, product } from "samebits/operators";

const sum = product({ a: [add, "f64"], b: [add, "f64"], c: [add, "f64"], d: [add, "f64"] });
const filter = affine(sum, matrices2x2(add, multiply, "f64"));

/** (y₁, y₂) · scale = (y₁ − ½·y₂, y₁); the offset's first row is (x, 0), and its second is not used. */
function respond(x: Float64Array): Float64Array {
  const all = (value: number): Float64Array => x.map(() => value);
  const scale = { a: all(1), b: all(1), c: all(-0.5), d: all(0) };
  const offset = { a: x, b: all(0), c: all(0), d: all(0) };
  return inclusiveScan({ scale, offset }, { operator: filter }).offset.a;
}

const impulse = Float64Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
console.log("impulse", respond(impulse).join(" "));
console.log("step   ", respond(impulse.map(() => 1)).join(" "));

/* prints
impulse 1 1 0.5 0 -0.25 -0.25 -0.125 0 0.0625 0.0625
step    1 2 2.5 2.5 2.25 2 1.875 1.875 1.9375 2
*/
