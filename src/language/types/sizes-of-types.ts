import { ANY_SIZE, resolved, resolvedSize, type Size, type Type } from "./type.ts";

/** A type whose arrays may have any length: what a loop gives may have another than what it began with. */
export function withoutSizes(type: Type): Type {
  return withSizes(type, () => ANY_SIZE);
}

/** A type with the sizes that another one, the same but for sizes, has as well: that of a value that is one or the other. */
export function withCommonSizes(type: Type, other: Type): Type {
  return withSizes(type, (size, same) => (isSameSize(size, same) ? size : ANY_SIZE), other);
}

function withSizes(type: Type, sizeOf: (size: Size, other: Size) => Size, other: Type = type): Type {
  const [known, beside] = [resolved(type), resolved(other)];
  if (known.kind === "array" && beside.kind === "array") {
    const size = sizeOf(known.size, beside.size);
    return { kind: "array", element: withSizes(known.element, sizeOf, beside.element), size };
  }
  if (known.kind !== "record" || beside.kind !== "record") return known;
  const fields = known.fields.map(({ name, type: of }, index) => {
    return { name, type: withSizes(of, sizeOf, beside.fields[index].type) };
  });
  return { kind: "record", fields };
}

function isSameSize(left: Size, right: Size): boolean {
  const [one, other] = [resolvedSize(left), resolvedSize(right)];
  if (one.kind === "constant" && other.kind === "constant") return one.value === other.value;
  if (one.kind === "name" && other.kind === "name") return one.name === other.name;
  return one === other;
}
