import { networkModule, parseNetwork } from "samebits/networks";
import { explainOperator } from "samebits/operators";
import { describe, expect, test } from "vitest";
import { SAMPLE_OPERATORS } from "../panes/operator/sample-operators.ts";
import { answerKernels } from "./kernels-task.ts";
import { markedText, wasmText } from "./wasm-text.ts";

const PAIR = parseNetwork("{{(0, 1)}}");

describe("a marked module as text", () => {
  test.each(SAMPLE_OPERATORS.map(({ title, text }) => [title, text] as const))(
    "is the text of the module without marks, and has every operation: %s",
    (_title, text) => {
      const { operator, steps } = explainOperator(text);
      const marked = markedText(networkModule(PAIR, { operator, marks: true }));
      expect(marked.map((line) => line.text)).toEqual(wasmText(networkModule(PAIR, { operator })));
      const found = new Set(marked.map(({ step }) => step));
      const operations = steps.flatMap((each, step) => (/^(left|right) /.test(each) ? [] : [step]));
      expect(operations.filter((step) => !found.has(step))).toEqual([]);
    },
  );

  test("gives instructions to the operation that they are of, and nothing else", () => {
    const { operator } = explainOperator("(left: i32, right) => (left - right) * 3");
    const marked = markedText(networkModule(PAIR, { operator, marks: true }));
    const of = (step: number) =>
      marked.filter((line) => line.step === step).map((line) => line.text.trim().split(" ")[0]);
    expect(new Set(of(2))).toEqual(new Set(["local.get", "i32x4.sub", "i32.sub"]));
    expect(new Set(of(4))).toEqual(new Set(["i32x4.mul", "i32.mul"]));
    for (const { text, step } of marked) {
      if (/load|store|loop|block|br/.test(text)) expect([text, step]).toEqual([text, undefined]);
    }
  });
});

describe("an operator's kernels", () => {
  test("name constants as the text does", () => {
    const { kernels, places } = answerKernels({ text: SAMPLE_OPERATORS[0].text });
    const [, , loops] = kernels;
    expect(loops.lines.map(({ text }) => text)).toEqual([
      "t0: i32 = 100",
      "t1: i32 = left",
      "t2: i32 = right",
      "t3: i32 = add(t1, t2)",
      "t4: bool = less(t0, t3)",
      "t5: i32 = -100",
      "t6: bool = less(t3, t5)",
      "t7: i32 = select(t6, t5, t3)",
      "t8: i32 = select(t4, t0, t7)",
    ]);
    const words = places.map(({ start, end }) => SAMPLE_OPERATORS[0].text.slice(start, end));
    expect(words).toContain("-100");
    expect(words).toContain(">");
  });
});
