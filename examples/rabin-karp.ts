// Where a word occurs in a text: each bit is a 2×2 matrix, a text is the product of its bits, and different texts have different
// products. Kept modulo 2^32 these are fingerprints. One scan fingerprints all beginnings, and as the matrices have inverses, the
// window from i on has the word's fingerprint exactly if beginning · word = longer beginning.
//
// R. M. Karp and M. O. Rabin, Efficient Randomized Pattern-Matching Algorithms, 1987. Data: the first bases of the phage phiX174;
// F. Sanger and others, Nucleotide Sequence of Bacteriophage phiX174 DNA, 1977.
import { add, exclusiveScan, inclusiveScan, multiply, reduce } from "samebits";
import { matrices2x2 } from "samebits/operators";

const text = "GAGTTTTATCGCTTCCATGACGCAGAAGTTAACACTTTCGGATATTTCTGATGAGTCGAAAAATTATCTT";
const word = "TTATC";

// Bit 0 is (1 0; 1 1) and bit 1 is (1 1; 0 1). A base is two bits, so its matrix is the product of two.
const LETTERS = new Map([
  ["A", [1, 0, 2, 1]], // 00
  ["C", [1, 1, 1, 2]], // 01
  ["G", [2, 1, 1, 1]], // 10
  ["T", [1, 2, 0, 1]], // 11
]);

function matricesOf(letters: string) {
  const entry = (place: number) => Uint32Array.from(letters, (letter) => LETTERS.get(letter)?.[place] ?? 0);
  return { a: entry(0), b: entry(1), c: entry(2), d: entry(3) };
}

const operator = matrices2x2(add, multiply, "u32");
const before = exclusiveScan(matricesOf(text), { operator });
const upTo = inclusiveScan(matricesOf(text), { operator });
const { a, b, c, d } = reduce(matricesOf(word), { operator });

const found: number[] = [];
for (let i = 0; i + word.length <= text.length; i++) {
  const end = i + word.length - 1;
  const dot = (x: number, y: number, z: number, w: number): number =>
    (Math.imul(x, y) + Math.imul(z, w)) >>> 0;
  const [top, bottom] = [before.a[i], before.c[i]];
  if (dot(top, a, before.b[i], c) !== upTo.a[end] || dot(top, b, before.b[i], d) !== upTo.b[end]) continue;
  if (dot(bottom, a, before.d[i], c) !== upTo.c[end] || dot(bottom, b, before.d[i], d) !== upTo.d[end])
    continue;
  found.push(i);
}

console.log("fingerprint of", word, [a, b, c, d]);
for (const i of found) console.log("at", i, text.slice(Math.max(0, i - 4), i + word.length + 4));
console.log(
  "all of them are it:",
  found.every((i) => text.startsWith(word, i)),
);

/* prints
fingerprint of TTATC [ 31, 53, 7, 12 ]
at 5 AGTTTTATCGCTT
at 63 AAAATTATCTT
all of them are it: true
*/
