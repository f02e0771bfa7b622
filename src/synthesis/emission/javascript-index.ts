import type { IndexLanguage, IndexText } from "./index-text.ts";
import { type CounterFacts, isLogarithmic, isNatural } from "./term-facts.ts";

/**
 * Index terms in JavaScript, exact for every width that an array has.
 *
 * Shifts are of 32 bits; where a number of places may grow with the width and not with its logarithm, powers of two are written instead.
 */
export function javascriptIndex(counter: CounterFacts): IndexLanguage {
  return {
    comparisons: { equal: "===", notEqual: "!==", less: "<", lessOrEqual: "<=" },
    name: (name) => name,
    ceilLog2: ({ alone }) => (alone === "N" ? "levels" : `Math.ceil(Math.log2(${alone}))`),
    operation(operation, left, right): IndexText {
      const isShort = isLogarithmic(right.term, counter);
      switch (operation) {
        case "shiftLeft":
          if (isShort) return { text: `${left.tight} << ${right.tight}`, binding: "loose" };
          if (left.alone === "1") return { text: `2 ** ${right.tight}`, binding: "loose" };
          return { text: `${left.tight} * 2 ** ${right.tight}`, binding: "loose" };
        case "shiftRight":
          if (isShort) return { text: `${left.tight} >> ${right.tight}`, binding: "loose" };
          return { text: `Math.floor(${left.tight} / 2 ** ${right.tight})`, binding: "atom" };
        case "divide":
          return { text: `Math.floor(${left.tight} / ${right.tight})`, binding: "atom" };
        case "modulo": {
          const rest = `${left.tight} % ${right.tight}`;
          const text = isNatural(left.term, counter) ? rest : `(${rest} + ${right.tight}) % ${right.tight}`;
          return { text, binding: "product" };
        }
        case "and":
          return { text: `${left.tight} & ${right.tight}`, binding: "loose" };
        case "minimum":
          return { text: `Math.min(${left.alone}, ${right.alone})`, binding: "atom" };
        case "maximum":
          return { text: `Math.max(${left.alone}, ${right.alone})`, binding: "atom" };
        default:
          return operation satisfies never;
      }
    },
  };
}
