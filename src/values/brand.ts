/** What one constructor has made and checked. Whatever only looks like it, out of a JSON or as a copy, is not. */
export interface Brand {
  /** The same object, frozen, as one of these. */
  readonly mark: <Made extends object>(made: Made) => Made;
  readonly has: (given: unknown) => boolean;
}

/**
 * A brand is an own property under a symbol: no JSON has one, and no copy takes it along, as it is not enumerable.
 *
 * The symbol is registered, so that copies of this package in one program, as two bundles make, know each other's.
 */
export function newBrand(name: string): Brand {
  const key = Symbol.for(`samebits.${name}`);
  return {
    mark: (made) =>
      Object.hasOwn(made, key) ? made : Object.freeze(Object.defineProperty(made, key, { value: true })),
    has: (given) => typeof given === "object" && given !== null && Object.hasOwn(given, key),
  };
}
