import type { ScalarType } from "../values/element-types.ts";
import type { Place } from "./place.ts";

/** A type as it is written. */
export type TypeSyntax =
  | { readonly kind: "scalar"; readonly at: Place; readonly type: ScalarType }
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

/** A length: a number, or the name of one. */
export type SizeSyntax =
  | { readonly kind: "constant"; readonly value: number }
  | { readonly kind: "name"; readonly at: Place; readonly name: string };
