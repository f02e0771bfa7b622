// Scan networks compute the same prefixes and, of floats, other bits: each builds another tree. Which one, the network itself tells.
import { iteratedPairwise, reduce } from "samebits";
import {
  applyNetwork,
  bracketsOf,
  generateNetwork,
  metricsOf,
  minimumCombines,
  nameBrackets,
  printBracket,
  printBracketing,
} from "samebits/networks";

const elements = Float64Array.of(1e16, 1e16, 1, -1e16, -1e16, 3, 7, 0); // the first seven: 11, were nothing rounded
const add = (left: number, right: number): number => left + right;

for (const name of ["serial", "sklansky", "kogge-stone", "brent-kung"]) {
  const network = generateNetwork(name, 8);
  const expression = nameBrackets(network);
  if (expression === undefined) throw new Error(`${name} builds no tree that has a name`);
  const { size } = metricsOf(network);
  const sum = applyNetwork(network, elements, add)[6];
  console.log(
    `${name}: ${printBracketing(expression)}, ${size} combines, at least ${minimumCombines(expression, 8)}`,
  );
  console.log(`  ${printBracket(bracketsOf(network)[6])} = ${sum}`);
}

console.log(reduce(elements.subarray(0, 7), { expression: iteratedPairwise })); // Sklansky's, on any machine

/* prints
serial: left-fold, 7 combines, at least 7
  ((((((x0·x1)·x2)·x3)·x4)·x5)·x6) = 10
sklansky: iterated-pairwise, 12 combines, at least 12
  (((x0·x1)·(x2·x3))·((x4·x5)·x6)) = 12
kogge-stone: mirror, 17 combines, at least 17
  ((x0·(x1·x2))·((x3·x4)·(x5·x6))) = 8
brent-kung: dyadic-left, 11 combines, at least 11
  ((((x0·x1)·(x2·x3))·(x4·x5))·x6) = 11
12
*/
