import { InternalError } from "../../values/errors.ts";
import type { OnlineTables } from "./online-tables.ts";

/** The tables of an online pass, which its runner was made with. */
export function requireTables(tables: OnlineTables | undefined): OnlineTables {
  if (tables === undefined) throw new InternalError("a runner without tables is online");
  return tables;
}
