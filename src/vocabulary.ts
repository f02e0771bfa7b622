// No entry point of its own: what the entry points of the everyday functions have in common beside these functions and their executors.
export type {
  Prepare,
  PreparedFunctionPlan,
  PreparedPlan,
  PreparedRecordPlan,
} from "./algorithms/prepared-plan.ts";
export type { Reduce } from "./algorithms/reduce.ts";
export type { Scan } from "./algorithms/scan.ts";
export { type ColumnContract, columnContract } from "./contracts/column-contract.ts";
export {
  CONTRACT_VERSION,
  type Contract,
  type Direction,
  type FunctionContract,
  type InitialPlacement,
  type InitialValue,
  type Observation,
  type RecordContract,
  type TypedContract,
} from "./contracts/contract.ts";
export {
  type Achieved,
  DETERMINISM_LEVELS,
  type Determinism,
  type DeterminismName,
  type Requirement,
  type Served,
} from "./contracts/levels.ts";
export type {
  AccumulationOf,
  ConvertibleInput,
  ElementTypeOf,
  FunctionOptions,
  FunctionScanOptions,
  NarrowInput,
  OperatorName,
  RecordOptions,
  RecordScanOptions,
  SharedOptions,
  StorageTypeOf,
  StoredColumnsOf,
  StoredRecord,
  SumOf,
  TypedOptions,
  TypedScanOptions,
} from "./contracts/options.ts";
export type { OwnNames } from "./contracts/parse.ts";
export { parseContract } from "./contracts/parse.ts";
export { printContract } from "./contracts/print.ts";
export { type ContractOptions, resolveContract } from "./contracts/resolve.ts";
export type {
  ColumnSummary,
  Executor,
  FunctionPlan,
  Plan,
  Refusal,
  Request,
  SynchronousExecutor,
  SynchronousPlan,
} from "./executors/executor.ts";
export { defineExpression } from "./expressions/define-expression.ts";
export type { Tree, TreeNode } from "./expressions/expression.ts";
export {
  binned,
  bisection,
  blockDyadic,
  DEFAULT_EXPRESSION,
  type Expression,
  exact,
  interleaved,
  isOrderFree,
  iteratedPairwise,
  leftFold,
  linearCarry,
} from "./expressions/expression.ts";
export { parseExpression } from "./expressions/parse.ts";
export { printExpression } from "./expressions/print.ts";
export {
  add,
  and,
  BUILT_IN_OPERATORS,
  max,
  min,
  multiply,
  operatorNamed,
  or,
  treeHash,
  xor,
} from "./operators/built-in.ts";
export type { AnyOperator, CombineFunction, Operator, RecordOperator } from "./operators/operator.ts";
export { fromHex, toHex } from "./values/bits.ts";
export { nearestName, oneOf } from "./values/check-name.ts";
export { ACCUMULATION_TYPES } from "./values/convert.ts";
export {
  ELEMENT_TYPES,
  type ElementArray,
  type ElementScalar,
  type ElementType,
  elementTypeOf,
  type NarrowType,
  newElementArray,
  type Scalar,
  type ScalarType,
  STORAGE_TYPES,
  type StorageArray,
  type StorageType,
} from "./values/element-types.ts";
export {
  EmptyInputError,
  FormatError,
  InternalError,
  InvalidArgumentError,
  LengthMismatchError,
  OutOfMemoryError,
  SamebitsError,
  UnsupportedError,
} from "./values/errors.ts";
export { hashArray, hashColumns } from "./values/hash.ts";
export { parseType } from "./values/parse-type.ts";
export {
  type ColumnArray,
  type ColumnsOf,
  printType,
  type RecordType,
  type ValueOf,
  type ValueType,
} from "./values/value-types.ts";
