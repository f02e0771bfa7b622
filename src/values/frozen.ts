/**
 * A constant as it is exported: nobody can change it, or what it holds. Functions and typed arrays in it stay as they are.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function frozen<Value>(value: Value): Value {
  freeze(value, new Set());
  return value;
}

function freeze(value: unknown, seen: Set<unknown>): void {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || seen.has(value)) return;
  seen.add(value);
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part, seen);
}
