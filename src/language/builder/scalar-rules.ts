// The methods of scalar nodes, as tables: by type, which operation or function of the language each of them is.

import { BINARY_FUNCTIONS, UNARY_FUNCTIONS } from "../../elementary/names.ts";
import { checkOperandCount } from "../../operators/builder/guard-node.ts";
import { scalarTypeNamed } from "../../operators/builder/scalar-values.ts";
import { describe } from "../../values/describe.ts";
import type { ScalarType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import type { InfixSymbol } from "../term.ts";
import { FLOATS, INTEGERS, NUMBERS, SCALARS } from "../types/signatures.ts";
import type { Rule } from "./graph.ts";
import { applyGraph, infixGraph, termGraph, termOf } from "./graph-terms.ts";
import { BOOL, type Shape } from "./shape.ts";

interface Infix {
  readonly symbol: InfixSymbol;
  readonly types: readonly ScalarType[];
  readonly isTest?: true;
}

const INFIXES: Readonly<Record<string, Infix>> = {
  add: { symbol: "+", types: NUMBERS },
  subtract: { symbol: "-", types: NUMBERS },
  multiply: { symbol: "*", types: NUMBERS },
  divide: { symbol: "/", types: NUMBERS },
  remainder: { symbol: "%", types: INTEGERS },
  shiftLeft: { symbol: "<<", types: INTEGERS },
  shiftRight: { symbol: ">>", types: INTEGERS },
  xor: { symbol: "^", types: INTEGERS },
  equal: { symbol: "==", types: SCALARS, isTest: true },
  notEqual: { symbol: "!=", types: SCALARS, isTest: true },
  less: { symbol: "<", types: NUMBERS, isTest: true },
  lessOrEqual: { symbol: "<=", types: NUMBERS, isTest: true },
  greater: { symbol: ">", types: NUMBERS, isTest: true },
  greaterOrEqual: { symbol: ">=", types: NUMBERS, isTest: true },
};

/** The elementary functions, which are called the same in texts. */
function membersNamed(names: readonly string[], others: 0 | 1) {
  return Object.fromEntries(names.map((member) => [member, { member, types: FLOATS, others }]));
}

/** Methods that are functions `type.member` of the language, and how many operands they take beside the node. */
const MEMBERS: Readonly<
  Record<
    string,
    {
      readonly member: string;
      readonly types: readonly ScalarType[];
      readonly others: 0 | 1;
      readonly isCount?: true; // an i32, whatever is counted in
    }
  >
> = {
  min: { member: "min", types: NUMBERS, others: 1 },
  max: { member: "max", types: NUMBERS, others: 1 },
  abs: { member: "abs", types: ["f64", "f32", "i64", "i32"], others: 0 },
  sqrt: { member: "sqrt", types: FLOATS, others: 0 },
  ...membersNamed(UNARY_FUNCTIONS, 0),
  ...membersNamed(BINARY_FUNCTIONS, 1),
  floor: { member: "floor", types: FLOATS, others: 0 },
  ceil: { member: "ceil", types: FLOATS, others: 0 },
  truncate: { member: "trunc", types: FLOATS, others: 0 },
  roundEven: { member: "round", types: FLOATS, others: 0 },
  countLeadingZeros: { member: "clz", types: INTEGERS, others: 0, isCount: true },
  countTrailingZeros: { member: "ctz", types: INTEGERS, others: 0, isCount: true },
  countOnes: { member: "popc", types: INTEGERS, others: 0, isCount: true },
};

/** The methods of nodes of a scalar type. */
export function scalarRules(type: ScalarType): Readonly<Record<string, Rule>> {
  const shape: Shape = { kind: "scalar", type };
  const rules: Record<string, Rule> = {};
  for (const [name, { symbol, types, isTest }] of Object.entries(INFIXES)) {
    if (types.includes(type)) rules[name] = infixRule(name, symbol, shape, isTest ? BOOL : shape);
  }
  for (const [name, { member, types, others, isCount }] of Object.entries(MEMBERS)) {
    if (!types.includes(type)) continue;
    rules[name] = (self, operands, trace) => {
      checkOperandCount(`${type}.${name}`, operands, others);
      const given = operands.map((operand) => trace.graphOf(operand, shape, `${type}.${name}(…)`));
      return applyGraph(`${type}.${member}`, isCount ? { kind: "scalar", type: "i32" } : shape, [
        self,
        ...given,
      ]);
    };
  }
  if (NUMBERS.includes(type)) rules.negate = prefixRule("-", shape);
  if (!FLOATS.includes(type)) {
    rules.not = prefixRule("!", shape);
    rules.and = infixRule("and", type === "bool" ? "&&" : "&", shape, shape);
    rules.or = infixRule("or", type === "bool" ? "||" : "|", shape, shape);
  }
  if (INTEGERS.includes(type)) rules.getBit = getBitRule(type);
  rules.convert = convertRule(type);
  return rules;
}

function infixRule(name: string, symbol: InfixSymbol, shape: Shape, result: Shape): Rule {
  const argument = shape.kind === "scalar" ? `${shape.type}.${name}(…)` : name;
  return (self, operands, trace) => {
    checkOperandCount(argument, operands, 1);
    return infixGraph(symbol, result, self, trace.graphOf(operands[0], shape, argument));
  };
}

function prefixRule(symbol: "-" | "!", shape: Shape): Rule {
  return (self, operands) => {
    checkOperandCount(symbol === "-" ? "negate" : "not", operands, 0);
    return termGraph(shape, [self], ([operand]) => {
      return { kind: "prefix", at: -1, symbol, operand: termOf(operand) };
    });
  };
}

function getBitRule(type: ScalarType): Rule {
  const i32: Shape = { kind: "scalar", type: "i32" };
  return (self, operands, trace) => {
    checkOperandCount("getBit", operands, 1);
    return applyGraph(`${type}.get_bit`, i32, [trace.graphOf(operands[0], i32, `${type}.getBit(…)`), self]);
  };
}

function convertRule(from: ScalarType): Rule {
  return (self, operands) => {
    checkOperandCount("convert", operands, 1);
    const [given] = operands;
    const to = scalarTypeNamed(given);
    if (to === undefined || !NUMBERS.includes(to)) {
      throw new InvalidArgumentError(
        `${from}.convert(…)`,
        `one of the types ${NUMBERS.join(", ")}`,
        describe(given),
      );
    }
    return applyGraph(`${to}.${from}`, { kind: "scalar", type: to }, [self]);
  };
}
