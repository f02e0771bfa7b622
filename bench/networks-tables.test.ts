import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { networkTables } from "./networks-tables.mjs";

const ROOT = new URL("../", import.meta.url);
const tables = await networkTables();

test("every table has a name of its own, and exact is one of them", () => {
  const names = tables.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("exact");
});

test.each(tables.map((table) => [table.name, table] as const))(
  "%s is in its document as its rows have it",
  (name, { document, markdown }) => {
    const file = new URL(`bench/results/networks/${name}.json`, ROOT);
    expect(existsSync(file), `npm run networks:tables -- ${name}`).toBe(true);
    const { rows } = JSON.parse(readFileSync(file, "utf8"));
    const text = readFileSync(new URL(document, ROOT), "utf8");
    expect(text).toContain(`<!-- ${name}:begin -->\n${markdown(rows)}\n`);
  },
);
