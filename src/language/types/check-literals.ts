import { extremes, type ScalarType } from "../../values/element-types.ts";
import type { LiteralTerm } from "../term.ts";
import type { Inference } from "./inference.ts";
import { FLOATS } from "./signatures.ts";
import { resolved } from "./type.ts";

/**
 * Whole numbers are in the range of the type that they were found to have. A minus belongs to them; of unsigned types it wraps, and
 * hexadecimal and binary digits are bits.
 *
 * @throws ProgramError at the first literal that is not
 */
export function checkLiterals(inference: Inference): void {
  for (const [term, type] of inference.types) {
    const known = resolved(type);
    if (term.kind !== "literal" || known.kind !== "scalar") continue;
    if (known.type === "bool" || FLOATS.includes(known.type)) continue;
    checkRange(term, known.type, inference);
  }
}

function checkRange(
  { value, at }: LiteralTerm,
  type: Exclude<ScalarType, "bool">,
  inference: Inference,
): void {
  const [smallest, largest] = [BigInt(extremes(type).smallest), BigInt(extremes(type).largest)];
  const isBits = /^-?0[xb]/.test(inference.source.text.slice(Math.max(at, 0)));
  const most = isBits ? largest - smallest : largest;
  const least = smallest === 0n ? -largest : smallest;
  if (least <= BigInt(value) && BigInt(value) <= most) return;
  inference.fail(at, `a number of ${type}, from ${smallest} to ${largest}`, String(value));
}
