import { done, type Steps } from "../../algorithms/call.ts";
import { select } from "../../operators/term.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import { lookUp } from "../bindings.ts";
import { isChain, linkOf } from "../chain.ts";
import { literalValue } from "../evaluation/literal-value.ts";
import type { ArrayTerm } from "../term.ts";
import { scalarMeaning } from "../types/scalar-functions.ts";
import { resolved, type Type } from "../types/type.ts";
import { applyStaged, runFunction, runIntrinsic } from "./apply-staged.ts";
import { arrayOfScalars, zeroOf } from "./array-of-scalars.ts";
import type { Elements } from "./frame.ts";
import { ofInstance, typeHere } from "./instance.ts";
import { isUsedAgainInLet } from "./names.ts";
import { givenWhereAsked } from "./reach.ts";
import { counted, settle } from "./settle.ts";
import { ascribed, bindFitting } from "./sizes.ts";
import type { StageContext } from "./stage-context.ts";
import { stageIndex, stageSlice } from "./stage-index.ts";
import { hostScalar, stagedScalar, stageInfix, stageUnary } from "./stage-scalars.ts";
import {
  host,
  isElement,
  isOfElements,
  leavesOf,
  type Staged,
  type StagedNames,
  stagedArray,
  stagedField,
  stagedTuple,
  withLeaves,
} from "./staged.ts";

/**
 * Lays a term out over the primitives of an executor: scalars that are known are computed at once, functions of maps become terms, arrays
 * wait until something needs their columns.
 *
 * @throws ProgramError where the program has no value; UnsupportedError for what no primitive does, as maps within maps
 */
export function* stageTerm<Vector>(
  term: ArrayTerm,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<Staged<Vector>> {
  if (!isChain(term)) return yield* stageParts(term, names, context, elements);
  const open: NonNullable<Open<Vector>["end"]>[] = [];
  let part = term;
  let inner = names;
  for (;;) {
    const next = yield* begin(part, inner, context, elements);
    if (next === undefined) break;
    if (next.end !== undefined) open.push(next.end);
    part = next.part;
    inner = next.names;
  }
  let value = yield* stageParts(part, inner, context, elements);
  for (let end = open.pop(); end !== undefined; end = open.pop()) value = yield* end(value);
  return value;
}

/** A term that waits for its link; without an end it is that. */
interface Open<Vector> {
  readonly part: ArrayTerm;
  readonly names: StagedNames<Vector>;
  readonly end?: (value: Staged<Vector>) => Steps<Staged<Vector>>;
}

/** What is laid out of a term before its link; undefined for one without. */
function* begin<Vector>(
  term: ArrayTerm,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<Open<Vector> | undefined> {
  const part = linkOf(term);
  if (part === undefined) return undefined;
  switch (term.kind) {
    case "infix":
      return { part, names, end: (left) => stageInfixTerm(term, left, names, context, elements) };
    case "field":
      return { part, names, end: (of) => done(stagedField(of, term.name)) };
    case "index":
      return { part, names, end: (array) => stageIndexTerm(term, array, names, context, elements) };
    case "slice":
      return { part, names, end: (array) => stageSliceTerm(term, array, names, context, elements) };
    case "let":
      return { part, names: yield* namesOfLet(term, names, context, elements) };
    case "apply": {
      const callee = yield* stageTerm(term.function, names, context, elements);
      const first = yield* stageAll(term.operands.slice(0, -1), names, context, elements);
      return {
        part,
        names,
        end: (last) => stageApplication(term, callee, [...first, last], { names, context, elements }),
      };
    }
    default:
      return undefined;
  }
}

/** The same along no chain. */
function* stageParts<Vector>(
  term: ArrayTerm,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<Staged<Vector>> {
  const stage = (part: ArrayTerm): Steps<Staged<Vector>> => stageTerm(part, names, context, elements);
  switch (term.kind) {
    case "literal": {
      const type = scalarTypeOf(term, context);
      return host(type, literalValue(term, type), true);
    }
    case "variable": {
      const meaning = scalarMeaning(term.name);
      if (meaning?.kind === "constant") return host(meaning.type, meaning.value, true);
      const value = lookUp(names, term.name);
      if (value === undefined) return { kind: "intrinsic", term, given: [] };
      const instance = context.typed.instances.get(term);
      const used = instance === undefined ? value : ofInstance(value, instance, names);
      return yield* toldSizes(term, used, names, context, elements);
    }
    case "lambda":
      return { kind: "function", parameters: term.parameters, body: term.body, names, given: [] };
    case "section": {
      const left = term.left === undefined ? undefined : yield* stage(term.left);
      const right = term.right === undefined ? undefined : yield* stage(term.right);
      return { kind: "section", term, ...(left && { left }), ...(right && { right }) };
    }
    case "apply": {
      const callee = yield* stage(term.function);
      const operands = yield* stageAll(term.operands, names, context, elements);
      return yield* stageApplication(term, callee, operands, { names, context, elements });
    }
    case "infix":
      return yield* stageInfixTerm(term, yield* stage(term.left), names, context, elements);
    case "prefix": {
      const operand = stagedScalar(yield* stage(term.operand));
      return yield* stageUnary(term.symbol === "-" ? "negate" : "not", operand, elements);
    }
    case "let":
      return yield* stageTerm(
        term.body,
        yield* namesOfLet(term, names, context, elements),
        context,
        elements,
      );
    case "if":
      return yield* stageIf(term, names, context, elements);
    case "tuple":
      return stagedTuple(yield* stageAll(term.items, names, context, elements));
    case "record": {
      const values = yield* stageAll(
        term.fields.map((field) => field.value),
        names,
        context,
        elements,
      );
      return {
        kind: "record",
        fields: term.fields.map(({ name }, index) => ({ name, value: values[index] })),
      };
    }
    case "field":
      return stagedField(yield* stage(term.of), term.name);
    case "array": {
      const items = yield* stageAll(term.items, names, context, elements);
      return arrayOfScalars(items, term, names, context);
    }
    case "index":
      return yield* stageIndexTerm(term, yield* stage(term.array), names, context, elements);
    case "slice":
      return yield* stageSliceTerm(term, yield* stage(term.array), names, context, elements);
    case "loop":
      return yield* stageLoop(term, names, context, elements);
    case "ascription":
      return yield* ascribed(term.type, yield* stage(term.term), names, context);
    default:
      return term satisfies never;
  }
}

/** Where a term stands. */
interface Place<Vector> {
  readonly names: StagedNames<Vector>;
  readonly context: StageContext<Vector>;
  readonly elements: Elements | undefined;
}

function stageApplication<Vector>(
  term: Extract<ArrayTerm, { kind: "apply" }>,
  callee: Staged<Vector>,
  operands: readonly Staged<Vector>[],
  { names, context, elements }: Place<Vector>,
): Steps<Staged<Vector>> {
  const { at, expression } = term;
  if (callee.kind !== "intrinsic" || callee.given.length > 0) {
    return applyStaged(callee, operands, context, elements);
  }
  const type = typeIn(term, names, context);
  return runIntrinsic({ callee, operands, at, expression, type }, context, elements);
}

function* namesOfLet<Vector>(
  term: Extract<ArrayTerm, { kind: "let" }>,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<StagedNames<Vector>> {
  const staged = yield* stageTerm(term.value, names, context, elements);
  const value = isUsedAgainInLet(term) ? yield* settle(context.on, staged) : staged;
  return yield* bindFitting(term.pattern, value, names, context);
}

function* stageIndexTerm<Vector>(
  term: Extract<ArrayTerm, { kind: "index" }>,
  of: Staged<Vector>,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<Staged<Vector>> {
  const array = yield* counted(context.on, of);
  const indices = yield* stageAll(term.indices, names, context, elements);
  return yield* stageIndex(stagedArray(array), indices, term, context, elements);
}

function* stageSliceTerm<Vector>(
  term: Extract<ArrayTerm, { kind: "slice" }>,
  of: Staged<Vector>,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<Staged<Vector>> {
  const array = stagedArray(yield* counted(context.on, of));
  const bounds = yield* stageAll([term.start, term.end].filter(isGiven), names, context, elements);
  if (bounds.some(isOfElements)) {
    context.refuse(term.at, "a slice within a map, of its elements,", "slices would differ in length");
  }
  const [start, end] = term.start === undefined ? [undefined, bounds[0]] : bounds;
  return yield* stageSlice(array, start && hostScalar(start), end && hostScalar(end), term.at, context);
}

/** A definition that is told its sizes, with what the terms that say them give here; other values as they are. */
function* toldSizes<Vector>(
  term: ArrayTerm,
  value: Staged<Vector>,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<Staged<Vector>> {
  const sizes = context.typed.toldSizes.get(term);
  if (sizes === undefined || value.kind !== "function") return value;
  const told = new Map<string, number>();
  for (const [name, size] of sizes) {
    const length = stagedScalar(yield* stageTerm(size, names, context, elements));
    if (length.kind === "term") {
      context.refuse(term.at, "a size within a map, of its elements,", "columns have one length");
    }
    told.set(name, Number(length.value));
  }
  const callee = { ...value, told };
  return value.parameters.length > 0 ? callee : yield* runFunction(callee, [], context, elements);
}

function isGiven(term: ArrayTerm | undefined): term is ArrayTerm {
  return term !== undefined;
}

function* stageAll<Vector>(
  terms: readonly ArrayTerm[],
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<readonly Staged<Vector>[]> {
  const staged: Staged<Vector>[] = [];
  for (const term of terms) staged.push(yield* stageTerm(term, names, context, elements));
  return staged;
}

function scalarTypeOf<Vector>(term: ArrayTerm, context: StageContext<Vector>): ScalarType {
  const type = context.typed.types.get(term);
  const known = type === undefined ? undefined : resolved(type);
  if (known?.kind !== "scalar") throw new InternalError(`a ${term.kind} without a scalar type`);
  return known.type;
}

function* stageInfixTerm<Vector>(
  term: Extract<ArrayTerm, { kind: "infix" }>,
  of: Staged<Vector>,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<Staged<Vector>> {
  const left = stagedScalar(of);
  const stageRight = (): Steps<Staged<Vector>> => stageTerm(term.right, names, context, elements);
  const isLogical = term.symbol === "&&" || term.symbol === "||";
  if (!isLogical) return yield* stageInfix(term.symbol, left, stagedScalar(yield* stageRight()), elements);
  const decides = term.symbol === "&&" ? 0 : 1;
  if (left.kind === "host") return left.value === decides ? left : yield* stageRight();
  const counts = term.symbol === "&&" ? left : stagedScalar(yield* stageUnary("not", left, elements));
  const right = yield* conditionally(counts, stageRight, context, elements);
  return right === undefined ? left : yield* stageInfix(term.symbol, left, stagedScalar(right), elements);
}

/** Stages what counts only where a scalar is true; undefined where it has no value, and no element asks for it. */
function* conditionally<Vector>(
  condition: ReturnType<typeof stagedScalar>,
  steps: () => Steps<Staged<Vector>>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<Staged<Vector> | undefined> {
  if (elements === undefined || condition.kind === "host") return yield* steps();
  const { term } = condition;
  return yield* givenWhereAsked(() => elements.under(term, steps), { elements, condition: term }, context);
}

/** Of a condition that is known one branch is laid out; else both, and a selection by column. */
function* stageIf<Vector>(
  term: Extract<ArrayTerm, { kind: "if" }>,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<Staged<Vector>> {
  const stage = (part: ArrayTerm) => (): Steps<Staged<Vector>> => stageTerm(part, names, context, elements);
  const condition = stagedScalar(yield* stageTerm(term.condition, names, context, elements));
  if (condition.kind === "host") return yield* stage(condition.value === 1 ? term.first : term.second)();
  if (elements === undefined) throw new InternalError("a term of elements outside of a map");
  const otherwise = stagedScalar(yield* stageUnary("not", condition, elements));
  const taken = yield* conditionally(condition, stage(term.first), context, elements);
  const other = yield* conditionally(otherwise, stage(term.second), context, elements);
  // Where no element asks for a side, the other one stands for it; where none asks for either, something does.
  const first = taken ?? other ?? standIn<Vector>(term, names, context);
  const second = other ?? first;
  if (!isElement(first) || !isElement(second)) {
    context.refuse(
      term.at,
      "a choice between arrays or functions, element by element,",
      "no primitive makes those within maps",
    );
  }
  const chosen = [];
  const others = leavesOf(second);
  for (const [index, leaf] of leavesOf(first).entries()) {
    const terms = [yield* elements.term(leaf), yield* elements.term(others[index])];
    chosen.push({ kind: "term", term: select(condition.term, terms[0], terms[1]) } as const);
  }
  return withLeaves(first, chosen);
}

/** The type of a term, as what is open in it is taken here. */
function typeIn<Vector>(
  term: ArrayTerm,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
): Type | undefined {
  const type = context.typed.types.get(term);
  return type && typeHere(type, names);
}

/** A value of a term's type, of zeros. */
function standIn<Vector>(
  term: ArrayTerm,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
): Staged<Vector> {
  const type = typeIn(term, names, context);
  if (type === undefined) throw new InternalError(`a ${term.kind} without a type`);
  return zeroOf(type);
}

function* stageLoop<Vector>(
  term: Extract<ArrayTerm, { kind: "loop" }>,
  names: StagedNames<Vector>,
  context: StageContext<Vector>,
  elements: Elements | undefined,
): Steps<Staged<Vector>> {
  const { form, at } = term;
  let value = yield* settle(context.on, yield* stageTerm(term.initial, names, context, elements));
  const bound = (): Steps<StagedNames<Vector>> => bindFitting(term.pattern, value, names, context);
  if (form.kind === "while") {
    for (;;) {
      const inner = yield* bound();
      const goesOn = stagedScalar(yield* stageTerm(form.condition, inner, context, elements));
      if (goesOn.kind === "term") {
        context.refuse(
          at,
          "a loop that ends by its element, within a map",
          "terms of elements have no loops",
        );
      }
      if (goesOn.value !== 1) return value;
      context.turn(at);
      value = yield* settle(context.on, yield* stageTerm(term.body, inner, context, elements));
    }
  }
  if (form.kind === "forIn") {
    return context.refuse(at, "a loop over the elements of an array", "columns are read as a whole");
  }
  const limit = stagedScalar(yield* stageTerm(form.bound, names, context, elements));
  if (limit.kind === "term") {
    context.refuse(at, "a loop that ends by its element, within a map", "terms of elements have no loops");
  }
  for (let i = 0; i < Number(limit.value); i++) {
    context.turn(at);
    // A counter changes from turn to turn: within a map it would make a kernel for each value, were it a constant.
    const counter = host(limit.type, typeof limit.value === "bigint" ? BigInt(i) : i, elements !== undefined);
    const inner = { name: form.counter, value: counter, outer: yield* bound() };
    value = yield* settle(context.on, yield* stageTerm(term.body, inner, context, elements));
  }
  yield* bound(); // the last value is one of the loop's, as those before it
  return value;
}
