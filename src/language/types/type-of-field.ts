import type { ArrayTerm } from "../term.ts";
import type { Inference } from "./inference.ts";
import { printType } from "./print-type.ts";
import { isTuple, resolved, type Type } from "./type.ts";

/** The type of a field of a record or a tuple. @throws ProgramError for one that it has not */
export function typeOfField(
  term: Extract<ArrayTerm, { kind: "field" }>,
  of: Type,
  inference: Inference,
): Type {
  const known = resolved(of);
  if (known.kind === "variable" && known.allowed === undefined) {
    inference.fail(term.at, `a value whose type is known before its field "${term.name}"`, "one to annotate");
  }
  const field = known.kind === "record" ? known.fields.find(({ name }) => name === term.name) : undefined;
  if (field !== undefined) return field.type;
  const has =
    known.kind === "record" && !isTuple(known.fields) ? "a field of the record" : "a component of the tuple";
  return inference.fail(
    term.at,
    known.kind === "record" ? has : "a record or a tuple",
    `"${term.name}" of ${printType(of)}`,
  );
}
