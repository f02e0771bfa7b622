import { describe, expectTypeOf, it } from "vitest";
import { branch, loopFor, loopWhile } from "./control.ts";
import { type Defined, entry } from "./definition.ts";
import { map2, replicate, zip } from "./functions.ts";
import type { ArrayNode, ScalarNode } from "./node.ts";
import { f64, i32, i64 } from "./scalar-types.ts";
import { type ArrayDescription, arrayOf, type TypeOf } from "./type-description.ts";

// What the compiler knows, checked by `tsc`: a `@ts-expect-error` above what compiles is an error itself.

const ints = arrayOf(i32, "n");

describe("the compiler knows", () => {
  it("types of descriptions", () => {
    expectTypeOf<TypeOf<typeof f64>>().toEqualTypeOf<"f64">();
    expectTypeOf<TypeOf<typeof ints>>().toEqualTypeOf<ArrayDescription<"i32">>();
    expectTypeOf<TypeOf<readonly [typeof f64, { at: "i64" }]>>().toEqualTypeOf<
      readonly [f64: "f64", { readonly at: "i64" }]
    >();
  });

  it("types of what arrays give", () => {
    entry("known", { xs: ints, table: arrayOf(arrayOf(f64)) }, ({ xs, table }) => {
      const never = (): void => {
        expectTypeOf(xs).toEqualTypeOf<ArrayNode<"i32">>();
        expectTypeOf(table.at(0).at(0)).toEqualTypeOf<ScalarNode<"f64">>();
        expectTypeOf(xs.map((x) => x.convert(f64))).toEqualTypeOf<ArrayNode<"f64">>();
        expectTypeOf(xs.map((x) => [x, x.less(1)])).toEqualTypeOf<ArrayNode<readonly ["i32", "bool"]>>();
        expectTypeOf(zip(xs, xs.indices()).reduce((x) => x, [0, 0])[1]).toEqualTypeOf<ScalarNode<"i64">>();
        expectTypeOf(map2((x, y) => ({ x, y }), xs, replicate(3, f64(0)))).toEqualTypeOf<
          ArrayNode<{ readonly x: "i32"; readonly y: "f64" }>
        >();
        expectTypeOf(
          branch(
            xs.at(0).less(1),
            () => i64(1),
            () => 2,
          ),
        ).toEqualTypeOf<ScalarNode<"i64">>();
        expectTypeOf(loopFor(3, [i32(0), f64(0)], ([x, y]) => [x, y])[1]).toEqualTypeOf<ScalarNode<"f64">>();
      };
      expectTypeOf(never).toBeFunction();
      return xs;
    });
    const sum = entry("sum", { xs: ints }, ({ xs }) => xs.reduce((x, y) => x.add(y), 0));
    expectTypeOf(sum).toEqualTypeOf<Defined<{ readonly xs: typeof ints }, "i32">>();
  });

  it("what does not fit", () => {
    const never = (): void => {
      entry("never", { xs: ints, y: f64 }, ({ xs, y }) => {
        // @ts-expect-error another type
        xs.at(0).add(y);
        // @ts-expect-error a method of floats
        xs.at(0).sqrt();
        // @ts-expect-error no node
        xs.map((x) => x === xs.at(0));
        // @ts-expect-error no test
        xs.filter((x) => x);
        // @ts-expect-error another type than the elements
        xs.reduce(() => y, 0);
        // @ts-expect-error a boolean is no node
        xs.any((x) => x < 1);
        loopWhile(
          i32(0),
          (x) => x.less(1),
          // @ts-expect-error the loop changes its type
          () => y,
        );
        branch(
          y.less(1),
          () => y,
          // @ts-expect-error branches of two types
          () => xs,
        );
        // @ts-expect-error arrays of one type
        xs.concat(replicate(1, y));
        return xs;
      });
      // @ts-expect-error no such type
      entry("never", { x: "f16" }, ({ x }) => x);
    };
    expectTypeOf(never).toBeFunction();
  });
});
