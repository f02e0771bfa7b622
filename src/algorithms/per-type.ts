/**
 * What is made once for each type, at the first call that needs it: terms, mostly. Executors know a term that they have seen by its identity, so that a second
 * call prints and looks up nothing.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function perType<Type extends string, Made>(make: (type: Type) => Made): (type: Type) => Made {
  const made = new Map<Type, Made>();
  return (type) => {
    const known = made.get(type);
    if (known !== undefined) return known;
    const fresh = make(type);
    made.set(type, fresh);
    return fresh;
  };
}
