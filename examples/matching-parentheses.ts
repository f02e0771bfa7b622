// Whether brackets match, where they do not, and which belongs to which: a piece of text leaves so many closing brackets, then so many
// opening ones. At one depth opening and closing brackets take turns, so a stable sort by depth puts partners side by side.
//
// I. Bar-On and U. Vishkin, Optimal Parallel Generation of a Computation Tree Form, 1985.
import { inclusiveScan, reduce } from "samebits";
import { brackets } from "samebits/operators";

const operator = brackets();

function countsOf(text: string) {
  const ones = (bracket: string) => Uint32Array.from(text, (letter) => Number(letter === bracket));
  return { closing: ones(")"), opening: ones("(") };
}

for (const text of ["(a + b) * (c - (d))", "f(x))(y", "((1)"]) {
  const { closing, opening } = reduce(countsOf(text), { operator });
  console.log(
    text.padEnd(19),
    closing + opening === 0 ? "balanced" : `${closing} to open, ${opening} to close`,
  );
}

const text = "(let ((x 2)) (* x (+ x 1)))";
const counts = countsOf(text);
const { opening } = inclusiveScan(counts, { operator });
const depth = opening.map((open, i) => open + counts.closing[i]); // a closing bracket is as deep as its partner

const places = [...text].flatMap((letter, i) => (letter === "(" || letter === ")" ? [i] : []));
const byDepth = places.sort((left, right) => depth[left] - depth[right]); // stable
console.log(text);
for (let i = 0; i < byDepth.length; i += 2) {
  const [start, end] = [byDepth[i], byDepth[i + 1]];
  console.log(`${" ".repeat(start)}${text.slice(start, end + 1)}`);
}

/* prints
(a + b) * (c - (d)) balanced
f(x))(y             1 to open, 1 to close
((1)                0 to open, 1 to close
(let ((x 2)) (* x (+ x 1)))
(let ((x 2)) (* x (+ x 1)))
     ((x 2))
             (* x (+ x 1))
      (x 2)
                  (+ x 1)
*/
