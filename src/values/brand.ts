/** What one constructor has made and checked. Whatever only looks like it, out of a JSON or as a copy, is not. */
export interface Brand {
  /** The same object, frozen, as one of these. */
  readonly mark: <Made extends object>(made: Made) => Made;
  readonly has: (given: unknown) => boolean;
}

/**
 * A brand is a property under a symbol, whose value is the object itself: no JSON has one, no copy takes it along, as it is not enumerable, and
 * a proxy, or an object that inherits it, is another object than its value.
 *
 * The symbol is registered, so that copies of this package in one program, as two bundles make, know each other's.
 */
export function newBrand(name: string): Brand {
  const key = Symbol.for(`samebits.${name}`);
  const has = (given: unknown): boolean =>
    typeof given === "object" && given !== null && (given as Record<symbol, unknown>)[key] === given;
  return {
    mark: (made) => (has(made) ? made : Object.freeze(Object.defineProperty(made, key, { value: made }))),
    has,
  };
}
