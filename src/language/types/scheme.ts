import {
  resolved,
  resolvedSize,
  type Size,
  type SizeVariable,
  type Type,
  type TypeVariable,
} from "./type.ts";

/** A type with what it is polymorphic in: its open variables, and the types and sizes it names, which every use replaces by fresh ones. */
export interface Scheme {
  readonly type: Type;
  readonly isGeneral: boolean;
  readonly sizes: readonly string[];
  readonly types: readonly string[];
}

/** A scheme that is polymorphic in nothing. */
export function monomorphic(type: Type): Scheme {
  return { type, isGeneral: false, sizes: [], types: [] };
}

/** The type of one use. */
export function instantiate(scheme: Scheme): Type {
  if (!scheme.isGeneral) return scheme.type;
  const variables = new Map<TypeVariable | string, Type>();
  const sizes = new Map<SizeVariable | string, Size>();
  const fresh = (key: TypeVariable | string): Type => {
    const known = variables.get(key) ?? { kind: "variable" };
    variables.set(key, known);
    return known;
  };
  const freshSize = (size: Size): Size => {
    const known = resolvedSize(size);
    const key = known.kind === "name" && scheme.sizes.includes(known.name) ? known.name : known;
    if (typeof key !== "string" && key.kind !== "variable") return known;
    const found = sizes.get(key) ?? { kind: "variable" };
    sizes.set(key, found);
    return found;
  };
  const copy = (type: Type): Type => {
    const known = resolved(type);
    switch (known.kind) {
      case "variable":
        return fresh(known);
      case "rigid":
        return scheme.types.includes(known.name) ? fresh(known.name) : known;
      case "array":
        return { kind: "array", element: copy(known.element), size: freshSize(known.size) };
      case "function":
        return { kind: "function", parameter: copy(known.parameter), result: copy(known.result) };
      case "record":
        return {
          kind: "record",
          fields: known.fields.map(({ name, type: of }) => ({ name, type: copy(of) })),
        };
      default:
        return known;
    }
  };
  return copy(scheme.type);
}
