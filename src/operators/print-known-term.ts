import type { NameOfLeaf } from "./leaf-names.ts";
import { operandsOf, type Term } from "./term.ts";
import { flat } from "./text/layout.ts";
import { atom, type Printable, printableTerm } from "./text/term-printer.ts";

/** The most operations that are printed by default; what is beyond is `…`. */
const MOST_OPERATIONS = 200;

/** `printTerm` of a term that is known to be one, however large. */
export function printKnownTerm(
  term: Term,
  nameOf: NameOfLeaf = plainName,
  mostOperations: number = MOST_OPERATIONS,
): string {
  const sizes = new Map<Term, number>();
  const sizeOf = (part: Term): number => {
    const known = sizes.get(part);
    if (known !== undefined) return known;
    const size = operandsOf(part).reduce((sum, operand) => sum + sizeOf(operand), 1);
    sizes.set(part, size);
    return size;
  };
  const printable = (part: Term, budget: number): Printable => {
    if (part.kind === "left" || part.kind === "right") return atom(nameOf(part.kind, part.column));
    const operands = operandsOf(part);
    if (budget < 1 && operands.length > 0) return atom("…");
    const shares = shareOut(budget - 1, operands.map(sizeOf));
    const unequal = (): readonly Printable[] | undefined => {
      if (part.kind !== "unary" || part.operation !== "not") return undefined;
      const equal = part.operand;
      if (equal.kind !== "binary" || equal.operation !== "equal") return undefined;
      return [equal.first, equal.second].map((operand) => printable(operand, (budget - 2) / 2));
    };
    return printableTerm(
      part,
      operands.map((operand, i) => printable(operand, shares[i])),
      unequal,
    );
  };
  return flat(printable(term, mostOperations).print(true).layout);
}

function plainName(side: "left" | "right", column: number): string {
  return column === 0 ? side : `${side}.column${column}`;
}

// Equal shares, except that what is smaller than its share leaves the rest to the others.
function shareOut(budget: number, sizes: readonly number[]): readonly number[] {
  const share = budget / sizes.length;
  const large = sizes.filter((size) => size > share).length;
  const rest = sizes.reduce((sum, size) => sum + Math.max(0, share - size), 0);
  return sizes.map((size) => (size > share ? share + rest / large : size));
}
