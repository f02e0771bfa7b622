/** What one constructor has made and checked. Whatever only looks like it, out of a JSON or as a copy, is not. */
export interface Brand {
  /** The same object, frozen, as one of these. */
  readonly mark: <Made extends object>(made: Made) => Made;
  readonly has: (given: unknown) => boolean;
}

export function newBrand(): Brand {
  const made = new WeakSet<object>();
  return {
    mark: (each) => {
      made.add(Object.freeze(each));
      return each;
    },
    has: (given) => typeof given === "object" && given !== null && made.has(given),
  };
}
