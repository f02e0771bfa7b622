import { type CallOfTemplate, type Options, type TemplateArgument, typed } from "./template-rule.ts";

/*
 * Templates of functions of `input` and a predicate: a term, which is part of the algorithm, or flags, which are a column of the call.
 */

export const PREDICATE: readonly string[] = ["predicate"];

/** Flags are an argument where they are the predicate. */
export function inputAndPredicate({ input, predicate }: Options): readonly TemplateArgument[] {
  const argument = typed("input", input);
  return predicate === "flags" ? [argument, typed("flags", "bool", "input")] : [argument];
}

export const byPredicate: CallOfTemplate = ({ input, flags }, { predicate }, callOf) =>
  callOf(input, flags ?? predicate);
