import { describe, expectTypeOf, it } from "vitest";
import type { Operator, RecordOperator } from "../operator.ts";
import { operator } from "./builder.ts";
import type { Node, NodesOf, TypeOf } from "./node.ts";
import { bool, f32, f64, i32, i64, u32, u64 } from "./scalar-types.ts";
import { select } from "./select.ts";

/*
 * What the compiler knows. These lines are checked by `tsc`: a `@ts-expect-error` above what compiles is an error itself. Bodies that must
 * not compile are never called.
 *
 * What no type can refuse, because a node is an object and any value may be tested: `if (node)`, `while (node)`, `node ? x : y`,
 * `node && x`, `node || x`, `node ?? x`, and an `if (left === right)` that picks one of two nodes. Nodes that are made for that alone
 * are refused when the operator is built; the lint rule of samebits/eslint-plugin refuses all.
 */

const PAIR = { value: f32, index: u32 };

describe("types of descriptions", () => {
  it("are inferred from values, names and records", () => {
    expectTypeOf<TypeOf<typeof f32>>().toEqualTypeOf<"f32">();
    expectTypeOf<TypeOf<"bool">>().toEqualTypeOf<"bool">();
    expectTypeOf<TypeOf<{ at: { x: typeof f64; y: "i64" } }>>().toEqualTypeOf<{
      readonly at: { readonly x: "f64"; readonly y: "i64" };
    }>();
  });

  it("give the operator its type", () => {
    expectTypeOf(operator(f64, (left) => left)).toEqualTypeOf<Operator<"f64">>();
    expectTypeOf(operator("u64", (left) => left)).toEqualTypeOf<Operator<"u64">>();
    expectTypeOf(operator({ value: f32, at: { flag: "bool" } }, (left) => left)).toEqualTypeOf<
      RecordOperator<{ readonly value: "f32"; readonly at: { readonly flag: "bool" } }>
    >();
  });

  it("give the body its operands", () => {
    operator({ value: f32, at: { flag: bool } }, (left, right) => {
      expectTypeOf(left.value).toEqualTypeOf<Node<"f32">>();
      const never = (): void => {
        expectTypeOf(left.value.less(right.value)).toEqualTypeOf<Node<"bool">>();
        expectTypeOf(right.at.flag).toEqualTypeOf<Node<"bool">>();
        expectTypeOf(left.value.convert(i64)).toEqualTypeOf<Node<"i64">>();
        expectTypeOf(left.value.bitcast("u32")).toEqualTypeOf<Node<"u32">>();
        expectTypeOf(select(right.at.flag, left.value, 1)).toEqualTypeOf<Node<"f32">>();
      };
      expectTypeOf(never).toBeFunction();
      return left;
    });
  });

  it("must be types", () => {
    const never = (): void => {
      // @ts-expect-error no such type
      operator("f16", (left) => left);
      // @ts-expect-error a constructor of arrays is none
      operator({ value: Float32Array }, (left) => left);
      // @ts-expect-error a number is none
      operator({ value: 4 }, (left) => left);
    };
    expectTypeOf(never).toBeFunction();
  });
});

describe("what does not compile", () => {
  it("is a comparison of JavaScript in the place of a node", () => {
    const never = (): void => {
      // @ts-expect-error === gives a boolean, which is no condition
      operator(PAIR, (left, right) => select(left.value === right.value, right, left));
      // @ts-expect-error nor is <
      operator(PAIR, (left, right) => select(left.value < right.value, right, left));
      // @ts-expect-error nor is !
      operator(PAIR, (left, right) => select(!left.value.less(right.value), right, left));
      // @ts-expect-error nor a constant one, which bool(true) is
      operator(PAIR, (left, right) => select(true, right, left));
      // @ts-expect-error nor may it be an operand
      operator({ flag: bool, n: i32 }, (left, right) => ({ n: 1, flag: left.flag.and(left.n === right.n) }));
      // @ts-expect-error nor a result
      operator({ flag: bool, n: i32 }, (left, right) => ({ n: 1, flag: left.n === right.n }));
      // @ts-expect-error nor where the laws hold
      operator(i32, (left) => left, { where: (value) => value === i32(0) });
      // @ts-expect-error nodes of different types are never the same
      operator(PAIR, (left, right) => (left.value === right.index ? left : right));
    };
    expectTypeOf(never).toBeFunction();
  });

  it("is arithmetic of JavaScript on nodes", () => {
    const never = (): void => {
      // @ts-expect-error + is for numbers
      operator(f64, (left, right) => left + right);
      // @ts-expect-error and so is Math.max
      operator(f64, (left, right) => Math.max(left, right));
    };
    expectTypeOf(never).toBeFunction();
  });

  it("is a method that the type has not", () => {
    const never = (left: NodesOf<{ i: "i32"; u: "u32"; x: "f64"; b: "bool"; l: "u64" }>): void => {
      // @ts-expect-error floats only
      left.i.sqrt();
      // @ts-expect-error signed types and floats only
      left.u.abs();
      // @ts-expect-error integers only
      left.x.remainder(2);
      // @ts-expect-error integers and bools only
      left.x.xor(left.x);
      // @ts-expect-error integers only
      left.x.countOnes();
      // @ts-expect-error bools have no order
      left.b.less(left.b);
      // @ts-expect-error and no arithmetic
      left.b.add(left.b);
      // @ts-expect-error nor bits
      left.b.bitcast(u32);
      // @ts-expect-error another width
      left.x.bitcast(u32);
      // @ts-expect-error a bool comes from a comparison
      left.i.convert(bool);
      // @ts-expect-error a misspelt one
      left.i.les(left.i);
    };
    expectTypeOf(never).toBeFunction();
  });

  it("is an operand of another type", () => {
    const never = (left: NodesOf<{ i: "i32"; u: "u32"; b: "bool"; l: "u64" }>): void => {
      // @ts-expect-error two integer types
      left.i.add(left.u);
      // @ts-expect-error a bigint for 32 bits
      left.i.add(1n);
      // @ts-expect-error a bool is no number
      left.i.equal(left.b);
      // @ts-expect-error a boolean is no node
      left.b.and(true);
      // @ts-expect-error text is nothing
      left.l.add("1");
      // @ts-expect-error constants have types as well
      left.i.add(f64(1));
      // @ts-expect-error of the type's kind
      i32(1n);
      left.l.add(1).add(1n).add(u64(1n));
    };
    expectTypeOf(never).toBeFunction();
  });

  it("is a body or an option of another shape", () => {
    const never = (): void => {
      // @ts-expect-error a field is missing
      operator(PAIR, (left) => ({ value: left.value }));
      // @ts-expect-error a field has another type
      operator(PAIR, (left) => ({ value: left.value, index: left.value }));
      // @ts-expect-error nothing comes back
      operator(PAIR, () => {});
      operator(PAIR, (left, right) => {
        // @ts-expect-error a node changes no field
        left.value = right.value;
        return left;
      });
      // @ts-expect-error the identity is of the operator's type
      operator(PAIR, (left) => left, { identity: 0 });
      // @ts-expect-error with all its fields
      operator(PAIR, (left) => left, { start: { value: 0 } });
      // @ts-expect-error bools are booleans
      operator({ flag: bool }, (left) => left, { start: { flag: 0 } });
      // @ts-expect-error records have no other field
      operator(PAIR, (left) => left.valeu);
    };
    expectTypeOf(never).toBeFunction();
  });

  it("is a select of two types", () => {
    const never = (left: NodesOf<{ i: "i32"; u: "u32"; b: "bool"; at: { x: "f64" } }>): void => {
      // @ts-expect-error two scalar types
      select(left.b, left.i, left.u);
      // @ts-expect-error a number is no condition
      select(left.i, left.i, left.i);
      // @ts-expect-error a record and a scalar
      select(left.b, left.at, left.i);
      // @ts-expect-error a field is missing
      select(left.b, left, left.at);
      select(left.b, left.at, { x: 1 }).x.sqrt();
      select(left.b, { x: 1 }, left.at).x.sqrt();
    };
    expectTypeOf(never).toBeFunction();
  });
});
