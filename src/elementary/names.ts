// The elementary functions by name: of one operand and of two.

export const UNARY_FUNCTIONS = [
  "exp",
  "expm1",
  "exp2",
  "log",
  "log1p",
  "log2",
  "log10",
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "sinh",
  "cosh",
  "tanh",
  "cbrt",
] as const;

export const BINARY_FUNCTIONS = ["pow", "atan2", "hypot"] as const;

export type UnaryFunction = (typeof UNARY_FUNCTIONS)[number];

export type BinaryFunction = (typeof BINARY_FUNCTIONS)[number];

/** The element types that elementary functions are defined on: one type in, the same type out. */
export type FloatType = "f64" | "f32";

const UNARY_NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set(UNARY_FUNCTIONS);

const BINARY_NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set(BINARY_FUNCTIONS);

/** Whether an operation on one operand is an elementary function. */
export function isUnaryFunction(name: string): name is UnaryFunction {
  return UNARY_NAMES.has(name);
}

/** Whether an operation on two operands is an elementary function. */
export function isBinaryFunction(name: string): name is BinaryFunction {
  return BINARY_NAMES.has(name);
}
