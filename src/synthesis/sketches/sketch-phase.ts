import type { Sketch, SketchComparison, SketchLoop, SketchStatement, SketchUpdate } from "./sketch.ts";
import { sketchError } from "./sketch-text.ts";

/** A top-level loop of a sketch: a counter over steps, threads in each, a guard, one update. Without a counter: one step; without threads: one thread. */
export interface SketchPhase {
  readonly counter?: SketchLoop;
  readonly threads?: SketchLoop;
  readonly conditions: readonly SketchComparison[];
  readonly update: SketchUpdate;
}

/**
 * The phases of a sketch of a network.
 *
 * @throws NetworkSyntaxError where a body has several statements, loops are nested otherwise, or an update is over two arrays
 */
export function sketchPhases(sketch: Sketch): readonly SketchPhase[] {
  return sketch.body.map((statement) => phaseOf(sketch, statement, { conditions: [] }));
}

function phaseOf(
  sketch: Sketch,
  statement: SketchStatement,
  around: Omit<SketchPhase, "update">,
): SketchPhase {
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
      "one statement in a body, so that a step is one parallel loop",
      `${statement.body.length}`,
    );
  }
  const [inner] = statement.body;
  if (statement.kind === "if") {
    return phaseOf(sketch, inner, { ...around, conditions: [...around.conditions, ...statement.conditions] });
  }
  if (statement.isParallel) {
    if (around.threads !== undefined) fail("one parallel loop", "another one inside");
    return phaseOf(sketch, inner, { ...around, threads: statement });
  }
  if (around.counter !== undefined || around.threads !== undefined) {
    fail("a parallel loop, an if or an update inside a loop over steps", "another loop over steps");
  }
  return phaseOf(sketch, inner, { ...around, counter: statement });
}
