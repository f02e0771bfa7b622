// Constants that are shared may not change, and what is costly is made when it is first asked for.

/**
 * A constant as it is exported: nobody can change it, or what it holds, however deep. Functions and typed arrays in it stay as they are.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function frozen<Value>(value: Value): Value {
  const seen = new Set<unknown>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== "object" || part === null || ArrayBuffer.isView(part) || seen.has(part)) continue;
    seen.add(part);
    Object.freeze(part);
    for (const inner of Object.values(part)) open.push(inner);
  }
  return value;
}

/** What `make` gives, made when it is first asked for. */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
