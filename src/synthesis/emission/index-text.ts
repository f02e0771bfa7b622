import type { IndexCondition, IndexOperation, IndexTerm } from "../programs/index-term.ts";

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
