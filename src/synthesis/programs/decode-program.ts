import { describe } from "../../values/describe.ts";
import { FormatError } from "../../values/errors.ts";
import type { IndexCondition, IndexOperation, IndexTerm } from "./index-term.ts";
import type { NetworkProgram, ProgramPhase } from "./network-program.ts";

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

type Comparison = keyof typeof COMPARISONS;

/**
 * The program of an object that came as JSON: the model itself, checked.
 *
 * @throws FormatError naming the place, as in phases[1].guard, and what was expected there
 */
export function decodeProgram(value: unknown, source = "program"): NetworkProgram {
  const { phases } = recordOf(value, source);
  return {
    phases: listOf(phases, `${source}.phases`).map((phase, index) =>
      decodePhase(phase, `${source}.phases[${index}]`),
    ),
  };
}

function decodePhase(value: unknown, place: string): ProgramPhase {
  const { first, count, direction, guard, source, destination } = recordOf(value, place);
  if (direction !== "up" && direction !== "down")
    throw refusal(`${place}.direction`, '"up" or "down"', direction);
  return {
    first: decodeTerm(first, `${place}.first`),
    count: decodeTerm(count, `${place}.count`),
    direction,
    guard: decodeCondition(guard, `${place}.guard`),
    source: decodeTerm(source, `${place}.source`),
    destination: decodeTerm(destination, `${place}.destination`),
  };
}

/** The same for a term. */
export function decodeTerm(value: unknown, place: string): IndexTerm {
  const node = recordOf(value, place);
  switch (node.kind) {
    case "integer":
      if (!Number.isSafeInteger(node.value)) throw refusal(`${place}.value`, "a whole number", node.value);
      return { kind: "integer", value: Number(node.value) };
    case "variable":
      if (typeof node.name !== "string") throw refusal(`${place}.name`, "a name", node.name);
      return { kind: "variable", name: node.name };
    case "ceilLog2":
      return { kind: "ceilLog2", of: decodeTerm(node.of, `${place}.of`) };
    case "binary": {
      const { operation } = node;
      if (!isOperation(operation)) throw refusal(`${place}.operation`, "an operation", operation);
      const left = decodeTerm(node.left, `${place}.left`);
      return { kind: "binary", operation, left, right: decodeTerm(node.right, `${place}.right`) };
    }
    default:
      throw refusal(`${place}.kind`, "a kind of term", node.kind);
  }
}

/** The same for a condition. */
export function decodeCondition(value: unknown, place: string): IndexCondition {
  const node = recordOf(value, place);
  if (node.kind === "all") {
    const parts = listOf(node.conditions, `${place}.conditions`);
    return {
      kind: "all",
      conditions: parts.map((part, index) => decodeCondition(part, `${place}.conditions[${index}]`)),
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
  if (Array.isArray(value)) return value;
  throw refusal(place, "an array", value);
}

function refusal(place: string, expected: string, actual: unknown): FormatError {
  return new FormatError(place, expected, describe(actual));
}
