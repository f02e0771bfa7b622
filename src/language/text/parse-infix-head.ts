// `def x +++ y = e`, `let (x: t) \`plus\` y = e`: an operator that is defined as it is used.

import type { Pattern } from "../term.ts";
import type { ProgramCursor } from "./grammar.ts";
import { parseParameter } from "./parse-pattern.ts";

/** What stands before the `=`, without types and what holds for them. */
interface InfixHead {
  readonly name: string;
  readonly at: number;
  readonly parameters: readonly Pattern[];
}

/** Whether a definition between its two parameters comes next. The symbol tells, behind a name or the parenthesis that closes. */
export function isInfixDefinitionNext(cursor: ProgramCursor): boolean {
  if (cursor.peek().kind === "name") return cursor.symbolNext(1) !== undefined;
  if (!cursor.isNext("(") && !cursor.isNext("{")) return false;
  let ahead = 0;
  for (let depth = 0; cursor.peek(ahead).kind !== "end"; ahead++) {
    const { text } = cursor.peek(ahead);
    depth += ["(", "{", "["].includes(text) ? 1 : [")", "}", "]"].includes(text) ? -1 : 0;
    if (depth === 0) break;
  }
  const isNamed = ahead === 2 && cursor.symbolNext(1) !== undefined; // (+++) x y
  return !isNamed && cursor.symbolNext(ahead + 1) !== undefined;
}

export function parseInfixHead(cursor: ProgramCursor): InfixHead {
  const left = parseParameter(cursor);
  const { text, at } = cursor.take();
  let name = `(${text})`;
  if (text === "`") {
    name = cursor.takeNewName("the name of a function").text;
    cursor.expect("`", "after the name of a function");
  }
  return { name, at, parameters: [left, parseParameter(cursor)] };
}
