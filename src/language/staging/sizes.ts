// Names bound to staged values that are held to the sizes in their types, as the interpreter does it (evaluation/sizes.ts).

import { done, type Steps } from "../../algorithms/call.ts";
import { constant } from "../../operators/term.ts";
import { lookUp } from "../bindings.ts";
import {
  arrayShape,
  checkShape,
  hasSizedFunction,
  NARROW,
  type Shape,
  saysSize,
  UNKNOWN_SHAPE,
  WIDE,
} from "../evaluation/shape.ts";
import type { Pattern, TypeSyntax } from "../term.ts";
import { Frame } from "./frame.ts";
import { lookUpPassed } from "./passage.ts";
import { look } from "./recorder.ts";
import { holdEqual, holdRows } from "./row-sizes.ts";
import { firstWhere, notEqual, rowsAt } from "./rows.ts";
import { counted } from "./settle.ts";
import type { Scope, StageContext } from "./stage-context.ts";
import {
  bindStaged,
  type Elements,
  host,
  type ProgramFunction,
  type RowSizes,
  type Staged,
  type StagedArray,
  type StagedNames,
  type StagedRecord,
  type StagedScalar,
  stagedField,
  typeOfScalar,
} from "./staged.ts";

/** A definition that is applied, with the sizes that it was told and its operands. */
interface Application {
  readonly callee: ProgramFunction;
  readonly operands: readonly Staged[];
}

/**
 * Binds the operands of a function: as the interpreter binds those of a definition, with its sizes and the shapes of the types it names, and
 * those of a lambda, one after another.
 *
 * @throws ProgramError for an operand that is not as the types say
 */
export function* bindOperands(
  { callee, operands }: Application,
  outer: StagedNames,
  context: StageContext,
  elements: Elements | undefined,
): Steps<StagedNames> {
  const { definition, parameters } = callee;
  const seen: Seen = { context, elements };
  if (definition === undefined) {
    let names = outer;
    for (const [index, parameter] of parameters.entries()) {
      names = yield* bindFitting(parameter, operands[index], names, seen);
    }
    return names;
  }
  const use = new DefinitionSizes(definition.sizes, callee.told, outer, seen);
  const fitted: Staged[] = [];
  for (const [index, parameter] of parameters.entries()) {
    fitted.push(yield* fitPattern(parameter, operands[index], use, context));
    yield* use.holdSaid(parameter);
    use.before = bindStaged(parameter, fitted[index], use.before);
  }
  let names = definition.sizes.reduce<StagedNames>(
    (inner, name) => ({ name, value: use.valueOf(name), outer: inner }),
    outer,
  );
  for (const [name, shape] of use.shapes) {
    names = { name: shapeName(name), value: { kind: "shape", shape }, outer: names };
  }
  return parameters.reduce((inner, parameter, index) => bindStaged(parameter, fitted[index], inner), names);
}

/** What the sizes of a definition are in one use of it: the first array that one is written at says it, for all elements or for each. */
class DefinitionSizes implements RowSizes {
  readonly shapes = new Map<string, Shape>();
  readonly elements: Elements | undefined;
  before: StagedNames;
  private readonly own: readonly string[];
  private readonly seen: Seen;
  private readonly found = new Map<string, StagedScalar>();
  private readonly said: { readonly name: string; readonly length: number }[] = []; // again, where each element said its own

  constructor(own: readonly string[], told: ProgramFunction["told"], outer: StagedNames, seen: Seen) {
    this.own = own;
    this.before = outer;
    this.seen = seen;
    this.elements = seen.elements;
    for (const [name, length] of told ?? []) this.say(name, length);
  }

  length(name: string, at: number): number | undefined {
    if (!this.own.includes(name)) return namesIn(this.before, this.seen).length(name, at);
    const length = this.found.get(name);
    return length?.kind === "host" ? Number(look(length)) : undefined;
  }

  scalar(name: string, at: number): Steps<StagedScalar | undefined> {
    if (this.own.includes(name)) return done(this.found.get(name));
    return namesIn(this.before, this.seen).scalar(name, at);
  }

  shape(name: string): Shape | undefined {
    return this.shapes.get(name);
  }

  say(name: string, length: number): void {
    if (this.found.has(name)) this.said.push({ name, length });
    else this.found.set(name, host("i64", BigInt(length)));
  }

  sayScalar(name: string, scalar: StagedScalar): void {
    this.found.set(name, scalar);
  }

  sayShape(name: string, shape: Shape): void {
    this.shapes.set(name, shape);
  }

  /** That lengths which an operand has are those that each element said before. @throws ProgramError */
  *holdSaid({ type, at }: Pattern): Steps<void> {
    for (const { name, length } of this.said.splice(0)) {
      const lengths = [host("i64", BigInt(length)), this.found.get(name) ?? host("i64", 0n)] as const;
      yield* holdEqual(lengths, { at: type?.at ?? at, name: `${name} = ` }, this, this.seen.context);
    }
  }

  /** What neither an operand nor a use says is needed by nothing, and may be any. */
  valueOf(name: string): Staged {
    return this.found.get(name) ?? { kind: "shape", shape: UNKNOWN_SHAPE };
  }
}

/** No name of a program: what stands among names for a type that a definition names. */
function shapeName(name: string): string {
  return `'${name}`;
}

/** From where names are seen. */
type Seen = Pick<Scope, "context" | "elements">;

/** What the names in a type stand for where these names are seen. */
function namesIn(names: StagedNames, { context, elements }: Seen): RowSizes {
  return {
    elements,
    length: (name, at) => {
      const found = lookUp(names, name);
      if (found?.kind === "term") {
        return context.refuse(at, "a size within a map, of its elements,", "columns have one length");
      }
      return found?.kind === "host" ? Number(look(found)) : undefined;
    },
    *scalar(name) {
      const found = yield* lookUpPassed(names, name, context);
      return found?.kind === "host" || found?.kind === "term" ? found : undefined;
    },
    sayScalar: () => {},
    shape: (name) => {
      const found = lookUp(names, shapeName(name));
      return found?.kind === "shape" ? found.shape : undefined;
    },
    say: () => {},
    sayShape: () => {},
  };
}

/** A pattern's names, bound to the parts of a value that is as the types in it say. @throws ProgramError where it is not */
export function* bindFitting(
  pattern: Pattern,
  value: Staged,
  outer: StagedNames,
  seen: Seen,
): Steps<StagedNames> {
  const { context } = seen;
  return bindStaged(pattern, yield* fitPattern(pattern, value, namesIn(outer, seen), context), outer);
}

/** A value as a type where these names are seen says that it is. @throws ProgramError where it is not */
export function ascribed(syntax: TypeSyntax, value: Staged, names: StagedNames, seen: Seen): Steps<Staged> {
  return fitType(syntax, value, namesIn(names, seen), seen.context);
}

function* fitPattern(pattern: Pattern, value: Staged, known: RowSizes, context: StageContext): Steps<Staged> {
  const whole = pattern.type === undefined ? value : yield* fitType(pattern.type, value, known, context);
  if (whole.kind !== "record" || (pattern.kind !== "tuple" && pattern.kind !== "record")) return whole;
  const parts: readonly (readonly [string, Pattern])[] =
    pattern.kind === "tuple"
      ? pattern.items.map((item, index) => [String(index), item])
      : pattern.fields.map((field) => [field.name, field.pattern]);
  const fields: StagedRecord["fields"][number][] = [];
  for (const [name, part] of parts) {
    fields.push({ name, value: yield* fitPattern(part, stagedField(whole, name), known, context) });
  }
  return { kind: "record", fields };
}

/** A value of a type; how long its arrays are is known where the type says it. */
export function* fitType(
  syntax: TypeSyntax,
  value: Staged,
  known: RowSizes,
  context: StageContext,
): Steps<Staged> {
  let fitted = value;
  if (saysSize(syntax)) {
    fitted = yield* counted(value, context);
    const shape = yield* shapeOf(syntax, fitted, context);
    checkShape(syntax, shape, known, (...error) => context.fail(...error));
    yield* holdRows(syntax, fitted, known, context);
  }
  return hasSizedFunction(syntax) ? withFittingFunctions(syntax, fitted, known) : fitted;
}

/** The value with its functions held to their types whenever they are applied. */
function withFittingFunctions(syntax: TypeSyntax, value: Staged, known: RowSizes): Staged {
  if (syntax.kind === "function" && hasSizedFunction(syntax)) {
    const isFunction = value.kind === "function" || value.kind === "intrinsic" || value.kind === "section";
    return isFunction ? { kind: "fitting", callee: value, type: syntax, known } : value;
  }
  if (value.kind !== "record") return value;
  const types =
    syntax.kind === "tuple"
      ? syntax.items.map((type, index) => ({ name: String(index), type }))
      : syntax.kind === "record"
        ? syntax.fields
        : [];
  const fields = types.map(({ name, type }) => {
    return { name, value: withFittingFunctions(type, stagedField(value, name), known) };
  });
  return types.length === 0 ? value : { kind: "record", fields };
}

/** The shape of a value as far as a type asks for it; rows of a map's elements have a length that is known, or none. */
function* shapeOf(syntax: TypeSyntax | undefined, value: Staged, context: StageContext): Steps<Shape> {
  switch (value.kind) {
    case "host":
    case "term": {
      const type = typeOfScalar(value);
      return type === "i64" || type === "u64" ? WIDE : NARROW;
    }
    case "array":
      return arrayShape(value.length, yield* elementShape(syntax, value, context));
    case "rows": {
      const lengths = value.length.kind === "host" ? [Number(look(value.length))] : [];
      const { element } = value.base;
      return { kind: "array", lengths, element: yield* shapeOf(elementSyntax(syntax), element, context) };
    }
    case "record": {
      const fields: { readonly name: string; readonly shape: Shape }[] = [];
      for (const { name, value: part } of value.fields) {
        fields.push({ name, shape: yield* shapeOf(fieldSyntax(syntax, name), part, context) });
      }
      return { kind: "record", fields };
    }
    default:
      return UNKNOWN_SHAPE;
  }
}

function elementSyntax(syntax: TypeSyntax | undefined): TypeSyntax | undefined {
  return syntax?.kind === "array" ? syntax.element : undefined;
}

function fieldSyntax(syntax: TypeSyntax | undefined, name: string): TypeSyntax | undefined {
  if (syntax?.kind === "tuple") return syntax.items[Number(name)];
  return syntax?.kind === "record" ? syntax.fields.find((field) => field.name === name)?.type : undefined;
}

/** The shape of the elements of an array; where a type says how long rows of several lengths are, with two lengths that differ. */
function* elementShape(
  syntax: TypeSyntax | undefined,
  array: StagedArray,
  context: StageContext,
): Steps<Shape> {
  const { element } = array;
  const row = elementSyntax(syntax);
  const isAsked = row?.kind === "array" && saysSize(row);
  if (element.kind !== "rows" || element.length.kind === "host" || !isAsked) {
    return yield* shapeOf(row, element, context);
  }
  const frame = new Frame(array.length);
  const rows = rowsAt({ operands: [frame.enter(array)] }, 0);
  const length = frame.term(rows.length);
  const first = yield* firstWhere(constant("bool", 1), [length], frame, context);
  const lengths = first === undefined ? [] : [Number(first[0])];
  if (first !== undefined) {
    const known = frame.term(host("u32", first[0]));
    const other = yield* firstWhere(notEqual(length, known), [length], frame, context);
    if (other !== undefined) lengths.push(Number(other[0]));
  }
  return { kind: "array", lengths, element: yield* elementShape(row, rows.base, context) };
}
