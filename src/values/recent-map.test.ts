import fc from "fast-check";
import { expect, it } from "vitest";
import { RecentMap } from "./recent-map.ts";

it("has the last entries that were used, and no more than twice as many (seed 20261123)", () => {
  const use = fc.record({ key: fc.nat(20), isSet: fc.boolean() });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(use, { maxLength: 200 }), (most, uses) => {
      const map = new RecentMap<number, { readonly value: number }>(most);
      const values = new Map<number, { readonly value: number }>();
      let recent: number[] = []; // the last to be used comes last
      uses.forEach(({ key, isSet }, turn) => {
        if (isSet) {
          values.set(key, { value: turn });
          map.set(key, { value: turn });
        }
        const found = map.get(key);
        if (found !== undefined) expect(found).toEqual(values.get(key));
        if (recent.slice(-most).includes(key) && values.has(key)) expect(found).toBeDefined();
        if (found !== undefined) recent = [...recent.filter((each) => each !== key), key];
        expect(map.size).toBeLessThanOrEqual(2 * most);
      });
    }),
    { seed: 20261123 },
  );
});

it("makes a value once while it is remembered", () => {
  const map = new RecentMap<string, number>(2);
  let made = 0;
  const make = () => ++made;
  expect([map.getOrMake("a", make), map.getOrMake("a", make)]).toEqual([1, 1]);
  for (const key of ["b", "c", "d", "e"]) map.getOrMake(key, make);
  expect(map.getOrMake("a", make)).toBe(6);
});
