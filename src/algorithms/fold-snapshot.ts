import type { ColumnSummary } from "../executors/executor.ts";
import type { ColumnSummaries } from "../summaries/summary-algebra.ts";
import { describe } from "../values/describe.ts";
import { FormatError } from "../values/errors.ts";

const FORMAT = "samebits-fold";

/** A fold in progress as one line of JSON: what it is made of, and an encoded summary for each of its sums. */
export function foldSnapshot(composition: string, summaries: readonly string[]): string {
  return JSON.stringify({ format: FORMAT, version: 1, composition, summaries });
}

/**
 * The summaries in a snapshot of a fold of this composition: one for each sum, all of the same elements.
 *
 * @throws FormatError for another text, and for a snapshot of another fold or one that is damaged
 */
export function summariesIn(
  snapshot: unknown,
  composition: string,
  algebras: readonly ColumnSummaries[],
): readonly ColumnSummary[] {
  const fields = fieldsOf(snapshot);
  if (fields.format !== FORMAT || fields.version !== 1) throw refused("a snapshot of a fold", snapshot);
  if (fields.composition !== composition) {
    throw refused(`a snapshot of\n${composition}`, `one of\n${fields.composition}`);
  }
  const texts: readonly unknown[] = Array.isArray(fields.summaries) ? fields.summaries : [];
  if (texts.length !== algebras.length) throw refused(`${algebras.length} summaries`, `${texts.length}`);
  const summaries = algebras.map((algebra, i) => algebra.decode(String(texts[i])));
  const [{ end }] = summaries;
  if (summaries.some((each) => each.start !== 0 || each.end !== end)) {
    throw refused("summaries of the same elements from the first on", "others");
  }
  return summaries;
}

function fieldsOf(snapshot: unknown): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = JSON.parse(String(snapshot));
    if (typeof fields === "object" && fields !== null) return { ...fields };
  } catch {
    // No JSON: refused below, as JSON of something else is.
  }
  throw refused("a snapshot of a fold", snapshot);
}

function refused(expected: string, actual: unknown): FormatError {
  return new FormatError(
    "snapshot",
    expected,
    typeof actual === "string" ? actual.slice(0, 300) : describe(actual),
  );
}
