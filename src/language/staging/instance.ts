// What a use of a general function takes its open types for.

import type { Instance } from "../types/scheme.ts";
import { resolved, type Type, withParts } from "../types/type.ts";
import type { ProgramFunction, Staged, StagedNames } from "./staged.ts";

/** No name of a program: what open types are taken for stands among names, since a function's body sees it as it sees those. */
const TYPES = "'";

/** A general function in one use, whose types are seen from `names`. */
export function ofInstance(value: Staged, instance: Instance, names: StagedNames): Staged {
  if (value.kind === "record") {
    const fields = value.fields.map(({ name, value: of }) => ({
      name,
      value: ofInstance(of, instance, names),
    }));
    return { kind: "record", fields };
  }
  if (value.kind !== "function") return value;
  const own = new Map([...instance].map(([open, type]) => [open, typeHere(type, names)]));
  const inner: StagedNames = {
    name: TYPES,
    value: { kind: "types", instance: own },
    outer: undefined,
  };
  // A function that is another one by name: that one's types may be open in what this one is general in.
  for (const [open, type] of value.instance ?? []) own.set(open, typeHere(type, inner));
  return { ...value, instance: own };
}

/** Names with what a function's use takes its open types for. */
export function bindInstance({ instance }: ProgramFunction, names: StagedNames): StagedNames {
  return instance === undefined ? names : { name: TYPES, value: { kind: "types", instance }, outer: names };
}

/** A type with what is open in it as it is taken where these names are seen. */
export function typeHere(type: Type, names: StagedNames): Type {
  const known = resolved(type);
  if (known.kind !== "variable" && known.kind !== "rigid")
    return withParts(known, (part) => typeHere(part, names));
  const open = known.kind === "rigid" ? known.name : known;
  for (let at = names; at !== undefined; at = at.outer) {
    const found = at.value.kind === "types" ? at.value.instance.get(open) : undefined;
    if (found !== undefined) return found;
  }
  return known;
}
