// `multiply` for buffers of a device: shapes and strides are known when it is prepared, elements when it is recorded.

import type { AlgorithmRow } from "../algorithms/algorithm-row.ts";
import { done } from "../algorithms/call.ts";
import {
  type Options,
  type TemplateArgument,
  type TemplateRule,
  typed,
} from "../algorithms/template-rule.ts";
import { printExpression } from "../expressions/print.ts";
import { checkObject } from "../values/check-arguments.ts";
import { checkName, checkOptionNames } from "../values/check-name.ts";
import { ACCUMULATION_TYPES } from "../values/convert.ts";
import { type ElementType, isNarrowType, type NarrowType, STORAGE_TYPES } from "../values/element-types.ts";
import { EmptyInputError, InvalidArgumentError, UnsupportedError } from "../values/errors.ts";
import { checkSize, gridOf, SOME_COLUMN } from "./cells-call.ts";
import { zeroOf } from "./lines.ts";
import { givenLayout, type Layout, placesIn, shapeText } from "./matrix.ts";
import { checkDepths, multiply } from "./multiply.ts";
import { cellContract, PRODUCT_OPTIONS, type ProductOptions } from "./product-contract.ts";

/** A matrix as options have it: in the place of its array a type. */
interface TypedLayout extends Layout {
  readonly type: ElementType;
  readonly narrow: NarrowType | undefined; // what buffers hold in its place
}

function givenType(argument: string, given: unknown): TypedLayout {
  const fields = checkObject(argument, given, "a matrix of a type: an object with array and shape");
  checkOptionNames(fields, ["array", "shape", "strides", "offset"], argument);
  const held = checkName(`${argument}.array`, STORAGE_TYPES, fields.array);
  const layout = givenLayout(argument, fields, undefined);
  const types = isNarrowType(held)
    ? { type: ACCUMULATION_TYPES[held][0], narrow: held }
    : { type: held, narrow: undefined };
  if (layout.shape.length === 2) return { ...types, ...layout };
  throw new InvalidArgumentError(`${argument}.shape`, "of 2 axes", shapeText(layout.shape));
}

function givenTypes({ A, B }: Options): readonly [left: TypedLayout, right: TypedLayout] {
  const left = givenType("A", A);
  const right = givenType("B", B);
  if (right.type !== left.type)
    throw new InvalidArgumentError("B.array", `${left.type}, as "A" has`, right.type);
  checkDepths(left.shape, right.shape);
  return [left, right];
}

function argumentOf(name: string, { type, narrow, ...layout }: TypedLayout): TemplateArgument {
  return { ...typed(name, type), narrow, length: placesIn(layout)[1] + 1 };
}

const TEMPLATE: TemplateRule = {
  types: [],
  options: ["A", "B", ...PRODUCT_OPTIONS],
  arguments(options) {
    const [left, right] = givenTypes(options);
    return [argumentOf("A", left), argumentOf("B", right)];
  },
  results: (options) => [
    typed("output", cellContract(givenTypes(options)[0].type, productOptions(options)).sum),
  ],
  call(_, options) {
    const [left, right] = givenTypes(options);
    const { contract, product, sum } = cellContract(left.type, productOptions(options));
    const [rows, depth] = left.shape;
    const [, columns] = right.shape;
    const size = rows * columns;
    checkSize([rows, columns], sum);
    const nothing = contract.start?.[0];
    if (depth === 0 && size > 0 && nothing === undefined) throw new EmptyInputError("A", SOME_COLUMN);
    return {
      requests: [{ contract, observation: "reduce", allowQuadratic: false, product }],
      *steps(on, [one, other]) {
        if (depth === 0 || size === 0) return [yield* done(on.fill(sum, nothing ?? zeroOf(sum), size))];
        const grids = { left: gridOf(left, one), right: gridOf(right, other) };
        const cells = on.reduceProducts?.(contract, { product, ...grids, rows, depth, columns });
        if (cells !== undefined) return [yield* done(cells)];
        throw new UnsupportedError(
          `multiply by ${printExpression(contract.expression)} over buffers`,
          "its tree is not one that a thread computes for a cell of its own",
          "use blockDyadic, iteratedPairwise, leftFold or linearCarry, or arrays and matricesOn",
        );
      },
    };
  },
};

function productOptions({ expression, accumulate, semiring }: Options): ProductOptions {
  return { expression, accumulate, semiring } as ProductOptions;
}

/** The row of `gpu.prepareAlgorithm`. */
export const multiplyOnDevice: AlgorithmRow = { call: multiply.call, template: TEMPLATE };
