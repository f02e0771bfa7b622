// What a case of a match asks of a value, and the names that it gives to parts of it.

import type { LiteralTerm, TypeSyntax } from "../term.ts";
import type { Sum } from "./names.ts";

/** What a case says of a value. */
export type CasePattern =
  | { readonly kind: "any"; readonly name?: string; readonly at: number; readonly type?: TypeSyntax }
  | { readonly kind: "literal"; readonly at: number; readonly term: LiteralTerm }
  | { readonly kind: "record"; readonly at: number; readonly fields: readonly CaseField[] }
  | {
      readonly kind: "constructor";
      readonly at: number;
      readonly name: string;
      readonly fields: readonly CaseField[];
      sum?: Sum; // once all cases are known
    };

export interface CaseField {
  readonly name: string;
  readonly pattern: CasePattern;
}
