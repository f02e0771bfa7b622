import type { Request } from "../../executors/executor.ts";
import type { Primitives } from "../../executors/primitives.ts";
import type { ValueType } from "../../values/value-types.ts";
import type { Steps } from "../call.ts";
import { CONTRACT_OPTIONS } from "../given-contract.ts";

export interface NamedType {
  readonly name: string;
  readonly type: ValueType;
}

export interface TemplateArgument extends NamedType {
  readonly like?: string | undefined; // the argument before it that has the same length
}

export type Options = Readonly<Record<string, unknown>>;

/** What stands for a caller's columns: by argument, in the shape of its type. */
export type StandIns = Readonly<Record<string, unknown>>;

/** How a function over columns is prepared for columns that are yet to come. */
export interface Rule {
  readonly types: readonly string[]; // options that are types of arguments
  readonly options: readonly string[]; // the others
  readonly arguments: (options: Options) => readonly TemplateArgument[];
  readonly results: (options: Options) => readonly NamedType[];
  /** Steps over the columns of all arguments in their order, which depend on no length. */
  readonly call: (columns: StandIns, options: Options) => TemplateCall;
}

export type TemplateSteps = <Vector>(
  on: Primitives<Vector>,
  input: readonly Vector[],
  room: number,
) => Steps<readonly Vector[]>;

export interface TemplateCall {
  readonly requests?: readonly Request[] | undefined;
  readonly steps: TemplateSteps;
}

export function typed(name: string, type: unknown, like?: string): TemplateArgument {
  return { name, type: type as ValueType, like };
}

/** The options of a call that were given. */
export function given(options: Options, names: readonly string[]): Options {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
}

export function ruleOf(rule: Rule): Rule {
  return rule;
}

/** A function of `input` alone, with options. */
export function inputRule(
  options: readonly string[],
  call: (input: unknown, options: Options) => TemplateCall,
  results: (options: Options) => readonly NamedType[] = sameAsInput,
): Rule {
  return {
    types: ["input"],
    options,
    arguments: ({ input }) => [typed("input", input)],
    results,
    call: ({ input }, asked) => call(input, given(asked, options)),
  };
}

export const sameAsInput = ({ input }: Options): readonly NamedType[] => [typed("output", input)];

export const indices = (): readonly NamedType[] => [typed("output", "u32")];

/** Options of contracts; the type is that of the input. */
export const CONTRACT = CONTRACT_OPTIONS.filter((name) => name !== "type");

/** Flags are an argument where they are the predicate. */
const PREDICATE_FLAGS = "flags";

/** A function of `input` and a predicate. */
export function predicateRule(
  results: (options: Options) => readonly NamedType[],
  call: (input: unknown, predicate: unknown) => TemplateCall,
): Rule {
  return {
    types: ["input"],
    options: ["predicate"],
    arguments: ({ input, predicate }) =>
      predicate === PREDICATE_FLAGS
        ? [typed("input", input), typed("flags", "bool", "input")]
        : [typed("input", input)],
    results,
    call: ({ input, flags }, { predicate }) => call(input, flags ?? predicate),
  };
}
