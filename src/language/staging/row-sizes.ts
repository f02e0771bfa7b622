// Arrays of a map's elements held to the sizes in types: each has its own length, and so may a size.

import type { Steps } from "../../algorithms/call.ts";
import { binary, convert } from "../../operators/term.ts";
import { saysSize } from "../evaluation/shape.ts";
import type { ArrayTerm, SizeSyntax, SyntaxOf, TypeSyntax } from "../term.ts";
import { Frame } from "./frame.ts";
import { look } from "./recorder.ts";
import { checkAll } from "./row-checks.ts";
import type { StageContext } from "./stage-context.ts";
import { stageInfix } from "./stage-scalars.ts";
import {
  host,
  type RowSizes,
  type Staged,
  type StagedArray,
  type StagedScalar,
  stagedField,
} from "./staged.ts";

/** Holds rows whose lengths differ against a type; `checkShape` has held all others. @throws ProgramError at the first size that differs */
export function* holdRows(
  syntax: TypeSyntax,
  value: Staged,
  sizes: RowSizes,
  context: StageContext,
): Steps<void> {
  switch (syntax.kind) {
    case "array":
      if (value.kind === "rows") yield* holdRow(syntax, value.length, sizes, context);
      if (value.kind === "rows" && saysSize(syntax.element) && hasUneven(value.base)) {
        context.refuse(syntax.at, "a size of rows within a map", "they have several lengths");
      }
      return;
    case "tuple":
      for (const [index, item] of syntax.items.entries()) {
        yield* holdRows(item, stagedField(value, String(index)), sizes, context);
      }
      return;
    case "record":
      for (const { name, type } of syntax.fields)
        yield* holdRows(type, stagedField(value, name), sizes, context);
      return;
    default:
  }
}

/** Whether an array has rows of several lengths. */
function hasUneven({ element }: StagedArray): boolean {
  const open: Staged[] = [element];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.kind === "record") open.push(...part.fields.map((field) => field.value));
    if (part.kind === "rows" && part.length.kind === "term") return true;
    if (part.kind === "rows") open.push(part.base.element);
  }
  return false;
}

function* holdRow(
  { size, at }: SyntaxOf<"array">,
  given: StagedScalar,
  sizes: RowSizes,
  context: StageContext,
): Steps<void> {
  if (size === undefined || given.kind === "host") return;
  const length: StagedScalar = { kind: "term", term: convert("i64", given.term) };
  const expected = yield* lengthOfSize(size, at, sizes);
  if (expected === undefined && size.kind === "name") sizes.sayScalar(size.name, length);
  if (expected === undefined) return;
  const name = size.kind === "name" ? `${size.name} = ` : "";
  yield* holdEqual([length, expected], { at, name }, sizes, context);
}

/** What a size says where these names are known, as `checkShape` has it of one length; undefined where one of them is not. */
function* lengthOfSize(size: SizeSyntax, at: number, sizes: RowSizes): Steps<StagedScalar | undefined> {
  if (size.kind === "constant") return host("i64", BigInt(size.value), true);
  return size.kind === "name" ? yield* sizes.scalar(size.name, at) : yield* lengthOfSum(size.term, sizes);
}

function* lengthOfSum(term: ArrayTerm, sizes: RowSizes): Steps<StagedScalar | undefined> {
  if (term.kind === "literal") return host("i64", BigInt(term.value), true);
  if (term.kind === "variable") return yield* sizes.scalar(term.name, term.at);
  if (term.kind !== "infix") return undefined;
  const [left, right] = [yield* lengthOfSum(term.left, sizes), yield* lengthOfSum(term.right, sizes)];
  return left && right && stageInfix(term.symbol, left, right, sizes.elements);
}

/** That a length is as expected, for each element that counts. @throws ProgramError with the first of which it is not */
export function* holdEqual(
  [length, expected]: readonly [StagedScalar, StagedScalar],
  { at, name }: { readonly at: number; readonly name: string },
  { elements }: RowSizes,
  context: StageContext,
): Steps<void> {
  const fail = (one: unknown, other: unknown): never =>
    context.fail(at, `an array of length ${name}${other}`, `length ${one}`);
  if (length.kind === "host" && expected.kind === "host") {
    if (look(length) !== look(expected)) fail(length.current, expected.current);
    return;
  }
  if (!(elements instanceof Frame))
    context.refuse(at, "a size within an operator", "operators combine scalars");
  const terms = [elements.term(length), elements.term(expected)] as const;
  yield* checkAll(binary("equal", ...terms), terms, elements, context, ([one, other]) => fail(one, other));
}
