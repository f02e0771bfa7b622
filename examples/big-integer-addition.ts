// Two big integers added without waiting for carries: a limb makes a carry, passes one on, or stops it, and what two limbs do to a carry
// is one of these again. The exclusive scan gives the carry into every limb at once.
//
// A. Weinberger and J. L. Smith, A Logic for High-Speed Addition, 1958; R. E. Ladner and M. J. Fischer, Parallel Prefix
// Computation, 1980.
import { exclusiveScan } from "samebits";
import { carryLookAhead } from "samebits/operators";

const LIMB = 2n ** 32n;

const x = 2n ** 521n - 1n; // a Mersenne prime: Robinson, 1952
const y = 2n ** 127n - 1n; // and another: Lucas, 1876
const [left, right] = [limbsOf(x, 17), limbsOf(y, 17)];

const partial = left.map((limb, i) => limb + right[i]); // wraps
const generate = Uint8Array.from(partial, (limb, i) => Number(limb < left[i]));
const propagate = Uint8Array.from(partial, (limb) => Number(limb === 0xffff_ffff));
const { generate: carries } = exclusiveScan({ generate, propagate }, { operator: carryLookAhead() });
const sum = partial.map((limb, i) => limb + carries[i]);

console.log("generate ", generate.join(""));
console.log("propagate", propagate.join(""));
console.log("carry in ", carries.join(""));
console.log("sum", integerOf(sum).toString(16));
console.log("right:", integerOf(sum) === x + y);

/** The limbs of an integer, the least significant first. */
function limbsOf(integer: bigint, length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, i) => Number((integer >> BigInt(32 * i)) % LIMB));
}

function integerOf(limbs: Uint32Array): bigint {
  return limbs.reduceRight((integer, limb) => integer * LIMB + BigInt(limb), 0n);
}

/* prints
generate  11110000000000000
propagate 00001111111111110
carry in  01111111111111111
sum 2000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000007ffffffffffffffffffffffffffffffe
right: true
*/
