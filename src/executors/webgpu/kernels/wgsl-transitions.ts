// The look-back's rules are tables that a simulator walks and kernels print: here they become WGSL, so that both follow the same rows.

import { finalStatesOf, type Row, statesOf } from "../../../look-back/transitions.ts";
import { InternalError } from "../../../values/errors.ts";
import { indent } from "./state-words.ts";

/** WGSL for the conditions (a bool expression each) and actions (statements each) of a table. */
export interface WgslSnippets<Condition extends string, Action extends string> {
  readonly conditions: Readonly<Record<Condition, string>>;
  readonly actions: Readonly<Record<Action, string>>;
}

/**
 * A table as WGSL statements: a loop around a switch that ends in one of the final states.
 *
 * `variable` is declared by the text and holds the state's number afterwards: compare it with `NAME_STATE` constants of `wgslStates`.
 * Control flow is uniform if the conditions are. Snippets must not say `break`, `continue` or `return`.
 */
export function wgslLoop<Condition extends string, Action extends string>(
  rows: readonly Row<Condition, Action>[],
  snippets: WgslSnippets<Condition, Action>,
  variable: string,
): string {
  const states = statesOf(rows);
  const openCount = states.length - finalStatesOf(rows).length;
  const cases = states.slice(0, openCount).map((state, number) => {
    const body = wgslChoice(rows, state, snippets, variable);
    return `    case ${number}u: { // ${state}\n${indent(body, 6)}\n    }`;
  });
  return [
    `var ${variable} = 0u;`,
    `while (${variable} < ${openCount}u) {`,
    `  switch ${variable} {`,
    ...cases,
    "    default: {}",
    "  }",
    "}",
  ].join("\n");
}

/**
 * A table without ways back as WGSL statements: one conditional for each state, in the order of the table, no loop.
 *
 * @throws InternalError if a row goes back
 */
export function wgslSequence<Condition extends string, Action extends string>(
  rows: readonly Row<Condition, Action>[],
  snippets: WgslSnippets<Condition, Action>,
  variable: string,
): string {
  const states = statesOf(rows);
  const back = rows.find((row) => states.indexOf(row.to) <= states.indexOf(row.from));
  if (back !== undefined)
    throw new InternalError(`a sequence goes forward only, got a row from ${back.from} to ${back.to}`);
  const open = states.filter((state) => rows.some((row) => row.from === state));
  const steps = open.map((state, number) => {
    const body = wgslChoice(rows, state, snippets, variable);
    return `if (${variable} == ${number}u) { // ${state}\n${indent(body, 2)}\n}`;
  });
  return [`var ${variable} = 0u;`, ...steps].join("\n");
}

/** A u32 constant for the number of each state: `LANE_polling` for prefix `LANE`. */
export function wgslStates(rows: readonly Row[], prefix: string): string {
  return statesOf(rows)
    .map((state, number) => `const ${prefix}_${state} = ${number}u;`)
    .join("\n");
}

/** The rows of one state as an if-else chain. */
function wgslChoice<Condition extends string, Action extends string>(
  rows: readonly Row<Condition, Action>[],
  state: string,
  { conditions, actions }: WgslSnippets<Condition, Action>,
  variable: string,
): string {
  const states = statesOf(rows);
  const blocks = rows
    .filter((row) => row.from === state)
    .map((row) => {
      const lines = [...row.do.map((action) => actions[action]), `${variable} = ${states.indexOf(row.to)}u;`];
      const body = lines.filter((line) => line !== "").join("\n");
      return { condition: row.when === "otherwise" ? undefined : conditions[row.when], body };
    });
  const [only] = blocks;
  if (only !== undefined && only.condition === undefined) return only.body;
  return blocks
    .map(({ condition, body }) => {
      const block = `{\n${indent(body, 2)}\n}`;
      return condition === undefined ? block : `if (${condition}) ${block}`;
    })
    .join(" else ");
}
