// Programs from outside, as JSON or as a caller's object: made anew and checked whole, so that the room can trust its own.
import { checkText } from "../../values/check-arguments.ts";
import { describe } from "../../values/describe.ts";
import { FormatError } from "../../values/errors.ts";
import {
  INDEX_NAME,
  type IndexCondition,
  type IndexOperation,
  type IndexTerm,
  type NetworkProgram,
  type ProgramPhase,
  type ProgramStatement,
} from "./network-program.ts";

const OPERATIONS: Readonly<Record<IndexOperation, true>> = {
  add: true,
  subtract: true,
  multiply: true,
  shiftLeft: true,
  shiftRight: true,
  divide: true,
  modulo: true,
  and: true,
  minimum: true,
  maximum: true,
};

const COMPARISONS = { equal: true, notEqual: true, less: true, lessOrEqual: true } as const;

/** Deeper ones recurse too far; those of programs are a few deep. */
const DEEPEST = 256;

type Comparison = keyof typeof COMPARISONS;

/**
 * The program of an object that came as JSON: the model itself, checked.
 *
 * @throws FormatError naming the place, as in phases[1].guard, and what was expected there
 */
export function decodeProgram(value: unknown, source = "program"): NetworkProgram {
  checkText("source", source);
  const { phases } = recordOf(value, source);
  return {
    phases: listOf(phases, `${source}.phases`).map((phase, index) =>
      decodePhase(phase, `${source}.phases[${index}]`),
    ),
  };
}

function decodePhase(value: unknown, place: string): ProgramPhase {
  const { first, count, direction, further, ...own } = recordOf(value, place);
  if (direction !== "up" && direction !== "down")
    throw refusal(`${place}.direction`, '"up" or "down"', direction);
  return {
    first: decodeTerm(first, `${place}.first`),
    count: decodeTerm(count, `${place}.count`),
    direction,
    ...decodeStatement(own, place),
    ...(further !== undefined && {
      further: listOf(further, `${place}.further`).map((each, index) =>
        decodeStatement(each, `${place}.further[${index}]`),
      ),
    }),
  };
}

function decodeStatement(value: unknown, place: string): ProgramStatement {
  const { guard, source, destination } = recordOf(value, place);
  return {
    guard: decodeCondition(guard, `${place}.guard`),
    source: decodeTerm(source, `${place}.source`),
    destination: decodeTerm(destination, `${place}.destination`),
  };
}

/** The same for a term. */
export function decodeTerm(value: unknown, place: string, level = 0): IndexTerm {
  const node = recordOf(value, place);
  if (level > DEEPEST) throw refusal(place, `a term at most ${DEEPEST} deep`, value);
  switch (node.kind) {
    case "integer":
      if (!Number.isSafeInteger(node.value)) throw refusal(`${place}.value`, "a whole number", node.value);
      return { kind: "integer", value: Number(node.value) };
    case "variable":
      if (typeof node.name !== "string" || !INDEX_NAME.test(node.name)) {
        throw refusal(`${place}.name`, "a name, of letters, digits and _", node.name);
      }
      return { kind: "variable", name: node.name };
    case "ceilLog2":
      return { kind: "ceilLog2", of: decodeTerm(node.of, `${place}.of`, level + 1) };
    case "binary": {
      const { operation } = node;
      if (!isOperation(operation)) throw refusal(`${place}.operation`, "an operation", operation);
      const left = decodeTerm(node.left, `${place}.left`, level + 1);
      const right = decodeTerm(node.right, `${place}.right`, level + 1);
      return { kind: "binary", operation, left, right };
    }
    default:
      throw refusal(`${place}.kind`, "a kind of term", node.kind);
  }
}

/** The same for a condition. */
export function decodeCondition(value: unknown, place: string, level = 0): IndexCondition {
  const node = recordOf(value, place);
  if (level > DEEPEST) throw refusal(place, `a condition at most ${DEEPEST} deep`, value);
  if (node.kind === "all") {
    const parts = listOf(node.conditions, `${place}.conditions`);
    return {
      kind: "all",
      conditions: parts.map((part, index) =>
        decodeCondition(part, `${place}.conditions[${index}]`, level + 1),
      ),
    };
  }
  if (node.kind !== "compare") throw refusal(`${place}.kind`, "a kind of condition", node.kind);
  const { comparison } = node;
  if (!isComparison(comparison)) throw refusal(`${place}.comparison`, "a comparison", comparison);
  const left = decodeTerm(node.left, `${place}.left`);
  return { kind: "compare", comparison, left, right: decodeTerm(node.right, `${place}.right`) };
}

function isOperation(value: unknown): value is IndexOperation {
  return typeof value === "string" && Object.hasOwn(OPERATIONS, value);
}

function isComparison(value: unknown): value is Comparison {
  return typeof value === "string" && Object.hasOwn(COMPARISONS, value);
}

function recordOf(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw refusal(place, "an object", value);
}

function listOf(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return Array.from(value as readonly unknown[]); // holes are looked at, too
  throw refusal(place, "an array", value);
}

function refusal(place: string, expected: string, actual: unknown): FormatError {
  return new FormatError(place, expected, describe(actual));
}
