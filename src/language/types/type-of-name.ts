// The types of what a program does not define: names, fields and symbols of the language.

import { parseExpression } from "../../expressions/parse.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { InfixSymbol, TermOf, TypeSyntax } from "../term.ts";
import { cursorOf } from "../text/grammar.ts";
import { parseType } from "../text/parse-type.ts";
import { PRELUDE_NAMES } from "../text/prelude.ts";
import { WITHOUT_RECURSION } from "../without-recursion.ts";
import { hintFor } from "./hints.ts";
import type { Inference } from "./inference.ts";
import { printType } from "./print-type.ts";
import { arityOf, scalarMeaning } from "./scalar-functions.ts";
import { find, instantiate, namesIn, type Scope } from "./scheme.ts";
import {
  ARRAY_SIGNATURES,
  BLANK,
  CLASSES,
  FOLDS,
  INTEGERS,
  isArrayFunction,
  isPlainScalarFunction,
  NUMBERS,
  SCALAR_SIGNATURES,
} from "./signatures.ts";
import {
  ANY_SIZE,
  functionOf,
  isScalarType,
  isTuple,
  resolved,
  type Size,
  scalar,
  type Type,
  typeOfSyntax,
} from "./type.ts";
import { isEquality } from "./typed-symbols.ts";

const COMPARISONS: readonly InfixSymbol[] = ["<", "<=", ">", ">="];
const BITWISE: readonly InfixSymbol[] = ["&", "|", "^", "<<", ">>"];

/** What a symbol asks of both its operands, and what it gives. */
export function infixTypes(
  symbol: InfixSymbol,
  inference: Inference,
): { readonly operand: Type; readonly result: Type } {
  const bool = scalar("bool");
  if (symbol === "&&" || symbol === "||") return { operand: bool, result: bool };
  if (isEquality(symbol)) return { operand: inference.compared(), result: bool };
  const types: readonly ScalarType[] = BITWISE.includes(symbol) ? INTEGERS : NUMBERS;
  const operand = inference.oneOf(types, "i32");
  return { operand, result: COMPARISONS.includes(symbol) ? bool : operand };
}

/** The type of one use of a name. @throws ProgramError for one that is not defined */
export function typeOfVariable(
  term: TermOf<"variable">,
  scope: Scope | undefined,
  inference: Inference,
): Type {
  const { name, at } = term;
  const scheme = find(scope, name);
  if (scheme !== undefined) {
    const { type, instance, sizes, products } = instantiate(scheme);
    if (instance.size > 0) inference.instances.set(term, instance);
    if (scheme.openSizes.length > 0) {
      const told = scheme.openSizes.map((open) => ({ ...open, size: sizes.get(open.name) ?? ANY_SIZE }));
      const whole = name.startsWith("prelude.unflatten") ? sizes.get("k") : undefined;
      const own = whole === undefined ? [] : [{ whole, factors: told.map(({ size }) => size) }];
      inference.tell({ term, scope, told, products: [...products, ...own] });
    }
    return type;
  }
  const type = intrinsicType(name, inference);
  if (type !== undefined) return type;
  if (isScalarType(name)) {
    const conversion = `${name}.${name === "f64" ? "i64" : "f64"}`;
    return inference.fail(
      at,
      `a value (a conversion names both types, such as ${conversion})`,
      `the type ${name}`,
    );
  }
  const { definitions } = inference.program;
  if (definitions.some((each) => each.name === name)) {
    const around = definitions.filter((each) => each.at <= at).at(-1);
    const isItself = around?.name === name;
    return inference.fail(
      at,
      isItself ? WITHOUT_RECURSION : "a name that is defined before its use",
      `"${name}"`,
    );
  }
  // What the language has comes first: of two names that are as near, it is meant more often.
  const words = [...Object.keys(ARRAY_SIGNATURES), ...Object.keys(SCALAR_SIGNATURES), ...PRELUDE_NAMES];
  const own = namesIn(scope);
  // A letter or two is near to any word.
  const known = name.length < 3 ? own : [...words.filter((each) => /^[a-z_0-9]+$/.test(each)), ...own];
  return inference.fail(at, `a name that is defined${hintFor(name, known)}`, `"${name}"`);
}

/** The type of a field of a record or a tuple. @throws ProgramError for a field that is missing */
export function typeOfField(term: TermOf<"field"> | TermOf<"update">, of: Type, inference: Inference): Type {
  const known = resolved(of);
  if (known.kind === "variable" && known.allowed === undefined) {
    inference.fail(term.at, `a value whose type is known before its field "${term.name}"`, "one to annotate");
  }
  const field = known.kind === "record" ? known.fields.find(({ name }) => name === term.name) : undefined;
  if (field !== undefined) return field.type;
  const has =
    known.kind === "record" && !isTuple(known.fields) ? "a field of the record" : "a component of the tuple";
  const isWord = isArrayFunction(term.name) || PRELUDE_NAMES.includes(term.name);
  const method = isWord ? ` (functions come first: ${term.name} xs)` : hintFor(term.name, []);
  return inference.fail(
    term.at,
    known.kind === "record" ? has : `a record or a tuple${known.kind === "array" ? method : ""}`,
    `"${term.name}" of ${printType(of)}`,
  );
}

/** The type of one use of a name that the language has, fresh variables in it; undefined when it has no such name. */
function intrinsicType(name: string, inference: Inference): Type | undefined {
  if (name === BLANK) return inference.fresh();
  if (isArrayFunction(name)) return fresh(ARRAY_SIGNATURES[name], inference);
  if (isPlainScalarFunction(name)) return fresh(SCALAR_SIGNATURES[name], inference);
  const meaning = scalarMeaning(name);
  const [of, member] = name.split(".");
  if (meaning === undefined || !isScalarType(of)) return undefined;
  const type = scalar(of);
  if (isScalarType(member)) return functionOf([scalar(member)], type);
  if (meaning.kind === "bitcast") return functionOf([scalar(meaning.from)], scalar(meaning.to));
  if (meaning.kind === "count") return functionOf([type], scalar("i32"));
  if (member === "get_bit") return functionOf([scalar("i32"), type], scalar("i32"));
  return functionOf(Array(arityOf(meaning)).fill(type), type);
}

function fresh(signature: string, inference: Inference): Type {
  const types = new Map<string, Type>();
  const sizes = new Map<string, Size>();
  return typeOfSyntax(syntaxOf(signature), {
    type: (name) => {
      const made = (): Type =>
        Object.hasOwn(CLASSES, name)
          ? inference.oneOf(CLASSES[name], name === "index" ? "i64" : "i32")
          : inference.fresh();
      const found = types.get(name) ?? made();
      types.set(name, found);
      return found;
    },
    size: (name) => {
      const found = sizes.get(name) ?? { kind: "variable" };
      sizes.set(name, found);
      return found;
    },
    sum: () => ANY_SIZE,
  });
}

function syntaxOf(text: string): TypeSyntax {
  return parseType(cursorOf({ source: "signature", text }));
}

/** An attribute names a tree, of a function that has one. @throws ProgramError for anything else, which would have no effect */
export function checkAttribute(
  { function: head, expression, at }: TermOf<"apply">,
  scope: Scope | undefined,
  inference: Inference,
): void {
  if (expression === undefined) return;
  const name = head.kind === "variable" ? head.name : undefined;
  if (name === undefined || !FOLDS.includes(name) || find(scope, name) !== undefined) {
    const actual = name === undefined ? "another term" : `"${name}"`;
    inference.fail(at, `one of ${FOLDS.join(", ")} after an attribute`, actual);
  }
  try {
    parseExpression(expression);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    inference.fail(at, error.expected, error.actual);
  }
}
