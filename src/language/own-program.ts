import { type Brand, newBrand } from "../values/brand.ts";
import { InvalidArgumentError } from "../values/errors.ts";
import { frozen } from "../values/frozen.ts";
import type { Program } from "./term.ts";

const PROGRAMS: Brand = newBrand("array-program");

/** The program that a text is: it stays as it was read. */
export function ownProgram(program: Program): Program {
  // The mark first: nothing can be added to what is frozen.
  return frozen(PROGRAMS.mark(program));
}

/** @throws InvalidArgumentError for what `parseProgram` has not made: names and terms of another object may be anything */
export function checkProgram(given: unknown): asserts given is Program {
  if (PROGRAMS.has(given)) return;
  throw new InvalidArgumentError("program", "one that parseProgram has read", "another object");
}
