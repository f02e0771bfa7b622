import type { IndexLanguage, IndexText } from "./index-text.ts";
import { type CounterFacts, isNatural } from "./term-facts.ts";

/** Index terms in WGSL, over i32. `literal` gives the value of a logarithm, which has to be known. */
export function wgslIndex(counter: CounterFacts, logarithm: IndexLanguage["ceilLog2"]): IndexLanguage {
  return {
    comparisons: { equal: "==", notEqual: "!=", less: "<", lessOrEqual: "<=" },
    name: (name) => name,
    ceilLog2: logarithm,
    operation(operation, left, right): IndexText {
      switch (operation) {
        case "shiftLeft":
          return { text: `${left.tight} << ${placesText(right.alone)}`, binding: "loose" };
        case "shiftRight":
          return { text: `${left.tight} >> ${placesText(right.alone)}`, binding: "loose" };
        case "divide": {
          if (isNatural(left.term, counter))
            return { text: `${left.tight} / ${right.tight}`, binding: "product" };
          const rest = `(${left.tight} % ${right.tight} + ${right.tight}) % ${right.tight}`;
          return { text: `(${left.tight} - ${rest}) / ${right.tight}`, binding: "product" };
        }
        case "modulo": {
          const rest = `${left.tight} % ${right.tight}`;
          const text = isNatural(left.term, counter) ? rest : `(${rest} + ${right.tight}) % ${right.tight}`;
          return { text, binding: "product" };
        }
        case "and":
          return { text: `${left.tight} & ${right.tight}`, binding: "loose" };
        case "minimum":
          return { text: `min(${left.alone}, ${right.alone})`, binding: "atom" };
        case "maximum":
          return { text: `max(${left.alone}, ${right.alone})`, binding: "atom" };
        default:
          return operation satisfies never;
      }
    },
  };
}

/** Places of a shift are u32. */
function placesText(text: string): string {
  return /^\d+$/.test(text) ? `${text}u` : `u32(${text})`;
}
