/*
 * What a careless caller passes. Made anew for each call, so that one call cannot spoil the next.
 */

/** By the name that a failure shows. */
export const NONSENSE: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  "5": () => 5,
  "-1": () => -1,
  "1.5": () => 1.5,
  NaN: () => Number.NaN,
  "2^32 - 1 as a text": () => "4294967295",
  "2^53": () => 2 ** 53,
  "10n": () => 10n,
  true: () => true,
  '"x"': () => "x",
  '""': () => "",
  "a text of controls": () => "\u001b[2J\u202e",
  symbol: () => Symbol("nonsense"),
  "{}": () => ({}),
  "{ noSuchName }": () => ({ noSuchName: 1 }),
  "an array-like without end": () => ({ length: 2 ** 53 }),
  "an object without prototype": () => Object.create(null),
  "a proxy": () => new Proxy({}, {}),
  "a map": () => new Map([[1, 2]]),
  "[]": () => [],
  "[undefined]": () => [undefined],
  "an array of texts": () => ["a", "b"],
  "an array with holes": () => new Array(3),
  Uint8Array: () => Uint8Array.of(1, 2, 3),
  Float64Array: () => Float64Array.of(1, Number.NaN),
  "a detached array": detached,
  "a function": () => () => undefined,
  "a function of numbers": () => (left: number, right: number) => left - right,
};

function detached(): Float64Array {
  const array = Float64Array.of(1, 2);
  structuredClone(array, { transfer: [array.buffer] });
  return array;
}
