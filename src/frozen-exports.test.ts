import { readdirSync } from "node:fs";
import { expect, test } from "vitest";

const DOORS = readdirSync(import.meta.dirname)
  .filter((name) => /^[a-z-]+\.ts$/.test(name) && name !== "vocabulary.ts")
  .sort();

/** Paths of what could be changed in a value, down to what holds no properties of ours. */
function changeable(value: unknown, path: string, seen: Set<unknown>): readonly string[] {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || seen.has(value)) return [];
  seen.add(value);
  const own = Object.isFrozen(value) ? [] : [path];
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, part]) => changeable(part, `${path}.${key}`, seen)),
  ];
}

test("every constant of every door is frozen, and all that it holds", async () => {
  const found: string[] = [];
  for (const door of DOORS) {
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ `./${door}`);
    const seen = new Set<unknown>();
    for (const [name, value] of Object.entries(exported))
      found.push(...changeable(value, `${door} ${name}`, seen));
  }
  expect(found).toEqual([]);
});
