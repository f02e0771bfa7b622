import type { ScalarType } from "../../values/element-types.ts";
import type { ArrayTerm, Pattern } from "../term.ts";
import { programError, type SourceText } from "../text/source-text.ts";
import type { TypeSyntax } from "../type-syntax.ts";
import { printType } from "./print-type.ts";
import type { Instance } from "./scheme.ts";
import type { Size, Type, TypeVariable } from "./type.ts";
import { typeOfSyntax } from "./type-of-syntax.ts";
import { unify } from "./unify.ts";

/** The state of inferring one definition. */
export class Inference {
  readonly types = new Map<ArrayTerm | Pattern, Type>();
  readonly instances = new Map<ArrayTerm, Instance>();
  private readonly confined: TypeVariable[] = [];
  readonly source: SourceText;
  readonly rigidTypes: readonly string[];
  readonly sizes: readonly string[];

  constructor(source: SourceText, rigidTypes: readonly string[], sizes: readonly string[]) {
    this.source = source;
    this.rigidTypes = rigidTypes;
    this.sizes = sizes;
  }

  fresh(): Type {
    return { kind: "variable" };
  }

  /** One of some scalar types; `fallback` where nothing says which. */
  oneOf(allowed: readonly ScalarType[], fallback: ScalarType): Type {
    const variable: TypeVariable = { kind: "variable", allowed, fallback };
    this.confined.push(variable);
    return variable;
  }

  /** @throws ProgramError unless the two can be the same */
  unify(expected: Type, actual: Type, at: number): void {
    const expectedText = printType(expected);
    const actualText = printType(actual);
    const mismatch = unify(expected, actual);
    if (mismatch === undefined) return;
    if (mismatch === "infinite")
      this.fail(at, `a type that is not part of itself`, `${actualText} as ${expectedText}`);
    this.fail(at, expectedText, actualText);
  }

  /** @throws ProgramError */
  fail(at: number, expected: string, actual: string): never {
    throw programError(this.source, at, expected, actual);
  }

  written(syntax: TypeSyntax): Type {
    return typeOfSyntax(syntax, {
      type: (name, at) => {
        if (this.rigidTypes.includes(name)) return { kind: "rigid", name };
        return this.fail(at, "a scalar type, or a type that the definition names as '", `"${name}"`);
      },
      size: (name, at): Size => {
        if (this.sizes.includes(name)) return { kind: "name", name };
        return this.fail(at, "a number, or a size that the definition names in brackets", `"${name}"`);
      },
    });
  }

  /** Settles what is still open among scalar types by what literals are when nothing says more. */
  settle(): void {
    for (const variable of this.confined) {
      if (variable.link === undefined && variable.fallback !== undefined) {
        variable.link = { kind: "scalar", type: variable.fallback };
      }
    }
  }
}
