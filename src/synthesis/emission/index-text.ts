// Index terms in C-like languages. Facts about a term, such as that it is never negative, decide how it may be written.
import type { IndexCondition, IndexOperation, IndexTerm, ProgramPhase } from "../programs/network-program.ts";

/** A piece of program text, and how tightly it binds: what may stand bare beside `+` or `*`, and what needs parentheses. */
export interface IndexText {
  readonly text: string;
  readonly binding: "atom" | "product" | "sum" | "loose";
}

/** How a language writes what languages write differently. `+`, `-` and `*` are the same in all of ours. */
export interface IndexLanguage {
  readonly comparisons: Readonly<Record<"equal" | "notEqual" | "less" | "lessOrEqual", string>>;
  readonly name: (name: string) => string;
  readonly ceilLog2: (of: Operand) => string;
  readonly operation: (
    operation: Exclude<IndexOperation, "add" | "subtract" | "multiply">,
    left: Operand,
    right: Operand,
  ) => IndexText;
}

/** An operand of an operation: the term, its text as it stands alone, and the same fit to stand beside any sign. */
interface Operand {
  readonly term: IndexTerm;
  readonly alone: string;
  readonly tight: string;
}

/** A term in a language. Parentheses stand wherever a reader could be in doubt: WGSL refuses `a << b + c`, and JavaScript means another thing by it than C. */
export function indexText(term: IndexTerm, language: IndexLanguage): string {
  return write(term, language).text;
}

/** A condition in a language, as it stands alone or beside `&&`; undefined where nothing is asked. */
export function conditionText(condition: IndexCondition, language: IndexLanguage): string | undefined {
  if (condition.kind === "all") {
    const texts = condition.conditions.flatMap((each) => conditionText(each, language) ?? []);
    return texts.length === 0 ? undefined : texts.join(" && ");
  }
  const [left, right] = [condition.left, condition.right].map((term) => {
    const written = write(term, language);
    return written.binding === "loose" ? `(${written.text})` : written.text;
  });
  return `${left} ${language.comparisons[condition.comparison]} ${right}`;
}

function write(term: IndexTerm, language: IndexLanguage): IndexText {
  switch (term.kind) {
    case "integer":
      return { text: String(term.value), binding: term.value < 0 ? "loose" : "atom" };
    case "variable":
      return { text: language.name(term.name), binding: "atom" };
    case "ceilLog2":
      return { text: language.ceilLog2(operandOf(term.of, write(term.of, language))), binding: "atom" };
    case "binary":
      return writeBinary(term, language);
    default:
      return term satisfies never;
  }
}

const SIGNS = { add: "+", subtract: "-", multiply: "*" } as const;

function writeBinary(
  { operation, left, right }: Extract<IndexTerm, { readonly kind: "binary" }>,
  language: IndexLanguage,
): IndexText {
  const [first, second] = [write(left, language), write(right, language)];
  switch (operation) {
    case "add":
    case "subtract": {
      const text = `${within(first, ["atom", "product", "sum"])} ${SIGNS[operation]} ${within(second, ["atom", "product"])}`;
      return { text, binding: "sum" };
    }
    case "multiply":
      return {
        text: `${within(first, ["atom", "product"])} * ${within(second, ["atom"])}`,
        binding: "product",
      };
    default:
      return language.operation(operation, operandOf(left, first), operandOf(right, second));
  }
}

function operandOf(term: IndexTerm, written: IndexText): Operand {
  return { term, alone: written.text, tight: within(written, ["atom"]) };
}

function within({ text, binding }: IndexText, bare: readonly IndexText["binding"][]): string {
  return bare.includes(binding) ? text : `(${text})`;
}

// What can be read off a term without knowing the width. "No" may mean "not known".

/** Whether a name occurs in a term. */
export function mentions(term: IndexTerm, name: string): boolean {
  switch (term.kind) {
    case "integer":
      return false;
    case "variable":
      return term.name === name;
    case "ceilLog2":
      return mentions(term.of, name);
    case "binary":
      return mentions(term.left, name) || mentions(term.right, name);
    default:
      return term satisfies never;
  }
}

/** What is known of a phase's counter. */
export interface CounterFacts {
  readonly isNatural: boolean; // never below 0
  readonly isLogarithmic: boolean; // grows with the logarithm of the width at most
}

/** See CounterFacts. */
export function counterFacts({ first, count }: Pick<ProgramPhase, "first" | "count">): CounterFacts {
  const none = { isNatural: false, isLogarithmic: false };
  return {
    isNatural: isNatural(first, none),
    isLogarithmic: [first, count].every((term) => isLogarithmic(term, none)),
  };
}

/** Whether a term is 0 or more wherever `j`, `N` and all other names are, and `i` is what is known of it. */
export function isNatural(term: IndexTerm, counter: CounterFacts): boolean {
  switch (term.kind) {
    case "integer":
      return term.value >= 0;
    case "variable":
      return term.name !== "i" || counter.isNatural;
    case "ceilLog2":
      return true;
    case "binary":
      switch (term.operation) {
        case "subtract":
          return false;
        case "modulo":
          return true;
        case "and":
        case "maximum":
          return isNatural(term.left, counter) || isNatural(term.right, counter);
        case "shiftLeft":
        case "shiftRight":
        case "divide":
          return isNatural(term.left, counter);
        default:
          return isNatural(term.left, counter) && isNatural(term.right, counter);
      }
    default:
      return term satisfies never;
  }
}

/** Whether a term is 1, 2, 4 or another power of two. */
function isPowerOfTwo(term: IndexTerm): boolean {
  if (term.kind === "integer") return term.value > 0 && Number.isInteger(Math.log2(term.value));
  return term.kind === "binary" && term.operation === "shiftLeft" && isPowerOfTwo(term.left);
}

/** Whether a term is at most some multiple of the logarithm of the width: the places that a shift of 32 bits has are enough for it. */
export function isLogarithmic(term: IndexTerm, counter: CounterFacts): boolean {
  switch (term.kind) {
    case "integer":
    case "ceilLog2":
      return true;
    case "variable":
      return term.name === "i" && counter.isLogarithmic;
    case "binary":
      return (
        ["add", "subtract", "minimum", "maximum"].includes(term.operation) &&
        [term.left, term.right].every((each) => isLogarithmic(each, counter))
      );
    default:
      return term satisfies never;
  }
}

/** Whether a term grows with every step of `j`. */
export function isIncreasing(term: IndexTerm): boolean {
  if (term.kind === "variable") return term.name === "j";
  if (term.kind !== "binary") return false;
  const { operation, left, right } = term;
  const isFree = (each: IndexTerm): boolean => !mentions(each, "j");
  switch (operation) {
    case "add":
      return (
        (isIncreasing(left) && (isFree(right) || isIncreasing(right))) ||
        (isFree(left) && isIncreasing(right))
      );
    case "subtract":
      return isIncreasing(left) && isFree(right);
    case "multiply":
      return (isIncreasing(left) && isPowerOfTwo(right)) || (isPowerOfTwo(left) && isIncreasing(right));
    case "shiftLeft":
      return isIncreasing(left) && isFree(right);
    default:
      return false;
  }
}
