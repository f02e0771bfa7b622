import { describe, expect, it } from "vitest";
import { BUILT_IN_OPERATORS } from "../../operators/built-in.ts";
import { evaluateTerm } from "../../operators/evaluate.ts";
import { swapSides, type Term } from "../../operators/term.ts";
import { toHex } from "../../values/bits.ts";
import { type ElementType, type Scalar, viewElements } from "../../values/element-types.ts";
import { javascriptSource } from "../javascript.ts";
import { get, i32Const, store } from "./code.ts";
import { encodeModule, FunctionBuilder } from "./module.ts";
import { emitTerm, hasVectorForm, splat, valueTypeOf } from "./term.ts";

const FLOATS = [
  0,
  -0,
  1,
  -1,
  1.5,
  0.1,
  -3.25,
  1e16,
  -1e16,
  5e-324,
  -2.5e-310,
  1e-45,
  3.4e38,
  1.7e308,
  -1.7e308,
  Infinity,
  -Infinity,
  Number.NaN,
];
const INTEGERS = [
  0n,
  1n,
  -1n,
  2n,
  29n,
  31n,
  32n,
  63n,
  2n ** 31n - 1n,
  -(2n ** 31n),
  2n ** 63n - 1n,
  -(2n ** 63n),
  0x9e3779b97f4a7c15n,
];

function hostile(type: ElementType): readonly Scalar[] {
  switch (type) {
    case "f64":
      return FLOATS;
    case "f32":
      return FLOATS.map(Math.fround);
    case "i64":
      return INTEGERS.map((value) => BigInt.asIntN(64, value));
    case "u64":
      return INTEGERS.map((value) => BigInt.asUintN(64, value));
    case "i32":
      return INTEGERS.map((value) => Number(BigInt.asIntN(32, value)));
    case "u32":
      return INTEGERS.map((value) => Number(BigInt.asUintN(32, value)));
    default:
      return type satisfies never;
  }
}

/** The last lane of `term` on splatted operands, or the scalar form, through memory. */
function compileTerm(term: Term, shape: "scalar" | "vector"): (left: Scalar, right: Scalar) => Scalar {
  const valueType = valueTypeOf(term.type);
  const builder = new FunctionBuilder("apply", [valueType, valueType]);
  const [left, right] = builder.parameters;
  const newLocal = builder.local.bind(builder);
  const operand = (local: typeof left) => (shape === "vector" ? splat(term.type, get(local)) : get(local));
  const value = emitTerm(term, shape, operand(left), operand(right), newLocal);
  builder.body = store(shape === "vector" ? "v128" : valueType, i32Const(64), value);
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
  const bytes = encodeModule({ minimumPages: 1, maximumPages: 1, isShared: false }, [builder]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  const apply = exports.apply as (left: Scalar, right: Scalar) => void;
  const elements = viewElements(
    term.type,
    memory.buffer,
    64,
    shape === "vector" ? 16 / (valueType.endsWith("64") ? 8 : 4) : 1,
  );
  return (one, two) => {
    apply(one, two);
    return elements[elements.length - 1];
  };
}

const cases = BUILT_IN_OPERATORS.flatMap((operator) =>
  operator.types.map((type) => ({ name: operator.name, type, term: operator.term(type) })),
);

describe.each(cases)("$name on $type has the bits of the literal evaluator", ({ term, type }) => {
  const check = (label: string, apply: (left: Scalar, right: Scalar) => Scalar, subject: Term): void => {
    for (const left of hostile(type)) {
      for (const right of hostile(type)) {
        const expected = toHex(type, evaluateTerm(subject, left, right));
        expect(`${label} ${left} ${right} ${toHex(type, apply(left, right))}`).toBe(
          `${label} ${left} ${right} ${expected}`,
        );
      }
    }
  };

  it("as scalar WebAssembly, either way round", () => {
    check("scalar", compileTerm(term, "scalar"), term);
    check("swapped", compileTerm(swapSides(term), "scalar"), swapSides(term));
  });

  it("on lanes, where lanes have the operations", () => {
    const expected = !(
      (type === "i64" || type === "u64") &&
      term.kind === "binary" &&
      (term.operation === "min" || term.operation === "max")
    );
    expect(hasVectorForm(term)).toBe(expected);
    if (expected) check("vector", compileTerm(term, "vector"), term);
  });

  it("as JavaScript source, where numbers suffice", () => {
    const source = javascriptSource(term, "left", "right");
    const isNarrow = type !== "i64" && type !== "u64";
    expect(source !== undefined).toBe(isNarrow);
    if (source !== undefined)
      check(
        "javascript",
        new Function("left", "right", `return ${source}`) as (left: Scalar, right: Scalar) => Scalar,
        term,
      );
  });
});

describe("shifts and rotations that no built-in uses yet", () => {
  const shift = (operation: "shiftRight" | "rotateLeft", type: ElementType, distance: Scalar): Term => ({
    kind: "binary",
    operation,
    type,
    first: { kind: "left", type },
    second: { kind: "constant", type, value: distance },
  });
  it.each(["i64", "u64", "i32", "u32"] as const)("take their distance modulo the width on %s", (type) => {
    for (const distance of [0, 1, 7, 31, 32, 33, 63, 64]) {
      for (const operation of ["shiftRight", "rotateLeft"] as const) {
        const term = shift(operation, type, type.endsWith("64") ? BigInt(distance) : distance);
        const source = javascriptSource(term, "left", "right");
        const forms = [compileTerm(term, "scalar"), compileTerm(term, "vector")];
        if (source !== undefined)
          forms.push(new Function("left", "right", `return ${source}`) as (typeof forms)[0]);
        for (const left of hostile(type)) {
          const expected = toHex(type, evaluateTerm(term, left, left));
          for (const apply of forms)
            expect(`${operation} ${distance} ${left} ${toHex(type, apply(left, left))}`).toBe(
              `${operation} ${distance} ${left} ${expected}`,
            );
        }
      }
    }
  });
});
