// The state of inferring one definition, and how two types become one.

import { NARROW_INTEGERS, type ProgramScalar } from "../../values/program-scalars.ts";
import { programError } from "../program-error.ts";
import type { ArrayTerm, Pattern, Program, TermOf, TypeSyntax } from "../term.ts";
import { hintForType } from "./hints.ts";
import { printType } from "./print-type.ts";
import { find, type Instance, nearest, type OpenSize, type Scope } from "./scheme.ts";
import { linkFactors, sizeOfTerm, termOfSize } from "./sizes-of-types.ts";
import {
  isBeyond,
  resolved,
  resolvedSize,
  type Size,
  type SizeProduct,
  scalar,
  type Type,
  type TypeLimits,
  type TypeVariable,
  typeOfSyntax,
} from "./type.ts";
import type { TypedSymbol } from "./typed-symbols.ts";
import { linkOpenParts, unify } from "./unify.ts";

/** A use of a definition that is told its sizes, as no operand says them. */
interface ToldUse {
  readonly term: TermOf<"variable">;
  readonly scope: Scope | undefined;
  readonly told: readonly ToldSize[];
  readonly products: readonly SizeProduct[]; // what operands say of sizes that stand in products alone
}

/** A use of `flatten`: the length of what it gives is that of the rows times theirs. */
interface Flattened {
  readonly at: number;
  readonly scope: Scope | undefined;
  readonly product: SizeProduct;
}

interface ToldSize extends OpenSize {
  readonly size: Size;
}

/** Every part counts as often as it would be written. Whoever goes through a type recurses as deep as it is. */
const LIMITS: TypeLimits = { parts: 4096, depth: 500 };

/** How a number becomes one of another type. */
function conversionHint(expected: Type, actual: Type): string {
  const [to, from] = [resolved(expected), resolved(actual)];
  if (to.kind !== "scalar" || from.kind !== "scalar" || [to.type, from.type].includes("bool")) return "";
  return ` (${to.type}.${from.type} converts)`;
}

/** The state of inferring one definition. */
export class Inference {
  last = 0; // the place that was reached
  readonly types = new Map<ArrayTerm | Pattern, Type>();
  readonly instances = new Map<ArrayTerm, Instance>();
  /** Of every use of a definition that is told sizes, the terms that say them. */
  readonly toldSizes = new Map<ArrayTerm, ReadonlyMap<string, ArrayTerm>>();
  private readonly toldUses: ToldUse[] = [];
  private readonly flattened: Flattened[] = [];
  private readonly confined: TypeVariable[] = [];
  /** Uses of symbols that may be made of others, once types are known. */
  readonly symbols: TypedSymbol[] = [];
  readonly program: Program;
  readonly rigidTypes: readonly string[];

  constructor(program: Program, rigidTypes: readonly string[]) {
    this.program = program;
    this.rigidTypes = rigidTypes;
  }

  fresh(): Type {
    return { kind: "variable" };
  }

  /** One of some scalar types, of narrow ones too where integers are among them; `fallback` where nothing says which. */
  oneOf(allowed: readonly ProgramScalar[], fallback: ProgramScalar): Type {
    const all = allowed.includes("i32") ? [...allowed, ...NARROW_INTEGERS] : allowed;
    const variable: TypeVariable = { kind: "variable", allowed: all, fallback };
    this.confined.push(variable);
    return variable;
  }

  /** Any type whose values can be compared; i32 where nothing says which. */
  compared(): Type {
    const variable: TypeVariable = { kind: "variable", fallback: "i32", isCompared: true };
    this.confined.push(variable);
    return variable;
  }

  /** What a term or a pattern was found to be. @throws ProgramError for a type that no program has a use for: tuples of tuples double with each */
  note(term: ArrayTerm | Pattern, type: Type): void {
    this.last = term.at;
    this.types.set(term, type);
    if (isBeyond(type, LIMITS)) {
      const { parts, depth } = LIMITS;
      this.fail(
        term.at,
        `a type of at most ${parts} parts, written out, and ${depth} levels`,
        "a larger one",
      );
    }
  }

  /** @throws ProgramError unless the two can be the same */
  unify(expected: Type, actual: Type, at: number): void {
    const expectedText = printType(expected);
    const actualText = printType(actual);
    const mismatch = unify(expected, actual);
    if (mismatch === undefined) return;
    if (mismatch === "infinite")
      this.fail(at, `a type that is not part of itself`, `${actualText} as ${expectedText}`);
    this.fail(at, expectedText + conversionHint(expected, actual), actualText);
  }

  /** @throws ProgramError */
  fail(at: number, expected: string, actual: string): never {
    throw programError(this.program, at, expected, actual);
  }

  /** The type that is written where a scope is seen: a size is a number or a name of i64. */
  written(syntax: TypeSyntax, scope: Scope | undefined): Type {
    return typeOfSyntax(syntax, {
      type: (name, at) => {
        if (name === "_") return this.fresh();
        if (this.rigidTypes.includes(name)) return { kind: "rigid", name };
        const expected = `a scalar type, or a type that the definition names as '${hintForType(name)}`;
        return this.fail(at, expected, `"${name}"`);
      },
      size: (name, at): Size => {
        const bound = nearest(scope, name);
        if (bound?.isSize) return { kind: "name", name };
        if (bound === undefined)
          this.fail(
            at,
            "a number, a size that the definition names in brackets, or a name of i64",
            `"${name}"`,
          );
        this.unify(scalar("i64"), bound.scheme.type, at);
        const term = { kind: "variable", at, name } as const;
        this.types.set(term, scalar("i64"));
        return sizeOfTerm(term, scope);
      },
      sum: (term): Size => {
        this.checkSum(term, scope);
        return sizeOfTerm(term, scope);
      },
    });
  }

  /** A size that is made of names and numbers is one of i64, in all its parts. */
  private checkSum(term: ArrayTerm, scope: Scope | undefined): void {
    const i64 = scalar("i64");
    this.types.set(term, i64);
    if (term.kind === "infix") for (const part of [term.left, term.right]) this.checkSum(part, scope);
    if (term.kind !== "variable") return;
    const type = find(scope, term.name)?.type;
    if (type === undefined) this.fail(term.at, "sizes, and names of i64", `"${term.name}"`);
    this.unify(i64, type, term.at);
  }

  /** Takes note of a use of `flatten`, whose length is known when those of its rows are. */
  flatten(use: Flattened): void {
    this.flattened.push(use);
  }

  private settleFlattened({ product: { whole, factors }, scope, at }: Flattened): void {
    const size = resolvedSize(whole);
    const [left, right] = factors.map((factor) => termOfSize(resolvedSize(factor), scope, at));
    if (size.kind !== "variable" || left === undefined || right === undefined) return;
    const term: ArrayTerm = { kind: "infix", at, symbol: "*", left, right };
    for (const part of [term, left, right]) this.types.set(part, scalar("i64"));
    size.link = sizeOfTerm(term, scope);
  }

  /** Takes note of a use of a definition that is told sizes. What they are is known when the definition around it is settled. */
  tell(use: ToldUse): void {
    this.toldUses.push(use);
  }

  /** The sizes that definitions are told so far, and need. */
  get told(): readonly Size[] {
    return this.toldUses.flatMap(({ told }) =>
      told.filter(({ isNeeded }) => isNeeded).map(({ size }) => size),
    );
  }

  /**
   * Settles what is still open among scalar types by what literals are when nothing says more, and the sizes that definitions are told.
   *
   * @throws ProgramError where nothing says such a size
   */
  settle(): void {
    for (const variable of this.confined) {
      if (variable.isCompared) linkOpenParts(variable);
      if (variable.link === undefined && variable.fallback !== undefined) {
        variable.link = { kind: "scalar", type: variable.fallback };
      }
    }
    for (const flattened of this.flattened) this.settleFlattened(flattened);
    for (const { term, scope, told, products } of this.toldUses) {
      products.forEach(linkFactors);
      const terms = new Map<string, ArrayTerm>();
      for (const open of told) {
        const says = this.toldTerm(term, open, scope);
        if (says !== undefined) terms.set(open.name, says);
      }
      this.toldSizes.set(term, terms);
    }
  }

  private toldTerm(
    { at, name: used }: ToldUse["term"],
    { name, isNeeded, size }: ToldSize,
    scope: Scope | undefined,
  ): ArrayTerm | undefined {
    const known = resolvedSize(size);
    const term = termOfSize(known, scope, at);
    if (term !== undefined) this.types.set(term, scalar("i64"));
    if (term !== undefined || !isNeeded) return term;
    const actual = known.kind === "term" || known.kind === "name" ? "one that is not known here" : "none";
    return this.fail(
      at,
      `something that says the size "${name}" of "${used}", as a type [8]t or [n]t does`,
      actual,
    );
  }
}
