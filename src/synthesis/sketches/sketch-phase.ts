import type { Sketch, SketchComparison, SketchLoop, SketchStatement, SketchUpdate } from "./sketch.ts";
import { sketchError } from "./sketch-text.ts";

/** A top-level loop of a sketch: a counter over turns, and what each step of a turn does. Without a counter: one turn. */
export interface SketchPhase {
  readonly counter?: SketchLoop;
  readonly parts: readonly SketchPart[];
}

/** A step of a turn: threads, a guard, one update. Without threads: one thread. */
export interface SketchPart {
  readonly threads?: SketchLoop;
  readonly conditions: readonly SketchComparison[];
  readonly update: SketchUpdate;
}

/**
 * The phases of a sketch of a network.
 *
 * @throws NetworkSyntaxError where a step has several statements, loops are nested otherwise, or an update is over two arrays
 */
export function sketchPhases(sketch: Sketch): readonly SketchPhase[] {
  return sketch.body.map((statement) => {
    const isLoop = statement.kind === "for" && !statement.isParallel;
    if (!isLoop) return { parts: [partOf(sketch, statement, { conditions: [] })] };
    if (statement.body.length === 0)
      throw sketchError(sketch.origin, statement.at, "a step in a loop", "none");
    const parts = statement.body.map((each) => partOf(sketch, each, { conditions: [] }));
    return { counter: statement, parts };
  });
}

function partOf(sketch: Sketch, statement: SketchStatement, around: Omit<SketchPart, "update">): SketchPart {
  const fail = (expected: string, actual: string): never => {
    throw sketchError(sketch.origin, statement.at, expected, actual);
  };
  if (statement.kind === "update") {
    if (statement.from === statement.to) return { ...around, update: statement };
    return fail("an update of the array that it reads, as in a[j] = a[i] + a[j]", `two arrays`);
  }
  if (statement.body.length !== 1) {
    const place = statement.body[1]?.at ?? statement.at;
    throw sketchError(
      sketch.origin,
      place,
      "one statement in a step, with a parallel loop of its own for the next one",
      `${statement.body.length}`,
    );
  }
  const [inner] = statement.body;
  if (statement.kind === "if") {
    return partOf(sketch, inner, { ...around, conditions: [...around.conditions, ...statement.conditions] });
  }
  if (!statement.isParallel)
    return fail("a parallel loop, an if or an update inside a loop over steps", "another loop over steps");
  if (around.threads !== undefined) fail("one parallel loop", "another one inside");
  return partOf(sketch, inner, { ...around, threads: statement });
}
