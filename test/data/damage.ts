import fc from "fast-check";

/*
 * Valid data, damaged at random places: what is given back is data as JSON, a message or a careless caller may bring it.
 */

declare global {
  var pwned: unknown; // what injected code would set
}

const CODE = "globalThis.pwned=1";

/** Values that break out of texts, pass for numbers, or have no business where they stand. */
const HOSTILE: readonly unknown[] = [
  `(${CODE},0)`,
  `0];${CODE};a[0`,
  `1);${CODE};(`,
  `*/${CODE}/*`,
  `\`\${${CODE}}\``,
  `"';${CODE};//`,
  `\n${CODE}\n`,
  `</text><script>${CODE}</script>`,
  `" onload="${CODE}`,
  `x) (check-sat) (echo "${CODE}"`,
  "__proto__",
  "constructor",
  "toString",
  "",
  "0",
  "1e9",
  "f64",
  "\u0000",
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e308,
  NaN,
  Infinity,
  10n ** 30n,
  true,
  false,
  null,
  undefined,
  [],
  {},
  [CODE],
  { valueOf: CODE, toString: CODE },
  JSON.parse(
    `{"__proto__":{"kind":"constant","value":"(${CODE},0)"},"kind":"constant","type":"f64","value":"(${CODE},0)"}`,
  ),
  Symbol("no name"),
  () => `(${CODE},0)`,
  Object.create(null),
];

type Path = readonly string[];

/** The paths to everything within a datum, itself included; at most so many. */
function pathsOf(datum: unknown, most = 2000): readonly Path[] {
  const found: Path[] = [[]];
  for (let at = 0; at < found.length && found.length < most; at++) {
    const value = valueAt(datum, found[at]);
    if (typeof value !== "object" || value === null) continue;
    for (const field of Object.keys(value)) found.push([...found[at], field]);
  }
  return found;
}

function valueAt(datum: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, field) => (value as Record<string, unknown>)[field], datum);
}

/** A copy with something else at the path. Whatever is no plain data, such as a function or a class, is kept. */
function replaced(datum: unknown, [field, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (field === undefined) return change(datum);
  const copy = (Array.isArray(datum) ? [...datum] : { ...(datum as object) }) as Record<string, unknown>;
  copy[field] = replaced(copy[field], rest, change);
  return copy;
}

/** Each reading gives another value: valid at first. */
function changing(object: object, field: string, later: unknown): object {
  const copy = { ...object } as Record<string, unknown>;
  const first = copy[field];
  let reads = 0;
  Object.defineProperty(copy, field, { enumerable: true, get: () => (reads++ === 0 ? first : later) });
  return copy;
}

/** One to three damages of a datum. */
export function damaged(datum: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(datum);
  const damage = fc.record({
    path: fc.integer({ min: 0, max: paths.length - 1 }),
    value: fc.integer({ min: 0, max: HOSTILE.length - 1 }),
    way: fc.constantFrom("replace", "replace", "replace", "remove", "add", "change", "elsewhere"),
    other: fc.integer({ min: 0, max: paths.length - 1 }),
  });
  return fc.array(damage, { minLength: 1, maxLength: 3 }).map((damages) =>
    damages.reduce<unknown>((whole, { path: at, value: which, way, other }) => {
      const path = paths[at];
      const value = HOSTILE[which];
      try {
        if (way === "replace") return replaced(whole, path, () => value);
        if (way === "elsewhere") return replaced(whole, path, () => valueAt(datum, paths[other]));
        const [field] = path.slice(-1);
        if (field === undefined) return value;
        return replaced(whole, path.slice(0, -1), (parent) => {
          if (typeof parent !== "object" || parent === null) return value;
          if (way === "change" && !Array.isArray(parent)) return changing(parent, field, value);
          const copy = Array.isArray(parent) ? [...(parent as unknown[])] : { ...parent };
          if (way === "remove") Reflect.deleteProperty(copy, field);
          else Object.defineProperty(copy, String(which), { value, enumerable: true, configurable: true });
          return copy;
        });
      } catch {
        return value; // a damage before has taken the place away
      }
    }, datum),
  );
}
