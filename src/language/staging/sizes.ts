// Names bound to staged values that are held to the sizes in their types, as the interpreter does it (evaluation/sizes.ts).

import type { Steps } from "../../algorithms/call.ts";
import { lookUp } from "../bindings.ts";
import {
  arrayShape,
  checkShape,
  hasSizedFunction,
  NARROW,
  type Shape,
  type SizeNames,
  saysSize,
  UNKNOWN_SHAPE,
  WIDE,
} from "../evaluation/shape.ts";
import type { Pattern, TypeSyntax } from "../term.ts";
import { look } from "./recorder.ts";
import { counted } from "./settle.ts";
import type { StageContext } from "./stage-context.ts";
import {
  bindStaged,
  host,
  type ProgramFunction,
  type Staged,
  type StagedNames,
  type StagedRecord,
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
): Steps<StagedNames> {
  const { definition, parameters } = callee;
  if (definition === undefined) {
    let names = outer;
    for (const [index, parameter] of parameters.entries()) {
      names = yield* bindFitting(parameter, operands[index], names, context);
    }
    return names;
  }
  const found = new Map(callee.told);
  const shapes = new Map<string, Shape>();
  let before = outer;
  const known: SizeNames = {
    length: (name, at) =>
      definition.sizes.includes(name) ? found.get(name) : namesIn(before, context).length(name, at),
    shape: (name) => shapes.get(name),
    say: (name, length) => found.set(name, length),
    sayShape: (name, shape) => shapes.set(name, shape),
  };
  const fitted: Staged[] = [];
  for (const [index, parameter] of parameters.entries()) {
    fitted.push(yield* fitPattern(parameter, operands[index], known, context));
    before = bindStaged(parameter, fitted[index], before);
  }
  const sizeOf = (name: string): Staged => {
    const length = found.get(name);
    // What neither an operand nor a use says is needed by nothing, and may be any.
    return length === undefined ? { kind: "shape", shape: UNKNOWN_SHAPE } : host("i64", BigInt(length));
  };
  let names = definition.sizes.reduce<StagedNames>(
    (inner, name) => ({ name, value: sizeOf(name), outer: inner }),
    outer,
  );
  for (const [name, shape] of shapes) {
    names = { name: shapeName(name), value: { kind: "shape", shape }, outer: names };
  }
  return parameters.reduce((inner, parameter, index) => bindStaged(parameter, fitted[index], inner), names);
}

/** No name of a program: what stands among names for a type that a definition names. */
function shapeName(name: string): string {
  return `'${name}`;
}

/** What the names in a type stand for where these names are seen. */
function namesIn(names: StagedNames, context: StageContext): SizeNames {
  return {
    length: (name, at) => {
      const found = lookUp(names, name);
      if (found?.kind === "term") {
        return context.refuse(at, "a size within a map, of its elements,", "columns have one length");
      }
      return found?.kind === "host" ? Number(look(found)) : undefined;
    },
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
  context: StageContext,
): Steps<StagedNames> {
  return bindStaged(pattern, yield* fitPattern(pattern, value, namesIn(outer, context), context), outer);
}

/** A value as a type where these names are seen says that it is. @throws ProgramError where it is not */
export function ascribed(
  syntax: TypeSyntax,
  value: Staged,
  names: StagedNames,
  context: StageContext,
): Steps<Staged> {
  return fitType(syntax, value, namesIn(names, context), context);
}

function* fitPattern(
  pattern: Pattern,
  value: Staged,
  known: SizeNames,
  context: StageContext,
): Steps<Staged> {
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
  known: SizeNames,
  context: StageContext,
): Steps<Staged> {
  let fitted = value;
  if (saysSize(syntax)) {
    fitted = yield* counted(value, context);
    checkShape(syntax, shapeOf(fitted), known, (...error) => context.fail(...error));
  }
  return hasSizedFunction(syntax) ? withFittingFunctions(syntax, fitted, known) : fitted;
}

/** The value with its functions held to their types whenever they are applied. */
function withFittingFunctions(syntax: TypeSyntax, value: Staged, known: SizeNames): Staged {
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

function shapeOf(value: Staged): Shape {
  switch (value.kind) {
    case "host":
    case "term": {
      const type = typeOfScalar(value);
      return type === "i64" || type === "u64" ? WIDE : NARROW;
    }
    case "array":
      return arrayShape(value.length, shapeOf(value.element));
    case "record":
      return {
        kind: "record",
        fields: value.fields.map((field) => ({ name: field.name, shape: shapeOf(field.value) })),
      };
    default:
      return UNKNOWN_SHAPE;
  }
}
