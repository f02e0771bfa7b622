import {
  resolved,
  resolvedSize,
  type Size,
  type SizeVariable,
  type Type,
  type TypeVariable,
} from "./type.ts";

/** A type with what it is polymorphic in: open variables, and types and sizes that it names, which every use replaces by fresh ones. */
export interface Scheme {
  readonly type: Type;
  readonly variables: ReadonlySet<TypeVariable | SizeVariable>;
  readonly sizes: readonly string[];
  readonly types: readonly string[];
  /** Sizes that no operand of the definition says: each use is told them. */
  readonly openSizes: readonly OpenSize[];
}

export interface OpenSize {
  readonly name: string;
  readonly isNeeded: boolean; // by a value: else it is no more than what types have in common, and need not be known
}

/** What one use takes the open types of a scheme for. */
export type Instance = ReadonlyMap<TypeVariable | string, Type>;

/** A scheme that is polymorphic in nothing. */
export function monomorphic(type: Type): Scheme {
  return { type, variables: new Set(), sizes: [], types: [], openSizes: [] };
}

/** The type of one use, and what it takes the scheme's types and sizes for. */
interface Use {
  readonly type: Type;
  readonly instance: Instance;
  readonly sizes: ReadonlyMap<SizeVariable | string, Size>;
}

export function instantiate(scheme: Scheme): Use {
  const variables = new Map<TypeVariable | string, Type>();
  const sizes = new Map<SizeVariable | string, Size>();
  if (scheme.variables.size + scheme.sizes.length + scheme.types.length === 0) {
    return { type: scheme.type, instance: variables, sizes };
  }
  const fresh = (key: TypeVariable | string): Type => {
    const known = variables.get(key) ?? { kind: "variable" };
    variables.set(key, known);
    return known;
  };
  const freshSize = (size: Size): Size => {
    const known = resolvedSize(size);
    const key = known.kind === "name" && scheme.sizes.includes(known.name) ? known.name : known;
    if (typeof key !== "string" && (key.kind !== "variable" || !scheme.variables.has(key))) return known;
    const found = sizes.get(key) ?? { kind: "variable" };
    sizes.set(key, found);
    return found;
  };
  const copies = new Map<Type, Type>(); // what stands in several places stays one
  const copy = (type: Type): Type => {
    const known = resolved(type);
    const found = copies.get(known) ?? copyOf(known);
    copies.set(known, found);
    return found;
  };
  const copyOf = (known: Type): Type => {
    switch (known.kind) {
      case "variable":
        return scheme.variables.has(known) ? fresh(known) : known;
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
  return { type: copy(scheme.type), instance: variables, sizes };
}
