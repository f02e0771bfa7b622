// Staging: a term becomes steps over columns. What is known is computed at once, and a map is a term until something needs its columns.

import { done, type Steps } from "../../algorithms/call.ts";
import { InternalError } from "../../values/errors.ts";
import type { ArrayTerm, TermOf } from "../term.ts";
import { isUsedAgainInLet, linkOf } from "../term-parts.ts";
import { carrierOf } from "../types/narrow.ts";
import { literalValue, scalarMeaning } from "../types/scalar-functions.ts";
import { BLANK } from "../types/signatures.ts";
import { scalarTypeOf, typeIn } from "../types/types-of-program.ts";
import { applyStaged, runFunction, runIntrinsic } from "./apply-staged.ts";
import { arrayOfItems, hasFunction, isFlat, zeroOf } from "./array-of-scalars.ts";
import { ofInstance, typeHere } from "./instance.ts";
import { lookUpPassed } from "./passage.ts";
import { counted, settle } from "./settle.ts";
import { ascribed, bindFitting } from "./sizes.ts";
import type { Scope } from "./stage-context.ts";
import { stageIf, stageLogical } from "./stage-control.ts";
import { stageIndex, stageSlice } from "./stage-index.ts";
import { stageLoop } from "./stage-loop.ts";
import { stageInfix, stageNarrowed, stageUnary } from "./stage-scalars.ts";
import {
  host,
  hostScalar,
  type Staged,
  stagedField,
  stagedScalar,
  stagedTuple,
  withField,
} from "./staged.ts";

/**
 * Lays a term out over the primitives of an executor: scalars that are known are computed at once, functions of maps become terms, arrays
 * wait until something needs their columns.
 *
 * @throws ProgramError where the program has no value; UnsupportedError for what no primitive does, as operators over arrays
 */
export function* stageTerm(term: ArrayTerm, scope: Scope): Steps<Staged> {
  const ends: NonNullable<Open["end"]>[] = [];
  let part = term;
  let inner = scope;
  for (let next = yield* begin(part, inner); next !== undefined; next = yield* begin(part, inner)) {
    if (next.end !== undefined) ends.push(next.end);
    part = next.part;
    inner = next.scope;
  }
  let value = yield* stageParts(part, inner);
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) value = yield* end(value);
  return value;
}

/** A term that waits for its link; without an end it is that. */
interface Open {
  readonly part: ArrayTerm;
  readonly scope: Scope;
  readonly end?: (value: Staged) => Steps<Staged>;
}

/** What is laid out of a term before its link; undefined for one without. */
function* begin(term: ArrayTerm, scope: Scope): Steps<Open | undefined> {
  const part = linkOf(term);
  if (part === undefined) return undefined;
  switch (term.kind) {
    case "infix":
      return { part, scope, end: (left) => stageInfixTerm(term, left, scope) };
    case "field":
      return { part, scope, end: (of) => done(stagedField(of, term.name)) };
    case "index":
      return { part, scope, end: (array) => stageIndexTerm(term, array, scope) };
    case "slice":
      return { part, scope, end: (array) => stageSlice(term, array, scope) };
    case "let":
      return { part, scope: yield* scopeOfLet(term, scope) };
    case "apply": {
      const callee = yield* stageTerm(term.function, scope);
      const first = yield* stageAll(term.operands.slice(0, -1), scope);
      return { part, scope, end: (last) => stageApplication(term, callee, [...first, last], scope) };
    }
    default:
      return undefined;
  }
}

/** A term that waits for no link: one that `begin` leaves. */
function* stageParts(term: ArrayTerm, scope: Scope): Steps<Staged> {
  const { names, context } = scope;
  switch (term.kind) {
    case "literal": {
      const type = scalarTypeOf(term, context.typed);
      return host(carrierOf(type), literalValue(term, type), true);
    }
    case "variable":
      return yield* stageVariable(term, scope);
    case "lambda":
      return { kind: "function", parameters: term.parameters, body: term.body, names, given: [] };
    case "section": {
      const left = term.left === undefined ? undefined : yield* stageTerm(term.left, scope);
      const right = term.right === undefined ? undefined : yield* stageTerm(term.right, scope);
      return { kind: "section", term, ...(left && { left }), ...(right && { right }) };
    }
    case "apply": {
      const callee = yield* stageTerm(term.function, scope);
      return yield* stageApplication(term, callee, yield* stageAll(term.operands, scope), scope);
    }
    case "prefix": {
      const operand = stagedScalar(yield* stageTerm(term.operand, scope));
      const type = scalarTypeOf(term, context.typed);
      return stageNarrowed(type, stageUnary(term.symbol === "-" ? "negate" : "not", operand));
    }
    case "if":
      return yield* stageIf(term, scope);
    case "tuple":
      return stagedTuple(yield* stageAll(term.items, scope));
    case "record": {
      const values = yield* stageAll(
        term.fields.map((field) => field.value),
        scope,
      );
      const fields = term.fields.map(({ name }, index) => ({ name, value: values[index] }));
      return { kind: "record", fields };
    }
    case "array":
      return yield* arrayOfItems(yield* stageAll(term.items, scope), term, scope);
    case "loop":
      return yield* stageLoop(term, scope);
    case "ascription":
      return yield* ascribed(term.type, yield* stageTerm(term.term, scope), names, scope);
    case "update": {
      const of = yield* stageTerm(term.of, scope);
      return withField(of, term.name, yield* stageTerm(term.value, scope));
    }
    default:
      throw new InternalError(`a ${term.kind} without its link`);
  }
}

function* stageAll(terms: readonly ArrayTerm[], scope: Scope): Steps<readonly Staged[]> {
  const staged: Staged[] = [];
  for (const term of terms) staged.push(yield* stageTerm(term, scope));
  return staged;
}

function* stageVariable(term: TermOf<"variable">, scope: Scope): Steps<Staged> {
  const { names, context } = scope;
  const meaning = scalarMeaning(term.name);
  if (meaning?.kind === "constant") return host(meaning.type, meaning.value, true);
  if (term.name === BLANK) return stageBlank(term, scope);
  const value = yield* lookUpPassed(names, term.name, context);
  if (value === undefined) return { kind: "intrinsic", term, given: [] };
  const instance = context.typed.instances.get(term);
  const used = instance === undefined ? value : ofInstance(value, instance, names);
  return yield* toldSizes(term, used, scope);
}

function stageBlank(term: ArrayTerm, { names, context, elements }: Scope): Staged {
  const type = typeHere(typeIn(term, context.typed), names);
  if (isFlat(type) || (elements !== undefined && !hasFunction(type))) return zeroOf(type);
  return context.refuse(term.at, "a constructor beside one that holds an array", "columns hold scalars");
}

/** A definition that is told its sizes, with what the terms that say them give here; other values as they are. */
function* toldSizes(term: ArrayTerm, value: Staged, scope: Scope): Steps<Staged> {
  const { context, elements } = scope;
  const sizes = context.typed.toldSizes.get(term);
  if (sizes === undefined || value.kind !== "function") return value;
  const told = new Map<string, number>();
  for (const [name, size] of sizes) {
    const length = yield* stageTerm(size, scope);
    if (length.kind === "term") {
      context.refuse(term.at, "a size within a map, of its elements,", "columns have one length");
    }
    told.set(name, Number(hostScalar(length)));
  }
  const callee = { ...value, told };
  return value.parameters.length > 0 ? callee : yield* runFunction(callee, [], context, elements);
}

function stageApplication(
  term: TermOf<"apply">,
  callee: Staged,
  operands: readonly Staged[],
  { names, context, elements }: Scope,
): Steps<Staged> {
  const { at, expression } = term;
  context.reach(at);
  if (callee.kind !== "intrinsic" || callee.given.length > 0) {
    return applyStaged(callee, operands, context, elements);
  }
  const type = context.typed.types.get(term);
  const use = { callee, operands, at, expression, type: type && typeHere(type, names) };
  return runIntrinsic(use, context, elements);
}

function* scopeOfLet(term: TermOf<"let">, scope: Scope): Steps<Scope> {
  const { names, context } = scope;
  const staged = yield* stageTerm(term.value, scope);
  const value = isUsedAgainInLet(term) ? yield* settle(staged, context) : staged;
  return { ...scope, names: yield* bindFitting(term.pattern, value, names, scope) };
}

function* stageInfixTerm(term: TermOf<"infix">, of: Staged, scope: Scope): Steps<Staged> {
  const left = stagedScalar(of);
  if (term.symbol === "&&" || term.symbol === "||") return yield* stageLogical(term, left, scope);
  const right = stagedScalar(yield* stageTerm(term.right, scope));
  const type = scalarTypeOf(term.left, scope.context.typed);
  return stageNarrowed(type, stageInfix(term.symbol, left, right, scope.elements));
}

function* stageIndexTerm(term: TermOf<"index">, of: Staged, scope: Scope): Steps<Staged> {
  return yield* stageIndex(
    term,
    yield* counted(of, scope.context),
    yield* stageAll(term.indices, scope),
    scope,
  );
}
