// What names stand for while a text is read: definitions of modules, abbreviations of types, and what is bound nearer than those.

import type { ProgramScalar } from "../../values/program-scalars.ts";
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
  readonly scalar?: ProgramScalar;
  readonly functor?: Functor;
}

/** A module that waits for others: its text is read anew for each use, with their names in place of its parameters, and else the names seen where it stands. */
interface Functor {
  readonly parameters: readonly string[];
  readonly position: number; // of its first token behind the brace
  readonly mark: number;
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
  private readonly acts: Act[] = [];
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
  get openScalars(): readonly ProgramScalar[] {
    return this.opened.flatMap(({ scalar }) => scalar ?? []).reverse();
  }

  /** Names that stand for themselves: of parameters, of lets, of sizes. */
  bind(names: readonly string[]): void {
    for (const name of names) this.define(name, name);
  }

  define(name: string, meaning: string): void {
    this.act(() => this.values.push(name, meaning));
  }

  /** Types that a definition names. */
  bindTypes(names: readonly string[]): void {
    for (const name of names) this.act(() => this.types.push(name, "own"));
  }

  defineType(name: string, meaning: Abbreviation): void {
    this.act(() => this.types.push(name, meaning));
  }

  defineModule(name: string, meaning: Module): void {
    this.act(() => this.modules.push(name, meaning));
  }

  /** What a module has, from here on without its name. */
  open(module: Module): void {
    for (const [name, meaning] of module.values) this.define(name, meaning);
    for (const [name, meaning] of module.types) this.defineType(name, meaning);
    for (const [name, meaning] of module.modules) this.defineModule(name, meaning);
    this.act(() => {
      this.opened.push(module);
      return () => this.opened.pop();
    });
  }

  /** What is bound while something is read is forgotten after it. */
  within<Result>(read: () => Result): Result {
    const { length } = this.acts;
    const result = read();
    while (this.acts.length > length) this.acts.pop()?.undo();
    return result;
  }

  /** How many names are bound so far: where `asOf` goes back to. */
  get mark(): number {
    return this.acts.length;
  }

  /** Reads what sees the names that were bound at a mark, and not those since. */
  asOf<Result>(mark: number, read: () => Result): Result {
    const later = this.acts.splice(mark);
    for (const { undo } of [...later].reverse()) undo();
    const result = this.within(read);
    for (const { bind } of later) this.act(bind);
    return result;
  }

  private act(bind: Act["bind"]): void {
    this.acts.push({ bind, undo: bind() });
  }
}

/** Something that was bound: how it is bound again, and how it is forgotten. */
interface Act {
  readonly bind: () => () => void;
  readonly undo: () => void;
}
