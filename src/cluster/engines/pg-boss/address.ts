// The texts that name an engine of pg-boss, and the names by which they are shown: those have no user, no password and no settings.

import { InvalidArgumentError } from "../../../values/errors.ts";

export type PgBossAddress =
  | { readonly kind: "embedded"; readonly name: string; readonly folder: string }
  | { readonly kind: "postgres"; readonly name: string; readonly url: string };

const EXPECTED = "pg-boss:embedded:DIR, or pg-boss:postgres://HOST/DATABASE";

const EMBEDDED = "pg-boss:embedded:";

/** Undefined where a text names another engine. @throws InvalidArgumentError */
export function parsePgBossAddress(text: string): PgBossAddress | undefined {
  if (!text.startsWith("pg-boss:")) return undefined;
  if (text.startsWith(EMBEDDED)) {
    const folder = text.slice(EMBEDDED.length);
    if (folder !== "" && !folder.includes("\0")) return { kind: "embedded", name: text, folder };
    throw new InvalidArgumentError("engine", EXPECTED, JSON.stringify(text));
  }
  const url = text.slice("pg-boss:".length);
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) {
    const { protocol, host, pathname } = new URL(url);
    return { kind: "postgres", name: `pg-boss:${protocol}//${host}${pathname}`, url };
  }
  throw new InvalidArgumentError("engine", EXPECTED, "another address, not shown as it may hold a password");
}

/** A message of a database without the address's password. */
export function withoutPassword(address: PgBossAddress, message: string): string {
  const { password } = address.kind === "postgres" ? new URL(address.url) : { password: "" };
  if (password === "") return message;
  return message.replaceAll(password, "…").replaceAll(decodeURIComponent(password), "…");
}
