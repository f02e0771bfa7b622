// What names stand for while a text is read: definitions of modules, abbreviations of types, and what is bound nearer than those.

import type { ScalarType } from "../../values/element-types.ts";
import type { TypeSyntax } from "../term.ts";

/** A type by another name: `type pair 'a [n] = (a, [n]i32)`. */
export interface Abbreviation {
  readonly sizes: readonly string[];
  readonly types: readonly string[];
  readonly parameters: readonly ("size" | "type")[]; // in the order in which they are written
  readonly type: TypeSyntax;
}

/** What stands behind the dot of a module's name; that of a scalar type has what the language gives that type. */
export interface Module {
  readonly values: Map<string, string>;
  readonly types: Map<string, Abbreviation>;
  readonly modules: Map<string, Module>;
  readonly scalar?: ScalarType;
}

export function emptyModule(): Module {
  return { values: new Map(), types: new Map(), modules: new Map() };
}

/** The constructors of a type, by their names in order: two types of the same constructors are laid out alike. */
export interface Sum {
  readonly constructors: readonly Constructor[];
}

export interface Constructor {
  readonly name: string;
  readonly arity: number;
}

/** Names of one kind, each with what it stands for here and, under that, further out. */
class Table<Meaning> {
  private readonly stacks = new Map<string, Meaning[]>();

  get(name: string): Meaning | undefined {
    return this.stacks.get(name)?.at(-1);
  }

  push(name: string, meaning: Meaning): () => void {
    const stack = this.stacks.get(name) ?? [];
    this.stacks.set(name, stack);
    stack.push(meaning);
    return () => stack.pop();
  }
}

/** The names that are seen where a parser stands. */
export class Names {
  private readonly values = new Table<string>();
  private readonly types = new Table<Abbreviation | "own">();
  private readonly modules = new Table<Module>();
  private readonly undo: (() => void)[] = [];
  private readonly opened: Module[] = [];

  /** The definition or binding that a name stands for; undefined for one that the program has not. */
  value(name: string): string | undefined {
    return this.values.get(name);
  }

  /** An abbreviation; undefined for a type that a definition names, and for one that nobody does. */
  type(name: string): Abbreviation | undefined {
    const found = this.types.get(name);
    return found === "own" ? undefined : found;
  }

  module(name: string): Module | undefined {
    return this.modules.get(name);
  }

  /** The scalar types whose names are seen without them, innermost first. */
  get openScalars(): readonly ScalarType[] {
    return this.opened.flatMap(({ scalar }) => scalar ?? []).reverse();
  }

  /** Names that stand for themselves: of parameters, of lets, of sizes. */
  bind(names: readonly string[]): void {
    for (const name of names) this.define(name, name);
  }

  define(name: string, meaning: string): void {
    this.undo.push(this.values.push(name, meaning));
  }

  /** Types that a definition names. */
  bindTypes(names: readonly string[]): void {
    for (const name of names) this.undo.push(this.types.push(name, "own"));
  }

  defineType(name: string, meaning: Abbreviation): void {
    this.undo.push(this.types.push(name, meaning));
  }

  defineModule(name: string, meaning: Module): void {
    this.undo.push(this.modules.push(name, meaning));
  }

  /** What a module has, from here on without its name. */
  open(module: Module): void {
    for (const [name, meaning] of module.values) this.define(name, meaning);
    for (const [name, meaning] of module.types) this.defineType(name, meaning);
    for (const [name, meaning] of module.modules) this.defineModule(name, meaning);
    this.opened.push(module);
    this.undo.push(() => this.opened.pop());
  }

  /** What is bound while something is read is forgotten after it. */
  within<Result>(read: () => Result): Result {
    const { length } = this.undo;
    const result = read();
    while (this.undo.length > length) this.undo.pop()?.();
    return result;
  }
}
