// The inverse of encode-operator.ts. It trusts nothing: whatever is not exactly of that form is refused with its place.

import { fromHex } from "../values/bits.ts";
import { oneOf } from "../values/check-name.ts";
import { describe } from "../values/describe.ts";
import type { Scalar, ScalarType } from "../values/element-types.ts";
import { FormatError, InvalidArgumentError } from "../values/errors.ts";
import { type Column, columnsOf, SCALAR_TYPES, type ValueType } from "../values/value-types.ts";
import { defineOperator } from "./define-operator.ts";
import {
  ENCODED_FORMAT,
  ENCODED_VERSION,
  type EncodedNode,
  encodeOperator,
  NODE_FIELDS,
} from "./encode-operator.ts";
import { type AnyOperator, claimsOf } from "./operator.ts";
import {
  BINARY_OPERATIONS,
  type BinaryOperation,
  binary,
  bitcast,
  constant,
  convert,
  left,
  right,
  select,
  type Term,
  UNARY_OPERATIONS,
  type UnaryOperation,
  unary,
} from "./term.ts";

const REQUIRED = ["format", "version", "name", "type", "nodes", "roots", "hash"];
const OPTIONAL = ["start", "identity", "carrier"];

/** A JSON object, its fields not yet looked at. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * The operator of a JSON that `encodeOperator` made.
 *
 * Strict: each field there is or may be, each node used and none twice, operands before what uses them, and the hash that of the terms.
 *
 * @throws FormatError naming the place, such as `nodes[3].first`, what was expected and what came
 */
export function decodeOperator(text: string): AnyOperator {
  if (typeof text !== "string")
    throw new InvalidArgumentError("text", "the JSON of an operator", describe(text));
  const fields = fieldsAt("operator", parseJson(text), REQUIRED, OPTIONAL);
  expectValue("format", fields.format, ENCODED_FORMAT);
  expectValue("version", fields.version, ENCODED_VERSION);
  const type = fields.type as ValueType;
  const columns = at("type", () => columnsOf(type));
  const terms: Term[] = [];
  listAt("nodes", fields.nodes).forEach((node, i) => {
    terms.push(decodeNode(`nodes[${i}]`, node, terms));
  });
  const roots = listAt("roots", fields.roots).map((root, i) => termAt(`roots[${i}]`, root, terms));
  const start = valuesAt("start", fields.start, columns);
  const identity = valuesAt("identity", fields.identity, columns);
  const carrier = fields.carrier === undefined ? undefined : termAt("carrier", fields.carrier, terms);
  const name = textAt("name", fields.name);
  const operator = at("operator", () => {
    return defineOperator(type, roots, { name, start, claims: claimsOf(identity, carrier) }) as AnyOperator;
  });
  if (operator.hash !== fields.hash) {
    throw new FormatError("hash", `"${operator.hash}", the hash of the terms`, describe(fields.hash));
  }
  checkNodes(operator, terms.length);
  return operator;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FormatError("operator", "JSON", error instanceof Error ? error.message : describe(text));
  }
}

// A second encoding has the nodes that are used, each once.
function checkNodes(operator: AnyOperator, count: number): void {
  const { nodes } = JSON.parse(encodeOperator(operator)) as { readonly nodes: readonly unknown[] };
  if (nodes.length === count) return;
  throw new FormatError("nodes", `the ${nodes.length} distinct subterms that are used`, `${count} nodes`);
}

function decodeNode(place: string, node: unknown, before: readonly Term[]): Term {
  const kind = textAt(`${place}.kind`, isObject(node) ? node.kind : undefined);
  if (!Object.hasOwn(NODE_FIELDS, kind)) {
    throw new FormatError(`${place}.kind`, oneOf(kind, Object.keys(NODE_FIELDS)), describe(kind));
  }
  const encoded = { kind: kind as EncodedNode["kind"] };
  const fields = fieldsAt(place, node, ["kind", ...NODE_FIELDS[encoded.kind]], []);
  const operand = (name: string): Term => termAt(`${place}.${name}`, fields[name], before);
  switch (encoded.kind) {
    case "left":
    case "right": {
      const leaf = encoded.kind === "left" ? left : right;
      return leaf(typeAt(place, fields), countAt(`${place}.column`, fields.column));
    }
    case "constant": {
      const type = typeAt(place, fields);
      const bits = textAt(`${place}.bits`, fields.bits);
      return at(`${place}.bits`, () => constant(type, fromHex(type, bits)));
    }
    case "unary": {
      const operation = operationAt<UnaryOperation>(place, fields, UNARY_OPERATIONS);
      return at(place, () => unary(operation, operand("operand")));
    }
    case "binary": {
      const operation = operationAt<BinaryOperation>(place, fields, BINARY_OPERATIONS);
      return at(place, () => binary(operation, operand("first"), operand("second")));
    }
    case "select":
      return at(place, () => select(operand("condition"), operand("first"), operand("second")));
    case "convert":
    case "bitcast": {
      const type = typeAt(place, fields);
      const value = operand("operand");
      if (value.type === type)
        throw new FormatError(`${place}.type`, "another type than the operand's", describe(type));
      return at(place, () => (encoded.kind === "convert" ? convert : bitcast)(type, value));
    }
    default:
      return encoded.kind satisfies never;
  }
}

function operationAt<Operation extends string>(
  place: string,
  { operation }: Fields,
  known: Readonly<Record<Operation, unknown>>,
): Operation {
  const name = textAt(`${place}.operation`, operation);
  if (Object.hasOwn(known, name)) return name as Operation;
  throw new FormatError(`${place}.operation`, oneOf(name, Object.keys(known)), describe(name));
}

function typeAt(place: string, { type }: Fields): ScalarType {
  const known = SCALAR_TYPES.find((scalar) => scalar === type);
  if (known !== undefined) return known;
  throw new FormatError(`${place}.type`, `one of ${SCALAR_TYPES.join(", ")}`, describe(type));
}

function termAt(place: string, index: unknown, before: readonly Term[]): Term {
  const known = before[countAt(place, index)];
  if (known !== undefined) return known;
  const expected =
    before.length === 0 ? "no operand, as no node is before" : `from 0 to ${before.length - 1}`;
  throw new FormatError(place, `${expected} (nothing is recursive)`, describe(index));
}

function countAt(place: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new FormatError(place, "a number of 0 or more", describe(value));
}

function textAt(place: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new FormatError(place, "a text", describe(value));
}

function listAt(place: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new FormatError(place, "a list", describe(value));
}

function valuesAt(place: string, value: unknown, columns: readonly Column[]): readonly Scalar[] | undefined {
  if (value === undefined) return undefined;
  const list = listAt(place, value);
  if (list.length !== columns.length) {
    throw new FormatError(place, `${columns.length} values, one for each column`, `${list.length}`);
  }
  return columns.map(({ type }, i) => {
    const bits = textAt(`${place}[${i}]`, list[i]);
    return at(`${place}[${i}]`, () => fromHex(type, bits));
  });
}

function fieldsAt(
  place: string,
  value: unknown,
  required: readonly string[],
  optional: readonly string[],
): Fields {
  if (!isObject(value)) throw new FormatError(place, "an object", describe(value));
  const missing = required.find((field) => !Object.hasOwn(value, field));
  if (missing !== undefined) throw new FormatError(place, `an object with "${missing}"`, "none");
  const known = [...required, ...optional];
  const extra = Object.keys(value).find((field) => !known.includes(field));
  if (extra !== undefined) throw new FormatError(place, `of the fields ${known.join(", ")}`, describe(extra));
  return value;
}

function expectValue(place: string, value: unknown, expected: string | number): void {
  if (value !== expected) throw new FormatError(place, describe(expected), describe(value));
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What `make` gives; what it refuses does not fit the format at that place. */
function at<Made>(place: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new FormatError(place, error.expected, error.actual);
  }
}
