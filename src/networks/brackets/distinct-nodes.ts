import { describe } from "../../values/describe.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { Bracket, BracketNode } from "./bracket.ts";

/** Every node once, children before parents. @throws InvalidArgumentError for what is no tree. What is still open is on a list: a left fold is as deep as it is long. */
export function distinctNodes(brackets: readonly Bracket[]): ReadonlySet<BracketNode> {
  if (!Array.isArray(brackets)) {
    throw new InvalidArgumentError("brackets", "an array of brackets", describe(brackets));
  }
  const done = new Set<BracketNode>();
  const entered = new Set<BracketNode>();
  const open: Bracket[] = Array.from(brackets, checkBracket);
  while (open.length > 0) {
    const top = open[open.length - 1];
    if (typeof top === "number" || done.has(top)) {
      open.pop();
      continue;
    }
    const missing = [top.right, top.left].map(checkBracket).filter(isMissing);
    if (missing.length === 0) {
      open.pop();
      done.add(top);
      continue;
    }
    // Where a node is met again before its children are done it is one of their children.
    if (entered.has(top)) throw new InvalidArgumentError("brackets", "trees", "a node within itself");
    entered.add(top);
    open.push(...missing);
  }
  return done;

  function isMissing(bracket: Bracket): boolean {
    return typeof bracket !== "number" && !done.has(bracket);
  }
}

/** @throws InvalidArgumentError for what is neither an element's number nor a node */
function checkBracket(given: Bracket): Bracket {
  if (typeof given === "number" || (typeof given === "object" && given !== null)) return given;
  throw new InvalidArgumentError("brackets", "of numbers and nodes, { left, right }", describe(given));
}
