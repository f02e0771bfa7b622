// A polynomial at a point, twice: by the powers of the point, an exclusive scan of products; and by Horner's rule, a reduce of
// affine maps with the highest coefficient first.
//
// W. G. Horner, A New Method of Solving Numerical Equations of All Orders by Continuous Approximation, 1819;
// G. E. Blelloch, Prefix Sums and Their Applications, 1990, which begins its list of uses of scans with such problems.
import { add, exclusiveScan, multiply, reduce } from "samebits";
import { affine } from "samebits/operators";

// The Chebyshev polynomial T₈, constant term first: T₈(cos α) = cos 8α.
const coefficients = Float64Array.of(1, 0, -32, 0, 160, 0, -256, 0, 128);
const x = 0.5; // the cosine of 60°

const powers = exclusiveScan(
  coefficients.map(() => x),
  { operator: multiply },
);
const byPowers = reduce(coefficients.map((coefficient, i) => coefficient * powers[i]));

const horner = affine(add, multiply, "f64"); // value ↦ value · scale + offset
const offset = coefficients.slice().reverse();
const byHorner = reduce({ scale: offset.map(() => x), offset }, { operator: horner });

console.log("powers   ", powers.join(" "));
console.log("by powers", byPowers);
console.log("by Horner", byHorner.offset, "with the highest power", byHorner.scale);
console.log("cos 480° ", Math.cos((480 * Math.PI) / 180).toFixed(12));

/* prints
powers    1 0.5 0.25 0.125 0.0625 0.03125 0.015625 0.0078125 0.00390625
by powers -0.5
by Horner -0.5 with the highest power 0.001953125
cos 480°  -0.500000000000
*/
