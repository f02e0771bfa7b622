import { nearestHint } from "../../values/check-name.ts";
import type { ArrayTerm } from "../term.ts";
import type { Inference } from "./inference.ts";
import { intrinsicType } from "./intrinsic-type.ts";
import { instantiate } from "./scheme.ts";
import { find, namesIn, type Scope } from "./scope.ts";
import { ARRAY_SIGNATURES } from "./signatures.ts";
import { ANY_SIZE, isScalarType, type Type } from "./type.ts";

/** The type of one use of a name. @throws ProgramError for one that is not defined */
export function typeOfVariable(
  term: Extract<ArrayTerm, { kind: "variable" }>,
  scope: Scope | undefined,
  inference: Inference,
): Type {
  const { name, at } = term;
  const scheme = find(scope, name);
  if (scheme !== undefined) {
    const { type, instance, sizes } = instantiate(scheme);
    if (instance.size > 0) inference.instances.set(term, instance);
    if (scheme.openSizes.length > 0) {
      const told = scheme.openSizes.map((open) => ({ ...open, size: sizes.get(open.name) ?? ANY_SIZE }));
      inference.tell({ term, scope, told });
    }
    return type;
  }
  const type = intrinsicType(name, inference);
  if (type !== undefined) return type;
  if (isScalarType(name)) {
    const conversion = `${name}.${name === "f64" ? "i64" : "f64"}`;
    return inference.fail(
      at,
      `a value (a conversion names both types, such as ${conversion})`,
      `the type ${name}`,
    );
  }
  const known = [...namesIn(scope), ...Object.keys(ARRAY_SIGNATURES)];
  return inference.fail(at, `a name that is defined${nearestHint(name, known)}`, `"${name}"`);
}
