// The fields of a CSV text, where quotes decide whether a comma is one: a letter is a map from states to states, maps compose, and a scan
// of them tells the state after every letter without reading the text from its start.
//
// W. D. Hillis and G. L. Steele, Data Parallel Algorithms, 1986, on lexical analysis; E. Stehle and H.-A. Jacobsen, ParPaRaw:
// Massively Parallel Parsing of Delimiter-Separated Raw Data, 2020. Quotes as in RFC 4180.
import { inclusiveScan } from "samebits";
import { applyStateMap, packStateMap, stateMap } from "samebits/operators";

const text = `title,author,year
"Gödel, Escher, Bach",Hofstadter,1979
"The ""C"" Book","Banahan, Brady, Doran",1988
`;

const [PLAIN, QUOTED, AFTER_QUOTE] = [0, 1, 2]; // after a quote within quotes: their end, or the first half of ""

const QUOTE = packStateMap([QUOTED, AFTER_QUOTE, QUOTED]);
const OTHER = packStateMap([PLAIN, QUOTED, PLAIN]);

const letters = [...text];
const maps = Uint32Array.from(letters, (letter) => Number(letter === '"' ? QUOTE : OTHER));
const states = inclusiveScan(maps, { operator: stateMap(3) }).map((map) => applyStateMap(map, PLAIN));

const isEnd = letters.map((letter, i) => (letter === "," || letter === "\n") && states[i] !== QUOTED);
const ends = letters.flatMap((_, i) => (isEnd[i] ? [i] : []));
let row: string[] = [];
ends.forEach((end, field) => {
  const start = field === 0 ? 0 : ends[field - 1] + 1;
  const raw = letters.slice(start, end).join("");
  row.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
  if (letters[end] !== "\n") return;
  console.log(row.join(" | "));
  row = [];
});

const second = text.indexOf("\n") + 1;
const third = text.indexOf("\n", second) + 1;
console.log(text.slice(second, third - 1));
console.log(states.subarray(second, third - 1).join(""));

/* prints
title | author | year
Gödel, Escher, Bach | Hofstadter | 1979
The "C" Book | Banahan, Brady, Doran | 1988
"Gödel, Escher, Bach",Hofstadter,1979
1111111111111111111120000000000000000
*/
