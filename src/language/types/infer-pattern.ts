// The types that a pattern takes apart, and the names that it binds.

import type { Pattern } from "../term.ts";
import type { Inference } from "./inference.ts";
import { monomorphic, type Scope } from "./scheme.ts";
import { type Type, tupleOf } from "./type.ts";

/** The type of what a pattern takes apart, and the scope with its names in it. */
export function inferPattern(
  pattern: Pattern,
  scope: Scope | undefined,
  inference: Inference,
): { readonly type: Type; readonly scope: Scope | undefined } {
  const names = new Map<string, Type>();
  const type = typeOfPattern(pattern, names, { scope, inference });
  let inner = scope;
  for (const [name, of] of names) inner = { name, scheme: monomorphic(of), outer: inner };
  return { type, scope: inner };
}

interface Place {
  readonly scope: Scope | undefined; // what written types see
  readonly inference: Inference;
}

function typeOfPattern(pattern: Pattern, names: Map<string, Type>, place: Place): Type {
  const { scope, inference } = place;
  const type = typeOfParts(pattern, names, place);
  if (pattern.type !== undefined) inference.unify(inference.written(pattern.type, scope), type, pattern.at);
  inference.note(pattern, type);
  return type;
}

function typeOfParts(pattern: Pattern, names: Map<string, Type>, place: Place): Type {
  const { inference } = place;
  switch (pattern.kind) {
    case "any":
      return inference.fresh();
    case "name": {
      if (names.has(pattern.name)) {
        inference.fail(pattern.at, "names that differ", `"${pattern.name}" twice`);
      }
      const type = inference.fresh();
      names.set(pattern.name, type);
      return type;
    }
    case "tuple":
      return tupleOf(pattern.items.map((item) => typeOfPattern(item, names, place)));
    case "record": {
      const fields = pattern.fields.map(({ name, pattern: part }) => {
        return { name, type: typeOfPattern(part, names, place) };
      });
      return { kind: "record", fields };
    }
    default:
      return pattern satisfies never;
  }
}
