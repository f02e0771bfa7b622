import { termCode } from "../../../codegen/javascript.ts";
import type { Term } from "../../../operators/term.ts";
import { RecentMap } from "../../../values/recent-map.ts";
import type { ColumnArray } from "../../../values/value-types.ts";
import { compile, KEPT_CODE } from "../generated-javascript.ts";
import type { ColumnParts } from "./parts.ts";

// A predicate as one loop of generated JavaScript: entering a kernel takes as long as asking hundreds of elements.

type FlagCode = (column: ColumnArray, flags: Uint8Array) => void;

/** Code of terms that were met, by identity: predicates are made once and asked often. */
const met = new WeakMap<Term, FlagCode | "none">();
/** By text: a program may make equal terms again and again. */
const knownCode = new RecentMap<string, FlagCode | "none">(KEPT_CODE);

/** Sets flags to a bool over the elements of one column. False where an operation or a page's policy has no code for it. */
export function flagFew(
  { counts }: ColumnParts,
  term: Term,
  column: ColumnArray,
  flags: Uint8Array,
): boolean {
  let code = met.get(term);
  if (code === undefined) {
    code = codeOf(term);
    met.set(term, code);
  }
  if (code === "none") return false;
  counts.flagCode += column.length;
  code(column, flags);
  return true;
}

function codeOf(term: Term): FlagCode | "none" {
  const code = termCode(term, () => "column[i]", "t");
  if (code === undefined) return "none";
  const body = `for(let i=0;i<column.length;i++){${code.before}flags[i]=${code.value}?1:0;}`;
  return knownCode.getOrMake(body, () => (compile("column,flags", body) as FlagCode | undefined) ?? "none");
}
