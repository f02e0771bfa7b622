import { add, integer, multiply, subtract } from "../programs/build-terms.ts";
import type { IndexTerm } from "../programs/index-term.ts";
import { copyIndexFunction } from "./copy-pair-index.ts";
import type { IndexFunction } from "./pair-index-model.ts";

/** The function as a term of programs. */
export function indexFunctionTerm(summands: IndexFunction): IndexTerm {
  const ordered = [...summands].sort((one, other) => other.coefficient - one.coefficient); // the negative last
  return ordered.reduce<IndexTerm>((sum, { coefficient, of }, index) => {
    const part = multiply(integer(Math.abs(coefficient)), of.term);
    if (index === 0) return multiply(integer(coefficient), of.term);
    return coefficient < 0 ? subtract(sum, part) : add(sum, part);
  }, integer(0));
}

/** The function as the published formulas write it: −1 + 2^i + 2·j·2^i. */
export function printIndexFunction(summands: IndexFunction): string {
  const text = copyIndexFunction(summands)
    .map(({ coefficient, of }) => {
      const size = Math.abs(coefficient);
      const part = of.text === "1" ? String(size) : size === 1 ? of.text : `${size}·${of.text}`;
      return `${coefficient < 0 ? "− " : "+ "}${part}`;
    })
    .join(" ");
  return text === "" ? "0" : text.replace(/^\+ /, "").replace(/^− /, "−");
}
