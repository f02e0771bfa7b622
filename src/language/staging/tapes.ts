import type { Primitives } from "../../executors/primitives.ts";
import type { Expression } from "../../expressions/expression.ts";
import { RecentMap } from "../../values/recent-map.ts";
import type { TypedProgram } from "../types/infer-program.ts";
import { Tape } from "./tape.ts";

/** All that staging depends on, but for the scalars that it looks at. */
interface RunShape {
  readonly entry: string;
  readonly fuel: number;
  readonly expression: Expression;
  readonly lengths: readonly number[]; // of the operands' columns, whose types the entry says
}

/** Shapes of runs whose tapes a program has. */
const MOST_SHAPES = 16;

/** The tapes of a program, and how often its runs followed one to the end, or were staged. */
class Tapes {
  readonly counts = { followed: 0, staged: 0 };
  private readonly byShape = new RecentMap<string, Tape>(MOST_SHAPES);

  /** The tape of a shape on executors of a name that have the same primitives. */
  of({ entry, fuel, expression, lengths }: RunShape, on: Primitives<unknown>): Tape {
    const optional = [on.foldMapped, on.collectMapped, on.view].map((member) => Number(member !== undefined));
    const key = [entry, fuel, numberOf(expression), ...optional, ...lengths, on.executor].join(" ");
    return this.byShape.getOrMake(key, newTape);
  }
}

function newTape(): Tape {
  return new Tape();
}

const byProgram = new WeakMap<TypedProgram, Tapes>();

export function tapesOf(typed: TypedProgram): Tapes {
  const known = byProgram.get(typed) ?? new Tapes();
  byProgram.set(typed, known);
  return known;
}

const numbers = new WeakMap<Expression, number>();
let lastNumber = 0;

/** A number for an expression: two of a caller's own may have one name. */
function numberOf(expression: Expression): number {
  const known = numbers.get(expression) ?? ++lastNumber;
  numbers.set(expression, known);
  return known;
}
