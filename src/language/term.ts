// Programs as data: terms, patterns, written types and definitions, as a text or a builder says them.

import type { Scalar } from "../values/element-types.ts";
import type { ProgramScalar } from "../values/program-scalars.ts";

/**
 * A term of the array language, as it is written: pure, strict, typed by inference.
 *
 * Functions that the language has (`map`, `scan`, `i32.highest`) are variables without a definition.
 */
export type ArrayTerm =
  | LiteralTerm
  | { readonly kind: "variable"; readonly at: Place; readonly name: string }
  | {
      readonly kind: "lambda";
      readonly at: Place;
      readonly parameters: readonly Pattern[];
      readonly body: ArrayTerm;
    }
  | SectionTerm
  | {
      readonly kind: "apply";
      readonly at: Place;
      readonly function: ArrayTerm;
      readonly operands: readonly ArrayTerm[]; // at least one
      readonly expression?: string; // the named expression that an attribute asks for
    }
  | {
      readonly kind: "infix";
      readonly at: Place;
      readonly symbol: InfixSymbol;
      readonly left: ArrayTerm;
      readonly right: ArrayTerm;
    }
  | { readonly kind: "prefix"; readonly at: Place; readonly symbol: "-" | "!"; readonly operand: ArrayTerm }
  | {
      readonly kind: "let";
      readonly at: Place;
      readonly pattern: Pattern;
      readonly value: ArrayTerm;
      readonly body: ArrayTerm;
    }
  | {
      readonly kind: "if";
      readonly at: Place;
      readonly condition: ArrayTerm;
      readonly first: ArrayTerm;
      readonly second: ArrayTerm;
    }
  | { readonly kind: "tuple"; readonly at: Place; readonly items: readonly ArrayTerm[] } // none, or two and more
  | { readonly kind: "record"; readonly at: Place; readonly fields: readonly RecordField[] }
  | { readonly kind: "field"; readonly at: Place; readonly of: ArrayTerm; readonly name: string } // "0", "1", … of a tuple
  | { readonly kind: "array"; readonly at: Place; readonly items: readonly ArrayTerm[] }
  | {
      readonly kind: "index";
      readonly at: Place;
      readonly array: ArrayTerm;
      readonly indices: readonly ArrayTerm[];
    }
  | {
      readonly kind: "slice";
      readonly at: Place;
      readonly array: ArrayTerm;
      readonly start?: ArrayTerm; // 0
      readonly end?: ArrayTerm; // the length
    }
  | {
      readonly kind: "loop";
      readonly at: Place;
      readonly pattern: Pattern;
      readonly initial: ArrayTerm;
      readonly form: LoopForm;
      readonly body: ArrayTerm;
    }
  | {
      readonly kind: "ascription";
      readonly at: Place;
      readonly term: ArrayTerm;
      readonly type: TypeSyntax;
      readonly isCoercion?: true; // `:>`: sizes that types know may differ, and are held against the value alone
    }
  | {
      readonly kind: "update"; // a record with another value in one field
      readonly at: Place;
      readonly of: ArrayTerm;
      readonly name: string;
      readonly value: ArrayTerm;
    };

/** A term of one kind. */
export type TermOf<Kind extends ArrayTerm["kind"]> = Extract<ArrayTerm, { readonly kind: Kind }>;

/** A number or a bool, as an f64 where it has a point and no suffix. */
export interface LiteralTerm {
  readonly kind: "literal";
  readonly at: Place;
  readonly value: Scalar;
  readonly type: LiteralType;
  readonly digits?: string; // its magnitude as written, where the f32 nearest to that is not the one nearest to `value`, or to the text of it
}

/** An operator as a function, with one operand filled in, or none: `(+)`, `(+ 1)`, `(1 -)`. */
export interface SectionTerm {
  readonly kind: "section";
  readonly at: Place;
  readonly symbol: InfixSymbol;
  readonly left?: ArrayTerm;
  readonly right?: ArrayTerm;
}

interface RecordField {
  readonly name: string;
  readonly value: ArrayTerm;
}

/** How often a loop goes round: while a condition holds, with a counter from 0, or over the elements of an array. */
export type LoopForm =
  | { readonly kind: "while"; readonly condition: ArrayTerm }
  | { readonly kind: "for"; readonly counter: string; readonly bound: ArrayTerm }
  | { readonly kind: "forIn"; readonly element: Pattern; readonly array: ArrayTerm };

/** What a value is taken apart into. */
export type Pattern =
  | { readonly kind: "name"; readonly at: Place; readonly name: string; readonly type?: TypeSyntax }
  | { readonly kind: "any"; readonly at: Place; readonly type?: TypeSyntax } // _
  | {
      readonly kind: "tuple";
      readonly at: Place;
      readonly items: readonly Pattern[];
      readonly type?: TypeSyntax;
    }
  | {
      readonly kind: "record";
      readonly at: Place;
      readonly fields: readonly { readonly name: string; readonly pattern: Pattern }[];
      readonly type?: TypeSyntax;
    };

/** A literal without a suffix has the type that its use asks for: else i32, and f64 where it has a point or an exponent. */
export type LiteralType = ProgramScalar | "whole" | "real";

const INFIX_SYMBOLS = [
  "||",
  "&&",
  "==",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "|",
  "^",
  "&",
  "<<",
  ">>",
  "+",
  "-",
  "*",
  "/",
  "%",
] as const;

/** A symbol of the language that stands between its operands. */
export type InfixSymbol = (typeof INFIX_SYMBOLS)[number];

/** `def` or `entry`: a name, the sizes and types it holds for, patterns of its parameters, and what it gives. */
export interface Definition {
  readonly kind: "def" | "entry";
  readonly at: Place;
  readonly name: string;
  readonly sizes: readonly string[];
  readonly types: readonly string[];
  readonly parameters: readonly Pattern[];
  readonly result?: TypeSyntax;
  readonly body: ArrayTerm;
  readonly isPrelude?: true; // the language's own: no text of the program says it
}

/** What a program asks for, and does not get: it runs, and says so. */
export interface ProgramNote {
  readonly at: Place;
  readonly message: string;
}

/** Definitions, each of which sees those before it. */
export interface Program {
  readonly source: string; // the file, or "program"
  readonly text: string; // what places are offsets in; "" where a builder made it
  readonly definitions: readonly Definition[];
  readonly notes?: readonly ProgramNote[]; // in the order of the text
}

/** Where a term begins in its text: an offset; −1 for a term that a builder made. */
export type Place = number;

/** A type as it is written. */
export type TypeSyntax =
  | { readonly kind: "scalar"; readonly at: Place; readonly type: ProgramScalar }
  | { readonly kind: "variable"; readonly at: Place; readonly name: string }
  | { readonly kind: "array"; readonly at: Place; readonly size?: SizeSyntax; readonly element: TypeSyntax }
  | { readonly kind: "tuple"; readonly at: Place; readonly items: readonly TypeSyntax[] }
  | {
      readonly kind: "record";
      readonly at: Place;
      readonly fields: readonly { readonly name: string; readonly type: TypeSyntax }[];
    }
  | {
      readonly kind: "function";
      readonly at: Place;
      readonly parameter: TypeSyntax;
      readonly result: TypeSyntax;
    };

/** A length: a number, the name of one, or a sum or product of these. */
export type SizeSyntax =
  | { readonly kind: "constant"; readonly value: number }
  | { readonly kind: "name"; readonly at: Place; readonly name: string }
  | { readonly kind: "term"; readonly at: Place; readonly term: ArrayTerm }; // literals and names joined by + - * /

/** A written type of one kind. */
export type SyntaxOf<Kind extends TypeSyntax["kind"]> = Extract<TypeSyntax, { readonly kind: Kind }>;
